#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/result.h"

void
result_init(struct result *r)
{
	memset(r, 0, sizeof *r);
}

void
result_free(struct result *r)
{
	free(r->tool);
	free(r->version);
	free(r->dialect);
	for (size_t i = 0; i < r->nsetting; i++) {
		free(r->setting[i].key);
		free(r->setting[i].value);
	}
	for (size_t i = 0; i < r->nmetric; i++) {
		free(r->metric[i].name);
		free(r->metric[i].unit);
		free(r->metric[i].sample);
		free(r->metric[i].seconds);
		detail_free(&r->metric[i].detail);
		free(r->metric[i].sample_line);
		free(r->metric[i].invalid);
	}
	for (size_t i = 0; i < r->nwarning; i++) {
		free(r->warning[i].code);
		free(r->warning[i].text);
	}
	free(r->setting);
	free(r->metric);
	free(r->warning);
	memset(r, 0, sizeof *r);
}

static struct setting *
find_setting(const struct result *r, const char *key)
{
	for (size_t i = 0; i < r->nsetting; i++)
		if (r->setting[i].key[0] == key[0] && strcmp(r->setting[i].key, key) == 0)
			return &r->setting[i];
	return NULL;
}

/* Takes the value. */
static void
set(struct result *r, const char *key, char *value)
{
	struct setting *s = find_setting(r, key);

	if (s == NULL) {
		r->setting = mem_more(r->setting, r->nsetting, sizeof *r->setting);
		s = &r->setting[r->nsetting++];
		s->key = mem_dup(key);
	} else {
		free(s->value);
	}
	s->value = value;
}

void
result_set(struct result *r, const char *key, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set(r, key, mem_vfmt(fmt, ap));
	va_end(ap);
}

void
result_put(struct result *r, const char *key, const char *text, size_t len)
{
	set(r, key, mem_part(text, len));
}

const char *
result_get(const struct result *r, const char *key)
{
	const struct setting *s = find_setting(r, key);

	return s != NULL ? s->value : NULL;
}

const struct metric *
result_find(const struct result *r, const char *name, const char *unit)
{
	for (size_t i = 0; i < r->nmetric; i++)
		if (r->metric[i].name[0] == name[0] && strcmp(r->metric[i].name, name) == 0 &&
		    strcmp(r->metric[i].unit, unit) == 0)
			return &r->metric[i];
	return NULL;
}

struct metric *
result_metric(struct result *r, const char *name, const char *unit, enum metric_better better)
{
	const struct metric *have = result_find(r, name, unit);
	struct metric *m;

	if (have != NULL)
		return &r->metric[have - r->metric];
	r->metric = mem_more(r->metric, r->nmetric, sizeof *r->metric);
	m = &r->metric[r->nmetric++];
	memset(m, 0, sizeof *m);
	m->name = mem_dup(name);
	m->unit = mem_dup(unit);
	m->better = better;
	m->max = m->min = m->mean = m->stddev = NAN;
	return m;
}

void
metric_add(struct metric *m, double value, double seconds)
{
	m->sample = mem_more(m->sample, m->n, sizeof *m->sample);
	m->seconds = mem_more(m->seconds, m->n, sizeof *m->seconds);
	m->sample[m->n] = value;
	m->seconds[m->n++] = seconds;
}

void
result_warn(struct result *r, const char *code, const char *fmt, ...)
{
	struct warning *w;
	va_list ap;

	r->warning = mem_more(r->warning, r->nwarning, sizeof *r->warning);
	w = &r->warning[r->nwarning++];
	w->code = mem_dup(code);
	va_start(ap, fmt);
	w->text = mem_vfmt(fmt, ap);
	va_end(ap);
	w->line = 0;
}
