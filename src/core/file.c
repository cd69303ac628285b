#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"

bool
file_exists(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

bool
file_is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

char *
file_join(const char *dir, const char *name)
{
	size_t n = strlen(dir);

	return mem_fmt("%s%s%s", dir, n > 0 && dir[n - 1] == '/' ? "" : "/", name);
}

int
file_mkdirs(const char *path, mode_t mode, struct err *e)
{
	char *copy = mem_dup(path);
	int rc = 0;

	for (char *p = copy + 1; rc == 0; p++) {
		char was = *p;

		if (was != '/' && was != '\0')
			continue;
		*p = '\0';
		if (mkdir(copy, mode) != 0 && errno != EEXIST)
			rc = err_sys(e, errno, "%s: cannot make the directory", copy);
		*p = was;
		if (was == '\0')
			break;
	}
	if (rc == 0 && !file_is_dir(path))
		rc = err_set(e, ENOTDIR, "%s: is not a directory", path);
	free(copy);
	return rc;
}

int
file_read(const char *path, char **text, size_t *len, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc = 0;
	size_t room = 65536, n = 0;
	char *buf;
	ssize_t k;

	if (fd < 0)
		return err_sys(e, errno, "%s: cannot open", path);
	buf = mem_zero(room, 1);
	while ((k = read(fd, buf + n, room - n - 1)) != 0) {
		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0 || n + (size_t)k > (1u << 30)) {
			rc = err_sys(e, k < 0 ? errno : EFBIG, "%s: cannot read", path);
			break;
		}
		n += (size_t)k;
		if (room - n < 2)
			buf = mem_grow(buf, room *= 2, 1);
	}
	close(fd);
	if (rc != 0) {
		free(buf);
		return rc;
	}
	buf[n] = '\0';
	*text = buf;
	if (len != NULL)
		*len = n;
	return 0;
}

static int
write_all(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t k = write(fd, text, len);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return k < 0 ? -errno : -EIO;
		text += k;
		len -= (size_t)k;
	}
	return 0;
}

int
file_write(const char *path, const char *text, size_t len, struct err *e)
{
	char *beside = mem_fmt("%s.%ld.new", path, (long)getpid());
	int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666), rc;

	if (fd < 0) {
		rc = err_sys(e, errno, "%s: cannot write", beside);
		free(beside);
		return rc;
	}
	rc = write_all(fd, text, len);
	if (rc == 0 && fsync(fd) != 0)
		rc = -errno;
	if (close(fd) != 0 && rc == 0)
		rc = -errno;
	if (rc == 0 && rename(beside, path) != 0)
		rc = -errno;
	if (rc != 0) {
		unlink(beside);
		err_sys(e, -rc, "%s: cannot write", path);
	}
	free(beside);
	return rc;
}

/* Empty the directory behind fd (which is closed); dev is the file system to stay on. */
static int
empty(int fd, const char *path, dev_t dev, struct err *e)
{
	DIR *d = fdopendir(fd);
	struct dirent *de;
	int rc = 0, one;

	if (d == NULL) {
		one = errno;
		close(fd);
		return err_sys(e, one, "%s: cannot list", path);
	}
	while ((de = readdir(d)) != NULL) {
		struct stat st;
		char *sub;

		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		sub = file_join(path, de->d_name);
		one = 0;
		if (fstatat(fd, de->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
			one = errno == ENOENT ? 0 : err_sys(e, errno, "%s: cannot stat", sub);
		} else if (!S_ISDIR(st.st_mode)) {
			if (unlinkat(fd, de->d_name, 0) != 0 && errno != ENOENT)
				one = err_sys(e, errno, "%s: cannot remove", sub);
		} else if (st.st_dev != dev) {
			one = err_set(e, EXDEV, "%s: is another file system, left alone", sub);
		} else {
			int in =
			    openat(fd, de->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

			one = in < 0 ? err_sys(e, errno, "%s: cannot open", sub)
				     : empty(in, sub, dev, e);
			if (one == 0 && unlinkat(fd, de->d_name, AT_REMOVEDIR) != 0 &&
			    errno != ENOENT)
				one = err_sys(e, errno, "%s: cannot remove", sub);
		}
		if (rc == 0)
			rc = one;
		free(sub);
	}
	closedir(d);
	return rc;
}

int
file_remove_tree(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), rc;
	struct stat st;

	if (fd < 0)
		return errno == ENOENT ? 0 : err_sys(e, errno, "%s: cannot open", path);
	if (fstat(fd, &st) != 0) {
		rc = err_sys(e, errno, "%s: cannot stat", path);
		close(fd);
		return rc;
	}
	rc = empty(fd, path, st.st_dev, e);
	if (rc == 0 && rmdir(path) != 0 && errno != ENOENT)
		rc = err_sys(e, errno, "%s: cannot remove", path);
	return rc;
}
