/* mdtest of IOR 4.1: "SUMMARY rate (in ops/sec):"; the time table is in seconds, whatever its title
 * says. */
#include "core/str.h"
#include "parse/mdtest.h"

extern const struct parse_ops parse_mdtest4;

static int
line(struct reader *r, struct line *l)
{
	const char *title = LINE_HAS(l, MARK_SUMMARY) ? LINE_AT(l, MARK_SUMMARY) : "";

	if (str_starts(title, "SUMMARY rate (")) {
		mdtest_table(r, l, &parse_mdtest4, "ops/s");
		return 1;
	}
	if (str_starts(title, "SUMMARY time (")) {
		mdtest_table(r, l, &parse_mdtest4, "s");
		return 1;
	}
	return r->table.dialect == &parse_mdtest4 ? mdtest_row(r, l) : 0;
}

const struct parse_ops parse_mdtest4 = { "mdtest4", "mdtest of IOR 4.1", line };
