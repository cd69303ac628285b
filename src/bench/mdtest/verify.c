#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/mdtest/job.h"
#include "bench/mdtest/verify.h"
#include "core/err.h"
#include "core/str.h"

/* Where in a tree a directory stands. */
struct spot {
	int tree; /* task, -1: the shared tree */
	uint64_t dir;
};

/* "<a>.<b>": both numbers; or with one number only b. */
static bool
pair(const char *s, uint64_t *a, uint64_t *b)
{
	int end = 0;

	if (sscanf(s, "%" SCNu64 ".%" SCNu64 "%n", a, b, &end) == 2 && s[end] == '\0')
		return true;
	*a = 0;
	end = 0;
	return sscanf(s, "%" SCNu64 "%n", b, &end) == 1 && s[end] == '\0';
}

static bool
is_child(const struct job *j, const struct spot *in, const char *rest, struct spot *out)
{
	uint64_t tree, k;

	if (!pair(rest, &tree, &k) || k >= j->tree.dirs)
		return false;
	out->tree = j->o->unique ? (int)tree : -1;
	out->dir = k;
	if (j->o->unique ? strchr(rest, '.') == NULL || tree >= (uint64_t)j->tasks
			 : strchr(rest, '.') != NULL)
		return false;
	if (in == NULL)
		return k == 0;
	return k > 0 && (k - 1) / j->tree.branch == in->dir && out->tree == in->tree;
}

static bool
is_item(const struct job *j, const struct spot *in, const char *rest, bool on)
{
	uint64_t task, number;

	if (!on || in == NULL || j->tree.per_dir == 0 || strchr(rest, '.') == NULL ||
	    !pair(rest, &task, &number))
		return false;
	return task < (uint64_t)j->tasks && number >= j->tree.first &&
	       number / j->tree.per_dir == in->dir;
}

static bool
is_shared(const struct job *j, const struct spot *in, const char *rest)
{
	uint64_t task, number;

	return j->o->shared && in != NULL && pair(rest, &task, &number) && j->tree.per_dir > 0 &&
	       number / j->tree.per_dir == in->dir;
}

/* Would these options remove the entry of that name?  `below` is set where it is a directory to
 * look into. */
static bool
planned(
    const struct job *j, const struct spot *in, const char *name, struct spot *below, bool *tree)
{
	*tree = str_starts(name, "mdtest_tree.");
	if (*tree)
		return is_child(j, in, name + strlen("mdtest_tree."), below);
	if (str_starts(name, "file.mdtest.shared."))
		return is_shared(j, in, name + strlen("file.mdtest.shared."));
	if (str_starts(name, "file.mdtest."))
		return !j->o->shared &&
		       is_item(j, in, name + strlen("file.mdtest."), j->o->files_on);
	return str_starts(name, "dir.mdtest.") &&
	       is_item(j, in, name + strlen("dir.mdtest."), j->o->dirs_on);
}

/* fd is closed. */
static int
look(const struct job *j, int fd, const char *path, const struct spot *in, struct err *e)
{
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *de;
	int rc = 0;

	if (d == NULL)
		return err_sys(e, errno, "read directory: %s", path);
	while (rc == 0 && (de = readdir(d)) != NULL) {
		struct spot below;
		bool tree;

		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		if (!planned(j, in, de->d_name, &below, &tree))
			rc = err_set(e, ENOTEMPTY,
			    "%s: holds %s, which these options would leave: give those of the run "
			    "that made it",
			    path, de->d_name);
		else if (tree)
			rc = look(j,
			    openat(dirfd(d), de->d_name,
				O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
			    path, &below, e);
	}
	closedir(d);
	return rc;
}

int
verify_plan(const struct job *j, const char *path, struct err *e)
{
	return look(j, open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), path, NULL, e);
}
