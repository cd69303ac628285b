#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/session.h"
#include "core/stats.h"

struct session *
session_new(void)
{
	return mem_zero(1, sizeof(struct session));
}

static void
free_settings(struct setting *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(s[i].key);
		free(s[i].value);
	}
	free(s);
}

void
session_free(struct session *s)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->nmetric; i++) {
		free(s->metric[i].id);
		free(s->metric[i].unit);
		free(s->metric[i].sample);
		free(s->metric[i].seconds);
		detail_free(&s->metric[i].detail);
		free(s->metric[i].caveat);
		free(s->metric[i].invalid);
	}
	for (size_t i = 0; i < s->nwarning; i++) {
		free(s->warning[i].code);
		free(s->warning[i].text);
	}
	free_settings(s->env, s->nenv);
	free_settings(s->recipe, s->nrecipe);
	free(s->metric);
	free(s->warning);
	free(s->id);
	free(s->machine);
	free(s->series);
	free(s->target);
	free(s->profile);
	free(s->accepted_by);
	free(s->reason);
	free(s->accepted_at);
	session_free(s->alone);
	session_free(s->rotated);
	free(s);
}

/* Set key to value (owned) in a list that keeps its order. */
static void
put(struct setting **list, size_t *n, const char *key, char *value)
{
	for (size_t i = 0; i < *n; i++)
		if (strcmp((*list)[i].key, key) == 0) {
			free((*list)[i].value);
			(*list)[i].value = value;
			return;
		}
	*list = mem_grow(*list, *n + 1, sizeof **list);
	(*list)[*n].key = mem_dup(key);
	(*list)[(*n)++].value = value;
}

void
session_env(struct session *s, const char *key, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put(&s->env, &s->nenv, key, mem_vfmt(fmt, ap));
	va_end(ap);
}

const char *
session_env_get(const struct session *s, const char *key)
{
	for (size_t i = 0; i < s->nenv; i++)
		if (strcmp(s->env[i].key, key) == 0)
			return s->env[i].value;
	return NULL;
}

void
session_recipe(struct session *s, const char *step, const char *command)
{
	put(&s->recipe, &s->nrecipe, step, mem_dup(command));
}

void
session_warn(struct session *s, const char *code, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = mem_vfmt(fmt, ap);
	va_end(ap);
	for (size_t i = 0; i < s->nwarning; i++)
		if (strcmp(s->warning[i].code, code) == 0 &&
		    strcmp(s->warning[i].text, text) == 0) {
			free(text);
			return;
		}
	s->warning = mem_grow(s->warning, s->nwarning + 1, sizeof *s->warning);
	s->warning[s->nwarning].code = mem_dup(code);
	s->warning[s->nwarning].line = 0;
	s->warning[s->nwarning++].text = text;
}

const struct session_metric *
session_find(const struct session *s, const char *id)
{
	for (size_t i = 0; i < s->nmetric; i++)
		if (strcmp(s->metric[i].id, id) == 0)
			return &s->metric[i];
	return NULL;
}

struct session_metric *
session_metric(struct session *s, const char *id, const char *unit, enum metric_better better)
{
	const struct session_metric *have = session_find(s, id);
	struct session_metric *m;

	if (have != NULL)
		return &s->metric[have - s->metric];
	s->metric = mem_grow(s->metric, s->nmetric + 1, sizeof *s->metric);
	m = &s->metric[s->nmetric++];
	memset(m, 0, sizeof *m);
	m->id = mem_dup(id);
	m->unit = mem_dup(unit);
	m->better = better;
	return m;
}

/* The samples of from, or its mean where the log gave only statistics. */
static void
take_samples(struct session_metric *m, const struct metric *from)
{
	size_t n = from->n > 0 ? from->n : isfinite(from->mean) ? 1 : 0;

	free(m->sample);
	free(m->seconds);
	m->sample = mem_zero(n, sizeof *m->sample);
	m->seconds = NULL;
	m->n = n;
	if (from->n == 0) {
		if (n == 1)
			m->sample[0] = from->mean;
		return;
	}
	memcpy(m->sample, from->sample, n * sizeof *m->sample);
	if (from->seconds != NULL) {
		m->seconds = mem_zero(n, sizeof *m->seconds);
		memcpy(m->seconds, from->seconds, n * sizeof *m->seconds);
	}
}

void
session_take(struct session *s, const char *step, const struct result *r)
{
	for (size_t i = 0; i < r->nmetric; i++) {
		const struct metric *from = &r->metric[i];
		const struct metric *rate;
		struct session_metric *m;
		char *id;

		if (strcmp(from->unit, "ops/s") != 0 && strcmp(from->unit, "B/s") != 0)
			continue;
		/* IOR prints bandwidth and operations of the same transfers: one of them is enough
		 */
		rate = result_find(r, from->name, "B/s");
		if (rate != NULL && rate != from)
			continue;
		id = mem_fmt("%s/%s", step, from->name);
		m = session_metric(s, id, from->unit, from->better);
		free(id);
		take_samples(m, from);
		m->work = from->work;
		detail_copy(&m->detail, &from->detail);
		free(m->invalid);
		m->invalid = mem_dup(from->invalid);
	}
	for (size_t i = 0; i < r->nwarning; i++)
		session_warn(s, r->warning[i].code, "%s: %s", step, r->warning[i].text);
}

double
session_median(const struct session_metric *m)
{
	return m->invalid != NULL ? NAN : stats_median(m->sample, m->n);
}
