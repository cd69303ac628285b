/* Histories: changes of level are found where they are, slow drifts against the first accepted
 * sessions. */
#include <math.h>
#include <stdlib.h>

#include "../../unit.h"
#include "compare/change_point.h"
#include "compare/policy.h"
#include "compare/trend.h"
#include "made.h"

/* A wobble without a pattern, from a fixed seed. */
static double
wobble(unsigned long long *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 40) / 16777216.0 - 0.5;
}

static void
a_change_of_level_is_found_where_it_is(void)
{
	unsigned long long state = 7;
	double x[60];
	size_t at[21], n;

	for (int i = 0; i < 60; i++)
		x[i] = (i < 20 ? 1 : i < 45 ? 0.8 : 1.1) + 0.05 * wobble(&state);
	n = change_point_find(x, 60, at);
	CHECK(n == 2);
	CHECK(n == 2 && at[0] == 20 && at[1] == 45);
}

static void
noise_without_a_change_has_none(void)
{
	unsigned long long state = 1;
	int found = 0;

	for (int series = 0; series < 50; series++) {
		double x[40];
		size_t at[14];

		for (int i = 0; i < 40; i++)
			x[i] = 1 + 0.2 * wobble(&state);
		found += change_point_find(x, 40, at) > 0;
	}
	CHECK(found <= 3);
}

static void
the_same_values_give_the_same_answer(void)
{
	unsigned long long state = 3;
	double x[30];
	size_t a[11], b[11], n;

	for (int i = 0; i < 30; i++)
		x[i] = wobble(&state) + (i > 17 ? 0.4 : 0);
	n = change_point_find(x, 30, a);
	CHECK(change_point_find(x, 30, b) == n);
	CHECK(memcmp(a, b, n * sizeof *a) == 0);
}

/* Sessions of n days, each `step` times the one before; the first three are accepted, and every one
 * where all is set. */
static struct trend *
drifting(size_t n, double step, bool all, struct session **b, size_t *k)
{
	struct trend_session *s = mem_zero(n, sizeof *s);
	unsigned long long state = 11;
	struct policy p;
	struct trend *t;
	double level = 1;

	policy_default(&p);
	for (size_t i = 0; i < n; i++) {
		b[i] = made_session((long long)i * MADE_DAY, level * (1 + 0.02 * wobble(&state)));
		s[i] = (struct trend_session){ b[i], all || i < 3 };
		level *= step;
	}
	*k = trend_make(s, n, &p, &t);
	free(s);
	return t;
}

static void
twenty_steps_of_2_percent_are_seen(void)
{
	struct session *b[21];
	size_t k;
	struct trend *t = drifting(21, 0.98, true, b, &k);

	CHECK(k == MADE_METRICS);
	for (size_t i = 0; i < k; i++) {
		CHECK(t[i].first_slower);
		CHECK(t[i].first_ratio < 0.8);
		CHECK(!t[i].last_slower); /* from one to the next nothing much happens */
	}
	trend_free(t, k);
	for (int i = 0; i < 21; i++)
		session_free(b[i]);
}

static void
a_level_history_is_slower_than_nothing(void)
{
	struct session *b[21];
	size_t k;
	struct trend *t = drifting(21, 1, false, b, &k);

	for (size_t i = 0; i < k; i++)
		CHECK(!t[i].first_slower && !t[i].last_slower && t[i].nchange == 0);
	trend_free(t, k);
	for (int i = 0; i < 21; i++)
		session_free(b[i]);
}

static void
a_loss_within_the_tolerance_is_not_slower_however_sure(void)
{
	struct trend_session s[30];
	struct session *b[30];
	unsigned long long state = 5;
	struct policy p;
	struct trend *t;
	size_t k;

	policy_default(&p);
	for (int i = 0; i < 30; i++) {
		b[i] = made_session(
		    (long long)i * MADE_DAY, (i < 15 ? 1 : 0.93) * (1 + 0.01 * wobble(&state)));
		s[i] = (struct trend_session){ b[i], i < 10 };
	}
	k = trend_make(s, 30, &p, &t);
	for (size_t i = 0; i < k; i++) {
		CHECK(t[i].first_p < 0.01 && t[i].nchange == 1);
		CHECK(!t[i].first_slower && !t[i].last_slower);
	}
	trend_free(t, k);
	for (int i = 0; i < 30; i++)
		session_free(b[i]);
}

int
main(void)
{
	a_change_of_level_is_found_where_it_is();
	noise_without_a_change_has_none();
	the_same_values_give_the_same_answer();
	twenty_steps_of_2_percent_are_seen();
	a_level_history_is_slower_than_nothing();
	a_loss_within_the_tolerance_is_not_slower_however_sure();
	return unit_end();
}
