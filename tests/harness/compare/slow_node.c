/* Whether a slow node is slow itself, or what it works on is: what was measured alone and rotated
 * says so. */
#include <stdlib.h>

#include "compare/slow_node.h"
#include "core/mem.h"
#include "core/session.h"
#include "tests/unit.h"

enum { HOSTS = 5 };

/* One metric in a session, two ranks on each of n1..n5; rank pair i runs on node (i + shift), at
 * rate[i]. */
static void
fill(struct session *s, const char *id, const double *rate, int shift)
{
	struct session_metric *m = session_metric(s, id, "ops/s", BETTER_HIGHER);

	for (int i = 0; i < HOSTS; i++) {
		char *host = mem_fmt("n%d", (i + shift) % HOSTS + 1);

		detail_share(&m->detail, host, 2 * i, 1000 * rate[i]);
		detail_share(&m->detail, host, 2 * i + 1, 1000 * rate[i]);
		free(host);
	}
}

static struct session *
made(const char *id, const double *rate, int shift)
{
	struct session *s = session_new();

	fill(s, id, rate, shift);
	return s;
}

/* By pair of ranks: the third one is slow, or nothing is, or the second one. */
static const double third[HOSTS] = { 1, 1.01, 0.3, 0.99, 1 }, well[HOSTS] = { 1, 1.01, 1, 0.99, 1 },
		    second[HOSTS] = { 1, 0.3, 1, 0.99, 1 }, both[HOSTS] = { 1, 0.3, 0.3, 0.99, 1 };

/* The only slow node of a job where n3 was slow. */
static struct slow_node
only(const double *alone, const double *rotated)
{
	struct session *s = made("u/file-create", third, 0);
	struct slow_node *v, n = { 0 };

	s->alone = alone != NULL ? made("u/file-create", alone, 0) : NULL;
	s->rotated = rotated != NULL ? made("u/file-create", rotated, 1) : NULL;
	CHECK(slow_node_find(s, &v) == 1);
	CHECK_TEXT(v[0].host, "n3");
	n = v[0];
	n.host = n.metric = n.unit = n.heir = NULL;
	n.why = mem_dup(v[0].why);
	slow_node_free(v, 1);
	session_free(s);
	return n;
}

static void
side_is(const double *alone, const double *rotated, enum slow_side want, const char *words)
{
	struct slow_node n = only(alone, rotated);

	if (!CHECK(n.side == want) || !CHECK(strstr(n.why, words) != NULL))
		printf("  got: %s: %s\n", verdict_side(n.side), n.why);
	CHECK(isnan(n.alone) == (alone == NULL));
	CHECK(isnan(n.rotated) == (rotated == NULL));
	free(n.why);
}

static void
nobody_is_slow_where_all_are_alike(void)
{
	struct session *s = made("u/file-create", well, 0);
	struct slow_node *v;

	s->alone = made("u/file-create", well, 0);
	CHECK(slow_node_find(s, &v) == 0 && v == NULL);
	session_free(s);
}

static void
what_was_looked_at_again_tells_the_side(void)
{
	side_is(NULL, NULL, SLOW_UNKNOWN,
	    "at 30 % of the median node (300.0 ops/s a rank against 1000.0 ops/s): look at");
	/* ranks moved on by one: n3 runs the pair that n2 had, its own pair is n4's */
	side_is(NULL, second, SLOW_NODE,
	    "it was slow again (30 %), and n4, which then ran its ranks, was not (100 %)");
	side_is(NULL, third, SLOW_STORAGE,
	    "it was not slow (101 %), and n4, which then ran its ranks, was slow (30 %)");
	side_is(NULL, well, SLOW_PASSED, "neither it (101 %) nor n4");
	side_is(NULL, both, SLOW_UNKNOWN, "and so was n4");
	side_is(third, NULL, SLOW_NODE, "; alone it was slow too (30 %)");
	side_is(well, NULL, SLOW_STORAGE, "; alone it was not slow (100 %)");
	side_is(third, second, SLOW_NODE, "alone it was slow too (30 %); with every");
	side_is(well, second, SLOW_NODE, "stays with the node");
	side_is(third, third, SLOW_UNKNOWN, "look at that node first");
}

static void
ranks_that_have_not_moved_show_nothing(void)
{
	struct session *s = made("u/file-create", third, 0);
	struct slow_node *v;

	s->rotated = made("u/file-create", third, 0);
	CHECK(slow_node_find(s, &v) == 1 && v[0].side == SLOW_UNKNOWN && v[0].heir == NULL);
	slow_node_free(v, 1);
	session_free(s);
}

static void
a_cache_that_only_the_lone_node_has_is_no_evidence(void)
{
	struct session *s = made("u/file-stat", third, 0);
	struct slow_node *v;

	s->alone = made("u/file-stat", well, 0);
	s->alone->metric[0].caveat = mem_dup("local-stat");
	CHECK(slow_node_find(s, &v) == 1 && v[0].side == SLOW_UNKNOWN && isnan(v[0].alone));
	slow_node_free(v, 1);
	s->metric[0].caveat = mem_dup("local-stat");
	CHECK(slow_node_find(s, &v) == 1 && v[0].side == SLOW_STORAGE);
	slow_node_free(v, 1);
	session_free(s);
}

static void
a_node_is_named_once_for_all_its_metrics(void)
{
	static const double worse[HOSTS] = { 1, 1.01, 0.1, 0.99, 1 };
	struct session *s = made("u/file-create", worse, 0);
	struct slow_node *v;

	fill(s, "u/file-read", third, 0);
	fill(s, "u/file-stat", third, 0);
	s->rotated = made("u/file-create", well, 1);
	fill(s->rotated, "u/file-read", third, 1);
	CHECK(slow_node_find(s, &v) == 1);
	CHECK(v[0].metrics == 3);
	CHECK(v[0].side == SLOW_STORAGE); /* one that is slow again has not passed */
	CHECK_TEXT(v[0].metric, "u/file-read");
	CHECK(strstr(v[0].why, "and was slow in 2 more") != NULL);
	slow_node_free(v, 1);
	session_free(s);
}

static void
slow_alone_and_not_in_the_job_is_told(void)
{
	struct session *s = made("u/file-create", well, 0);
	struct slow_node *v;

	s->alone = made("u/file-create", third, 0);
	CHECK(slow_node_find(s, &v) == 1);
	CHECK_TEXT(v[0].host, "n3");
	CHECK(v[0].side == SLOW_UNKNOWN);
	CHECK(strstr(v[0].why, "alone at 30 % of the median node, but not in the job (100 %)") !=
	      NULL);
	slow_node_free(v, 1);
	session_free(s);
}

int
main(void)
{
	nobody_is_slow_where_all_are_alike();
	what_was_looked_at_again_tells_the_side();
	ranks_that_have_not_moved_show_nothing();
	a_cache_that_only_the_lone_node_has_is_no_evidence();
	a_node_is_named_once_for_all_its_metrics();
	slow_alone_and_not_in_the_job_is_told();
	return unit_end();
}
