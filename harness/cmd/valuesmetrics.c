/* OpenMetrics text, also for the textfile collector of Prometheus. */
#include <math.h>

#include "cmd/valuesform.h"

static void
om_begin(struct values *v)
{
	out_text(v->out,
	    "# TYPE checkfs_log_value gauge\n"
	    "# HELP checkfs_log_value A value read from a benchmark's log, in the unit of its "
	    "label.\n");
	v->pending = json_object();
}

static void
om_label(struct out *o, const char *name, const char *text, char end)
{
	out_text(o, name);
	out_text(o, "=\"");
	for (; *text; text++) {
		if (*text == '\\' || *text == '"')
			out_char(o, '\\');
		out_char(o, *text == '\n' ? ' ' : *text);
	}
	out_char(o, '"');
	out_char(o, end);
}

static void
om_value(struct values *v, const struct values_one *x)
{
	struct out *o = v->out;
	char run[24];

	snprintf(run, sizeof run, "%zu", x->serial + 1);
	out_text(o, "checkfs_log_value{");
	om_label(o, "file", v->path, ',');
	om_label(o, "run", run, ',');
	om_label(o, "tool", x->r->tool, ',');
	om_label(o, "operation", x->m->name, ',');
	om_label(o, "statistic", x->statistic, ',');
	om_label(o, "unit", x->unit, ',');
	om_label(o, "valid", x->m->invalid == NULL ? "true" : "false", '}');
	out_char(o, ' ');
	if (isinf(x->value))
		out_text(o, x->value > 0 ? "+Inf" : "-Inf");
	else if (isnan(x->value))
		out_text(o, "NaN");
	else
		out_number(o, x->value);
	out_char(o, '\n');
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

	out_text(v->out,
	    "# TYPE checkfs_log_conditions gauge\n"
	    "# HELP checkfs_log_conditions In how many runs or files a condition was found.\n");
	json_object_foreach(v->pending, code, n)
	{
		out_text(v->out, "checkfs_log_conditions{");
		om_label(v->out, "code", code, '}');
		out_char(v->out, ' ');
		out_count(v->out, (unsigned long long)json_integer_value(n));
		out_char(v->out, '\n');
	}
	out_text(v->out, "# EOF\n");
}

const struct values_format valuesmetrics_format = { "openmetrics", om_begin, values_nothing, om_run,
	om_count, om_end };
