/* Lines as mail programs, terminals, launchers and log collectors leave them. */
#include <stdlib.h>

#include "parse/tidy.h"
#include "tests/unit.h"

/* What a line becomes; "(goes on)" where it waits for the next. */
static const char *
tidy(struct tidy *t, const char *line)
{
	static char buffer[4096];
	size_t len = strlen(line);
	char *text;

	memcpy(buffer, line, len + 1);
	text = tidy_line(t, buffer, &len, true);
	if (text == NULL)
		return "(goes on)";
	CHECK(strlen(text) == len);
	return text;
}

static void
line_ends_and_colours_go(void)
{
	struct tidy t = { .len = 0 };

	CHECK_TEXT(tidy(&t, "text\r"), "text");
	CHECK_TEXT(tidy(&t, "\033[1;32mgreen\033[0m \033]0;title\ablue"), "green blue");
	CHECK_TEXT(tidy(&t, "\033"), "");
	CHECK_TEXT(tidy(&t, "\033[31"), "");
	CHECK_TEXT(tidy(&t, "> > quoted"), "quoted");
	tidy_free(&t);
}

static void
rank_prefixes_become_the_key(void)
{
	struct tidy t = { .len = 0 };

	CHECK_TEXT(tidy(&t, "[1,3]<stdout>:File stat"), "File stat");
	CHECK_TEXT(t.key, "1,3");
	CHECK_TEXT(tidy(&t, "[prterun-node17-4711@1,3]<stderr>: x"), "x");
	CHECK_TEXT(t.key, "prterun-node17-4711@1,3");
	CHECK_TEXT(tidy(&t, "Mon Nov 30 18:58:45 2026[1,2]<stdout>:x"), "x");
	CHECK_TEXT(t.key, "1,2");
	CHECK_TEXT(tidy(&t, "Mon Nov 30 18:58:45 2026"), "Mon Nov 30 18:58:45 2026");
	CHECK_TEXT(tidy(&t, "[7] x"), "x");
	CHECK_TEXT(t.key, "7");
	CHECK_TEXT(tidy(&t, " 12: x"), "x");
	CHECK_TEXT(t.key, "12");
	CHECK_TEXT(tidy(&t, "12:34:56 x"), "12:34:56 x");
	CHECK_TEXT(t.key, "");
	CHECK_TEXT(tidy(&t, "[RESULT] x"), "[RESULT] x");
	CHECK_TEXT(t.key, "");
	CHECK_TEXT(tidy(&t, "11/25/2026 16:15:23: Process 0"), "11/25/2026 16:15:23: Process 0");
	CHECK_TEXT(t.key, "");
	tidy_free(&t);
}

static void
soft_line_breaks_join_lines(void)
{
	struct tidy t = { .len = 0 };
	char rule[80];

	CHECK_TEXT(
	    tidy(&t, "> File stat                   97175.603      57844.142      91063.340     ="),
	    "(goes on)");
	CHECK_TEXT(tidy(&t, " 12000.718"),
	    "File stat                   97175.603      57844.142      91063.340      12000.718");
	CHECK_TEXT(tidy(&t, "a=3Db=20"), "a=b ");
	memset(rule, '=', 79);
	rule[79] = '\0';
	CHECK_TEXT(tidy(&t, rule), rule);
	tidy_free(&t);
}

static void
an_equals_sign_is_only_decoded_in_mail(void)
{
	struct tidy t = { .len = 0 };

	CHECK_TEXT(tidy(&t, "access             = file=20per-process"),
	    "access             = file=20per-process");
	tidy_free(&t);
}

static void
what_a_break_left_over_is_given_at_the_end(void)
{
	struct tidy t = { .len = 0 };
	size_t len;
	char *rest;

	CHECK_TEXT(
	    tidy(&t, "this line is about as long as those of a mail are, and it does not end="),
	    "(goes on)");
	rest = tidy_rest(&t, &len);
	CHECK(rest != NULL &&
	      strcmp(rest,
		  "this line is about as long as those of a mail are, and it does not end") == 0);
	CHECK(tidy_rest(&t, &len) == NULL);
	tidy_free(&t);
}

static void
zero_bytes_become_blanks_in_text_and_empty_what_is_none(void)
{
	struct tidy t = { .len = 0 };
	char hole[] = "\0\0\0File stat : 1.000", data[] = "usage\0\1\2\3\4\5\6\7\10\16\17\20";
	size_t len = sizeof hole - 1;

	CHECK_TEXT(tidy_line(&t, hole, &len, true), "   File stat : 1.000");
	len = sizeof data - 1;
	CHECK_TEXT(tidy_line(&t, data, &len, true), "");
	CHECK(len == 0);
	tidy_free(&t);
}

int
main(void)
{
	line_ends_and_colours_go();
	rank_prefixes_become_the_key();
	soft_line_breaks_join_lines();
	an_equals_sign_is_only_decoded_in_mail();
	what_a_break_left_over_is_given_at_the_end();
	zero_bytes_become_blanks_in_text_and_empty_what_is_none();
	return unit_end();
}
