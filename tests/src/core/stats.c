#include "core/clock.h"
#include "core/stats.h"
#include "tests/unit.h"

int
main(void)
{
	const double x[] = { 4, 1, 3, 2 }, odd[] = { 9, 1, 5 };
	char b[40];

	CHECK_NEAR(stats_mean(x, 4), 2.5);
	CHECK_NEAR(stats_median(x, 4), 2.5);
	CHECK_NEAR(stats_median(odd, 3), 5);
	CHECK_NEAR(stats_sd_pop(x, 4), sqrt(1.25));
	CHECK_NEAR(stats_sd_sample(x, 4), sqrt(5.0 / 3));
	CHECK(stats_sd_sample(x, 1) == 0 && stats_sd_pop(x, 1) == 0);
	CHECK(isnan(stats_median(x, 0)) && isnan(stats_mean(x, 0)) && isnan(stats_min(x, 0)));
	CHECK(x[0] == 4); /* the median sorts a copy */
	CHECK_TEXT(clock_iso(b, sizeof b, 1796063925), "2026-11-30T18:38:45Z");
	CHECK(clock_parse("2026-11-30T18:38:45Z") == 1796063925);
	CHECK(clock_parse("2026-11-30") == -1);
	return unit_end();
}
