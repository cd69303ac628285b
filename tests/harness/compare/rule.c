/* The rule's arithmetic against figures worked out by hand. */
#include <stdbool.h>

#include "../../unit.h"
#include "compare/blocks.h"
#include "compare/dist.h"
#include "compare/explain.h"
#include "compare/rule.h"
#include "made.h"

/* Three blocks each: variances 0.01, 0.04 (metadata) and 0.0001 (data). */
static const double a[] = { -0.1, 0, 0.1 }, b[] = { -0.2, 0, 0.2 }, c[] = { -0.01, 0, 0.01 };

static struct rule_metric
metric(const double *block, int family, double got)
{
	return (struct rule_metric){ .block = block,
		.blocks = 3,
		.got = got,
		.second = NAN,
		.family = family,
		.tolerance = 0.1 };
}

static void
variances_shrink_towards_the_family_s(void)
{
	struct rule_metric m[] = { metric(a, RULE_METADATA, 0), metric(b, RULE_METADATA, 0),
		metric(c, RULE_DATA, 0) };

	rule_learn(m, 3);
	/* s0^2 = 0.025: (4 * 0.025 + 2 * 0.01) / 6 and (4 * 0.025 + 2 * 0.04) / 6 */
	CHECK_NEAR(m[0].s * m[0].s, 0.02);
	CHECK_NEAR(m[1].s * m[1].s, 0.03);
	CHECK_NEAR(m[2].s, 0.01); /* no less than 1 % is believed */
	CHECK_NEAR(m[0].nu, 6);
	CHECK_NEAR(m[0].se * m[0].se, 0.02 * 4 / 3);
	CHECK(fabs(m[0].mean) < 1e-15);
}

static void
fewer_repetitions_widen_the_error(void)
{
	struct rule_metric m[] = { metric(a, RULE_METADATA, 0), metric(a, RULE_METADATA, 0) };

	m[1].extra = 0.02;
	rule_learn(m, 2);
	CHECK_NEAR(m[1].s * m[1].s, m[0].s * m[0].s + 0.02);
}

static void
the_first_look_the_second_and_their_mean_must_all_be_red(void)
{
	const struct rule r = { 0.01, false };
	static const struct {
		double first, second;
		bool red;
	} looks[] = { { -0.2, -0.2, true }, { -0.2, NAN, false }, { -0.2, 0, false },
		{ -0.2, -0.09, false }, { 0, -0.5, false }, { -0.09, -0.5, false } };

	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		struct rule_metric m = metric(c, RULE_DATA, looks[i].first);

		m.second = looks[i].second;
		rule_judge(&r, &m, 1);
		CHECK(m.red == looks[i].red);
	}
}

static void
a_drop_within_the_tolerance_is_never_red_however_sure(void)
{
	const struct rule r = { 0.01, false };
	struct rule_metric m = metric(c, RULE_DATA, -0.10);

	m.second = -0.10; /* ln 0.9 = -0.105 */
	rule_judge(&r, &m, 1);
	CHECK(m.p < 0.001 && !m.red && !m.below);
}

static void
the_strict_margin_proves_more_than_the_tolerance(void)
{
	const struct rule loose = { 0.01, false }, strict = { 0.01, true };
	struct rule_metric m = metric(c, RULE_DATA, -0.12);

	m.second = -0.12;
	rule_judge(&loose, &m, 1);
	CHECK(m.red);
	rule_judge(&strict, &m, 1);
	CHECK(!m.red);
	CHECK(rule_limit(&strict, &m, 1) < rule_limit(&loose, &m, 1));
}

static void
the_limit_is_where_red_begins(void)
{
	const struct rule r = { 0.01, false };
	struct rule_metric m[] = { metric(a, RULE_METADATA, 0), metric(b, RULE_METADATA, 0),
		metric(c, RULE_DATA, 0) };

	for (int k = 0; k < 3; k++) {
		double limit;

		rule_learn(m, 3);
		limit = rule_limit(&r, &m[k], 3);
		m[k].got = m[k].second = m[k].mean + limit * 1.0001;
		rule_judge(&r, m, 3);
		CHECK(m[k].red);
		m[k].got = m[k].second = m[k].mean + limit * 0.9999;
		rule_judge(&r, m, 3);
		CHECK(!m[k].red);
		m[k].got = 0;
	}
}

/* Published: sd of session medians 5.6 %, 11 metrics: 33, 28, 24, 22 % would be found with 3, 5,
 * 10, 20 days. */
static void
what_would_be_found_is_what_was_published(void)
{
	static const double sds[] = { 0.02, 0.035, 0.056, 0.08, 0.13 };
	static const size_t days[] = { 3, 5, 10, 20 };
	static const double want[5][4] = { { 13, 11, 10, 9 }, { 22, 19, 16, 15 },
		{ 33, 28, 24, 22 }, { 44, 38, 33, 30 }, { 61, 54, 48, 44 } };

	for (int s = 0; s < 5; s++)
		for (int d = 0; d < 4; d++) {
			double got = 100 * explain_detectable(sds[s], days[d], 11, 0.01, 0.01);

			if (!CHECK(fabs(got - want[s][d]) < 1.01))
				printf("  sd %g, %zu days: %g, published %g\n", sds[s], days[d],
				    got, want[s][d]);
		}
}

static void
blocks_are_of_six_hours_from_their_first_session(void)
{
	static const long long start[] = { 0, 6 * 3600 - 1, 6 * 3600, 12 * 3600 - 1, 12 * 3600 };
	struct session *s[5];
	struct blocks x;

	for (int i = 0; i < 5; i++)
		s[4 - i] = made_session(start[i], 1); /* in any order */
	blocks_make(&x, s, 5);
	CHECK(x.n == 3);
	CHECK(x.of[0] == 0 && x.of[1] == 0 && x.of[2] == 1 && x.of[3] == 1 && x.of[4] == 2);
	blocks_free(&x);
	for (int i = 0; i < 5; i++)
		session_free(s[i]);
}

int
main(void)
{
	variances_shrink_towards_the_family_s();
	fewer_repetitions_widen_the_error();
	the_first_look_the_second_and_their_mean_must_all_be_red();
	a_drop_within_the_tolerance_is_never_red_however_sure();
	the_strict_margin_proves_more_than_the_tolerance();
	the_limit_is_where_red_begins();
	what_would_be_found_is_what_was_published();
	blocks_are_of_six_hours_from_their_first_session();
	return unit_end();
}
