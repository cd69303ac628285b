/* The node strip: each node alone and in the job. */
#include <stdlib.h>

#include "compare/verdict.h"
#include "core/mem.h"
#include "core/session.h"
#include "report/report.h"
#include "report/strip.h"
#include "tests/unit.h"

/* Two ranks on each of n nodes; node k (from 1) runs at half the rate. */
static void
fill(struct session *s, const char *id, int n, int k)
{
	struct session_metric *m = session_metric(s, id, "ops/s", BETTER_HIGHER);

	for (int i = 0; i < 2 * n; i++) {
		char *host = mem_fmt("n%d", i / 2 + 1);

		detail_share(&m->detail, host, i, i / 2 + 1 == k ? 50 : 100);
		free(host);
	}
}

static char *
text_of(const struct session *s, int detail)
{
	struct slow_node slow = { .host = (char[]){ "n3" } };
	struct verdicts v = { .slow = &slow, .nslow = 1 };
	struct report_in in = { .session = s, .verdicts = &v, .detail = detail };
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	strip_text(f, &in);
	fclose(f);
	return text;
}

static size_t
lines(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static void
a_line_a_node_with_both_rates_slowest_first(void)
{
	struct session *s = session_new();
	char *text;

	s->alone = session_new();
	fill(s, "a/write", 4, 3);
	fill(s, "a/read", 4, 0);
	fill(s->alone, "a/write", 4, 0);
	fill(s->alone, "a/read", 4, 0);
	text = text_of(s, 0);
	CHECK(lines(text) == 7);
	CHECK(strstr(text,
		  "in the job\n! n3      100.0 ops/s  100 %    50.00 ops/s   50 %  a/write\n") !=
	      NULL);
	CHECK(
	    strstr(text, "  n4      100.0 ops/s  100 %    100.0 ops/s  100 %  a/write\n") != NULL);
	free(text);
	session_free(s);
}

static void
of_many_nodes_the_slowest_are_shown_and_all_on_request(void)
{
	struct session *s = session_new();
	char *text;

	s->alone = session_new();
	fill(s, "a/write", 20, 0);
	fill(s->alone, "a/write", 20, 17);
	text = text_of(s, 0);
	CHECK(lines(text) == 2 + 16 + 1 + 1);
	CHECK(strstr(text, "in the job\n  n17 ") != NULL);
	CHECK(strstr(text, "  and 4 more, none of them below 100 %\n") != NULL);
	free(text);
	text = text_of(s, 1);
	CHECK(lines(text) == 2 + 20 + 1);
	free(text);
	session_free(s);
}

static void
nothing_where_no_node_ran_alone(void)
{
	struct session *s = session_new();
	char *text;

	fill(s, "a/write", 4, 3);
	text = text_of(s, 0);
	CHECK_TEXT(text, "");
	free(text);
	s->alone = session_new(); /* the deadline left no time for any */
	text = text_of(s, 0);
	CHECK_TEXT(text, "");
	free(text);
	session_free(s);
}

int
main(void)
{
	a_line_a_node_with_both_rates_slowest_first();
	of_many_nodes_the_slowest_are_shown_and_all_on_request();
	nothing_where_no_node_ran_alone();
	return unit_end();
}
