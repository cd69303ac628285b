/* Words that tell what a line is are found wherever in the line they stand, and at their first
 * place. */
#include "parse/conditions.h"
#include "parse/scan.h"
#include "tests/unit.h"

static const struct {
	const char *text;
	enum mark mark;
} words[] = {
	{ "-- started at ", MARK_STARTED },
	{ " was launched with ", MARK_LAUNCHED },
	{ " tasks, ", MARK_TASKS },
	{ "SUMMARY", MARK_SUMMARY },
	{ "ops/sec", MARK_SECONDS },
	{ "Directory removal", MARK_DIR_REMOVE },
	{ "File create (stonewall)", MARK_FILE_CREATE_STONEWALL },
	{ "Tree creation", MARK_TREE_CREATE },
	{ "Path:", MARK_PATH },
	{ "Path ", MARK_PATH },
	{ "Operation ", MARK_OPERATION },
	{ "Began", MARK_BEGAN },
	{ "write ", MARK_WRITE },
	{ "read ", MARK_READ },
	{ "EXCEL", MARK_EXCEL },
	{ "[RESULT", MARK_RESULT },
	{ "[SCORE", MARK_SCORE },
	{ "e BW:", MARK_2017_BW },
};

static void
every_word_is_found_at_every_place(const struct scan *s)
{
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		for (int indent = 0; indent < 9; indent++) {
			struct hits h;
			char line[128];

			snprintf(line, sizeof line, "%*s%s", indent, "", words[i].text);
			scan_line(s, line, strlen(line), &h);
			if (!CHECK(SCAN_HAS(&h, words[i].mark)))
				printf("  \"%s\"\n", line);
			else
				CHECK(h.at[words[i].mark] == (uint32_t)indent);
		}
}

static void
every_pattern_of_a_condition_is_found_at_every_place(const struct scan *s)
{
	size_t condition;
	const char *pattern;

	for (size_t i = 0; (pattern = conditions_pattern(i, &condition)) != NULL; i++)
		for (int indent = 0; indent < 3; indent++) {
			struct hits h;
			char line[256];

			/* what some of them must also say */
			snprintf(line, sizeof line, "%*s50.0 %%%s x, (ior.c:1) (line 1)", indent,
			    "", pattern);
			scan_line(s, line, strlen(line), &h);
			if (!CHECK(h.conditions >> condition & 1))
				printf("  \"%s\"\n", line);
		}
}

static void
the_first_of_two_places_counts(const struct scan *s)
{
	const char *line = "x read  1 read  2";
	struct hits h;

	scan_line(s, line, strlen(line), &h);
	CHECK(SCAN_HAS(&h, MARK_READ) && h.at[MARK_READ] == 2);
}

static void
labels_are_counted(const struct scan *s)
{
	const char *line = "File creation 1 File stat 2 Tree removal 3";
	struct hits h;

	scan_line(s, line, strlen(line), &h);
	CHECK(h.labels == 3);
}

static void
a_brace_counts_only_where_the_line_begins(const struct scan *s)
{
	struct hits h;

	scan_line(s, "  {", 3, &h);
	CHECK(SCAN_HAS(&h, MARK_JSON) && h.at[MARK_JSON] == 2);
	scan_line(s, "if (x) {", 8, &h);
	CHECK(!SCAN_HAS(&h, MARK_JSON));
	scan_line(s, "2026-11-30 INFO {", 17, &h);
	CHECK(SCAN_HAS(&h, MARK_JSON) && h.at[MARK_JSON] == 16);
}

static void
short_lines_are_read_to_their_end(const struct scan *s)
{
	struct hits h;

	scan_line(s, "", 0, &h);
	CHECK(h.marks == 0 && h.conditions == 0);
	scan_line(s, "x", 1, &h);
	CHECK(h.marks == 0);
	scan_line(s, "xEXCEL", 6, &h);
	CHECK(SCAN_HAS(&h, MARK_EXCEL));
}

int
main(void)
{
	struct scan *s = scan_new();

	every_word_is_found_at_every_place(s);
	every_pattern_of_a_condition_is_found_at_every_place(s);
	the_first_of_two_places_counts(s);
	labels_are_counted(s);
	a_brace_counts_only_where_the_line_begins(s);
	short_lines_are_read_to_their_end(s);
	scan_free(s);
	return unit_end();
}
