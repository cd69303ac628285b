#define _GNU_SOURCE /* O_DIRECT, syncfs */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/hot.h"
#include "core/mem.h"
#include "io/io.h"
#include "io/layout.h"
#include "io/paths.h"

struct io_ctx {
	const struct io_env *env;
	struct layout *layout; /* NULL: plain files */
	int at;                /* the directory that relative paths start in */
	unsigned
	    flags; /* of the last open, and what the system calls them: most often the same again */
	int os;
};

static int
posix_init(struct io_ctx **out, const struct io_env *env, struct err *e)
{
	struct layout *layout;
	int rc = layout_start(&layout, env->cfg, env->shape != NULL, e);

	if (rc != 0)
		return rc;
	*out = mem_zero(1, sizeof **out);
	(*out)->env = env;
	(*out)->layout = layout;
	(*out)->at = AT_FDCWD;
	return 0;
}

static void
posix_fini(struct io_ctx *c)
{
	layout_end(c->layout);
	free(c);
}

static int
posix_check(struct io_ctx *c, const char *path, struct err *e)
{
	return layout_check(c->layout, path, e);
}

static int
posix_dress(struct io_ctx *c, const char *path, struct err *e)
{
	return layout_dress(c->layout, path, e);
}

static const char *
posix_why(const struct io_ctx *c)
{
	return c->layout != NULL && c->layout->why[0] != '\0' ? c->layout->why : NULL;
}

/* The open(2) flags that io.h's stand for. */
static int
os_flags(unsigned flags)
{
	int os = O_NOFOLLOW | O_CLOEXEC;

	if (flags & IO_READ && flags & IO_WRITE)
		os |= O_RDWR;
	else
		os |= flags & IO_WRITE ? O_WRONLY : O_RDONLY;
	if (flags & IO_CREATE)
		os |= O_CREAT;
	if (flags & IO_EXCL)
		os |= O_EXCL;
	if (flags & IO_TRUNC)
		os |= O_TRUNC;
	if (flags & IO_DIRECT)
		os |= O_DIRECT;
	return os;
}

HOT static int
posix_open(struct io_ctx *c, const char *path, unsigned flags, mode_t mode, struct io_file *f)
{
	int fd;

	if (flags != c->flags || c->os == 0) {
		c->flags = flags;
		c->os = os_flags(flags);
	}
	f->ctx = c;
	f->p = c->layout;
	if (c->layout != NULL) {
		f->fd = layout_open(c->layout, c->at, path, c->os, mode);
		return f->fd < 0 ? f->fd : 0;
	}
	do
		fd = openat(c->at, path, c->os, mode);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return -errno;
	f->fd = fd;
	return 0;
}

/* A transfer with what was asked for around it; one of out and in is NULL. */
static ssize_t
laid(struct io_file *f, const void *out, void *in, size_t len, off_t at)
{
	const struct layout_move m = { f->fd, out != NULL, at, len };
	ssize_t k = layout_before(f->p, &m);
	int rc;

	if (k != 0)
		return k;
	k = out != NULL ? pwrite(f->fd, out, len, at) : pread(f->fd, in, len, at);
	k = k < 0 ? -errno : k;
	rc = layout_after(f->p, &m);
	return k >= 0 && rc != 0 ? rc : k;
}

HOT static ssize_t
posix_pwrite(struct io_file *f, const void *buf, size_t len, off_t at)
{
	ssize_t k;

	if (f->p != NULL)
		return laid(f, buf, NULL, len, at);
	k = pwrite(f->fd, buf, len, at);
	return k < 0 ? -errno : k;
}

HOT static ssize_t
posix_pread(struct io_file *f, void *buf, size_t len, off_t at)
{
	ssize_t k;

	if (f->p != NULL)
		return laid(f, NULL, buf, len, at);
	k = pread(f->fd, buf, len, at);
	return k < 0 ? -errno : k;
}

static int
posix_sync(struct io_file *f)
{
	return fsync(f->fd) != 0 ? -errno : 0;
}

static int
posix_reserve(struct io_file *f, uint64_t bytes)
{
	return -posix_fallocate(f->fd, 0, (off_t)bytes);
}

HOT static int
posix_close(struct io_file *f)
{
	return close(f->fd) != 0 && errno != EINTR ? -errno : 0;
}

HOT static int
posix_stat(struct io_ctx *c, const char *path, struct stat *st)
{
	return fstatat(c->at, path, st, 0) != 0 ? -errno : 0;
}

HOT static int
posix_unlink(struct io_ctx *c, const char *path)
{
	return unlinkat(c->at, path, 0) != 0 ? -errno : 0;
}

static int
posix_rename(struct io_ctx *c, const char *from, const char *to)
{
	return renameat(c->at, from, c->at, to) != 0 ? -errno : 0;
}

HOT static int
posix_mkdir(struct io_ctx *c, const char *path, mode_t mode)
{
	return mkdirat(c->at, path, mode) != 0 ? -errno : 0;
}

HOT static int
posix_rmdir(struct io_ctx *c, const char *path)
{
	return unlinkat(c->at, path, AT_REMOVEDIR) != 0 ? -errno : 0;
}

static int
posix_mknod(struct io_ctx *c, const char *path, mode_t mode)
{
	return mknodat(c->at, path, S_IFREG | mode, 0) != 0 ? -errno : 0;
}

static int
posix_chmod(struct io_ctx *c, const char *path, mode_t mode)
{
	return fchmodat(c->at, path, mode, 0) != 0 ? -errno : 0;
}

static int
posix_link(struct io_ctx *c, const char *from, const char *to)
{
	return linkat(c->at, from, c->at, to, 0) != 0 ? -errno : 0;
}

static int
posix_symlink(struct io_ctx *c, const char *text, const char *path)
{
	return symlinkat(text, c->at, path) != 0 ? -errno : 0;
}

static ssize_t
posix_list(struct io_ctx *c, const char *path)
{
	int fd = openat(c->at, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), rc;
	struct dirent *de;
	ssize_t n = 0;
	DIR *d;

	if (fd < 0)
		return -errno;
	d = fdopendir(fd);
	if (d == NULL) {
		rc = -errno;
		close(fd);
		return rc;
	}
	errno = 0;
	while ((de = readdir(d)) != NULL)
		n += strcmp(de->d_name, ".") != 0 && strcmp(de->d_name, "..") != 0;
	rc = -errno;
	closedir(d);
	return rc != 0 ? rc : n;
}

static int
posix_flush(struct io_ctx *c, const char *path)
{
	int fd = openat(c->at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), rc;

	if (fd < 0)
		return -errno;
	rc = syncfs(fd) != 0 ? -errno : 0;
	close(fd);
	return rc;
}

static int
posix_hold(struct io_ctx *c, const char *path, struct io_file *dir)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	dir->ctx = c;
	dir->fd = fd;
	dir->p = NULL;
	return 0;
}

static void
posix_enter(struct io_ctx *c, const struct io_file *dir)
{
	c->at = dir != NULL ? dir->fd : AT_FDCWD;
}

const struct io_ops io_posix = {
	.name = "POSIX",
	.help = "the system's own calls on files",
	.caps = IO_NAMESPACE | IO_DATA | IO_QUEUE | IO_PATHS,
	.opts = layout_opts,
	.cfg_size = sizeof(struct layout_cfg),
	.init = posix_init,
	.fini = posix_fini,
	.needs = layout_needs,
	.check = posix_check,
	.dress = posix_dress,
	.why = posix_why,
	.open = posix_open,
	.pwrite = posix_pwrite,
	.pread = posix_pread,
	.sync = posix_sync,
	.reserve = posix_reserve,
	.close = posix_close,
	.size = paths_size,
	.drop = paths_drop,
	.stat = posix_stat,
	.unlink = posix_unlink,
	.rename = posix_rename,
	.mkdir = posix_mkdir,
	.rmdir = posix_rmdir,
	.mknod = posix_mknod,
	.chmod = posix_chmod,
	.link = posix_link,
	.symlink = posix_symlink,
	.list = posix_list,
	.flush = posix_flush,
	.hold = posix_hold,
	.enter = posix_enter,
};
