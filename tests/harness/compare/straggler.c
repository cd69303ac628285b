/* Which hosts are called slow. */
#include <stdlib.h>

#include "compare/straggler.h"
#include "core/mem.h"
#include "core/session.h"
#include "tests/unit.h"

/* A session with one metric, two ranks on each of n hosts; host i runs at rate[i]. */
static struct session *
made(const double *rate, int n)
{
	struct session *s = session_new();
	struct session_metric *m = session_metric(s, "ior-fpp/write", "B/s", BETTER_HIGHER);

	for (int i = 0; i < n; i++) {
		char *host = mem_fmt("n%d", i + 1);

		detail_share(&m->detail, host, 2 * i, 1e8 * rate[i] * 1.01);
		detail_share(&m->detail, host, 2 * i + 1, 1e8 * rate[i] * 0.99);
		free(host);
	}
	return s;
}

static size_t
count(const double *rate, int n)
{
	struct session *s = made(rate, n);
	struct straggler *v;
	size_t found = straggler_find(s, &v);

	free(v);
	session_free(s);
	return found;
}

static void
test_named(void)
{
	static const double rate[] = { 1, 1.02, 0.4, 0.99, 0.7 };
	struct session *s = made(rate, 5);
	struct straggler *v;

	CHECK(straggler_find(s, &v) == 2);
	CHECK_TEXT(v[0].host, "n3");
	CHECK_TEXT(v[0].metric, "ior-fpp/write");
	CHECK(v[0].ratio > 0.39 && v[0].ratio < 0.42);
	CHECK(v[0].score < -5);
	CHECK_TEXT(v[1].host, "n5");
	free(v);
	session_free(s);
}

int
main(void)
{
	static const double even[] = { 1, 1, 1, 1 }, slow[] = { 1, 1, 1, 0.74 },
			    nearly[] = { 1, 1, 1, 0.76 };
	static const double three[] = { 1, 1, 0.3 }, wide[] = { 1, 0.5, 2, 0.4, 1.6, 0.7 };
	static const double fast[] = { 1, 1, 1, 3 }, none[] = { 1, 1, 1, 0, 1 };

	CHECK(count(even, 4) == 0);
	CHECK(count(slow, 4) == 1);
	CHECK(count(nearly, 4) == 0); /* not far enough below */
	CHECK(count(three, 3) == 0);  /* too few hosts to tell */
	CHECK(count(wide, 6) == 0);   /* all differ: none stands out */
	CHECK(count(fast, 4) == 0);
	CHECK(count(none, 5) == 0); /* a rank without a rate is no straggler */
	CHECK(count(even, 0) == 0);
	test_named();
	return unit_end();
}
