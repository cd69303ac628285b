#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/err.h"
#include "core/file.h"
#include "tests/unit.h"

static void
trees_are_removed_without_following_links(const char *top)
{
	char *victim = file_join(top, "victim"), *tree = file_join(top, "tree/a/b"), *link = file_join(top, "tree/a/link");
	char *keep = file_join(top, "victim/keep"), *root = file_join(top, "tree");
	struct err e = { 0, "" };

	CHECK(file_mkdirs(victim, 0777, &e) == 0 && file_mkdirs(tree, 0777, &e) == 0);
	CHECK(file_write(keep, "x", 1, &e) == 0);
	CHECK(symlink(victim, link) == 0);
	CHECK(file_remove_tree(root, &e) == 0);
	CHECK(!file_exists(root) && file_exists(keep));
	CHECK(file_remove_tree(root, &e) == 0); /* gone already: fine */
	CHECK(symlink(victim, root) == 0 && file_remove_tree(root, &e) < 0 && file_exists(keep));
	unlink(root);
	free(victim), free(tree), free(link), free(keep), free(root);
}

static void
what_is_written_is_read_back_and_nothing_lies_beside_it(const char *top)
{
	char *dir = file_join(top, "w"), *path = file_join(dir, "f"), *text;
	struct err e = { 0, "" };
	size_t n;

	CHECK(file_mkdirs(dir, 0777, &e) == 0);
	CHECK(file_write(path, "one", 3, &e) == 0 && file_write(path, "a\0b", 3, &e) == 0);
	CHECK(file_read(path, &text, &n, &e) == 0 && n == 3 && memcmp(text, "a\0b", 4) == 0);
	free(text);
	CHECK(unlink(path) == 0 && rmdir(dir) == 0);
	CHECK(file_write(path, "x", 1, &e) == -ENOENT && strstr(e.text, "cannot write") != NULL);
	free(dir), free(path);
}

static void
a_file_in_the_way_of_a_directory_is_named(const char *top)
{
	char *path = file_join(top, "plain"), *below = file_join(top, "plain/sub");
	struct err e = { 0, "" };

	CHECK(file_write(path, "x", 1, &e) == 0);
	CHECK(file_mkdirs(below, 0777, &e) == -ENOTDIR && strstr(e.text, "plain") != NULL);
	free(path), free(below);
}

int
main(void)
{
	char top[] = "/tmp/check-fs-unit-XXXXXX";

	if (mkdtemp(top) == NULL)
		return 77;
	trees_are_removed_without_following_links(top);
	what_is_written_is_read_back_and_nothing_lies_beside_it(top);
	a_file_in_the_way_of_a_directory_is_named(top);
	file_remove_tree(top, NULL);
	return unit_end();
}
