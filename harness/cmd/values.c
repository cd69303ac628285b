#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/values.h"
#include "cmd/valuesform.h"
#include "core/mem.h"
#include "core/result.h"

static size_t
digits_of(char *to, unsigned long long n)
{
	char back[24];
	size_t len = 0;

	do
		back[len++] = (char)('0' + n % 10);
	while ((n /= 10) != 0);
	for (size_t i = 0; i < len; i++)
		to[i] = back[len - 1 - i];
	return len;
}

/*
 * As "%.15g", much faster where three or six decimals are enough: a decimal of at most 15 digits
 * that a double reads back as itself is the one that %.15g prints.
 */
static size_t
number_text(char *to, size_t size, double v)
{
	for (int decimals = 3; decimals <= 6; decimals += 3) {
		double scale = decimals == 3 ? 1e3 : 1e6, whole = floor(v * scale + 0.5);
		unsigned long long n;
		size_t len;

		if (!(v >= 0.001 && whole < 1e15 && whole / scale == v))
			continue;
		n = (unsigned long long)whole;
		len = digits_of(to, n / (unsigned long long)scale);
		n %= (unsigned long long)scale;
		if (n == 0)
			return len;
		to[len++] = '.';
		for (unsigned long long step = (unsigned long long)scale / 10; n != 0; step /= 10) {
			to[len++] = (char)('0' + n / step);
			n %= step;
		}
		return len;
	}
	if (v == 0) {
		to[0] = '0';
		return 1;
	}
	return (size_t)snprintf(to, size, "%.15g", v);
}

void
values_number(FILE *f, double v)
{
	char text[40];

	fwrite(text, 1, number_text(text, sizeof text, v), f);
}

void
values_count(FILE *f, unsigned long long n)
{
	char text[24];

	fwrite(text, 1, digits_of(text, n), f);
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
			snprintf(name, sizeof name, "iteration.%zu", k);
			x.statistic = name;
			x.value = m->sample[k];
			x.line = m->sample_line != NULL ? m->sample_line[k] : m->line;
			put(v, &x);
			if (m->seconds == NULL || isnan(m->seconds[k]))
				continue;
			snprintf(name, sizeof name, "seconds.%zu", k);
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
			v->f = f;
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

void
values_end(struct values *v)
{
	v->format->end(v);
	json_decref(v->pending);
	free(v);
}
