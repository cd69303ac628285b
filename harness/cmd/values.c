#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/values.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/str.h"

/* One value: what every format prints in its own way. */
struct value {
	const struct result *r;
	size_t serial;
	const struct metric *m;
	const char *statistic;
	double value;
	const char *unit;
	int line;
};

struct format {
	const char *name;
	void (*begin)(struct values *v);
	void (*file)(struct values *v);
	void (*run)(struct values *v, size_t serial, const struct result *r);
	void (*condition)(struct values *v, const struct warning *w);
	void (*end)(struct values *v);
};

struct values {
	const struct format *format;
	FILE *f;
	const char *path;
	size_t files, runs, conditions, found;
	json_t *pending; /* json: conditions of this file; openmetrics: how often each */
};

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
 * As "%.15g", much faster where three or six decimals are enough: a decimal of at most 15 digits that a
 * double reads back as itself is the one that %.15g prints.
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

static void
put_number(FILE *f, double v)
{
	char text[40];

	fwrite(text, 1, number_text(text, sizeof text, v), f);
}

static void
put_count(FILE *f, unsigned long long n)
{
	char text[24];

	fwrite(text, 1, digits_of(text, n), f);
}

/* Call put for every value of a metric in a fixed order. */
static void
each_value(struct values *v, size_t serial, const struct result *r,
    void (*put)(struct values *, const struct value *))
{
	for (size_t i = 0; i < r->nmetric; i++) {
		const struct metric *m = &r->metric[i];
		const struct {
			const char *name;
			double value;
		} stat[] = { { "max", m->max }, { "min", m->min }, { "mean", m->mean },
			{ "stddev", m->stddev } };
		struct value x = { r, serial, m, NULL, 0, m->unit, m->line };
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

/* -- text
 * -------------------------------------------------------------------------------------------------------
 */

static void
put_field(FILE *f, const char *text)
{
	for (; *text; text++)
		putc_unlocked(*text == '\t' || *text == '\n' ? ' ' : *text, f);
}

static void
text_value(struct values *v, const struct value *x)
{
	put_field(v->f, v->path);
	putc_unlocked('\t', v->f);
	put_count(v->f, x->serial + 1);
	putc_unlocked('\t', v->f);
	fputs(x->m->name, v->f);
	putc_unlocked('\t', v->f);
	fputs(x->statistic, v->f);
	putc_unlocked('\t', v->f);
	put_number(v->f, x->value);
	putc_unlocked('\t', v->f);
	fputs(x->unit, v->f);
	putc_unlocked('\t', v->f);
	put_count(v->f, (unsigned)x->line);
	putc_unlocked('\t', v->f);
	if (x->m->invalid != NULL)
		fputs(x->m->invalid, v->f);
	putc_unlocked('\n', v->f);
}

static void
text_run(struct values *v, size_t serial, const struct result *r)
{
	fprintf(v->f, "# %s: run %zu: %s %s (%s)", v->path, serial + 1, r->tool,
	    r->version ? r->version : "?", r->dialect);
	for (size_t i = 0; i < r->nsetting; i++)
		fprintf(v->f, " %s=%s", r->setting[i].key, r->setting[i].value);
	putc_unlocked('\n', v->f);
	each_value(v, serial, r, text_value);
	for (size_t i = 0; i < r->nwarning; i++)
		fprintf(v->f, "# %s: run %zu: line %d: %s: %s\n", v->path, serial + 1,
		    r->warning[i].line, r->warning[i].code, r->warning[i].text);
}

static void
text_condition(struct values *v, const struct warning *w)
{
	fprintf(v->f, "# %s: line %d: %s: %s\n", v->path, w->line, w->code, w->text);
}

/* -- csv
 * --------------------------------------------------------------------------------------------------------
 */

static void
csv_begin(struct values *v)
{
	fputs("file,run,tool,version,dialect,operation,statistic,value,unit,line,invalid\n", v->f);
}

static void
csv_field(FILE *f, const char *text, char end)
{
	bool quote = text != NULL && strpbrk(text, ",\"\n") != NULL;

	if (quote)
		putc_unlocked('"', f);
	for (; text != NULL && *text; text++) {
		if (*text == '"')
			putc_unlocked('"', f);
		putc_unlocked(*text, f);
	}
	if (quote)
		putc_unlocked('"', f);
	putc_unlocked(end, f);
}

static void
csv_value(struct values *v, const struct value *x)
{
	csv_field(v->f, v->path, ',');
	fprintf(v->f, "%zu,", x->serial + 1);
	csv_field(v->f, x->r->tool, ',');
	csv_field(v->f, x->r->version, ',');
	csv_field(v->f, x->r->dialect, ',');
	csv_field(v->f, x->m->name, ',');
	csv_field(v->f, x->statistic, ',');
	put_number(v->f, x->value);
	putc_unlocked(',', v->f);
	csv_field(v->f, x->unit, ',');
	fprintf(v->f, "%d,", x->line);
	csv_field(v->f, x->m->invalid, '\n');
}

static void
csv_run(struct values *v, size_t serial, const struct result *r)
{
	each_value(v, serial, r, csv_value);
}

/* -- json
 * -------------------------------------------------------------------------------------------------------
 */

static void
set_real(json_t *to, const char *key, double v)
{
	if (!isnan(v))
		json_object_set_new(
		    to, key, isinf(v) ? json_string(v > 0 ? "inf" : "-inf") : json_real(v));
}

static json_t *
json_text(const char *text)
{
	json_t *j = text != NULL ? json_string(text) : json_null();
	char *copy;

	if (j != NULL)
		return j;
	/* not UTF-8: bytes of an old encoding become '?' */
	copy = mem_dup(text);
	for (char *p = copy; *p; p++)
		if ((unsigned char)*p >= 0x80)
			*p = '?';
	j = json_string(copy);
	free(copy);
	return j;
}

static json_t *
json_reals(const double *x, size_t n)
{
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(a, isfinite(x[i]) ? json_real(x[i]) : json_null());
	return a;
}

static json_t *
json_metric(const struct metric *m)
{
	json_t *j = json_object();

	json_object_set_new(j, "operation", json_text(m->name));
	json_object_set_new(j, "unit", json_text(m->unit));
	json_object_set_new(
	    j, "better", json_string(m->better == BETTER_LOWER ? "lower" : "higher"));
	set_real(j, "max", m->max);
	set_real(j, "min", m->min);
	set_real(j, "mean", m->mean);
	set_real(j, "stddev", m->stddev);
	if (m->n > 0) {
		json_object_set_new(j, "samples", json_reals(m->sample, m->n));
		json_object_set_new(j, "seconds", json_reals(m->seconds, m->n));
	}
	if (m->work > 0)
		set_real(j, "work", m->work);
	if (m->invalid != NULL)
		json_object_set_new(j, "invalid", json_text(m->invalid));
	json_object_set_new(j, "line", json_integer(m->line));
	return j;
}

static json_t *
json_warning(const struct warning *w)
{
	json_t *j = json_object();

	json_object_set_new(j, "code", json_text(w->code));
	json_object_set_new(j, "text", json_text(w->text));
	json_object_set_new(j, "line", json_integer(w->line));
	return j;
}

static void
json_begin(struct values *v)
{
	fputs("{\"format\": 1, \"files\": [", v->f);
}

static void
json_file_end(struct values *v)
{
	if (v->files == 0)
		return;
	fputs("], \"conditions\": ", v->f);
	json_dumpf(v->pending, v->f, JSON_REAL_PRECISION(15));
	fputs("}", v->f);
	json_array_clear(v->pending);
}

static void
json_file(struct values *v)
{
	json_t *name = json_text(v->path);

	json_file_end(v);
	if (v->pending == NULL)
		v->pending = json_array();
	fprintf(v->f, "%s\n {\"file\": ", v->files > 0 ? "," : "");
	json_dumpf(name, v->f, JSON_ENCODE_ANY);
	fputs(", \"runs\": [", v->f);
	json_decref(name);
}

static void
json_run(struct values *v, size_t serial, const struct result *r)
{
	json_t *j = json_object(), *set = json_object(), *metrics = json_array(),
	       *warnings = json_array();

	json_object_set_new(j, "run", json_integer((json_int_t)serial + 1));
	json_object_set_new(j, "tool", json_text(r->tool));
	json_object_set_new(j, "version", json_text(r->version));
	json_object_set_new(j, "dialect", json_text(r->dialect));
	for (size_t i = 0; i < r->nsetting; i++)
		json_object_set_new(set, r->setting[i].key, json_text(r->setting[i].value));
	for (size_t i = 0; i < r->nmetric; i++)
		json_array_append_new(metrics, json_metric(&r->metric[i]));
	for (size_t i = 0; i < r->nwarning; i++)
		json_array_append_new(warnings, json_warning(&r->warning[i]));
	json_object_set_new(j, "settings", set);
	json_object_set_new(j, "metrics", metrics);
	json_object_set_new(j, "warnings", warnings);
	fputs(v->runs > 0 ? ",\n  " : "\n  ", v->f);
	json_dumpf(j, v->f, JSON_REAL_PRECISION(15));
	json_decref(j);
}

static void
json_condition(struct values *v, const struct warning *w)
{
	json_array_append_new(v->pending, json_warning(w));
}

static void
json_end(struct values *v)
{
	json_file_end(v);
	fputs("\n]}\n", v->f);
}

/* -- openmetrics
 * -------------------------------------------------------------------------------------------------
 */

static void
om_begin(struct values *v)
{
	fputs("# TYPE checkfs_log_value gauge\n"
	      "# HELP checkfs_log_value A value read from a benchmark's log, in the unit of its "
	      "label.\n",
	    v->f);
	v->pending = json_object();
}

static void
om_label(FILE *f, const char *name, const char *text, char end)
{
	fprintf(f, "%s=\"", name);
	for (; *text; text++) {
		if (*text == '\\' || *text == '"')
			putc_unlocked('\\', f);
		putc_unlocked(*text == '\n' ? ' ' : *text, f);
	}
	putc_unlocked('"', f);
	putc_unlocked(end, f);
}

static void
om_value(struct values *v, const struct value *x)
{
	char run[24];

	snprintf(run, sizeof run, "%zu", x->serial + 1);
	fputs("checkfs_log_value{", v->f);
	om_label(v->f, "file", v->path, ',');
	om_label(v->f, "run", run, ',');
	om_label(v->f, "tool", x->r->tool, ',');
	om_label(v->f, "operation", x->m->name, ',');
	om_label(v->f, "statistic", x->statistic, ',');
	om_label(v->f, "unit", x->unit, ',');
	om_label(v->f, "valid", x->m->invalid == NULL ? "true" : "false", '}');
	putc_unlocked(' ', v->f);
	if (isinf(x->value))
		fputs(x->value > 0 ? "+Inf" : "-Inf", v->f);
	else if (isnan(x->value))
		fputs("NaN", v->f);
	else
		put_number(v->f, x->value);
	putc_unlocked('\n', v->f);
}

static void
om_count(struct values *v, const struct warning *w)
{
	json_int_t n = json_integer_value(json_object_get(v->pending, w->code));

	json_object_set_new(v->pending, w->code, json_integer(n + 1));
}

static void
om_run(struct values *v, size_t serial, const struct result *r)
{
	each_value(v, serial, r, om_value);
	for (size_t i = 0; i < r->nwarning; i++)
		om_count(v, &r->warning[i]);
}

static void
om_end(struct values *v)
{
	const char *code;
	json_t *n;

	fputs("# TYPE checkfs_log_conditions gauge\n"
	      "# HELP checkfs_log_conditions In how many runs or files a condition was found.\n",
	    v->f);
	json_object_foreach(v->pending, code, n)
	{
		fputs("checkfs_log_conditions{", v->f);
		om_label(v->f, "code", code, '}');
		fprintf(v->f, " %lld\n", (long long)json_integer_value(n));
	}
	fputs("# EOF\n", v->f);
}

/* ---------------------------------------------------------------------------------------------------------------
 */

static void
nothing(struct values *v)
{
	(void)v;
}

static void
no_condition(struct values *v, const struct warning *w)
{
	(void)v;
	(void)w;
}

static const struct format formats[] = {
	{ "text", nothing, nothing, text_run, text_condition, nothing },
	{ "csv", csv_begin, nothing, csv_run, no_condition, nothing },
	{ "json", json_begin, json_file, json_run, json_condition, json_end },
	{ "openmetrics", om_begin, nothing, om_run, om_count, om_end },
};

struct values *
values_new(const char *format, FILE *f)
{
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (strcmp(formats[i].name, format) == 0) {
			struct values *v = mem_zero(1, sizeof *v);

			v->format = &formats[i];
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
