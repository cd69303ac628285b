/* OpenMetrics text, also for the textfile collector of Prometheus. */
#include <math.h>

#include "cmd/valuesform.h"

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
om_value(struct values *v, const struct values_one *x)
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
		values_number(v->f, x->value);
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
	values_each(v, serial, r, om_value);
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

const struct values_format valuesmetrics_format = { "openmetrics", om_begin, values_nothing, om_run,
	om_count, om_end };
