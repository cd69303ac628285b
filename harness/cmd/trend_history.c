#include <stdlib.h>
#include <string.h>

#include "cmd/trend_history.h"
#include "compare/comparable.h"
#include "core/mem.h"

static bool
known(const struct history *h, const char *id)
{
	for (size_t i = 0; i < h->n; i++)
		if (id != NULL && h->s[i].session->id != NULL &&
		    strcmp(h->s[i].session->id, id) == 0)
			return true;
	return false;
}

static void
add(struct history *h, const struct session *s, bool accepted)
{
	h->s = mem_grow(h->s, h->n + 1, sizeof *h->s);
	h->s[h->n++] = (struct trend_session){ s, accepted };
	h->naccepted += accepted;
}

static bool
comparable(const struct session *s, const struct session *last)
{
	struct change *c;
	size_t n;
	bool ok = true;

	if (last == NULL)
		return true;
	n = comparable_changes(s, last, &c);
	for (size_t i = 0; i < n; i++)
		ok = ok && !c[i].blocks;
	comparable_free(c, n);
	return ok;
}

static int
by_start(const void *a, const void *b)
{
	long long x = ((const struct trend_session *)a)->session->started,
		  y = ((const struct trend_session *)b)->session->started;

	return x < y ? -1 : x > y;
}

void
trend_history_load(
    const struct settings *s, const char *series, const struct judging *j, struct history *h)
{
	const struct store_baseline *b = &j->baseline;
	struct strv dirs = { 0 };

	memset(h, 0, sizeof *h);
	for (size_t i = 0; i < b->n; i++)
		add(h, b->session[i], true);
	store_run_list(s->reports, s->machine, &dirs);
	h->owned = mem_zero(dirs.n + 1, sizeof(struct session *));
	for (size_t i = 0; i < dirs.n; i++) {
		struct session *one;

		/* what cannot be read is no part of a history; check-fs recheck says why */
		if (store_run_read(dirs.v[i], &one, NULL, NULL, NULL) != 0)
			continue;
		h->owned[h->nowned++] = one;
		if (one->series == NULL || strcmp(one->series, series) != 0 || one->nmetric == 0 ||
		    session_env_get(one, "check-fs.kind") != NULL || known(h, one->id))
			continue;
		if (comparable(one, b->n > 0 ? b->session[b->n - 1] : NULL))
			add(h, one, false);
		else
			h->left_out++;
	}
	strv_free(&dirs);
	if (h->n > 1)
		qsort(h->s, h->n, sizeof *h->s, by_start);
}

void
trend_history_free(struct history *h)
{
	for (size_t i = 0; i < h->nowned; i++)
		session_free(h->owned[i]);
	free(h->owned);
	free(h->s);
	memset(h, 0, sizeof *h);
}

static void
add_series(struct strv *list, const char *series, const char *only)
{
	if (series == NULL || (only != NULL && strcmp(series, only) != 0))
		return;
	for (size_t i = 0; i < list->n; i++)
		if (strcmp(list->v[i], series) == 0)
			return;
	strv_add(list, "%s", series);
}

void
trend_history_series(const struct settings *s, const char *only, struct strv *series)
{
	struct strv found = { 0 };

	store_series_list(s->baselines, s->machine, &found);
	for (size_t i = 0; i < found.n; i++)
		add_series(series, found.v[i], only);
	strv_free(&found);
	store_run_list(s->reports, s->machine, &found);
	for (size_t i = 0; i < found.n; i++) {
		struct session *one;

		if (store_run_read(found.v[i], &one, NULL, NULL, NULL) != 0)
			continue;
		if (one->nmetric > 0)
			add_series(series, one->series, only);
		session_free(one);
	}
	strv_free(&found);
}
