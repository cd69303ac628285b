#define _GNU_SOURCE /* madvise, fallocate */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/opt.h"
#include "io/io.h"
#include "io/paths.h"

struct mmap_cfg {
	bool dont_need, pattern;
};

struct io_ctx {
	struct mmap_cfg cfg;
	const struct io_shape *shape;
};

/* An open file, mapped whole. */
struct map {
	char *at;
	size_t size;
	bool writing;
};

static const struct opt opts[] = {
	{ 0, "mmap.madv_dont_need", OPT_FLAG, offsetof(struct mmap_cfg, dont_need), NULL,
	    "advise that the pages are not needed, at open", 0, 0, NULL, 0 },
	{ 0, "mmap.madv_pattern", OPT_FLAG, offsetof(struct mmap_cfg, pattern), NULL,
	    "advise sequential use", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static int
mmap_init(struct io_ctx **out, const struct io_env *env, struct err *e)
{
	if (env->shape == NULL)
		return err_set(e, EINVAL, "-a MMAP: is for data, not for names");
	*out = mem_zero(1, sizeof **out);
	if (env->cfg != NULL)
		(*out)->cfg = *(const struct mmap_cfg *)env->cfg;
	(*out)->shape = env->shape;
	return 0;
}

static void
mmap_fini(struct io_ctx *c)
{
	free(c);
}

static size_t
file_size(const struct io_shape *s)
{
	return s->block * s->segments * (s->fpp ? 1 : s->tasks);
}

/*
 * The space is reserved before it is mapped, so that a full file system is an error here and no
 * SIGBUS later. Where the file system cannot reserve, zeros would be no better: the size is set.
 */
static int
make_room(int fd, size_t size)
{
	if (fallocate(fd, 0, 0, (off_t)size) == 0)
		return 0;
	if (errno != EOPNOTSUPP && errno != ENOSYS)
		return -errno;
	return ftruncate(fd, (off_t)size) != 0 ? -errno : 0;
}

static int
map_file(struct io_ctx *c, int fd, bool writing, struct map *m)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return -errno;
	m->writing = writing;
	m->size = writing ? file_size(c->shape) : (size_t)st.st_size;
	if (writing) {
		int rc = (size_t)st.st_size < m->size ? make_room(fd, m->size) : 0;

		if (rc != 0)
			return rc;
	}
	if (m->size == 0)
		return 0;
	m->at =
	    mmap(NULL, m->size, writing ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
	if (m->at == MAP_FAILED)
		return -errno;
	if (c->cfg.pattern)
		madvise(m->at, m->size, MADV_SEQUENTIAL);
	if (c->cfg.dont_need)
		madvise(m->at, m->size, MADV_DONTNEED);
	return 0;
}

static int
mmap_open(struct io_ctx *c, const char *path, unsigned flags, mode_t mode, struct io_file *f)
{
	bool writing = flags & IO_WRITE;
	int os = (writing ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC, rc;
	struct map *m;

	os |= (flags & IO_CREATE ? O_CREAT : 0) | (flags & IO_EXCL ? O_EXCL : 0) |
	      (flags & IO_TRUNC ? O_TRUNC : 0);
	f->fd = open(path, os, mode);
	if (f->fd < 0)
		return -errno;
	f->ctx = c;
	f->p = m = mem_zero(1, sizeof *m);
	rc = map_file(c, f->fd, writing, m);
	if (rc == 0)
		return 0;
	close(f->fd);
	free(m);
	return rc;
}

static ssize_t
mmap_pwrite(struct io_file *f, const void *buf, size_t len, off_t at)
{
	struct map *m = f->p;

	if ((uint64_t)at + len > m->size)
		return -EINVAL;
	memcpy(m->at + at, buf, len);
	return (ssize_t)len;
}

static ssize_t
mmap_pread(struct io_file *f, void *buf, size_t len, off_t at)
{
	const struct map *m = f->p;

	if ((uint64_t)at >= m->size)
		return 0;
	if (len > m->size - (size_t)at)
		len = m->size - (size_t)at;
	memcpy(buf, m->at + at, len);
	return (ssize_t)len;
}

static int
mmap_sync(struct io_file *f)
{
	struct map *m = f->p;

	return m->size > 0 && msync(m->at, m->size, MS_SYNC) != 0 ? -errno : 0;
}

static int
mmap_close(struct io_file *f)
{
	struct map *m = f->p;
	int rc = m->size > 0 && munmap(m->at, m->size) != 0 ? -errno : 0;

	free(m);
	if (close(f->fd) != 0 && errno != EINTR && rc == 0)
		rc = -errno;
	return rc;
}

const struct io_ops io_mmap = {
	.name = "MMAP",
	.help = "files mapped into memory, copied to and from",
	.caps = IO_DATA | IO_PATHS,
	.opts = opts,
	.cfg_size = sizeof(struct mmap_cfg),
	.init = mmap_init,
	.fini = mmap_fini,
	.open = mmap_open,
	.pwrite = mmap_pwrite,
	.pread = mmap_pread,
	.sync = mmap_sync,
	.close = mmap_close,
	.size = paths_size,
	.drop = paths_drop,
	.unlink = paths_unlink,
	.mkdir = paths_mkdir,
};
