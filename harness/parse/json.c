/* Collects JSON documents from a log and asks the dialects that print JSON for what is in them. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "parse/csv.h"
#include "parse/document.h"

extern const struct parse_ops parse_json;

/* Strings end with their line: a quote too many must not hide the braces of all lines after it. */
static void
count_braces(struct document *d, const char *text)
{
	bool string = false;

	for (; *text; text++) {
		if (string && *text == '\\' && text[1] != '\0')
			text++;
		else if (*text == '"')
			string = !string;
		else if (!string && *text == '{')
			d->depth++;
		else if (!string && *text == '}' && --d->depth == 0)
			return;
	}
}

static void
keep(struct document *d, const char *text)
{
	size_t len = strlen(text);

	d->seen += len + 1;
	if (d->seen > DOCUMENT_KEPT) {
		free(d->text);
		d->text = NULL;
		return;
	}
	if (d->len + len + 2 > d->room) {
		d->room = 2 * (d->len + len + 2);
		d->text = mem_grow(d->text, d->room, 1);
	}
	memcpy(d->text + d->len, text, len);
	d->len += len;
	d->text[d->len++] = '\n';
	d->text[d->len] = '\0';
}

static void
finish(struct reader *r)
{
	struct document *d = r->document;
	json_error_t e = { .line = 0 };
	json_t *j = NULL;

	r->collector = NULL;
	r->document = NULL;
	if (d->text != NULL && (d->ior || (d->depth == 0 && checkfs_likely(d->text))))
		j = json_loadb(d->text, d->len, JSON_DISABLE_EOF_CHECK, &e);
	if (d->ior)
		iorjson_end(r, d, j != NULL || d->text == NULL, e.text,
		    d->line + (e.line > 0 ? e.line - 1 : 0));
	else if (j != NULL)
		checkfs_document(r, j, d->line);
	json_decref(j);
	free(d->text);
	free(d);
}

/* A program's first line: what was not closed before it never will be. */
static bool
begins_program(const struct line *l)
{
	return (LINE_HAS(l, MARK_STARTED) || LINE_HAS(l, MARK_LAUNCHED) || LINE_HAS(l, MARK_IOR) ||
		   LINE_HAS(l, MARK_IO500)) &&
	       strchr(l->text, '"') == NULL;
}

static int
line(struct reader *r, struct line *l)
{
	struct document *d = r->document;
	const char *text;

	if (d == NULL) {
		if (!LINE_HAS(l, MARK_JSON))
			return 0;
		d = r->document = mem_zero(1, sizeof *d);
		d->line = l->no;
		d->indent = l->hits.at[MARK_JSON];
		if (strspn(l->text, " \t") >= d->indent)
			d->indent = 0; /* only blanks: what comes may stand further left */
		r->collector = &parse_json;
	} else if (l->end || begins_program(l)) {
		finish(r);
		return l->end;
	}
	text = csv_row(l->text, d->indent);
	keep(d, text);
	count_braces(d, text);
	iorjson_line(r, d, l);
	/* prose in braces never closes: nothing of it may cost the rest of the log */
	if (d->depth <= 0 || (!d->ior && d->seen > DOCUMENT_KEPT))
		finish(r);
	return 0;
}

const struct parse_ops parse_json = { "json", "JSON documents in a log (see iorjson, checkfs)",
	line };
