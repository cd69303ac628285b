#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/opt.h"
#include "core/units.h"
#include "io/delay.h"
#include "io/io.h"
#include "par/par.h"

/*
 * Does nothing, at once, or as slowly and as badly as it is told: the tool's own overhead, and
 * every error path without a broken disk.
 */
enum {
	OP_OPEN,
	OP_WRITE,
	OP_READ,
	OP_SYNC,
	OP_CLOSE,
	OP_STAT,
	OP_UNLINK,
	OP_RENAME,
	OP_MKDIR,
	OP_RMDIR,
	OP_MKNOD,
	OP_CHMOD,
	OP_LINK,
	OP_SYMLINK,
	OP_LIST,
	OP_FLUSH,
	OP_COUNT
};
static const char *const op_name[OP_COUNT + 1] = { "open", "write", "read", "sync", "close", "stat",
	"unlink", "rename", "mkdir", "rmdir", "mknod", "chmod", "link", "symlink", "list", "flush",
	NULL };

struct fault {
	long long nth; /* 0: none; the call that fails, from 1 */
	int code;      /* errno value */
	int rank;      /* -1: every rank */
};

struct null_cfg {
	struct fault fault[OP_COUNT];
	double delay[OP_COUNT]; /* seconds */
};

struct io_ctx {
	struct null_cfg cfg;
	long long calls[OP_COUNT];
	int rank;
};

/* errno by name or number; 0 for neither. */
static int
errno_of(const char *text)
{
	static const struct {
		const char *name;
		int code;
	} known[] = { { "EIO", EIO }, { "ENOSPC", ENOSPC }, { "EDQUOT", EDQUOT },
		{ "EACCES", EACCES }, { "ENOENT", ENOENT }, { "EROFS", EROFS },
		{ "ESTALE", ESTALE }, { "EMFILE", EMFILE }, { "EEXIST", EEXIST },
		{ "EINTR", EINTR }, { "ENOTCONN", ENOTCONN } };
	long long n;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].name, text) == 0)
			return known[i].code;
	return units_int(text, 1, 4095, &n, NULL) == 0 ? (int)n : 0;
}

/* OP:N[:ERRNO[:RANK]] */
static int
take_fail(void *cfg, const char *value, struct err *e)
{
	struct fault f = { 0, EIO, -1 };
	char *copy = mem_dup(value), *part[4] = { copy, NULL, NULL, NULL }, *p;
	long long nth = 0, rank = -1;
	int n = 1, op, ok;

	for (p = copy; (p = strchr(p, ':')) != NULL && n < 4;) {
		*p++ = '\0';
		part[n++] = p;
	}
	op = delay_find(op_name, copy, (int)strlen(copy));
	ok = op >= 0 && n > 1 && units_int(part[1], 1, LLONG_MAX, &nth, NULL) == 0;
	if (ok && n > 2)
		ok = (f.code = errno_of(part[2])) != 0;
	if (ok && n > 3)
		ok = units_int(part[3], 0, INT_MAX, &rank, NULL) == 0;
	free(copy);
	if (!ok)
		return err_set(
		    e, EINVAL, "'%s' is not OP:N[:ERRNO[:RANK]] (write:3:ENOSPC:1)", value);
	f.nth = nth;
	f.rank = (int)rank;
	((struct null_cfg *)cfg)->fault[op] = f;
	return 0;
}

/* OP:MICROSECONDS */
static int
take_delay(void *cfg, const char *value, struct err *e)
{
	return delay_take(op_name, value, ((struct null_cfg *)cfg)->delay, e);
}

static const struct opt opts[] = {
	{ 0, "null.fail", OPT_CALL, 0, "OP:N[:ERRNO[:RANK]]", "the Nth call of OP fails", 0, 0,
	    take_fail, 0 },
	{ 0, "null.delay", OPT_CALL, 0, "OP:USEC", "each call of OP takes so many microseconds", 0,
	    0, take_delay, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static int
null_init(struct io_ctx **out, const struct io_env *env, struct err *e)
{
	(void)e;
	*out = mem_zero(1, sizeof **out);
	if (env->cfg != NULL)
		(*out)->cfg = *(const struct null_cfg *)env->cfg;
	(*out)->rank = par_rank(env->par);
	return 0;
}

static void
null_fini(struct io_ctx *c)
{
	free(c);
}

/* One call of op: what it was told to do. */
static int
call(struct io_ctx *c, int op)
{
	const struct fault *f = &c->cfg.fault[op];

	if (c->cfg.delay[op] > 0)
		clock_sleep(c->cfg.delay[op]);
	c->calls[op]++;
	if (f->nth == c->calls[op] && (f->rank < 0 || f->rank == c->rank))
		return -f->code;
	return 0;
}

static int
null_open(struct io_ctx *c, const char *path, unsigned flags, mode_t mode, struct io_file *f)
{
	(void)path, (void)flags, (void)mode;
	f->ctx = c;
	f->fd = -1;
	f->p = NULL;
	return call(c, OP_OPEN);
}

static ssize_t
null_pwrite(struct io_file *f, const void *buf, size_t len, off_t at)
{
	int rc = call(f->ctx, OP_WRITE);

	(void)buf, (void)at;
	return rc < 0 ? rc : (ssize_t)len;
}

static ssize_t
null_pread(struct io_file *f, void *buf, size_t len, off_t at)
{
	int rc = call(f->ctx, OP_READ);

	(void)buf, (void)at;
	return rc < 0 ? rc : (ssize_t)len;
}

static int
null_sync(struct io_file *f)
{
	return call(f->ctx, OP_SYNC);
}

static int
null_close(struct io_file *f)
{
	return call(f->ctx, OP_CLOSE);
}

static int
null_stat(struct io_ctx *c, const char *path, struct stat *st)
{
	(void)path;
	memset(st, 0, sizeof *st);
	return call(c, OP_STAT);
}

static int
null_unlink(struct io_ctx *c, const char *path)
{
	(void)path;
	return call(c, OP_UNLINK);
}

static int
null_rename(struct io_ctx *c, const char *from, const char *to)
{
	(void)from, (void)to;
	return call(c, OP_RENAME);
}

static int
null_mkdir(struct io_ctx *c, const char *path, mode_t mode)
{
	(void)path, (void)mode;
	return call(c, OP_MKDIR);
}

static int
null_rmdir(struct io_ctx *c, const char *path)
{
	(void)path;
	return call(c, OP_RMDIR);
}

static int
null_mknod(struct io_ctx *c, const char *path, mode_t mode)
{
	(void)path, (void)mode;
	return call(c, OP_MKNOD);
}

static int
null_chmod(struct io_ctx *c, const char *path, mode_t mode)
{
	(void)path, (void)mode;
	return call(c, OP_CHMOD);
}

static int
null_link(struct io_ctx *c, const char *from, const char *to)
{
	(void)from, (void)to;
	return call(c, OP_LINK);
}

static int
null_symlink(struct io_ctx *c, const char *text, const char *path)
{
	(void)text, (void)path;
	return call(c, OP_SYMLINK);
}

static ssize_t
null_list(struct io_ctx *c, const char *path)
{
	(void)path;
	return call(c, OP_LIST);
}

static int
null_flush(struct io_ctx *c, const char *path)
{
	(void)path;
	return call(c, OP_FLUSH);
}

static int
null_hold(struct io_ctx *c, const char *path, struct io_file *dir)
{
	(void)path;
	dir->ctx = c;
	dir->fd = -1;
	dir->p = NULL;
	return 0;
}

static void
null_enter(struct io_ctx *c, const struct io_file *dir)
{
	(void)c, (void)dir;
}

const struct io_ops io_null = {
	.name = "NULL",
	.help = "no I/O at all: the tool's own overhead, faults and delays on request",
	.caps = IO_NAMESPACE,
	.opts = opts,
	.cfg_size = sizeof(struct null_cfg),
	.init = null_init,
	.fini = null_fini,
	.open = null_open,
	.pwrite = null_pwrite,
	.pread = null_pread,
	.sync = null_sync,
	.close = null_close,
	.stat = null_stat,
	.unlink = null_unlink,
	.rename = null_rename,
	.mkdir = null_mkdir,
	.rmdir = null_rmdir,
	.mknod = null_mknod,
	.chmod = null_chmod,
	.link = null_link,
	.symlink = null_symlink,
	.list = null_list,
	.flush = null_flush,
	.hold = null_hold,
	.enter = null_enter,
};
