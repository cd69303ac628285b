/* Shapes, counts and names of trees. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/cursor.h"
#include "bench/mdtest/tree.h"
#include "core/err.h"
#include "tests/unit.h"

static struct tree
plan(uint64_t branch, uint64_t depth, uint64_t items, uint64_t per_dir, bool leaf)
{
	const struct tree_want w = { branch, depth, items, per_dir, leaf, items > 0 };
	struct tree t;

	CHECK(tree_plan(&t, &w, NULL) == 0);
	return t;
}

/* Items of one task, as the released versions count them where they count right. */
static void
counts(void)
{
	static const struct {
		uint64_t branch, depth, items, per_dir;
		bool leaf;
		uint64_t dirs, want, first;
	} c[] = {
		{ 1, 0, 10, 0, false, 1, 10, 0 }, { 3, 2, 100, 0, false, 13, 91, 0 },
		{ 3, 2, 0, 5, false, 13, 65, 0 }, { 3, 2, 100, 0, true, 13, 99, 44 },
		{ 3, 2, 0, 5, true, 13, 45, 20 }, /* 1.9.3 counts 65 */
		{ 3, 1, 10, 0, false, 4, 8, 0 }, { 2, 1, 2, 0, false, 3, 0, 0 },
		{ 10, 0, 0, 100, false, 1, 100, 0 }, { 1, 3, 7, 0, true, 4, 7, 21 },
		{ 1, 3, 7, 0, false, 4, 4, 0 }, { 2, 2, 0, 2, true, 7, 8, 6 },
		{ 2, 1, 20, 10, false, 3, 60, 0 }, /* two trees of ten a directory */
	};

	for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
		struct tree t = plan(c[i].branch, c[i].depth, c[i].items, c[i].per_dir, c[i].leaf);

		CHECK(t.dirs == c[i].dirs);
		CHECK(t.items == c[i].want);
		CHECK(t.first == c[i].first);
	}
}

static void
refused(void)
{
	static const struct tree_want w[] = {
		{ 1000000, 1000000, 1, 0, false, true },
		{ 2, 64, 1, 0, false, true },
		{ 2, 40, 0, (uint64_t)1 << 40, false, false },
		{ 1, 0, 21, 10, false, true },
		{ 1, 0, UINT64_MAX, 0, false, true },
	};

	for (size_t i = 0; i < sizeof w / sizeof *w; i++) {
		struct err e = { 0, "" };
		struct tree t;

		CHECK(tree_plan(&t, &w[i], &e) < 0);
		CHECK(e.text[0] != '\0');
	}
}

/* A chain deep enough to break any path is planned without overflow, and its paths are known to be
 * too long. */
static void
deep(void)
{
	struct tree t = plan(1, 300, 301, 0, false);
	char buf[4096];

	CHECK(t.dirs == 301);
	CHECK(tree_longest(&t, 1, false) > 4096);
	CHECK(tree_dir(buf, sizeof buf, 0, &t, -1, 300) == 0);
	t = plan(1, 1000000, 0, 1, false);
	CHECK(tree_longest(&t, 1, false) > 4096);
	t = plan(2, 33, 0, 1, false); /* more than 2^32 directories */
	CHECK(t.dirs == ((uint64_t)1 << 34) - 1);
	CHECK(tree_dir(buf, sizeof buf, 0, &t, -1, t.dirs - 1) > 0);
	CHECK(strstr(buf, "/mdtest_tree.17179869182") != NULL);
}

static void
names(void)
{
	struct tree t = plan(2, 2, 0, 2, false);
	struct cursor *c = malloc(sizeof *c);
	struct cursor_aim aim = { &t, "/b", CURSOR_STYLE1, 3, -1, 1, "file" };
	char buf[100];

	CHECK(tree_dir(buf, sizeof buf, 0, &t, 4, 6) > 0);
	CHECK_TEXT(buf, "/mdtest_tree.4.0/mdtest_tree.4.2/mdtest_tree.4.6");
	CHECK(tree_dir(buf, 20, 0, &t, 4, 6) == 0);

	cursor_start(c, &aim);
	CHECK_TEXT(cursor_test(c, 0), "/b/#test-dir.3");
	CHECK_TEXT(cursor_item(c, 0), "/b/#test-dir.3/mdtest_tree.0/file.mdtest.1.0");
	CHECK_TEXT(cursor_item(c, 1), "/b/#test-dir.3/mdtest_tree.0/file.mdtest.1.1");
	CHECK_TEXT(cursor_item(c, 13),
	    "/b/#test-dir.3/mdtest_tree.0/mdtest_tree.2/mdtest_tree.6/file.mdtest.1.13");
	CHECK_TEXT(cursor_item(c, 2), "/b/#test-dir.3/mdtest_tree.0/mdtest_tree.1/file.mdtest.1.2");
	aim.style = CURSOR_STYLE4;
	aim.tree_rank = 5;
	aim.owner = -1;
	cursor_start(c, &aim);
	CHECK_TEXT(cursor_item(c, 0), "/b/test-dir.3-0/mdtest_tree.5.0/file.mdtest.shared.0");
	free(c);
}

/* Every item has a name of its own, in the directory that its number says. */
static void
spots(void)
{
	struct tree t = plan(3, 2, 0, 4, true);

	for (uint64_t i = 0; i < t.items; i++) {
		struct tree_spot s = tree_find(&t, i);

		CHECK(s.loop == 0 && s.number == i + t.first);
		CHECK(s.dir == s.number / 4 && s.dir >= t.dirs - t.leaves && s.dir < t.dirs);
	}
}

static void
decimal(void)
{
	char p[24];

	CHECK(tree_decimal(p, 0) == 1);
	CHECK_TEXT(p, "0");
	CHECK(tree_decimal(p, UINT64_MAX) == 20);
	CHECK_TEXT(p, "18446744073709551615");
}

int
main(void)
{
	counts();
	refused();
	deep();
	names();
	spots();
	decimal();
	return unit_end();
}
