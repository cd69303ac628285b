/* mdtest's own table of --latency: percentiles beside the rates, not instead of them. */
#include <stdlib.h>

#include "core/err.h"
#include "core/file.h"
#include "parse/parse.h"
#include "tests/unit.h"

static const char log_text[] =
    "-- started at 11/30/2026 10:00:00 --\n\n"
    "mdtest-1.9.3 was launched with 1 total task(s) on 1 node(s)\n"
    "1 tasks, 100 files/directories\n\n"
    "SUMMARY: (of 1 iterations)\n"
    "   Operation                      Max            Min           Mean        Std Dev\n"
    "   ---------                      ---            ---           ----        -------\n"
    "   File creation     :      18780.298      18780.298      18780.298          0.000\n"
    "   Tree creation     :      53282.180      53282.180      53282.180          0.000\n\n"
    "LATENCY (in us): (of single operations, all tasks and iterations)\n"
    "   Operation                      p50            p90            p99          p99.9            "
    "max\n"
    "   ---------                      ---            ---            ---          -----            "
    "---\n"
    "   File creation     :         29.951         49.663        532.480        545.328        "
    "545.328\n\n"
    "-- finished at 11/30/2026 10:00:01 --\n";

int
main(void)
{
	const struct metric *m;
	struct parsed p;
	struct err e = { 0, "" };

	CHECK(parse_text(log_text, sizeof log_text - 1, &p, &e) == 0 && p.nrun == 1);
	m = result_find(&p.run[0], "file-create", "ops/s");
	CHECK(m != NULL && m->max == 18780.298 && m->mean == 18780.298);
	CHECK(m != NULL && m->detail.nquantile == 5);
	if (m != NULL && m->detail.nquantile == 5) {
		CHECK_NEAR(m->detail.quantile[0].seconds, 29.951e-6);
		CHECK(m->detail.quantile[3].fraction == 0.999);
		CHECK_NEAR(m->detail.quantile[4].seconds, 545.328e-6);
	}
	m = result_find(&p.run[0], "tree-create", "ops/s");
	CHECK(m != NULL && m->detail.nquantile == 0);
	parse_free(&p);
	return unit_end();
}
