#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "bench/mdtest/item.h"
#include "bench/mdtest/opts.h"
#include "bench/mdtest/pattern.h"
#include "core/hot.h"
#include "core/mem.h"
#include "io/io.h"

enum { DIR_MODE = 0775, FILE_MODE = 0664, NODE_MODE = 0400, CHANGED_MODE = 0600 };

HOT int
item_mkdir(struct item *it, const char *path)
{
	it->doing = "mkdir";
	return it->io->mkdir(it->ctx, path, DIR_MODE);
}

HOT int
item_stat(struct item *it, const char *path)
{
	struct stat st;

	it->doing = "stat";
	return it->io->stat(it->ctx, path, &st);
}

HOT int
item_rmdir(struct item *it, const char *path)
{
	it->doing = "rmdir";
	return it->io->rmdir(it->ctx, path);
}

HOT int
item_unlink(struct item *it, const char *path)
{
	it->doing = "unlink";
	return it->io->unlink(it->ctx, path);
}

int
item_chmod(struct item *it, const char *path)
{
	it->doing = "chmod";
	return it->io->chmod(it->ctx, path, CHANGED_MODE);
}

/* -- data ----------------------------------------------------------------- */

static void
note_wrong(struct item *it, const char *path, uint64_t at)
{
	it->wrong++;
	if (it->first_wrong == NULL)
		it->first_wrong = mem_fmt("%s: byte %" PRIu64, path, at);
}

/* Compare len bytes read from offset `at`.  false where they are not what was written. */
static bool
right(struct item *it, const char *path, const struct pattern *p, const char *data, size_t len,
    uint64_t at)
{
	size_t k = pattern_check(p, data, len, at);

	if (k < len)
		note_wrong(it, path, at + k);
	return k == len;
}

static int
write_part(struct item *it, struct io_file *f, const char *path, const struct pattern *p,
    size_t len, uint64_t at)
{
	ssize_t k;

	it->doing = "write";
	if (it->o->pattern)
		pattern_fill(p, it->buf, len, at);
	k = io_write(it->io, f, it->buf, len, (off_t)at);
	if (k < 0 || !it->o->verify_write)
		return k < 0 ? (int)k : 0;
	it->doing = "read back";
	k = io_read(it->io, f, it->check, len, (off_t)at);
	if (k < 0)
		return (int)k;
	if ((it->io->caps & IO_DATA) && right(it, path, p, it->check, (size_t)k, at) &&
	    (size_t)k < len)
		note_wrong(it, path, at + (uint64_t)k);
	return 0;
}

static struct pattern
pattern(const struct item *it)
{
	return pattern_of(it->o->packet, it->seed, it->owner, it->index);
}

static int
write_all(struct item *it, struct io_file *f, const char *path)
{
	uint64_t left = it->o->write_bytes, at = 0;
	const struct pattern p = pattern(it);

	while (left > 0) {
		size_t len = left < it->size ? (size_t)left : it->size;
		int rc = write_part(it, f, path, &p, len, at);

		if (rc < 0)
			return rc;
		at += len;
		left -= len;
	}
	return 0;
}

static int
read_all(struct item *it, struct io_file *f, const char *path)
{
	uint64_t left = it->o->read_bytes, at = 0;
	const struct pattern p = pattern(it);
	bool good = it->o->verify_read && (it->io->caps & IO_DATA);

	it->doing = "read";
	while (left > 0) {
		size_t len = left < it->size ? (size_t)left : it->size;
		ssize_t k = io_read(it->io, f, it->buf, len, (off_t)at);

		if (k < 0)
			return (int)k;
		if ((size_t)k < len) {
			it->doing = "read (the file is shorter than -e)";
			return -ENODATA;
		}
		if (good)
			good = right(it, path, &p, it->buf, len, at);
		at += len;
		left -= len;
	}
	return 0;
}

/* -- files ---------------------------------------------------------------- */

/* Close after what came before; its error, if any, is the one that counts. */
HOT static int
finish(struct item *it, struct io_file *f, int rc)
{
	int r = it->io->close(f);

	if (rc == 0 && r != 0)
		it->doing = "close";
	return rc != 0 ? rc : r;
}

HOT static int
write_file(struct item *it, const char *path, unsigned flags)
{
	struct io_file f;
	int rc;

	if (it->o->direct)
		flags |= IO_DIRECT;
	if (it->o->verify_write)
		flags |= IO_READ;
	rc = it->io->open(it->ctx, path, flags, FILE_MODE, &f);
	if (rc != 0)
		return rc;
	if (it->o->write_bytes > 0)
		rc = write_all(it, &f, path);
	if (rc == 0 && it->o->fsync_each) {
		it->doing = "fsync";
		rc = it->io->sync(&f);
	}
	return finish(it, &f, rc);
}

HOT int
item_create(struct item *it, const char *path)
{
	it->doing = "create";
	if (it->o->mknod)
		return it->io->mknod(it->ctx, path, NODE_MODE);
	return write_file(it, path, IO_WRITE | IO_CREATE | (it->o->shared ? 0 : IO_EXCL));
}

int
item_reopen(struct item *it, const char *path)
{
	it->doing = "open";
	return write_file(it, path, IO_WRITE);
}

int
item_touch(struct item *it, const char *path)
{
	struct io_file f;
	int rc;

	it->doing = "create";
	rc = it->io->open(it->ctx, path, IO_WRITE | IO_CREATE | IO_EXCL, FILE_MODE, &f);
	return rc != 0 ? rc : finish(it, &f, 0);
}

HOT int
item_read(struct item *it, const char *path)
{
	struct io_file f;
	int rc;

	it->doing = "open";
	rc = it->io->open(it->ctx, path, IO_READ | (it->o->direct ? IO_DIRECT : 0), 0, &f);
	if (rc != 0)
		return rc;
	if (it->o->read_bytes > 0)
		rc = read_all(it, &f, path);
	return finish(it, &f, rc);
}

/* -- second names --------------------------------------------------------- */

/* path with -TAIL behind it; the longest path leaves room for it. */
static void
second(char *out, const char *path, const char *tail)
{
	snprintf(out, PATH_MAX, "%s%s", path, tail);
}

int
item_away(struct item *it, const char *path)
{
	char to[PATH_MAX];

	second(to, path, "-XX");
	it->doing = "rename";
	return it->io->rename(it->ctx, path, to);
}

int
item_back(struct item *it, const char *path)
{
	char from[PATH_MAX];

	second(from, path, "-XX");
	it->doing = "rename";
	return it->io->rename(it->ctx, from, path);
}

int
item_link(struct item *it, const char *path)
{
	char to[PATH_MAX];

	second(to, path, "-XL");
	it->doing = "link";
	return it->io->link(it->ctx, path, to);
}

int
item_symlink(struct item *it, const char *path)
{
	const char *slash = strrchr(path, '/');
	char at[PATH_MAX];

	second(at, path, "-XS");
	it->doing = "symlink";
	return it->io->symlink(it->ctx, slash != NULL ? slash + 1 : path, at);
}

int
item_unlink_link(struct item *it, const char *path)
{
	char at[PATH_MAX];

	second(at, path, "-XL");
	return item_unlink(it, at);
}

int
item_unlink_symlink(struct item *it, const char *path)
{
	char at[PATH_MAX];

	second(at, path, "-XS");
	return item_unlink(it, at);
}
