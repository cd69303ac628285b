/* machine.ini: what people write, what is refused with its line, what is learned. */
#include <errno.h>
#include <math.h>

#include "../../unit.h"
#include "scratch.h"
#include "store/store.h"

static void
everything_people_write_is_read(void)
{
	char *dir = scratch_begin();
	struct store_machine m;
	struct err e = { 0, "" };

	scratch_put(dir, "node1/machine.ini",
	    "; a comment\n[machine]\nname = node1\ndescription = two words\n and a second "
	    "line\nlink = 0.8 GB/s\n"
	    "[judge]\ntolerance = 15 %\nalpha = 0.5 %\npolicy = fixed\n"
	    "[metric ior-fpp/write]\ntolerance = 0.2\nfloor = 400 MiB/s\njudged = yes\n"
	    "known = TICKET-17 controller\nexpires = 2026-12-31\n"
	    "[metric mdtest-*]\njudged = no\nlearned = 12.5 % scratch-quick-4x1 B=5 R=5 2026-11-30 "
	    "formula 1\n");
	CHECK(store_machine_read(dir, "node1", &m, &e) == 0);
	CHECK_TEXT(e.text, "");
	CHECK_TEXT(m.description, "two words and a second line");
	CHECK_NEAR(m.link, 8e8);
	CHECK_NEAR(m.tolerance, 0.15);
	CHECK_NEAR(m.alpha, 0.005);
	CHECK(m.fixed && !m.strict_margin);
	CHECK(m.nrule == 3);
	CHECK_TEXT(m.rule[0].metric, "ior-fpp/write");
	CHECK_NEAR(m.rule[0].tolerance, 0.2);
	CHECK_NEAR(m.rule[0].floor, 400.0 * 1048576);
	CHECK(m.rule[0].judged == 1);
	CHECK_TEXT(m.rule[0].known, "TICKET-17 controller");
	CHECK(m.rule[0].expires == 1798761599); /* the last second of that day */
	CHECK_TEXT(m.rule[2].series, "scratch-quick-4x1");
	CHECK_NEAR(m.rule[2].tolerance, 0.125);
	store_machine_free(&m);
	scratch_end(dir);
}

static void
refused(const char *text, const char *because)
{
	char *dir = scratch_begin();
	struct store_machine m;
	struct err e = { 0, "" };

	scratch_put(dir, "node1/machine.ini", text);
	CHECK(store_machine_read(dir, "node1", &m, &e) == -EINVAL);
	if (!CHECK(strstr(e.text, because) != NULL))
		printf("  says: %s\n", e.text);
	scratch_end(dir);
}

static void
what_is_wrong_is_named_with_its_line(void)
{
	char longest[400] = "[machine]\ndescription = ";

	refused("[judge]\ntolerance = 110 %\n", "machine.ini:2: '110 %' is not a fraction");
	refused("[judge]\ntolerance = \n", "machine.ini:2: ");
	refused("[judge]\n\npolicy = lenient\n", "machine.ini:3: 'lenient': no such policy");
	refused(
	    "[judge]\ntolerence = 10 %\n", "machine.ini:2: 'tolerence': no such key in [judge]");
	refused("[jugde]\ntolerance = 10 %\n", "machine.ini:2: [jugde]: no such section");
	refused("[metric a/b]\nfloor = 400\n", "machine.ini:2: '400' is not a rate");
	refused("[metric a/b]\nexpires = tomorrow\n", "machine.ini:2: 'tomorrow' is not a day");
	refused("[metric a/b]\njudged = maybe\n", "machine.ini:2: 'maybe' is neither yes nor no");
	refused("this is no ini file\n", "machine.ini:1: ");
	memset(longest + strlen(longest), 'x', 300);
	refused(longest, "machine.ini:2: the line is longer");
	refused("[metric ior-a-very-long-name-that-inih-would-cut/without-a-word]\njudged = yes\n",
	    "machine.ini:1: the name is longer");
}

static void
a_machine_that_is_not_there_is_no_error_of_the_file(void)
{
	char *dir = scratch_begin();
	struct store_machine m;
	struct err e = { 0, "" };

	CHECK(store_machine_read(dir, "node1", &m, &e) == -ENOENT);
	scratch_end(dir);
}

static void
the_first_one_written_is_commented_and_reads_back_as_the_default(void)
{
	char *dir = scratch_begin(), *text;
	struct session *s = scratch_session("a", 1);
	struct store_machine m;
	struct err e = { 0, "" };

	CHECK(store_machine_create(dir, "node 1", s, &e) == 0);
	text = scratch_get(dir, "node%201/machine.ini");
	CHECK(strstr(text, "\ntolerance = 10 %\n") != NULL); /* visibly */
	CHECK(text[0] == ';');
	free(text);
	CHECK(store_machine_read(dir, "node 1", &m, &e) == 0);
	CHECK_NEAR(m.tolerance, 0.1);
	CHECK(m.nrule == 0 && !m.fixed);
	store_machine_free(&m);
	/* what people made of it stays */
	scratch_put(dir, "node%201/machine.ini", "[judge]\ntolerance = 20 %\n");
	CHECK(store_machine_create(dir, "node 1", s, &e) == 0);
	text = scratch_get(dir, "node%201/machine.ini");
	CHECK_TEXT(text, "[judge]\ntolerance = 20 %\n");
	free(text);
	session_free(s);
	scratch_end(dir);
}

static void
learning_changes_one_line_and_keeps_the_rest(void)
{
	char *dir = scratch_begin(), *text;
	struct err e = { 0, "" };

	scratch_put(dir, "node1/machine.ini",
	    "; mine\n[judge]\ntolerance = 10 %\n[metric ior-fpp/write]\n; why\nfloor = 1 "
	    "MiB/s\n[metric ior-fpp/read]\njudged = no\n");
	CHECK(store_machine_learn(dir, "node1", "s-1x1", "ior-fpp/write", 0.123, "B=5", &e) == 0);
	CHECK(store_machine_learn(
		  dir, "node1", "s-1x1", "mdtest-unique/file-stat", 0.2, "B=5", &e) == 0);
	CHECK(store_machine_learn(dir, "node1", "s-1x1", "ior-fpp/write", 0.15, "B=6", &e) == 0);
	CHECK(store_machine_learn(dir, "node1", "s-2x1", "ior-fpp/write", 0.3, "B=7", &e) == 0);
	text = scratch_get(dir, "node1/machine.ini");
	CHECK_TEXT(text, "; mine\n[judge]\ntolerance = 10 %\n[metric ior-fpp/write]\nlearned = "
			 "30.00 % s-2x1 B=7\n"
			 "learned = 15.00 % s-1x1 B=6\n; why\nfloor = 1 MiB/s\n[metric "
			 "ior-fpp/read]\njudged = no\n"
			 "\n[metric mdtest-unique/file-stat]\nlearned = 20.00 % s-1x1 B=5\n");
	free(text);
	scratch_end(dir);
}

static void
another_machine_with_the_same_file_system_is_found(void)
{
	char *dir = scratch_begin(), *like;
	struct session *s = scratch_session("a", 1);
	struct err e = { 0, "" };

	CHECK(store_baseline_accept(dir, s, "me", "", &e) == 0);
	like = store_machine_like(dir, "node 2", s);
	CHECK_TEXT(like, "node 1");
	free(like);
	CHECK(store_machine_like(dir, "node 1", s) == NULL); /* not itself */
	session_env(s, "fs.uuid", "other");
	CHECK(store_machine_like(dir, "node 2", s) == NULL);
	session_free(s);
	scratch_end(dir);
}

int
main(void)
{
	everything_people_write_is_read();
	what_is_wrong_is_named_with_its_line();
	a_machine_that_is_not_there_is_no_error_of_the_file();
	the_first_one_written_is_commented_and_reads_back_as_the_default();
	learning_changes_one_line_and_keeps_the_rest();
	another_machine_with_the_same_file_system_is_found();
	return unit_end();
}
