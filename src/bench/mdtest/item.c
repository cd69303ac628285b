#include <errno.h>

#include "bench/mdtest/item.h"
#include "bench/mdtest/opts.h"
#include "io/io.h"

enum { DIR_MODE = 0775, FILE_MODE = 0664 };

int
item_mkdir(struct item *it, const char *path)
{
	it->doing = "mkdir";
	return it->io->mkdir(it->ctx, path, DIR_MODE);
}

int
item_stat(struct item *it, const char *path)
{
	struct stat st;

	it->doing = "stat";
	return it->io->stat(it->ctx, path, &st);
}

int
item_rmdir(struct item *it, const char *path)
{
	it->doing = "rmdir";
	return it->io->rmdir(it->ctx, path);
}

int
item_unlink(struct item *it, const char *path)
{
	it->doing = "unlink";
	return it->io->unlink(it->ctx, path);
}

/* Close after what came before; its error, if any, is the one that counts. */
static int
finish(struct item *it, struct io_file *f, int rc)
{
	int r = it->io->close(f);

	if (rc == 0 && r != 0)
		it->doing = "close";
	return rc != 0 ? rc : r;
}

static int
write_all(struct item *it, struct io_file *f)
{
	uint64_t left = it->o->write_bytes, at = 0;

	it->doing = "write";
	while (left > 0) {
		size_t len = left < it->size ? (size_t)left : it->size;
		ssize_t k = io_write(it->io, f, it->buf, len, (off_t)at);

		if (k < 0)
			return (int)k;
		at += len;
		left -= len;
	}
	return 0;
}

int
item_create(struct item *it, const char *path)
{
	struct io_file f;
	int rc;

	it->doing = "create";
	rc = it->io->open(it->ctx, path, IO_WRITE | IO_CREATE | IO_EXCL, FILE_MODE, &f);
	if (rc != 0)
		return rc;
	if (it->o->write_bytes > 0)
		rc = write_all(it, &f);
	if (rc == 0 && it->o->fsync_each) {
		it->doing = "fsync";
		rc = it->io->sync(&f);
	}
	return finish(it, &f, rc);
}

static int
read_all(struct item *it, struct io_file *f)
{
	uint64_t left = it->o->read_bytes, at = 0;

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
		at += len;
		left -= len;
	}
	return 0;
}

int
item_read(struct item *it, const char *path)
{
	struct io_file f;
	int rc;

	it->doing = "open";
	rc = it->io->open(it->ctx, path, IO_READ, 0, &f);
	if (rc != 0)
		return rc;
	if (it->o->read_bytes > 0)
		rc = read_all(it, &f);
	return finish(it, &f, rc);
}
