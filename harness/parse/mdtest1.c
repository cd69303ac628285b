/* mdtest 1.x: "SUMMARY: (of N iterations)", and the "V-1:" lines of -v, one for each phase and
 * iteration. */
#include "core/str.h"
#include "parse/mdtest.h"

extern const struct parse_ops parse_mdtest1;

static int
line(struct reader *r, struct line *l)
{
	if (LINE_HAS(l, MARK_SUMMARY) && str_starts(LINE_AT(l, MARK_SUMMARY), "SUMMARY:")) {
		mdtest_table(r, l, &parse_mdtest1, "ops/s");
		return 1;
	}
	if (LINE_HAS(l, MARK_LATENCY)) {
		mdtest_latency(r, &parse_mdtest1);
		return 1;
	}
	if (mdtest_iteration(r, l))
		return 1;
	return r->table.dialect == &parse_mdtest1 || r->table.dialect == NULL ? mdtest_row(r, l)
									      : 0;
}

const struct parse_ops parse_mdtest1 = { "mdtest1", "mdtest 1.7 to 1.9.4, and this project's own",
	line };
