/* Before and after a maintenance: two-sided, no baseline needed. */
#include <math.h>
#include <stdlib.h>

#include "../../unit.h"
#include "compare/dist.h"
#include "compare/shift.h"
#include "made.h"

enum { SIDE = 3 };

/* Three sessions whose rates go 1, 1.01, 0.99 times factor. */
static void
side(struct session **s, long long start, const char *id, double factor)
{
	static const double sway[SIDE] = { 1, 1.01, 0.99 };

	for (int i = 0; i < SIDE; i++) {
		s[i] = made_session(start + 300 * i, sway[i]);
		if (id != NULL)
			made_scale(s[i], id, factor);
	}
}

static struct verdicts *
shifted(const char *id, double factor, struct policy *p)
{
	struct session *before[SIDE], *after[SIDE];
	struct verdicts *v;

	side(before, 0, NULL, 1);
	side(after, 7200, id, factor);
	v = shift_judge(before, SIDE, after, SIDE, p);
	for (int i = 0; i < SIDE; i++) {
		session_free(before[i]);
		session_free(after[i]);
	}
	return v;
}

static void
nothing_changed_is_healthy_and_says_what_it_does_not_cover(struct policy *p)
{
	struct verdicts *v = shifted(NULL, 1, p);

	CHECK(v->word == WORD_HEALTHY && v->code == 0);
	CHECK(strstr(v->headline, "11 of 11 proved no slower than before") != NULL);
	CHECK(strstr(v->advice, "day-to-day variation is not covered") != NULL);
	verdict_free(v);
}

static void
a_slower_metric_is_red_and_named(struct policy *p)
{
	struct verdicts *v = shifted("ior-fpp/write", 0.7, p);
	const struct verdict *w = made_find(v, "ior-fpp/write");

	CHECK(v->word == WORD_SLOWER && v->code == 1);
	CHECK(w->outcome == OUT_FAIL && w->p <= 0.01);
	CHECK(fabs(w->ratio - 0.7) < 0.01 && w->ci_low < 0.7 && w->ci_high > 0.7);
	CHECK(strstr(v->headline, "SLOWER than before: ior-fpp/write -30 %") != NULL);
	verdict_free(v);
}

static void
a_faster_metric_is_said_to_be_faster(struct policy *p)
{
	struct verdicts *v = shifted("ior-fpp/write", 1.3, p);

	CHECK(v->word == WORD_HEALTHY);
	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_IMPROVED);
	CHECK(strstr(v->headline, "faster: ior-fpp/write +30 %") != NULL);
	verdict_free(v);
}

static void
a_change_within_the_tolerance_is_no_news_however_sure(struct policy *p)
{
	struct verdicts *v = shifted("ior-fpp/write", 0.93, p);

	CHECK(v->word == WORD_HEALTHY);
	CHECK(made_find(v, "ior-fpp/write")->outcome != OUT_FAIL);
	verdict_free(v);
}

/* Three sessions a side at 1, 1.01 and 0.99 of the level: the p of a shift by 2 % worked out by
 * hand. */
static void
p_is_welch_s_two_sided_and_adjusted(struct policy *p)
{
	struct verdicts *v = shifted("ior-fpp/write", 0.98, p);
	double up = log(1.01), down = log(0.99), mean = (up + down) / 3;
	double variance =
	    (mean * mean + (up - mean) * (up - mean) + (down - mean) * (down - mean)) / 2;
	double t = log(0.98) / sqrt(2 * variance / 3);

	/* every metric has this variance, so shrinking leaves it; 4 + 2 degrees of freedom a side
	 */
	CHECK(variance > 1e-4);
	if (!CHECK(fabs(made_find(v, "ior-fpp/write")->p - 11 * 2 * dist_t(t, 12)) < 1e-6))
		printf("  p %g, by hand %g\n", made_find(v, "ior-fpp/write")->p,
		    11 * 2 * dist_t(t, 12));
	verdict_free(v);
}

static void
other_commands_are_not_comparable(struct policy *p)
{
	struct session *before[SIDE], *after[SIDE];
	struct verdicts *v;

	side(before, 0, NULL, 1);
	side(after, 7200, "ior-fpp/write", 0.1);
	for (int i = 0; i < SIDE; i++)
		after[i]->ranks = 8;
	v = shift_judge(before, SIDE, after, SIDE, p);
	CHECK(v->word == WORD_NOT_COMPARABLE && v->code == 4);
	verdict_free(v);
	for (int i = 0; i < SIDE; i++) {
		session_free(before[i]);
		session_free(after[i]);
	}
}

static void
a_metric_that_is_gone_is_not_silent(struct policy *p)
{
	struct session *before[SIDE], *after[SIDE];
	struct verdicts *v;

	side(before, 0, NULL, 1);
	side(after, 7200, NULL, 1);
	for (int i = 0; i < SIDE; i++)
		made_metric(after[i], "ior-fpp/write")->invalid = mem_dup("short");
	v = shift_judge(before, SIDE, after, SIDE, p);
	CHECK(v->word == WORD_COULD_NOT_MEASURE && v->code == 5);
	CHECK(strstr(v->headline, "ior-fpp/write") != NULL);
	verdict_free(v);
	for (int i = 0; i < SIDE; i++) {
		session_free(before[i]);
		session_free(after[i]);
	}
}

int
main(void)
{
	struct policy p;

	policy_default(&p);
	nothing_changed_is_healthy_and_says_what_it_does_not_cover(&p);
	a_slower_metric_is_red_and_named(&p);
	a_faster_metric_is_said_to_be_faster(&p);
	a_change_within_the_tolerance_is_no_news_however_sure(&p);
	p_is_welch_s_two_sided_and_adjusted(&p);
	other_commands_are_not_comparable(&p);
	a_metric_that_is_gone_is_not_silent(&p);
	return unit_end();
}
