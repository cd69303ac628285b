/* What a session is judged to be: every outcome and every word. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../unit.h"
#include "made.h"

enum { DAYS = 10 };

static struct verdicts *
judge_with(
    struct session *s, struct session *second, struct session **b, size_t n, struct policy *p)
{
	struct verdicts *v = verdict_judge(s, second, b, n, p, MADE_START + 100LL * MADE_DAY);
	json_t *j = verdict_json(v);
	struct verdicts *again;
	struct err *none = NULL;
	json_t *k;

	/* every verdict of this test also goes through JSON and back unchanged */
	CHECK(verdict_read(j, &again, none) == 0);
	k = verdict_json(again);
	CHECK(json_equal(j, k));
	json_decref(j);
	json_decref(k);
	verdict_free(again);
	return v;
}

static struct policy
usual(void)
{
	struct policy p;

	policy_default(&p);
	return p;
}

/* Judge 10 days of baseline against a session whose metric `id` is scaled at both looks. */
static struct verdicts *
slowed(const char *id, double first, double second, size_t days, struct policy *p)
{
	struct session **b = made_baseline(days, 0.02);
	struct session *s = made_session(50LL * MADE_DAY, 1),
		       *t = second > 0 ? made_session(50LL * MADE_DAY + 900, 1) : NULL;
	struct verdicts *v;

	made_scale(s, id, first);
	if (t != NULL)
		made_scale(t, id, second);
	v = judge_with(s, t, b, days, p);
	session_free(s);
	session_free(t);
	made_free(b, days);
	return v;
}

static void
unchanged_is_healthy(void)
{
	struct policy p = usual();
	struct verdicts *v = slowed("ior-fpp/write", 1, 0, DAYS, &p);

	CHECK(v->word == WORD_HEALTHY && v->code == 0);
	CHECK_TEXT(v->headline, "HEALTHY, 11 of 11 proved");
	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_PASS);
	CHECK(!verdict_wants_second(v, "ior") && !verdict_wants_second(v, "mdtest"));
	verdict_free(v);
}

static void
a_drop_wants_a_second_look_of_its_own_tool(void)
{
	struct policy p = usual();
	struct verdicts *v = slowed("ior-fpp/write", 0.5, 0, DAYS, &p);

	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_SUSPECT);
	CHECK(v->word == WORD_HEALTHY); /* never red on one look */
	CHECK(verdict_wants_second(v, "ior"));
	CHECK(!verdict_wants_second(v, "mdtest"));
	verdict_free(v);
}

static void
a_confirmed_drop_is_red_and_prints_its_numbers(void)
{
	struct policy p = usual();
	struct verdicts *v = slowed("ior-fpp/write", 0.5, 0.5, DAYS, &p);
	const struct verdict *w = made_find(v, "ior-fpp/write");

	CHECK(v->word == WORD_SLOWER && v->code == 1);
	CHECK(w->outcome == OUT_FAIL);
	CHECK(strstr(v->headline, "ior-fpp/write -50 %") != NULL);
	CHECK(fabs(w->ratio - 0.5) < 0.01);
	CHECK(w->ci_low < w->ratio && w->ratio < w->ci_high);
	CHECK(w->p <= 0.01 && w->blocks == DAYS && w->reps == MADE_REPS);
	CHECK(w->limit > 0.5 * w->want && w->limit <= 0.9 * w->want * 1.0000001);
	CHECK(strstr(w->why, "measured") && strstr(w->why, "baseline") && strstr(w->why, "limit") &&
	      strstr(w->why, "%"));
	CHECK(!verdict_wants_second(v, "ior")); /* it was taken */
	verdict_free(v);
}

static void
a_drop_that_the_second_look_does_not_see_is_no_failure(void)
{
	struct policy p = usual();
	struct verdicts *v = slowed("ior-fpp/write", 0.8, 1.0, DAYS, &p);

	CHECK(v->word == WORD_HEALTHY);
	CHECK(made_find(v, "ior-fpp/write")->outcome != OUT_FAIL);
	CHECK(fabs(made_find(v, "ior-fpp/write")->ratio - sqrt(0.8)) <
	      0.01); /* judged by the mean of both */
	verdict_free(v);
}

static void
one_or_two_days_prove_only_a_drop_of_40_percent(void)
{
	for (size_t days = 1; days <= 2; days++) {
		struct policy p = usual();
		struct verdicts *v = slowed("ior-fpp/write", 0.59, 0.59, days, &p);

		CHECK(v->word == WORD_SLOWER && made_find(v, "ior-fpp/write")->outcome == OUT_FAIL);
		CHECK(strstr(v->headline, "provisional") != NULL);
		verdict_free(v);
		v = slowed("ior-fpp/write", 0.65, 0.65, days, &p);
		CHECK(v->word == WORD_HEALTHY &&
		      made_find(v, "ior-fpp/write")->outcome == OUT_SUSPECT);
		verdict_free(v);
		v = slowed("ior-fpp/write", 0.59, 0.95, days, &p);
		CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_SUSPECT);
		verdict_free(v);
		v = slowed("ior-fpp/write", 0.95, 0, days, &p);
		CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_UNPROVEN);
		CHECK(strstr(made_find(v, "ior-fpp/write")->why, "40 %") != NULL);
		verdict_free(v);
	}
}

static void
strict_makes_what_is_not_proved_inconclusive(void)
{
	struct policy p = usual();
	struct verdicts *v;

	p.strict = true;
	v = slowed("ior-fpp/write", 0.65, 0.65, 2, &p);
	CHECK(v->word == WORD_INCONCLUSIVE && v->code == 3);
	verdict_free(v);
	v = slowed("ior-fpp/write", 1, 0, 2, &p);
	CHECK(v->word == WORD_INCONCLUSIVE);
	verdict_free(v);
	v = slowed("ior-fpp/write", 1, 0, 3, &p);
	CHECK(v->word == WORD_HEALTHY && v->code == 0);
	verdict_free(v);
}

static void
sessions_within_six_hours_are_one_block(void)
{
	struct session *b[4] = { made_session(0, 1), made_session(3600, 1.01),
		made_session(21599, 0.99), made_session(21600, 1) };
	struct session *s = made_session(9LL * MADE_DAY, 1);
	struct policy p = usual();
	struct verdicts *v = judge_with(s, NULL, b, 4, &p);

	CHECK(made_find(v, "ior-fpp/read")->blocks == 2);
	CHECK(strstr(v->baseline, "4 sessions") != NULL);
	verdict_free(v);
	session_free(s);
	for (int i = 0; i < 4; i++)
		session_free(b[i]);
}

static void
no_baseline_is_0_for_a_person_and_4_in_ci(void)
{
	struct session *s = made_session(0, 1);
	struct policy p = usual();
	struct verdicts *v = judge_with(s, NULL, NULL, 0, &p);

	CHECK(v->word == WORD_NO_BASELINE && v->code == 0);
	CHECK(strstr(v->advice, "baseline accept") != NULL);
	CHECK(made_find(v, "ior-fpp/read")->outcome == OUT_NEW);
	verdict_free(v);
	p.ci = true;
	v = judge_with(s, NULL, NULL, 0, &p);
	CHECK(v->code == 4);
	verdict_free(v);
	p.ci = false;
	p.strict = true;
	v = judge_with(s, NULL, NULL, 0, &p);
	CHECK(v->code == 4);
	verdict_free(v);
	session_free(s);
}

static void
other_conditions_are_not_comparable_and_never_red(void)
{
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 0.1);
	struct policy p = usual();
	struct verdicts *v;

	session_env(s, "fs.type", "xfs");
	v = judge_with(s, s, b, DAYS, &p);
	CHECK(v->word == WORD_NOT_COMPARABLE && v->code == 4);
	CHECK(v->nchange == 1 && v->change[0].blocks);
	CHECK_TEXT(v->change[0].key, "fs.type");
	CHECK_TEXT(v->change[0].was, "ext4");
	CHECK_TEXT(v->change[0].is, "xfs");
	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_NOT_COMPARABLE);
	verdict_free(v);
	session_free(s);

	s = made_session(50LL * MADE_DAY, 1);
	session_recipe(s, "mdtest-unique", "mdtest -n 9 -u -d {dir}");
	s->ranks = 8;
	v = judge_with(s, NULL, b, DAYS, &p);
	CHECK(v->word == WORD_NOT_COMPARABLE && v->nchange == 2);
	verdict_free(v);
	session_free(s);
	made_free(b, DAYS);
}

/* pain 33: a kernel or image update is named as what changed */
static void
what_changed_is_named_and_does_not_block(void)
{
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 1),
		       *t = made_session(50LL * MADE_DAY, 1);
	struct policy p = usual();
	struct verdicts *v;

	session_env(s, "host.kernel", "6.17");
	made_scale(s, "ior-fpp/write", 0.5);
	made_scale(t, "ior-fpp/write", 0.5);
	v = judge_with(s, t, b, DAYS, &p);
	CHECK(v->word == WORD_SLOWER);
	CHECK(v->nchange == 1 && !v->change[0].blocks);
	CHECK_TEXT(v->change[0].key, "host.kernel");
	CHECK(strstr(v->advice, "host.kernel was '6.1', is '6.17'") != NULL);
	verdict_free(v);
	session_free(s);
	session_free(t);
	made_free(b, DAYS);
}

static void
a_slow_node_is_told_and_comes_first_in_the_advice(void)
{
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 1),
		       *t = made_session(50LL * MADE_DAY, 1);
	static const char *const hosts[] = { "n1", "n2", "n3", "n4" };
	struct policy p = usual();
	struct verdicts *v;

	made_scale(s, "ior-fpp/write", 0.5);
	made_scale(t, "ior-fpp/write", 0.5);
	s->alone = session_new();
	for (int i = 0; i < 4; i++) {
		double rate = i == 2 ? 20 : 100;

		detail_share(&made_metric(s, "ior-fpp/write")->detail, hosts[i], i, rate);
		detail_share(
		    &session_metric(s->alone, "ior-fpp/write", "B/s", BETTER_HIGHER)->detail,
		    hosts[i], i, rate);
	}
	v = judge_with(s, t, b, DAYS, &p);
	CHECK(v->word == WORD_SLOWER);
	CHECK(v->nslow == 1 && v->slow[0].side == SLOW_NODE);
	CHECK_TEXT(v->slow[0].host, "n3");
	CHECK(strncmp(v->advice, "Node n3 itself is slow: look there first. ", 42) == 0);
	verdict_free(v);
	session_free(s);
	session_free(t);
	made_free(b, DAYS);
}

static void
a_lost_or_unusable_metric_is_never_silent(void)
{
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 1);
	struct policy p = usual();
	struct verdicts *v;

	made_metric(s, "ior-fpp/read")->invalid = mem_dup("rate times time is not the work");
	v = judge_with(s, NULL, b, DAYS, &p);
	CHECK(v->word == WORD_COULD_NOT_MEASURE && v->code == 5);
	CHECK_TEXT(v->reason, "invalid");
	CHECK(made_find(v, "ior-fpp/read")->outcome == OUT_INVALID);
	CHECK(strstr(made_find(v, "ior-fpp/read")->why, "rate times time") != NULL);
	verdict_free(v);
	session_free(s);

	s = made_session(50LL * MADE_DAY, 1);
	free(s->metric[s->nmetric - 1].id);
	s->metric[s->nmetric - 1].id = mem_dup("ior-other/write");
	v = judge_with(s, NULL, b, DAYS, &p);
	CHECK(v->word == WORD_COULD_NOT_MEASURE);
	CHECK(made_find(v, "ior-small/write")->outcome == OUT_MISSING);
	CHECK(made_find(v, "ior-other/write")->outcome == OUT_WATCHED);
	CHECK(strstr(v->headline, "ior-small/write") != NULL);
	verdict_free(v);
	session_free(s);
	made_free(b, DAYS);
}

static void
a_phase_of_under_20_ms_or_1000_operations_is_too_short(void)
{
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 0.2);
	struct policy p = usual();
	struct verdicts *v;

	for (size_t i = 0; i < MADE_REPS; i++)
		made_metric(s, "mdtest-unique/file-stat")->seconds[i] = 0.019;
	made_metric(s, "mdtest-unique/file-read")->work = 999;
	made_metric(s, "ior-small/write")->work = 64.0 * 1024 * 1024 - 1;
	v = judge_with(s, s, b, DAYS, &p);
	CHECK(made_find(v, "mdtest-unique/file-stat")->outcome == OUT_TOO_SHORT);
	CHECK(made_find(v, "mdtest-unique/file-read")->outcome == OUT_TOO_SHORT);
	CHECK(made_find(v, "ior-small/write")->outcome == OUT_TOO_SHORT);
	CHECK(made_find(v, "mdtest-unique/file-create")->outcome == OUT_FAIL);
	verdict_free(v);
	session_free(s);
	made_free(b, DAYS);
}

static void
a_run_whose_phases_are_all_too_short_is_not_called_healthy(void)
{
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 1);
	struct policy p = usual();
	struct verdicts *v;

	for (size_t i = 0; i < s->nmetric; i++)
		s->metric[i].work = 1;
	v = judge_with(s, NULL, b, DAYS, &p);
	CHECK(v->word == WORD_COULD_NOT_MEASURE);
	CHECK(strstr(v->headline, "too short") != NULL);
	verdict_free(v);
	session_free(s);
	made_free(b, DAYS);
}

/* pain 19: a read that memory answered is no measure of the disk, unless the baseline was read
 * the same way */
static void
a_cached_read_is_not_judged_by_a_baseline_that_was_not(void)
{
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 1);
	struct policy p = usual();
	struct verdicts *v;

	made_scale(s, "ior-fpp/read", 0.3);
	made_metric(s, "ior-fpp/read")->caveat = mem_dup("cache");
	v = judge_with(s, s, b, DAYS, &p);
	CHECK(made_find(v, "ior-fpp/read")->outcome == OUT_WATCHED && v->word == WORD_HEALTHY);
	verdict_free(v);
	for (int i = 0; i < DAYS; i++)
		made_metric(b[i], "ior-fpp/read")->caveat = mem_dup("cache");
	v = judge_with(s, s, b, DAYS, &p);
	CHECK(made_find(v, "ior-fpp/read")->outcome == OUT_FAIL);
	verdict_free(v);
	session_free(s);
	made_free(b, DAYS);
}

/* pain 19: faster than the wire */
static void
a_read_faster_than_the_link_is_called_cache(void)
{
	struct session *s = made_session(0, 1);
	struct policy p = usual();
	struct verdicts *v;

	p.link = 7e8;
	v = judge_with(s, NULL, NULL, 0, &p);
	CHECK_TEXT(made_find(v, "ior-fpp/read")->caveat, "cache"); /* 8e8 */
	CHECK(made_find(v, "ior-shared/write")->caveat == NULL);   /* a write is no read */
	verdict_free(v);
	session_free(s);
}

static void
a_rise_of_half_is_improved_and_never_red(void)
{
	struct policy p = usual();
	struct verdicts *v = slowed("ior-fpp/read", 1.6, 0, DAYS, &p);

	CHECK(made_find(v, "ior-fpp/read")->outcome == OUT_IMPROVED);
	CHECK(strstr(made_find(v, "ior-fpp/read")->why, "cache") != NULL);
	CHECK(v->word == WORD_HEALTHY);
	verdict_free(v);
}

static void
a_known_issue_is_not_red_until_it_expires(void)
{
	struct policy_rule r = { "ior-fpp/*", NAN, NAN, -1, "TICKET-17",
		MADE_START + 200LL * MADE_DAY };
	struct policy p = usual();
	struct verdicts *v;

	p.rule = &r;
	p.nrule = 1;
	v = slowed("ior-fpp/write", 0.5, 0.5, DAYS, &p);
	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_KNOWN && v->word == WORD_HEALTHY);
	CHECK(strstr(made_find(v, "ior-fpp/write")->why, "TICKET-17") != NULL);
	verdict_free(v);
	r.expires = MADE_START + 99LL * MADE_DAY;
	v = slowed("ior-fpp/write", 0.5, 0.5, DAYS, &p);
	CHECK(v->word == WORD_SLOWER);
	verdict_free(v);
}

static void
a_contract_has_floors_and_fixed_limits(void)
{
	struct policy_rule r = { "ior-fpp/write", NAN, 6.9e8, -1, NULL, 0 };
	struct policy p = usual();
	struct verdicts *v;

	p.rule = &r;
	p.nrule = 1;
	v = slowed("ior-fpp/write", 0.98, 0.98, DAYS, &p); /* 7e8 * 0.98 = 6.86e8 */
	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_FAIL);
	CHECK(made_find(v, "ior-fpp/write")->limit == 6.9e8);
	verdict_free(v);
	p.nrule = 0;
	p.fixed = true;
	v = slowed("ior-fpp/write", 0.89, 0.89, 1, &p);
	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_FAIL);
	CHECK(strstr(v->headline, "provisional") == NULL);
	verdict_free(v);
	v = slowed("ior-fpp/write", 0.91, 0.91, 1, &p);
	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_PASS);
	verdict_free(v);
}

/* pain 32: what has no limit says so */
static void
a_metric_outside_the_judged_ones_is_only_watched(void)
{
	struct policy p = usual();
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 1);
	struct policy_rule r = { "mdtest-shared/*", NAN, NAN, 1, NULL, 0 };
	struct verdicts *v;

	for (int i = 0; i < DAYS; i++)
		made_samples(
		    session_metric(b[i], "mdtest-shared/file-create", "ops/s", BETTER_HIGHER), 1000,
		    0.01);
	made_samples(
	    session_metric(s, "mdtest-shared/file-create", "ops/s", BETTER_HIGHER), 300, 0.01);
	v = judge_with(s, s, b, DAYS, &p);
	CHECK(made_find(v, "mdtest-shared/file-create")->outcome == OUT_WATCHED &&
	      v->word == WORD_HEALTHY);
	CHECK(fabs(made_find(v, "mdtest-shared/file-create")->ratio - 0.3) <
	      0.01); /* its ratio is shown */
	CHECK(isnan(made_find(v, "mdtest-shared/file-create")->limit));
	verdict_free(v);
	p.rule = &r;
	p.nrule = 1;
	v = judge_with(s, s, b, DAYS, &p);
	CHECK(made_find(v, "mdtest-shared/file-create")->outcome == OUT_FAIL);
	verdict_free(v);
	session_free(s);
	made_free(b, DAYS);
}

static void
lower_is_better_is_judged_the_other_way_round(void)
{
	struct policy_rule r = { "lat/open", NAN, NAN, 1, NULL, 0 };
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 1);
	struct policy p = usual();
	struct verdicts *v;
	const struct verdict *w;

	p.rule = &r;
	p.nrule = 1;
	for (int i = 0; i < DAYS; i++)
		made_samples(session_metric(b[i], "lat/open", "s", BETTER_LOWER),
		    0.001 * (1 + 0.01 * (i % 3)), 0.01);
	made_samples(session_metric(s, "lat/open", "s", BETTER_LOWER), 0.002, 0.01);
	for (size_t i = 0; i < MADE_REPS; i++)
		session_metric(s, "lat/open", "s", BETTER_LOWER)->seconds[i] = 1;
	v = judge_with(s, s, b, DAYS, &p);
	w = made_find(v, "lat/open");
	CHECK(w->outcome == OUT_FAIL && w->limit > w->want && w->ratio < 0.6);
	verdict_free(v);
	session_free(s);
	made_free(b, DAYS);
}

static void
one_bad_repetition_is_named_though_the_median_hides_it(void)
{
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 1);
	struct policy p = usual();
	struct verdicts *v;

	made_metric(s, "ior-fpp/write")->sample[4] *= 0.3;
	v = judge_with(s, NULL, b, DAYS, &p);
	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_PASS);
	CHECK(made_find(v, "ior-fpp/write")->worst_p < 0.001);
	CHECK(strstr(made_find(v, "ior-fpp/write")->why, "worst repetition") != NULL);
	CHECK(made_find(v, "ior-shared/write")->worst_p > 0.001);
	verdict_free(v);
	session_free(s);
	made_free(b, DAYS);
}

static void
fewer_repetitions_than_the_baseline_make_a_wider_interval(void)
{
	struct session **b = made_baseline(DAYS, 0.02), *s = made_session(50LL * MADE_DAY, 1);
	struct policy p = usual();
	struct verdicts *five = judge_with(s, NULL, b, DAYS, &p), *two;
	double wide, narrow;

	made_metric(s, "ior-fpp/write")->n = 2;
	two = judge_with(s, NULL, b, DAYS, &p);
	narrow =
	    made_find(five, "ior-fpp/write")->ci_high / made_find(five, "ior-fpp/write")->ci_low;
	wide = made_find(two, "ior-fpp/write")->ci_high / made_find(two, "ior-fpp/write")->ci_low;
	CHECK(wide > narrow * 1.001);
	verdict_free(five);
	verdict_free(two);
	session_free(s);
	made_free(b, DAYS);
}

static void
the_smoke_profile_is_measured_never_judged(void)
{
	struct policy p = usual();
	struct verdicts *v;

	p.unjudged = p.strict = true;
	v = slowed("ior-fpp/write", 0.1, 0.1, DAYS, &p);
	CHECK(v->word == WORD_MEASURED && v->code == 0);
	verdict_free(v);
}

static void
a_run_that_failed_has_its_reason(void)
{
	struct session *s = made_session(0, 1);
	struct verdicts *v = verdict_failed(s, "no-space", "/scratch: 3 MiB free");

	CHECK(v->word == WORD_COULD_NOT_MEASURE && v->code == 5);
	CHECK_TEXT(v->headline, "COULD-NOT-MEASURE (no-space): /scratch: 3 MiB free");
	verdict_free(v);
	session_free(s);
}

/* pain 27: noise bigger than the tolerance is no failure, and no proof either */
static void
noise_bigger_than_the_tolerance_is_not_red(void)
{
	struct session **b = made_baseline(DAYS, 0.35), *s = made_session(50LL * MADE_DAY, 0.6);
	struct policy p = usual();
	struct verdicts *v = judge_with(s, s, b, DAYS, &p);

	CHECK(v->word == WORD_HEALTHY);
	CHECK(made_find(v, "ior-fpp/write")->outcome == OUT_SUSPECT);
	CHECK(made_find(v, "ior-fpp/write")->detectable > 0.5);
	verdict_free(v);
	session_free(s);
	made_free(b, DAYS);
}

int
main(void)
{
	unchanged_is_healthy();
	a_drop_wants_a_second_look_of_its_own_tool();
	a_confirmed_drop_is_red_and_prints_its_numbers();
	a_drop_that_the_second_look_does_not_see_is_no_failure();
	one_or_two_days_prove_only_a_drop_of_40_percent();
	strict_makes_what_is_not_proved_inconclusive();
	sessions_within_six_hours_are_one_block();
	no_baseline_is_0_for_a_person_and_4_in_ci();
	other_conditions_are_not_comparable_and_never_red();
	what_changed_is_named_and_does_not_block();
	a_slow_node_is_told_and_comes_first_in_the_advice();
	a_lost_or_unusable_metric_is_never_silent();
	a_phase_of_under_20_ms_or_1000_operations_is_too_short();
	a_run_whose_phases_are_all_too_short_is_not_called_healthy();
	a_cached_read_is_not_judged_by_a_baseline_that_was_not();
	a_read_faster_than_the_link_is_called_cache();
	a_rise_of_half_is_improved_and_never_red();
	a_known_issue_is_not_red_until_it_expires();
	a_contract_has_floors_and_fixed_limits();
	a_metric_outside_the_judged_ones_is_only_watched();
	lower_is_better_is_judged_the_other_way_round();
	one_bad_repetition_is_named_though_the_median_hides_it();
	fewer_repetitions_than_the_baseline_make_a_wider_interval();
	the_smoke_profile_is_measured_never_judged();
	a_run_that_failed_has_its_reason();
	noise_bigger_than_the_tolerance_is_not_red();
	return unit_end();
}
