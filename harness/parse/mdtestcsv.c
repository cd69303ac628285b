/* mdtest's saveRankPerformanceDetails: "all" is the job (first iteration), then a line a rank. */
#include <stdio.h>
#include <string.h>

#include "core/str.h"
#include "parse/csv.h"
#include "parse/mdtest.h"

extern const struct parse_ops parse_mdtestcsv;

/* Column 2k is the rate of operation k, 2k + 1 its time; an operation that has no name here is
 * passed over. */
static int
heading(struct reader *r, const struct line *l)
{
	const char *text = LINE_AT(l, MARK_CSV_MDTEST_RANK) + strlen("rank,items,"), *field;
	struct run *run = reader_begin(r, TOOL_OTHER, "mdtest", "mdtestcsv", l->no);
	size_t len;

	run->table = true;
	r->csv.columns = 0;
	while (csv_field(&text, &field, &len) && r->csv.columns < READER_COLUMNS)
		r->csv.column[r->csv.columns++] =
		    (unsigned char)(len > 5 ? mdtest_operation(field + 5, len - 5)
					    : MDTEST_OPERATIONS);
	r->csv.indent = l->hits.at[MARK_CSV_MDTEST_RANK];
	r->csv.dialect = r->hold = &parse_mdtestcsv;
	return 1;
}

static void
store(struct run *run, const char *name, bool all, double rate, double seconds, int line)
{
	struct metric *m;

	if (!all) {
		run_sample(run, name, "ops/s/rank", rate, seconds, line);
		return;
	}
	m = run_metric(run, name, "ops/s", line);
	m->mean = rate;
	run_metric(run, name, "s", line)->mean = seconds;
}

static int
row(struct reader *r, const struct line *l)
{
	const char *text = csv_row(l->text, r->csv.indent), *field;
	struct run *run = r->run[TOOL_OTHER];
	double rate = 0, v;
	size_t len;
	bool all, have_rate = false;

	if (run == NULL || !csv_field(&text, &field, &len) || text == NULL)
		return 0;
	all = csv_is(field, len, "all");
	if (!all && !csv_number(field, len, &v))
		return 0;
	if (!csv_field(&text, &field, &len))
		return 0;
	if (all && csv_number(field, len, &v))
		run_whole(run, "items-per-task", v);
	for (size_t i = 0; i < r->csv.columns && csv_field(&text, &field, &len); i++) {
		bool have = csv_number(field, len, &v);

		if (i % 2 == 0) {
			rate = v;
			have_rate = have;
		} else if (have && have_rate && r->csv.column[i] < MDTEST_OPERATIONS) {
			store(run, mdtest_name(r->csv.column[i]), all, rate, v, l->no);
		}
	}
	return 1;
}

static int
line(struct reader *r, struct line *l)
{
	if (LINE_HAS(l, MARK_CSV_MDTEST_RANK))
		return heading(r, l);
	return r->csv.dialect == &parse_mdtestcsv ? row(r, l) : 0;
}

const struct parse_ops parse_mdtestcsv = { "mdtestcsv", "mdtest's saveRankPerformanceDetails",
	line };
