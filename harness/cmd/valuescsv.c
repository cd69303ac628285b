/* Comma-separated values for spreadsheets; conditions have no place in them. */
#include <stdbool.h>
#include <string.h>

#include "cmd/valuesform.h"

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
csv_value(struct values *v, const struct values_one *x)
{
	csv_field(v->f, v->path, ',');
	fprintf(v->f, "%zu,", x->serial + 1);
	csv_field(v->f, x->r->tool, ',');
	csv_field(v->f, x->r->version, ',');
	csv_field(v->f, x->r->dialect, ',');
	csv_field(v->f, x->m->name, ',');
	csv_field(v->f, x->statistic, ',');
	values_number(v->f, x->value);
	putc_unlocked(',', v->f);
	csv_field(v->f, x->unit, ',');
	fprintf(v->f, "%d,", x->line);
	csv_field(v->f, x->m->invalid, '\n');
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
