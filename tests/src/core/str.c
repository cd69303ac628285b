#include <errno.h>
#include <stdlib.h>

#include "core/str.h"
#include "tests/unit.h"

static void
copies_are_cut_and_terminated(void)
{
	char b[4];

	CHECK(str_copy(b, sizeof b, "abcdef") == 6);
	CHECK_TEXT(b, "abc");
}

static void
words_split_as_a_shell_would(void)
{
	struct strv s = { 0 };

	CHECK(strv_split(&s, " a 'b c' \"d \\\" e\" f\\ g '' ") == 0);
	CHECK(s.n == 5 && s.v[5] == NULL);
	CHECK_TEXT(s.v[1], "b c");
	CHECK_TEXT(s.v[2], "d \" e");
	CHECK_TEXT(s.v[3], "f g");
	CHECK_TEXT(s.v[4], "");
	strv_free(&s);
	CHECK(strv_split(&s, "open 'quote") == -EINVAL);
	strv_free(&s);
}

static void
a_line_splits_back_into_the_same_words(void)
{
	struct strv s = { 0 }, t = { 0 };
	char *line;

	strv_add(&s, "%s", "it's");
	strv_add(&s, "%s", "");
	strv_add(&s, "%s", "$HOME \"x\"\\");
	strv_add(&s, "%s", "-n=10");
	line = strv_line(&s);
	CHECK(strv_split(&t, line) == 0 && t.n == s.n);
	for (size_t i = 0; i < s.n && i < t.n; i++)
		CHECK_TEXT(t.v[i], s.v[i]);
	free(line);
	strv_free(&s);
	strv_free(&t);
}

static void
a_text_is_made_one_line_that_no_terminal_obeys(void)
{
	char text[64] = "a\nb\t\x1b[2J\x7f \xc3\xa4 \xc2\x9b!", small[8] = "ab\n\x1bxy";

	str_visible(text, sizeof text);
	CHECK_TEXT(text, "a\\nb\\t\\x1b[2J\\x7f \xc3\xa4 \\x9b!");
	str_visible(small, sizeof small);
	CHECK(strlen(small) < sizeof small && memcmp(small, "ab\\n", 4) == 0);
}

int
main(void)
{
	copies_are_cut_and_terminated();
	words_split_as_a_shell_would();
	a_line_splits_back_into_the_same_words();
	a_text_is_made_one_line_that_no_terminal_obeys();
	return unit_end();
}
