/* A line a value, tabs between; runs and conditions in lines that start with #. */
#include <ctype.h>

#include "cmd/valuesform.h"

static void
put_field(FILE *f, const char *text)
{
	for (; *text; text++)
		putc_unlocked(iscntrl((unsigned char)*text) ? ' ' : *text, f);
}

static void
text_value(struct values *v, const struct values_one *x)
{
	put_field(v->f, v->path);
	putc_unlocked('\t', v->f);
	values_count(v->f, x->serial + 1);
	putc_unlocked('\t', v->f);
	fputs(x->m->name, v->f);
	putc_unlocked('\t', v->f);
	fputs(x->statistic, v->f);
	putc_unlocked('\t', v->f);
	values_number(v->f, x->value);
	putc_unlocked('\t', v->f);
	fputs(x->unit, v->f);
	putc_unlocked('\t', v->f);
	values_count(v->f, (unsigned)x->line);
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
	for (size_t i = 0; i < r->nsetting; i++) {
		fprintf(v->f, " %s=", r->setting[i].key);
		put_field(v->f, r->setting[i].value);
	}
	putc_unlocked('\n', v->f);
	values_each(v, serial, r, text_value);
	for (size_t i = 0; i < r->nwarning; i++)
		fprintf(v->f, "# %s: run %zu: line %d: %s: %s\n", v->path, serial + 1,
		    r->warning[i].line, r->warning[i].code, r->warning[i].text);
}

static void
text_condition(struct values *v, const struct warning *w)
{
	fprintf(v->f, "# %s: line %d: %s: %s\n", v->path, w->line, w->code, w->text);
}

const struct values_format valuestext_format = { "text", values_nothing, values_nothing, text_run,
	text_condition, values_nothing };
