#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd/delay.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"
#include "core/units.h"
#include "plan/plan.h"
#include "store/store.h"

/* Seconds that a back end can wait at a call: whole microseconds. */
#define LEAST 1e-6
#define MOST  3600.0

/* The call that a benchmark makes for each item or transfer of a metric; ids end in its name. */
static const struct {
	const char *tool, *name, *op;
} calls[] = {
	{ "mdtest", "dir-create", "mkdir" },
	{ "mdtest", "dir-stat", "dirstat" },
	{ "mdtest", "dir-rename", "rename" },
	{ "mdtest", "dir-remove", "rmdir" },
	{ "mdtest", "file-create", "create" },
	{ "mdtest", "file-stat", "stat" },
	{ "mdtest", "file-read", "open" },
	{ "mdtest", "file-remove", "unlink" },
	{ "ior", "write", "write" },
	{ "ior", "read", "read" },
};
#define CALLS (sizeof calls / sizeof *calls)

static const char *
name_of(const char *id)
{
	const char *slash = strrchr(id, '/');

	return slash != NULL ? slash + 1 : id;
}

/* Row of calls for a metric, or CALLS. */
static size_t
call_of(const char *id)
{
	size_t i = 0;

	while (i < CALLS && strcmp(calls[i].name, name_of(id)) != 0)
		i++;
	return i;
}

bool
delay_means(const char *metrics, const char *id)
{
	bool data = strcmp(name_of(id), "write") == 0 || strcmp(name_of(id), "read") == 0;

	if (strcmp(metrics, "all") == 0)
		return true;
	if (strcmp(metrics, "data") == 0)
		return data;
	if (strcmp(metrics, "metadata") == 0)
		return !data;
	return fnmatch(metrics, id, 0) == 0;
}

/* Does a command ask for a back end other than POSIX? */
static bool
other_backend(const char *command)
{
	struct strv words = { NULL, 0, 0 };
	bool other = false;

	strv_split(&words, command);
	for (size_t i = 0; i < words.n; i++) {
		const char *w = words.v[i], *name = NULL;

		if (strcmp(w, "-a") == 0 || strcmp(w, "--api") == 0)
			name = i + 1 < words.n ? words.v[i + 1] : NULL;
		else if (str_starts(w, "--api="))
			name = w + 6;
		else if (str_starts(w, "-a"))
			name = w + 2;
		other = other || (name != NULL && strcasecmp(name, "POSIX") != 0);
	}
	strv_free(&words);
	return other;
}

int
delay_based(const struct store_baseline *b, struct err *e)
{
	return b->n > 0 ? 0
			: err_set(e, EINVAL,
			      "inject: there is no baseline that could judge it: check-fs baseline "
			      "accept or measure makes one");
}

int
delay_check(const struct delay *d, const struct store_baseline *b, struct err *e)
{
	const struct session *last = b->n > 0 ? b->session[b->n - 1] : NULL;
	size_t meant = 0;

	if (last == NULL)
		return delay_based(b, e);
	for (size_t i = 0; i < last->nmetric; i++)
		meant += delay_means(d->metrics, last->metric[i].id) &&
			 call_of(last->metric[i].id) < CALLS;
	if (meant == 0)
		return err_set(e, EINVAL,
		    "inject: %s: no metric of the baseline is called so and has calls that can be "
		    "delayed",
		    d->metrics);
	for (size_t i = 0; i < b->nrecipe; i++)
		if (other_backend(b->recipe[i].value))
			return err_set(e, EINVAL,
			    "inject: %s: works with another back end than POSIX, whose calls "
			    "cannot be delayed",
			    b->recipe[i].key);
	return 0;
}

int
delay_read(struct delay *d, const char *value, struct err *e)
{
	char *end;
	double percent = strtod(value, &end);

	if (end == value || strcmp(end, "%") != 0)
		return units_seconds(value, &d->seconds, e) != 0 ? -EINVAL
		       : d->seconds >= LEAST && d->seconds <= MOST
			   ? 0
			   : err_set(e, EINVAL, "'%s': from 1us to 1h can be waited", value);
	if (!(percent > 0 && percent < 100))
		return err_set(
		    e, EINVAL, "'%s': slower by more than 0 %% and less than 100 %%", value);
	d->fraction = percent / 100;
	return 0;
}

static uint64_t
transfer_of(const struct strv *words)
{
	uint64_t transfer = 262144; /* IOR's default */

	for (size_t i = 0; i < words->n; i++)
		if (strcmp(words->v[i], "-t") == 0 && i + 1 < words->n)
			units_size(words->v[i + 1], &transfer, NULL);
		else if (str_starts(words->v[i], "-t"))
			units_size(words->v[i] + 2, &transfer, NULL);
	return transfer;
}

/* Seconds that each call of a metric takes longer, where all ranks call at the same time. */
static double
each(const struct delay *d, const char *id, const struct strv *words, int ranks)
{
	const struct session_metric *m;
	double one;

	if (d->fraction <= 0)
		return d->seconds;
	m = session_find(d->was, id);
	if (m == NULL || !(session_median(m) > 0))
		return 0;
	one = ranks / session_median(m);
	if (strcmp(m->unit, "B/s") == 0)
		one *= (double)transfer_of(words);
	return one * d->fraction / (1 - d->fraction);
}

double
delay_extra(
    const struct delay *d, const struct session_metric *m, const struct step *step, int ranks)
{
	double n = m->work;

	if (call_of(m->id) == CALLS || !delay_means(d->metrics, m->id))
		return 0;
	if (strcmp(m->unit, "B/s") == 0)
		n /= (double)transfer_of(&step->argv);
	return n / ranks * each(d, m->id, &step->argv, ranks);
}

void
delay_words(
    const struct delay *d, const char *command, const char *group, int ranks, struct strv *words)
{
	struct strv own = { NULL, 0, 0 };
	bool any = false;

	strv_split(&own, command);
	for (size_t i = 0; i < CALLS; i++) {
		char *id = mem_fmt("%s/%s", group, calls[i].name);
		double seconds = each(d, id, &own, ranks);

		if (str_starts(command, calls[i].tool) && delay_means(d->metrics, id) &&
		    seconds > 0) {
			if (!any) {
				strv_add(words, "-a");
				strv_add(words, "SLOW");
			}
			any = true;
			strv_add(words, "--slow.delay=%s:%.0f", calls[i].op, ceil(1e6 * seconds));
		}
		free(id);
	}
	strv_free(&own);
}

void
delay_mark(struct session *s, const char *how)
{
	session_env(s, "check-fs.kind", "injected");
	session_env(s, "check-fs.injected", "%s", how);
	session_warn(s, "injected",
	    "no measurement of the file system: it was made slower on purpose, %s", how);
}

void
delay_mark_run(const struct delay *d, struct session *s)
{
	char *how = d->fraction > 0
			? mem_fmt("calls of %s slowed to cost %g %%", d->metrics, 100 * d->fraction)
			: mem_fmt("%g us more for each call of %s", 1e6 * d->seconds, d->metrics);

	delay_mark(s, how);
	free(how);
}
