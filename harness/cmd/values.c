#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/values.h"
#include "cmd/valuesform.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/str.h"

/* "iteration.12" */
static const char *
numbered(char *to, size_t size, const char *word, size_t k)
{
	size_t n = str_copy(to, size, word);
	char digits[24], *end = digits + sizeof digits - 1;

	*end = '\0';
	str_copy(to + n, size - n, str_digits(end, k));
	return to;
}

/* Call put for every value of a metric in a fixed order. */
void
values_each(struct values *v, size_t serial, const struct result *r,
    void (*put)(struct values *, const struct values_one *))
{
	for (size_t i = 0; i < r->nmetric; i++) {
		const struct metric *m = &r->metric[i];
		const struct {
			const char *name;
			double value;
		} stat[] = { { "max", m->max }, { "min", m->min }, { "mean", m->mean },
			{ "stddev", m->stddev } };
		struct values_one x = { r, serial, m, NULL, 0, m->unit, m->line };
		char name[40];

		for (size_t k = 0; k < 4; k++)
			if (!isnan(stat[k].value)) {
				x.statistic = stat[k].name;
				x.value = stat[k].value;
				put(v, &x);
			}
		for (size_t k = 0; k < m->n; k++) {
			x.statistic = numbered(name, sizeof name, "iteration.", k);
			x.value = m->sample[k];
			x.line = m->sample_line != NULL ? m->sample_line[k] : m->line;
			put(v, &x);
			if (m->seconds == NULL || isnan(m->seconds[k]))
				continue;
			x.statistic = numbered(name, sizeof name, "seconds.", k);
			x.value = m->seconds[k];
			x.unit = "s";
			put(v, &x);
			x.unit = m->unit;
		}
	}
}

void
values_nothing(struct values *v)
{
	(void)v;
}

struct values *
values_new(const char *format, FILE *f)
{
	static const struct values_format *const formats[] = { &valuestext_format,
		&valuescsv_format, &valuesjson_format, &valuesmetrics_format };

	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (strcmp(formats[i]->name, format) == 0) {
			struct values *v = mem_zero(1, sizeof *v);

			v->format = formats[i];
			v->out = out_new(f);
			v->format->begin(v);
			return v;
		}
	return NULL;
}

void
values_file(struct values *v, const char *path)
{
	v->path = strcmp(path, "-") == 0 ? "stdin" : path;
	v->format->file(v);
	v->files++;
	v->runs = v->conditions = v->found = 0;
}

void
values_run(void *arg, size_t serial, struct result *r)
{
	struct values *v = arg;

	v->format->run(v, serial, r);
	v->runs++;
	v->found += r->nmetric;
}

void
values_condition(void *arg, const struct warning *w)
{
	struct values *v = arg;

	v->format->condition(v, w);
	v->conditions++;
}

bool
values_empty(const struct values *v)
{
	return v->found == 0;
}

int
values_end(struct values *v)
{
	int rc;

	v->format->end(v);
	rc = out_free(v->out);
	json_decref(v->pending);
	free(v);
	return rc;
}
