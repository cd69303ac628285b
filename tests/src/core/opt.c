#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/err.h"
#include "core/opt.h"
#include "core/str.h"
#include "tests/unit.h"

struct cfg {
	bool flag;
	int verbose, number, seeded;
	uint64_t items, bytes;
	double wait;
	const char *path, *seed;
	struct strv list;
};

static int
take_seed(void *cfg, const char *value, struct err *e)
{
	struct cfg *c = cfg;

	(void)e;
	c->seeded++;
	c->seed = value;
	return 0;
}

#define AT(m) offsetof(struct cfg, m)
static const struct opt opts[] = {
	{ 'F', "files", OPT_FLAG, AT(flag), NULL, "files only", 0, 0, NULL, 0 },
	{ 'v', NULL, OPT_COUNT, AT(verbose), NULL, "say more", 0, 0, NULL, 0 },
	{ 'i', "iterations", OPT_INT, AT(number), "N", "iterations", 1, 100, NULL, 0 },
	{ 'n', NULL, OPT_COUNT64, AT(items), "N", "items", 0, 0, NULL, 0 },
	{ 'b', "block", OPT_SIZE, AT(bytes), "BYTES", "block", 0, 0, NULL, 0 },
	{ 'd', NULL, OPT_STR, AT(path), "DIR", "where", 0, 0, NULL, 0 },
	{ 'R', NULL, OPT_CALL, 0, "SEED", "random order", 0, 0, take_seed, OPT_GLUED },
	{ 'h', "help", OPT_HELP, 0, NULL, "this text", 0, 0, NULL, 0 },
	{ 0, "wait", OPT_SECONDS, AT(wait), "TIME", "pause", 0, 0, NULL, 0 },
	{ 0, "arg", OPT_LIST, AT(list), "WORD", "one more", 0, 0, NULL, 0 },
	{ 0, "old-name", OPT_FLAG, AT(flag), NULL, "alias", 0, 0, NULL, OPT_HIDDEN },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static int
parse(struct cfg *c, struct err *e, const char *line, struct strv *words)
{
	struct opt_set sets[] = { { opts, c, NULL }, { NULL, NULL, NULL } };
	struct strv argv = { 0 };
	int rc;

	memset(c, 0, sizeof *c);
	memset(e, 0, sizeof *e);
	strv_add(&argv, "prog");
	strv_split(&argv, line);
	rc = opt_parse(sets, (int)argv.n, argv.v, words, e);
	return rc; /* argv is kept: OPT_STR points into it */
}

static void
values_are_glued_separate_or_after_an_equals_sign(void)
{
	struct cfg c;
	struct err e;

	CHECK(parse(&c, &e, "-n10 -b=4k -i 3", NULL) == 0 && c.items == 10 && c.bytes == 4096 && c.number == 3);
	CHECK(parse(&c, &e, "-n=10", NULL) == 0 && c.items == 10);
	CHECK(parse(&c, &e, "--block 1m --iterations=7", NULL) == 0 && c.bytes == 1048576 && c.number == 7);
	CHECK(parse(&c, &e, "-Fvvn 1k", NULL) == 0 && c.flag && c.verbose == 2 && c.items == 1024);
	CHECK(parse(&c, &e, "--wait=5m --arg a --arg b", NULL) == 0 && c.wait == 300 && c.list.n == 2);
}

static void
a_glued_value_is_not_read_again_as_flags(void)
{
	struct cfg c;
	struct err e;

	CHECK(parse(&c, &e, "-dFv", NULL) == 0 && !c.flag && c.verbose == 0);
	CHECK_TEXT(c.path, "Fv");
	CHECK(parse(&c, &e, "-d a=b", NULL) == 0);
	CHECK_TEXT(c.path, "a=b");
}

static void
an_optional_value_is_only_taken_when_glued(void)
{
	struct cfg c;
	struct err e;
	struct strv words = { 0 };

	CHECK(parse(&c, &e, "-R7", NULL) == 0 && c.seeded == 1);
	CHECK_TEXT(c.seed, "7");
	CHECK(parse(&c, &e, "-R 7", &words) == 0 && c.seeded == 1 && c.seed == NULL && words.n == 1);
}

static void
mistakes_are_named_by_the_spelling_that_was_used(void)
{
	struct cfg c;
	struct err e;

	CHECK(parse(&c, &e, "-Q", NULL) == -EINVAL);
	CHECK_TEXT(e.text, "-Q: unknown option, see --help");
	CHECK(parse(&c, &e, "-FQn 3", NULL) == -EINVAL);
	CHECK_TEXT(e.text, "-Q: unknown option, see --help");
	CHECK(parse(&c, &e, "--nothing=3", NULL) == -EINVAL);
	CHECK_TEXT(e.text, "--nothing=3: unknown option, see --help");
	CHECK(parse(&c, &e, "-F -n", NULL) == -EINVAL);
	CHECK_TEXT(e.text, "-n: needs a value, see --help");
	CHECK(parse(&c, &e, "--block", NULL) == -EINVAL);
	CHECK_TEXT(e.text, "--block: needs a value, see --help");
	CHECK(parse(&c, &e, "--files=1", NULL) == -EINVAL);
	CHECK_TEXT(e.text, "--files=1: takes no value, see --help");
	CHECK(parse(&c, &e, "-i 0", NULL) == -EINVAL);
	CHECK_TEXT(e.text, "-i: 0 is outside 1 to 100");
	CHECK(parse(&c, &e, "--iterations abc", NULL) == -EINVAL);
	CHECK_TEXT(e.text, "--iterations: 'abc' is not a whole number");
	CHECK(parse(&c, &e, "-n -5", NULL) == -EINVAL);
	CHECK(parse(&c, &e, "-F stray", NULL) == -EINVAL);
	CHECK_TEXT(e.text, "stray: not an option, see --help");
}

static void
help_is_reported_and_lists_what_is_not_hidden(void)
{
	struct cfg c;
	struct err e;
	struct opt_set sets[] = { { opts, &c, "Options" }, { NULL, NULL, NULL } };
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	CHECK(parse(&c, &e, "-h", NULL) == 1);
	opt_help(f, sets);
	fclose(f);
	CHECK(strstr(text, "-b, --block=BYTES") != NULL);
	CHECK(strstr(text, "-R[SEED]") != NULL);
	CHECK(strstr(text, "-d DIR") != NULL);
	CHECK(strstr(text, "old-name") == NULL);
	free(text);
}

static void
names_are_assigned_as_a_file_of_settings_does(void)
{
	struct cfg c = { 0 };
	struct err e = { 0, "" };
	struct opt_set sets[] = { { opts, &c, NULL }, { NULL, NULL, NULL } };

	CHECK(opt_assign(sets, "FILES", "yes", &e) == 0 && c.flag);
	CHECK(opt_assign(sets, "files", "0", &e) == 0 && !c.flag);
	CHECK(opt_assign(sets, "block", "1.5k", &e) == 0 && c.bytes == 1536);
	CHECK(opt_assign(sets, "iterations", "7", &e) == 0 && c.number == 7);
	CHECK(opt_assign(sets, "nothing", "7", &e) == -ENOENT && e.code == 0);
	CHECK(opt_assign(sets, "files", "2", &e) == -EINVAL);
	CHECK_TEXT(e.text, "files: '2' is neither 0 nor 1");
}

int
main(void)
{
	names_are_assigned_as_a_file_of_settings_does();
	values_are_glued_separate_or_after_an_equals_sign();
	a_glued_value_is_not_read_again_as_flags();
	an_optional_value_is_only_taken_when_glued();
	mistakes_are_named_by_the_spelling_that_was_used();
	help_is_reported_and_lists_what_is_not_hidden();
	return unit_end();
}
