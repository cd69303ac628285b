/* IOR with summaryFormat=CSV: a line for each phase of each repetition, columns by name. */
#include <ctype.h>
#include <string.h>

#include "core/str.h"
#include "parse/csv.h"
#include "parse/iortable.h"

extern const struct parse_ops parse_iorcsv;

static int
heading(struct reader *r, const struct line *l)
{
	const char *text = LINE_AT(l, MARK_CSV_IOR) + strlen("access,"), *field;
	struct run *run = r->run[TOOL_IOR];
	size_t len;

	/* one heading a test; a banner before it is the same run's */
	if (run == NULL || run->table || run->finished)
		run = reader_begin(r, TOOL_IOR, "ior", "iorcsv", l->no);
	run_dialect(run, "iorcsv");
	run->table = run->bare = true;
	r->csv.columns = 0;
	while (csv_field(&text, &field, &len) && r->csv.columns < READER_COLUMNS)
		r->csv.column[r->csv.columns++] = iortable_column(field, len);
	r->csv.indent = l->hits.at[MARK_CSV_IOR];
	r->csv.dialect = r->hold = &parse_iorcsv;
	return 1;
}

static int
row(struct reader *r, const struct line *l)
{
	double v[READER_COLUMNS];
	bool absent[READER_COLUMNS];
	const char *text = csv_row(l->text, r->csv.indent), *field;
	size_t len, n = 0;
	char op[16];

	if (r->run[TOOL_IOR] == NULL || !csv_field(&text, &field, &len) || len >= sizeof op ||
	    text == NULL)
		return 0;
	memcpy(op, field, len);
	op[len] = '\0';
	if (strcmp(op, "write") != 0 && strcmp(op, "read") != 0)
		return 0;
	for (; n < r->csv.columns && csv_field(&text, &field, &len); n++)
		absent[n] = !csv_number(field, len, &v[n]);
	if (n == r->csv.columns)
		iortable_row_values(r->run[TOOL_IOR], op, r->csv.column, v, absent, n, l->no);
	return 1;
}

static int
line(struct reader *r, struct line *l)
{
	if (LINE_HAS(l, MARK_CSV_IOR))
		return heading(r, l);
	return r->csv.dialect == &parse_iorcsv ? row(r, l) : 0;
}

const struct parse_ops parse_iorcsv = { "iorcsv", "IOR 3.3 to 4.x with summaryFormat=CSV", line };
