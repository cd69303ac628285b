#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/mdtest/sweep.h"
#include "core/err.h"
#include "core/str.h"

/* Digits and dots, at least one digit, perhaps with the tail of a second name: what follows the
 * fixed part of a name. */
static bool
numbers(const char *s)
{
	bool any = false;

	for (;
	     *s != '\0' && strcmp(s, "-XX") != 0 && strcmp(s, "-XL") != 0 && strcmp(s, "-XS") != 0;
	     s++) {
		if (!isdigit((unsigned char)*s) && *s != '.')
			return false;
		any |= *s != '.';
	}
	return any;
}

bool
sweep_is_ours(const char *name)
{
	static const char *const stem[] = { "mdtest_tree.", "file.mdtest.shared.", "file.mdtest.",
		"dir.mdtest." };

	for (size_t i = 0; i < sizeof stem / sizeof *stem; i++)
		if (str_starts(name, stem[i]) && numbers(name + strlen(stem[i])))
			return true;
	return false;
}

bool
sweep_is_test_dir(const char *name)
{
	const char *p = name + (*name == '#');

	if (!str_starts(p, "test-dir."))
		return false;
	for (p += strlen("test-dir."); *p != '\0'; p++)
		if (!isdigit((unsigned char)*p) && *p != '-')
			return false;
	return true;
}

static void
names(const struct sweep *s, int iteration, const char *kind, uint64_t count)
{
	struct cursor c;
	const struct cursor_aim aim = { &s->tree, s->base, s->style, iteration, s->tree_rank,
		s->owner, kind };
	bool dir = kind[0] == 'd';

	cursor_start(&c, &aim);
	for (uint64_t i = 0; i < count; i++) {
		const char *path = cursor_item(&c, i);

		if (dir)
			rmdir(path);
		else
			unlink(path);
	}
}

void
sweep_items(const struct sweep *s)
{
	for (int it = s->from; it < s->to; it++) {
		bool last = it + 1 == s->to;

		names(s, it, "dir", last ? s->dirs : s->dirs_on ? s->tree.items : 0);
		names(s, it, "file", last ? s->files : s->files_on ? s->tree.items : 0);
	}
}

static int empty(int fd, const char *path, struct err *e);

/* Remove one entry of the directory fd. */
static int
entry(int fd, const char *path, const char *name, struct err *e)
{
	int rc, sub;

	if (unlinkat(fd, name, 0) == 0 || errno == ENOENT)
		return 0;
	if (errno != EISDIR && errno != EPERM)
		return err_sys(e, errno, "remove: %s/%s", path, name);
	if (unlinkat(fd, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
		return 0;
	if (errno != ENOTEMPTY && errno != EEXIST)
		return err_sys(e, errno, "remove: %s/%s", path, name);
	sub = openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (sub < 0)
		return err_sys(e, errno, "remove: %s/%s", path, name);
	rc = empty(sub, name, e);
	if (rc == 0 && unlinkat(fd, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
		rc = err_sys(e, errno, "remove: %s/%s", path, name);
	return rc;
}

/*
 * Remove all that has our names from the directory fd, which is closed.  Read again until a pass
 * finds nothing: some file systems skip entries while others are removed.
 */
static int
empty(int fd, const char *path, struct err *e)
{
	DIR *d = fdopendir(fd);
	struct dirent *de;
	bool found = true;
	int rc = 0;

	if (d == NULL) {
		close(fd);
		return err_sys(e, errno, "read directory: %s", path);
	}
	while (found && rc == 0) {
		found = false;
		rewinddir(d);
		while ((de = readdir(d)) != NULL)
			if (sweep_is_ours(de->d_name)) {
				int r = entry(dirfd(d), path, de->d_name, e);

				found = true;
				rc = rc != 0 ? rc : r;
			}
	}
	closedir(d);
	return rc;
}

int
sweep_dir(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), rc;

	if (fd < 0)
		return errno == ENOENT ? 0 : err_sys(e, errno, "remove: %s", path);
	rc = empty(fd, path, e);
	if (rc == 0 && rmdir(path) != 0 && errno != ENOENT)
		rc = err_sys(e, errno, "remove: %s", path);
	return rc;
}

int
sweep_rest(const struct sweep *s, struct err *e)
{
	struct cursor c;
	int rc = 0;

	if (!s->keeper)
		return 0;
	for (int it = s->from; it < s->to; it++) {
		const struct cursor_aim aim = { &s->tree, s->base, s->style, it, -1, 0, "file" };

		uint64_t loops = it + 1 == s->to ? s->loops : s->tree.loops;

		cursor_start(&c, &aim);
		for (uint64_t loop = 0; loop < loops; loop++) {
			const char *path = cursor_test(&c, loop);
			int r = path != NULL ? sweep_dir(path, e) : 0;

			rc = rc != 0 ? rc : r;
		}
	}
	if (rc == 0 && s->base_made && rmdir(s->base) != 0 && errno != ENOENT &&
	    errno != ENOTEMPTY && errno != EEXIST)
		rc = err_sys(e, errno, "remove: %s", s->base);
	return rc;
}
