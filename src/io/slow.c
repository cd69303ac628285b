#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/opt.h"
#include "core/stop.h"
#include "io/delay.h"
#include "io/io.h"

/*
 * The POSIX backend, with calls that take longer than they have to: a file system that became slow,
 * for those who want to see that it is found.  Each delay comes after the call, within its timing.
 */
enum {
	OP_CREATE, /* open or mknod that makes a file */
	OP_OPEN,   /* any other open */
	OP_WRITE,
	OP_READ,
	OP_SYNC,
	OP_CLOSE,
	OP_STAT,    /* of anything but a directory */
	OP_DIRSTAT, /* of a directory */
	OP_UNLINK,
	OP_RENAME,
	OP_MKDIR,
	OP_RMDIR,
	OP_LINK,
	OP_SYMLINK,
	OP_LIST,
	OP_COUNT
};
static const char *const op_name[OP_COUNT + 1] = { "create", "open", "write", "read", "sync",
	"close", "stat", "dirstat", "unlink", "rename", "mkdir", "rmdir", "link", "symlink", "list",
	NULL };

struct slow_cfg {
	double delay[OP_COUNT]; /* seconds */
};

struct io_ctx {
	struct slow_cfg cfg;
	struct io_env env;        /* of the real ones: without our options */
	const struct io_ops *ops; /* the real ones */
	struct io_ctx *real;      /* and theirs: not laid out as this one */
};

static int
take_delay(void *cfg, const char *value, struct err *e)
{
	return delay_take(op_name, value, ((struct slow_cfg *)cfg)->delay, e);
}

static const struct opt opts[] = {
	{ 0, "slow.delay", OPT_CALL, 0, "OP:USEC", "each call of OP takes so much longer", 0, 0,
	    take_delay, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static int
slow_init(struct io_ctx **out, const struct io_env *env, struct err *e)
{
	struct io_ctx *c = mem_zero(1, sizeof *c);
	int rc;

	c->ops = io_find("POSIX");
	if (env->cfg != NULL)
		c->cfg = *(const struct slow_cfg *)env->cfg;
	c->env = *env;
	c->env.cfg = NULL;
	rc = c->ops->init(&c->real, &c->env, e);
	if (rc != 0) {
		free(c);
		return rc;
	}
	*out = c;
	return 0;
}

static void
slow_fini(struct io_ctx *c)
{
	c->ops->fini(c->real);
	free(c);
}

/* A sleep may take so much longer than it was asked to: the rest of a delay is waited for awake. */
#define SLEEP_SLACK 200e-6

static void
wait_for(const struct io_ctx *c, int op)
{
	double delay = c->cfg.delay[op], until;

	if (!(delay > 0))
		return;
	until = clock_now() + delay;
	clock_sleep(delay - SLEEP_SLACK);
	while (clock_now() < until && !stop_asked())
		;
}

static int
after(const struct io_ctx *c, int op, int rc)
{
	wait_for(c, op);
	return rc;
}

/* The file as the real backend knows it. */
static struct io_file
real(const struct io_file *f)
{
	struct io_file r = *f;

	r.ctx = f->ctx->real;
	return r;
}

static int
slow_open(struct io_ctx *c, const char *path, unsigned flags, mode_t mode, struct io_file *f)
{
	int rc = c->ops->open(c->real, path, flags, mode, f);

	f->ctx = c;
	return after(c, flags & IO_CREATE ? OP_CREATE : OP_OPEN, rc);
}

static ssize_t
slow_pwrite(struct io_file *f, const void *buf, size_t len, off_t at)
{
	struct io_file r = real(f);
	ssize_t k = f->ctx->ops->pwrite(&r, buf, len, at);

	wait_for(f->ctx, OP_WRITE);
	return k;
}

static ssize_t
slow_pread(struct io_file *f, void *buf, size_t len, off_t at)
{
	struct io_file r = real(f);
	ssize_t k = f->ctx->ops->pread(&r, buf, len, at);

	wait_for(f->ctx, OP_READ);
	return k;
}

static int
slow_sync(struct io_file *f)
{
	struct io_file r = real(f);

	return after(f->ctx, OP_SYNC, f->ctx->ops->sync(&r));
}

static int
slow_reserve(struct io_file *f, uint64_t bytes)
{
	struct io_file r = real(f);

	return f->ctx->ops->reserve(&r, bytes);
}

static int
slow_close(struct io_file *f)
{
	struct io_file r = real(f);

	return after(f->ctx, OP_CLOSE, f->ctx->ops->close(&r));
}

static int
slow_size(struct io_ctx *c, const char *path, uint64_t *bytes)
{
	return c->ops->size(c->real, path, bytes);
}

static int
slow_drop(struct io_ctx *c, const char *path)
{
	return c->ops->drop(c->real, path);
}

static int
slow_stat(struct io_ctx *c, const char *path, struct stat *st)
{
	int rc = c->ops->stat(c->real, path, st);

	return after(c, rc == 0 && S_ISDIR(st->st_mode) ? OP_DIRSTAT : OP_STAT, rc);
}

static int
slow_unlink(struct io_ctx *c, const char *path)
{
	return after(c, OP_UNLINK, c->ops->unlink(c->real, path));
}

static int
slow_rename(struct io_ctx *c, const char *from, const char *to)
{
	return after(c, OP_RENAME, c->ops->rename(c->real, from, to));
}

static int
slow_mkdir(struct io_ctx *c, const char *path, mode_t mode)
{
	return after(c, OP_MKDIR, c->ops->mkdir(c->real, path, mode));
}

static int
slow_rmdir(struct io_ctx *c, const char *path)
{
	return after(c, OP_RMDIR, c->ops->rmdir(c->real, path));
}

static int
slow_mknod(struct io_ctx *c, const char *path, mode_t mode)
{
	return after(c, OP_CREATE, c->ops->mknod(c->real, path, mode));
}

static int
slow_chmod(struct io_ctx *c, const char *path, mode_t mode)
{
	return c->ops->chmod(c->real, path, mode);
}

static int
slow_link(struct io_ctx *c, const char *from, const char *to)
{
	return after(c, OP_LINK, c->ops->link(c->real, from, to));
}

static int
slow_symlink(struct io_ctx *c, const char *text, const char *path)
{
	return after(c, OP_SYMLINK, c->ops->symlink(c->real, text, path));
}

static ssize_t
slow_list(struct io_ctx *c, const char *path)
{
	ssize_t n = c->ops->list(c->real, path);

	wait_for(c, OP_LIST);
	return n;
}

static int
slow_flush(struct io_ctx *c, const char *path)
{
	return c->ops->flush(c->real, path);
}

static int
slow_hold(struct io_ctx *c, const char *path, struct io_file *dir)
{
	int rc = c->ops->hold(c->real, path, dir);

	dir->ctx = c;
	return rc;
}

static void
slow_enter(struct io_ctx *c, const struct io_file *dir)
{
	struct io_file r;

	if (dir != NULL)
		r = real(dir);
	c->ops->enter(c->real, dir != NULL ? &r : NULL);
}

const struct io_ops io_slow = {
	.name = "SLOW",
	.help = "POSIX with calls that take longer: to see that a slow file system is found",
	.caps = IO_NAMESPACE | IO_DATA | IO_PATHS,
	.opts = opts,
	.cfg_size = sizeof(struct slow_cfg),
	.init = slow_init,
	.fini = slow_fini,
	.open = slow_open,
	.pwrite = slow_pwrite,
	.pread = slow_pread,
	.sync = slow_sync,
	.reserve = slow_reserve,
	.close = slow_close,
	.size = slow_size,
	.drop = slow_drop,
	.stat = slow_stat,
	.unlink = slow_unlink,
	.rename = slow_rename,
	.mkdir = slow_mkdir,
	.rmdir = slow_rmdir,
	.mknod = slow_mknod,
	.chmod = slow_chmod,
	.link = slow_link,
	.symlink = slow_symlink,
	.list = slow_list,
	.flush = slow_flush,
	.hold = slow_hold,
	.enter = slow_enter,
};
