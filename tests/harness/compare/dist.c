/* Student's t by printed tables, Holm by hand. */
#include "../../unit.h"
#include "compare/dist.h"

static void
t_agrees_with_the_tables(void)
{
	CHECK(fabs(dist_t_at(0.975, 10) - 2.2281) < 5e-5);
	CHECK(fabs(dist_t_at(0.95, 4) - 2.1318) < 5e-5);
	CHECK(fabs(dist_t_at(0.99, 13) - 2.6503) < 5e-5);
	CHECK(fabs(dist_t(-2.2281, 10) - 0.025) < 5e-6);
	CHECK_NEAR(dist_t(0, 7), 0.5);
}

static void
holm_multiplies_the_smallest_by_the_number_and_never_steps_back(void)
{
	double p[] = { 0.04, 0.01, 0.03, 0.6 };

	dist_holm(p, 4);
	CHECK_NEAR(p[1], 0.04); /* 4 x 0.01 */
	CHECK_NEAR(p[2], 0.09); /* 3 x 0.03 */
	CHECK_NEAR(p[0], 0.09); /* 2 x 0.04 is less than the one before */
	CHECK_NEAR(p[3], 0.6);
}

static void
holm_stops_at_one_and_leaves_out_what_is_not_there(void)
{
	double p[] = { NAN, 0.7, 0.9, 0 };

	dist_holm(p, 4);
	CHECK(isnan(p[0]));
	CHECK_NEAR(p[3], 0.0);
	CHECK_NEAR(p[1], 1.0);
	CHECK_NEAR(p[2], 1.0);
}

int
main(void)
{
	t_agrees_with_the_tables();
	holm_multiplies_the_smallest_by_the_number_and_never_steps_back();
	holm_stops_at_one_and_leaves_out_what_is_not_there();
	return unit_end();
}
