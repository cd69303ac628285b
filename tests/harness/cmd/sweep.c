/* Removing a tree with several threads: all of it, nothing else. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/sweep.h"
#include "core/file.h"
#include "core/mem.h"
#include "tests/unit.h"

static void
touch(const char *dir, const char *name)
{
	char *path = file_join(dir, name);
	int fd = open(path, O_WRONLY | O_CREAT, 0666);

	CHECK(fd >= 0);
	close(fd);
	free(path);
}

/* A tree of the given depth, 3 directories and 5 files in each. */
static void
grow(const char *dir, int depth)
{
	char name[16];

	CHECK(mkdir(dir, 0777) == 0);
	for (int i = 0; i < 5; i++) {
		snprintf(name, sizeof name, "file.%d", i);
		touch(dir, name);
	}
	for (int i = 0; depth > 0 && i < 3; i++) {
		char *sub = mem_fmt("%s/dir.%d", dir, i);

		grow(sub, depth - 1);
		free(sub);
	}
}

int
main(void)
{
	char dir[] = "/tmp/sweep-test.XXXXXX";
	char *tree, *other, *link, *kept;

	if (mkdtemp(dir) == NULL)
		return 1;
	tree = file_join(dir, "tree");
	other = file_join(dir, "other");
	kept = file_join(other, "file.0");
	link = file_join(tree, "dir.1/link");
	grow(tree, 4);
	grow(other, 0);
	CHECK(symlink(other, link) == 0);
	CHECK(sweep_tree(tree, NULL) == 0);
	CHECK(!file_exists(tree));
	CHECK(file_exists(kept)); /* what a symlink points to stays */
	CHECK(sweep_tree(tree, NULL) == 0);
	CHECK(symlink(other, tree) == 0);
	CHECK(sweep_tree(tree, NULL) == 0);
	CHECK(!file_exists(tree) && file_exists(kept));
	file_remove_tree(dir, NULL);
	free(tree);
	free(other);
	free(kept);
	free(link);
	return unit_end();
}
