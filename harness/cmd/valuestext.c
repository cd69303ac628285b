/* A line a value, tabs between; runs and conditions in lines that start with #. */
#include <ctype.h>
#include <stdlib.h>

#include "cmd/valuesform.h"
#include "core/mem.h"

/* Without control characters. */
static void
put_field(struct out *o, const char *text)
{
	for (;; text++) {
		size_t n = 0;

		while (text[n] && !iscntrl((unsigned char)text[n]))
			n++;
		out_bytes(o, text, n);
		text += n;
		if (*text == '\0')
			return;
		out_char(o, ' ');
	}
}

static void
text_value(struct values *v, const struct values_one *x)
{
	struct out *o = v->out;

	out_text(o, v->head);
	out_text(o, x->m->name);
	out_char(o, '\t');
	out_text(o, x->statistic);
	out_char(o, '\t');
	out_number(o, x->value);
	out_char(o, '\t');
	out_text(o, x->unit);
	out_char(o, '\t');
	out_count(o, (unsigned)x->line);
	out_char(o, '\t');
	if (x->m->invalid != NULL)
		out_text(o, x->m->invalid);
	out_char(o, '\n');
}

static void
text_warning(struct values *v, const struct warning *w)
{
	struct out *o = v->out;

	out_text(o, "line ");
	out_count(o, (unsigned)w->line);
	out_text(o, ": ");
	out_text(o, w->code);
	out_text(o, ": ");
	out_text(o, w->text);
	out_char(o, '\n');
}

static void
text_head(struct values *v)
{
	out_text(v->out, "# ");
	out_text(v->out, v->path);
	out_text(v->out, ": ");
}

/* As head, and which run. */
static void
text_head_run(struct values *v, size_t serial)
{
	text_head(v);
	out_text(v->out, "run ");
	out_count(v->out, serial + 1);
	out_text(v->out, ": ");
}

/* File and run. */
static char *
line_head(const char *path, size_t serial)
{
	char *clean = mem_dup(path), *head;

	for (char *p = clean; *p; p++)
		if (iscntrl((unsigned char)*p))
			*p = ' ';
	head = mem_fmt("%s\t%zu\t", clean, serial + 1);
	free(clean);
	return head;
}

static void
text_run(struct values *v, size_t serial, const struct result *r)
{
	struct out *o = v->out;

	text_head_run(v, serial);
	out_text(o, r->tool);
	out_char(o, ' ');
	out_text(o, r->version ? r->version : "?");
	out_text(o, " (");
	out_text(o, r->dialect);
	out_char(o, ')');
	for (size_t i = 0; i < r->nsetting; i++) {
		out_char(o, ' ');
		out_text(o, r->setting[i].key);
		out_char(o, '=');
		put_field(o, r->setting[i].value);
	}
	out_char(o, '\n');
	v->head = line_head(v->path, serial);
	values_each(v, serial, r, text_value);
	free(v->head);
	for (size_t i = 0; i < r->nwarning; i++) {
		text_head_run(v, serial);
		text_warning(v, &r->warning[i]);
	}
}

static void
text_condition(struct values *v, const struct warning *w)
{
	text_head(v);
	text_warning(v, w);
}

const struct values_format valuestext_format = { "text", values_nothing, values_nothing, text_run,
	text_condition, values_nothing };
