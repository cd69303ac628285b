/* Comma-separated values for spreadsheets; conditions have no place in them. */
#include <stdbool.h>
#include <string.h>

#include "cmd/valuesform.h"

static void
csv_begin(struct values *v)
{
	out_text(
	    v->out, "file,run,tool,version,dialect,operation,statistic,value,unit,line,invalid\n");
}

static void
csv_field(struct out *o, const char *text, char end)
{
	bool quote = text != NULL && strpbrk(text, ",\"\n") != NULL;

	if (quote)
		out_char(o, '"');
	for (; text != NULL && *text; text++) {
		if (*text == '"')
			out_char(o, '"');
		out_char(o, *text);
	}
	if (quote)
		out_char(o, '"');
	out_char(o, end);
}

static void
csv_value(struct values *v, const struct values_one *x)
{
	struct out *o = v->out;

	csv_field(o, v->path, ',');
	out_count(o, x->serial + 1);
	out_char(o, ',');
	csv_field(o, x->r->tool, ',');
	csv_field(o, x->r->version, ',');
	csv_field(o, x->r->dialect, ',');
	csv_field(o, x->m->name, ',');
	csv_field(o, x->statistic, ',');
	out_number(o, x->value);
	out_char(o, ',');
	csv_field(o, x->unit, ',');
	out_count(o, (unsigned)x->line);
	out_char(o, ',');
	csv_field(o, x->m->invalid, '\n');
}

static void
csv_run(struct values *v, size_t serial, const struct result *r)
{
	values_each(v, serial, r, csv_value);
}

static void
csv_condition(struct values *v, const struct warning *w)
{
	(void)v;
	(void)w;
}

const struct values_format valuescsv_format = { "csv", csv_begin, values_nothing, csv_run,
	csv_condition, values_nothing };
