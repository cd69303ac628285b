/* How long the steps of a run will take. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/delay.h"
#include "cmd/estimate.h"
#include "cmd/run.h"
#include "cmd/site.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/session.h"
#include "tests/unit.h"

static const char profile[] = "[profile]\niterations = 5\n"
			      "[md]\ntool = mdtest\nargs = -d {dir} -n {n} -u\nseconds = 4\n"
			      "[w]\ntool = ior\ngroup = fpp\nargs = -w -F -t 1m -b {block} -o {dir}/f\nseconds = 3\n"
			      "[r]\ntool = ior\ngroup = fpp\nargs = -r -F -t 1m -b {block} -o {dir}/f\nseconds = 3\n";

static void
metric(struct session *s, const char *id, const char *unit, double work, double seconds)
{
	struct session_metric *m = session_metric(s, id, unit, BETTER_HIGHER);

	m->n = 2;
	m->sample = mem_zero(2, sizeof *m->sample);
	m->seconds = mem_zero(2, sizeof *m->seconds);
	for (int i = 0; i < 2; i++) {
		m->seconds[i] = seconds;
		m->sample[i] = work / seconds;
	}
	m->work = work;
}

static struct session *
earlier(void)
{
	struct session *s = session_new();

	metric(s, "md/file-create", "ops/s", 1000, 10);
	metric(s, "md/file-stat", "ops/s", 1000, 2);
	metric(s, "fpp/write", "B/s", 64 << 20, 7);
	metric(s, "fpp/read", "B/s", 64 << 20, 1);
	session_recipe(s, "md", "mdtest -d {dir} -n 500 -u");
	session_recipe(s, "w", "ior -w");
	session_recipe(s, "r", "ior -r");
	return s;
}

static bool
about(double a, double b)
{
	return fabs(a - b) < 1e-6;
}

static void
until_something_is_known_the_profile_says_it(struct site *s)
{
	CHECK(about(estimate_step(s, &s->plan.step[0]), 4 * 5 + 1));
	estimate_put(s, &s->plan.step[0], 16); /* stretched to be long enough to be judged */
	CHECK(about(estimate_step(s, &s->plan.step[0]), 16 * 5 + 1));
}

static void
an_earlier_session_says_what_each_step_takes(struct site *s)
{
	struct session *was = earlier();

	estimate_take(s, was);
	CHECK(about(estimate_step(s, &s->plan.step[0]), 12 * 5 + 1));
	CHECK(about(estimate_step(s, &s->plan.step[1]), 7 * 5 + 1));
	CHECK(about(estimate_step(s, &s->plan.step[2]), 1 * 5 + 1));
	session_free(was);
}

static void
a_delay_counts_for_what_it_is_about(struct site *s, struct run_options *o)
{
	struct delay files = { "md/file-stat", 0.01, 0, NULL }, data = { "data", 0.01, 0, NULL };
	struct delay half = { "md/*", 0, 0.5, NULL };
	struct session *was = earlier();

	o->delay = &files; /* 500 calls of each of two ranks */
	estimate_take(s, was);
	CHECK(about(estimate_step(s, &s->plan.step[0]), (12 + 5) * 5 + 1));
	CHECK(about(estimate_step(s, &s->plan.step[1]), 7 * 5 + 1));
	o->delay = &data; /* 32 transfers of each */
	estimate_take(s, was);
	CHECK(about(estimate_step(s, &s->plan.step[2]), (1 + 0.32) * 5 + 1));
	half.was = was;
	o->delay = &half; /* half as fast is twice the time */
	estimate_take(s, was);
	CHECK(about(estimate_step(s, &s->plan.step[0]), 24 * 5 + 1));
	o->delay = NULL;
	session_free(was);
}

static void
two_looks_that_would_not_end_before_the_deadline_are_refused(struct site *s)
{
	struct session *was = earlier();
	struct err e = { 0, "" };

	estimate_take(s, was); /* 103 s a look */
	s->until = clock_now() + 300;
	CHECK(estimate_check(s, was, &e) == 0);
	s->until = clock_now() + 200;
	CHECK(estimate_check(s, was, &e) == -EINVAL && strstr(e.text, "deadline") != NULL);
	session_free(was);
}

int
main(void)
{
	char dir[] = "/tmp/check-fs-unit-XXXXXX", *path;
	struct run_options o = { 0 };
	struct site s;
	struct err e = { 0, "" };

	memset(&s, 0, sizeof s);
	if (mkdtemp(dir) == NULL)
		return 2;
	path = file_join(dir, "p.ini");
	if (!CHECK(file_write(path, profile, strlen(profile), &e) == 0 && plan_load(path, dir, &s.plan, &e) == 0)) {
		printf("  %s\n", e.text);
		return unit_end();
	}
	s.ranks = 2;
	s.options = &o;
	s.expected = mem_zero(s.plan.nstep, sizeof *s.expected);
	until_something_is_known_the_profile_says_it(&s);
	an_earlier_session_says_what_each_step_takes(&s);
	a_delay_counts_for_what_it_is_about(&s, &o);
	two_looks_that_would_not_end_before_the_deadline_are_refused(&s);
	plan_free(&s.plan);
	free(s.expected);
	free(path);
	file_remove_tree(dir, NULL);
	return unit_end();
}
