/* mdtest with --showRankStatistics, and the 3.4 development releases: columns per rank and per
 * iteration, in either order. */
#include <string.h>

#include "parse/mdtest.h"

extern const struct parse_ops parse_mdtestrank;

static int
line(struct reader *r, struct line *l)
{
	if (LINE_HAS(l, MARK_OPERATION) && strstr(l->text, "per Rank:") != NULL &&
	    strstr(l->text, "per Iteration:") != NULL) {
		if (r->table.dialect == NULL || r->table.unit == NULL)
			mdtest_table(r, l, &parse_mdtestrank, "ops/s");
		mdtest_columns(r, LINE_AT(l, MARK_OPERATION));
		r->table.dialect = &parse_mdtestrank;
		if (r->run[TOOL_MDTEST] != NULL)
			run_dialect(r->run[TOOL_MDTEST], "mdtestrank");
		return 1;
	}
	return r->table.dialect == &parse_mdtestrank ? mdtest_row(r, l) : 0;
}

const struct parse_ops parse_mdtestrank = { "mdtestrank",
	"mdtest tables with columns per rank and per iteration", line };
