/* A lock file excludes, names its holder, and goes with it. */
#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../unit.h"
#include "core/err.h"
#include "core/file.h"
#include "core/lock.h"
#include "core/mem.h"

/* Exit status of a child that tries to take the lock at once; what it says is checked for `says`.
 */
static int
child_takes(const char *path, const char *says)
{
	int status;

	if (fork() == 0) {
		struct lock l = { 0, NULL };
		struct err e = { 0, "" };
		int rc = lock_take(&l, path, "the child", 0, &e);

		_exit(rc == 0 ? 0 : rc == -EBUSY && strstr(e.text, says) != NULL ? 1 : 2);
	}
	wait(&status);
	return WEXITSTATUS(status);
}

int
main(void)
{
	char *dir = mem_dup("/tmp/check-fs-unit.XXXXXX"), *path,
	     *pid = mem_fmt("the parent, pid %ld of ", (long)getpid());
	struct lock l = { 0, NULL };
	struct err e = { 0, "" };

	if (mkdtemp(dir) == NULL)
		return 1;
	path = file_join(dir, "lock");
	CHECK(lock_take(&l, path, "the parent", 0, &e) == 0);
	CHECK(child_takes(path, pid) == 1);
	lock_drop(&l);
	CHECK(!file_exists(path));
	lock_drop(&l); /* twice is fine */

	/* a child that takes it and ends: its file stays, its lock does not */
	CHECK(child_takes(path, "") == 0);
	CHECK(file_exists(path));
	CHECK(lock_take(&l, path, "the parent", 0, &e) == 0);
	lock_drop(&l);

	CHECK(lock_take(&l, "/nowhere/lock", "the parent", 0, &e) == -ENOENT);
	file_remove_tree(dir, NULL);
	free(path);
	free(pid);
	free(dir);
	return unit_end();
}
