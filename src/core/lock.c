#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/lock.h"
#include "core/mem.h"
#include "core/str.h"

#define STALE_SECONDS 86400
#define POLL_SECONDS  0.05

struct holder {
	long pid;
	char host[HOST_NAME_MAX + 1];
	char text[512];
};

static void
this_host(char *buf, size_t size)
{
	if (gethostname(buf, size) != 0)
		str_copy(buf, size, "localhost");
	buf[size - 1] = '\0';
}

/* The file's one line: PID HOST TEXT. */
static int
holder_read(int fd, struct holder *h)
{
	char line[1024], form[64];
	ssize_t n = pread(fd, line, sizeof line - 1, 0);

	memset(h, 0, sizeof *h);
	if (n <= 0)
		return -ENODATA;
	line[n] = '\0';
	snprintf(form, sizeof form, "%%ld %%%ds %%511[^\n]", HOST_NAME_MAX);
	return sscanf(line, form, &h->pid, h->host, h->text) == 3 ? 0 : -EINVAL;
}

static int
holder_write(int fd, const char *what)
{
	char host[HOST_NAME_MAX + 1], since[32], line[1024];
	struct passwd *pw = getpwuid(getuid());
	int n;

	this_host(host, sizeof host);
	n = snprintf(line, sizeof line, "%ld %s %s, pid %ld of %s on %s, since %s\n",
	    (long)getpid(), host, what, (long)getpid(), pw != NULL ? pw->pw_name : "?", host,
	    clock_iso(since, sizeof since, time(NULL)));
	if (n < 0 || (size_t)n >= sizeof line)
		return -ENAMETOOLONG;
	if (ftruncate(fd, 0) != 0 || pwrite(fd, line, (size_t)n, 0) != n)
		return errno ? -errno : -EIO;
	return 0;
}

/* Without kernel locks: does the holder that the file names still hold it? */
static int
holder_alive(int fd)
{
	char host[HOST_NAME_MAX + 1];
	struct holder h;
	struct stat st;

	if (holder_read(fd, &h) != 0 || fstat(fd, &st) != 0)
		return 0;
	this_host(host, sizeof host);
	if (strcmp(host, h.host) == 0)
		return kill((pid_t)h.pid, 0) == 0 || errno == EPERM;
	return time(NULL) - st.st_mtime < STALE_SECONDS;
}

static int
no_locks_here(int code)
{
	return code == ENOLCK || code == ENOSYS || code == EOPNOTSUPP || code == EINVAL;
}

/* 0, -EBUSY, or -ENOENT where the file was removed between opening and locking. */
static int
try_lock(int fd, const char *path)
{
	struct flock fl = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct stat mine, there;

	if (fcntl(fd, F_SETLK, &fl) != 0) {
		if (errno == EACCES || errno == EAGAIN)
			return -EBUSY;
		if (!no_locks_here(errno))
			return -errno;
		if (holder_alive(fd))
			return -EBUSY;
	}
	if (fstat(fd, &mine) != 0 || stat(path, &there) != 0 || mine.st_ino != there.st_ino ||
	    mine.st_dev != there.st_dev)
		return -ENOENT;
	return 0;
}

/* An existing file is opened without O_CREAT: in a sticky directory Linux refuses O_CREAT on
 * another user's file. */
static int
open_file(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);

	if (fd >= 0 || errno != ENOENT)
		return fd;
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (fd >= 0 &&
	    fchmod(fd, 0666) != 0) { /* a colleague's umask must not shut others out for ever */
		close(fd);
		return -1;
	}
	return fd;
}

static int
busy(int fd, const char *path, struct err *e)
{
	struct holder h;

	if (holder_read(fd, &h) != 0)
		str_copy(h.text, sizeof h.text, "another process");
	return err_set(e, EBUSY, "%s: in use by %s", path, h.text);
}

int
lock_take(struct lock *l, const char *path, const char *what, double wait, struct err *e)
{
	double end = clock_now() + wait;

	for (;;) {
		int fd = open_file(path), rc;

		if (fd < 0 && errno == EEXIST)
			continue;
		if (fd < 0)
			return err_sys(e, errno, "%s: cannot lock", path);
		rc = try_lock(fd, path);
		if (rc == 0 && (rc = holder_write(fd, what)) != 0)
			unlink(path); /* no space for a line: leave nothing */
		if (rc == 0) {
			l->fd = fd;
			l->path = mem_dup(path);
			return 0;
		}
		if (rc == -EBUSY && clock_now() >= end) {
			rc = busy(fd, path, e);
			close(fd);
			return rc;
		}
		close(fd);
		if (rc != -EBUSY && rc != -ENOENT)
			return err_sys(e, -rc, "%s: cannot lock", path);
		if (rc == -EBUSY && clock_sleep(POLL_SECONDS) != 0)
			return err_set(
			    e, EINTR, "%s: interrupted while waiting for the lock", path);
	}
}

void
lock_drop(struct lock *l)
{
	if (l->path == NULL)
		return;
	unlink(l->path); /* before letting go: the next one sees that its file is gone and makes a
			    new one */
	close(l->fd);
	free(l->path);
	l->path = NULL;
}
