/* mdtest of IOR 3.2 to 4.0: "SUMMARY rate:" and "SUMMARY time:"; rows with and without a colon. */
#include "core/str.h"
#include "parse/mdtest.h"

extern const struct parse_ops parse_mdtest3;

static int
line(struct reader *r, struct line *l)
{
	const char *title = LINE_HAS(l, MARK_SUMMARY) ? LINE_AT(l, MARK_SUMMARY) : "";

	if (str_starts(title, "SUMMARY rate:")) {
		mdtest_table(r, l, &parse_mdtest3, "ops/s");
		return 1;
	}
	if (str_starts(title, "SUMMARY time:")) {
		mdtest_table(r, l, &parse_mdtest3, "s");
		return 1;
	}
	return r->table.dialect == &parse_mdtest3 ? mdtest_row(r, l) : 0;
}

const struct parse_ops parse_mdtest3 = { "mdtest3", "mdtest of IOR 3.2 to 4.0", line };
