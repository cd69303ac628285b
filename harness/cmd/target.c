#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/guard.h"
#include "cmd/target.h"
#include "core/err.h"
#include "core/file.h"
#include "core/lock.h"
#include "core/mem.h"
#include "core/str.h"

#define TARGET_LOCK ".check-fs.lock"
#define LOOK_LIMIT  60.0 /* seconds: a mount whose server is gone never answers */

static int
look(void *arg, struct err *e)
{
	const char *target = arg;
	struct stat st;

	if (stat(target, &st) != 0)
		return errno == ENOENT
			   ? err_set(e, EINVAL,
				 "%s: no such directory: make it first, on the file system to "
				 "be measured",
				 target)
		       : errno == ENOTDIR
			   ? err_set(e, EINVAL, "%s: a part of the path is not a directory", target)
			   : err_sys(e, errno, "%s: cannot look at the target", target);
	if (!S_ISDIR(st.st_mode))
		return err_set(e, EINVAL, "%s: is not a directory", target);
	return 0;
}

int
target_check(const char *target, char **path, struct err *e)
{
	char real[PATH_MAX];
	int rc;

	if (target == NULL || *target == '\0')
		return err_set(
		    e, EINVAL, "no target: which directory is to be measured? (--target=DIR)");
	if (*target == '-')
		return err_set(e, EINVAL,
		    "%s: a target that begins with '-' is taken for a slip: write ./%s", target,
		    target);
	rc = guard_call(LOOK_LIMIT, look, (void *)target, target, e);
	if (rc != 0)
		return rc;
	if (realpath(target, real) == NULL)
		return err_sys(e, errno, "%s: cannot look at the target", target);
	if (strpbrk(real, "\n\r\t") != NULL || strchr(real, '@') != NULL)
		return err_set(e, EINVAL,
		    "%s: control characters and '@' (which ior and mdtest split paths at) are not "
		    "allowed "
		    "in the path",
		    target);
	*path = mem_dup(real);
	return 0;
}

int
target_lock(const char *target, struct lock *l, struct err *e)
{
	struct err why = { 0, "" };
	char *path = file_join(target, TARGET_LOCK);
	int rc = lock_take(l, path, "check-fs", 0, &why);

	if (rc == -EBUSY)
		err_set(e, EBUSY,
		    "%s: another check measures it (%s); two at a time would measure each other",
		    target, why.text + strlen(path) + 2);
	else if (rc != 0)
		err_set(e, -rc, "%s", why.text);
	free(path);
	return rc;
}

bool
target_locked(const char *target)
{
	char *path = file_join(target, TARGET_LOCK);
	bool there = file_exists(path);

	free(path);
	return there;
}
