#include <errno.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/opt.h"
#include "core/str.h"
#include "io/io.h"
#include "io/mpi_files.h"
#include "io/mpi_hints.h"
#include "io/paths.h"
#include "par/par.h"

struct mpiio_cfg {
	const char *hints;
	bool show, preallocate, view, strided;
};

struct io_ctx {
	struct mpiio_cfg cfg;
	const struct io_shape *shape;
	const struct par *par;
	MPI_Comm comm; /* of the ranks that share a file */
	MPI_Info info;
};

struct file {
	MPI_File fh;
	/* useStridedDatatype: the task's blocks of all segments, moved by one call */
	char *stage;
	uint64_t n; /* bytes in it: from its start, to be written, or that were read */
	bool writing, loaded, ended; /* loaded, ended: of reading */
};

static const struct opt opts[] = {
	{ 0, "mpiio.hintsFileName", OPT_STR, offsetof(struct mpiio_cfg, hints), "FILE",
	    "lines IOR_HINT__MPI__KEY=VALUE; also taken from the environment", 0, 0, NULL, 0 },
	{ 0, "mpiio.showHints", OPT_FLAG, offsetof(struct mpiio_cfg, show), NULL,
	    "print the hints in use, at each open", 0, 0, NULL, 0 },
	{ 0, "mpiio.preallocate", OPT_FLAG, offsetof(struct mpiio_cfg, preallocate), NULL,
	    "MPI_File_preallocate before writing", 0, 0, NULL, 0 },
	{ 0, "mpiio.useFileView", OPT_FLAG, offsetof(struct mpiio_cfg, view), NULL,
	    "a file view for each task's blocks", 0, 0, NULL, 0 },
	{ 0, "mpiio.useStridedDatatype", OPT_FLAG, offsetof(struct mpiio_cfg, strided), NULL,
	    "with it: all blocks of a task in one call", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static int
mpiio_init(struct io_ctx **out, const struct io_env *env, struct err *e)
{
	struct io_ctx *c;
	int rc;

	c = mem_zero(1, sizeof *c);
	if (env->cfg != NULL)
		c->cfg = *(const struct mpiio_cfg *)env->cfg;
	c->shape = env->shape;
	c->par = env->par;
	if (c->cfg.strided && c->shape != NULL && (!c->cfg.view || c->shape->fpp))
		rc = err_set(e, EINVAL,
		    "useStridedDatatype: needs useFileView (-V), and a file that the tasks share");
	else
		rc = mpi_files_start(env, "MPIIO", c->cfg.hints, &c->comm, &c->info, e);
	if (rc != 0) {
		free(c);
		return rc;
	}
	*out = c;
	return 0;
}

static void
mpiio_fini(struct io_ctx *c)
{
	MPI_Info_free(&c->info);
	free(c);
}

/* An MPI error as an errno value. */
static int
code(int mpi)
{
	int class;

	MPI_Error_class(mpi, &class);
	switch (class) {
	case MPI_ERR_NO_SUCH_FILE:
		return -ENOENT;
	case MPI_ERR_FILE_EXISTS:
		return -EEXIST;
	case MPI_ERR_ACCESS:
		return -EACCES;
	case MPI_ERR_NO_SPACE:
		return -ENOSPC;
	case MPI_ERR_QUOTA:
		return -EDQUOT;
	case MPI_ERR_READ_ONLY:
		return -EROFS;
	default:
		return -EIO;
	}
}

/* The blocks of one task in a shared file, as one run of bytes. */
static int
set_view(struct io_ctx *c, MPI_File fh)
{
	const struct io_shape *s = c->shape;
	MPI_Datatype block, view;
	MPI_Aint extent = (MPI_Aint)(s->block * s->tasks);
	int rc;

	if (s->block > INT32_MAX)
		return -EFBIG;
	MPI_Type_contiguous((int)s->block, MPI_BYTE, &block);
	MPI_Type_create_resized(block, 0, extent, &view);
	MPI_Type_commit(&view);
	rc = MPI_File_set_view(fh, (MPI_Offset)((uint64_t)s->owner * s->block), MPI_BYTE, view,
	    "native", MPI_INFO_NULL);
	MPI_Type_free(&view);
	MPI_Type_free(&block);
	return rc == MPI_SUCCESS ? 0 : code(rc);
}

static int
mpiio_open(struct io_ctx *c, const char *path, unsigned flags, mode_t mode, struct io_file *f)
{
	struct file *h = mem_zero(1, sizeof *h);
	MPI_File *fh = &h->fh;
	char *name;
	int how = flags & IO_WRITE ? (flags & IO_READ ? MPI_MODE_RDWR : MPI_MODE_WRONLY)
				   : MPI_MODE_RDONLY,
	    rc;

	(void)mode;
	how |= (flags & IO_CREATE ? MPI_MODE_CREATE : 0) | (flags & IO_EXCL ? MPI_MODE_EXCL : 0);
	name = mpi_hints_name(path);
	rc = MPI_File_open(c->comm, name, how, c->info, fh);
	free(name);
	if (rc != MPI_SUCCESS) {
		free(h);
		return code(rc);
	}
	h->writing = flags & IO_WRITE;
	mpi_files_opened(f, c, h);
	if (c->cfg.show && par_rank(c->par) == 0)
		mpi_hints_show(*fh);
	if (c->cfg.preallocate && flags & IO_WRITE)
		MPI_File_preallocate(*fh, (MPI_Offset)(c->shape->block * c->shape->segments *
						       (c->shape->fpp ? 1 : c->shape->tasks)));
	rc = c->cfg.view && !c->shape->fpp ? set_view(c, *fh) : 0;
	if (rc == 0 && c->cfg.strided) {
		h->stage = malloc(c->shape->block * c->shape->segments);
		rc = h->stage == NULL ? -ENOMEM : 0;
	}
	if (rc != 0) {
		MPI_File_close(fh);
		free(h);
	}
	return rc;
}

/* Where a byte of the file lies in the view of the task that owns it. */
static MPI_Offset
place(const struct io_ctx *c, off_t at)
{
	const struct io_shape *s = c->shape;
	uint64_t segment = s->block * s->tasks;

	if (!c->cfg.view || s->fpp)
		return at;
	return (MPI_Offset)((uint64_t)at / segment * s->block + (uint64_t)at % s->block);
}

/* What the call really moved: MPI says that in the status only. */
static ssize_t
moved(int rc, MPI_Status *st)
{
	int n;

	if (rc != MPI_SUCCESS)
		return code(rc);
	MPI_Get_elements(st, MPI_BYTE, &n);
	return n == MPI_UNDEFINED ? -EIO : n;
}

/* Move the first n bytes of the stage by one call; what was moved, or -errno. */
static int64_t
move_all(const struct io_ctx *c, struct file *h, uint64_t n)
{
	bool whole = n % c->shape->block == 0, all = c->shape->collective;
	uint64_t count = whole ? n / c->shape->block : n;
	MPI_Datatype type;
	MPI_Count done;
	MPI_Status st;
	int rc;

	if (count > INT32_MAX)
		return -EFBIG;
	MPI_Type_contiguous(whole ? (int)c->shape->block : 1, MPI_BYTE, &type);
	MPI_Type_commit(&type);
	if (h->writing)
		rc = (all ? MPI_File_write_at_all : MPI_File_write_at)(
		    h->fh, 0, h->stage, (int)count, type, &st);
	else
		rc = (all ? MPI_File_read_at_all : MPI_File_read_at)(
		    h->fh, 0, h->stage, (int)count, type, &st);
	MPI_Type_free(&type);
	if (rc != MPI_SUCCESS)
		return code(rc);
	MPI_Get_elements_x(&st, MPI_BYTE, &done);
	return done == MPI_UNDEFINED ? -EIO : done;
}

/* Write what is staged: all, or at the end of a phase that was cut short a part. */
static int
flush(const struct io_ctx *c, struct file *h)
{
	uint64_t n = h->n;
	int64_t done;

	if (h->stage == NULL || !h->writing || n == 0)
		return 0;
	h->n = 0;
	done = move_all(c, h, n);
	if (done < 0)
		return (int)done;
	return (uint64_t)done == n ? 0 : -EIO;
}

static ssize_t
stage_write(const struct io_ctx *c, struct file *h, const void *buf, size_t len, uint64_t at)
{
	int rc = 0;

	if (at != h->n)
		return -EINVAL; /* a task goes through its blocks in order */
	memcpy(h->stage + at, buf, len);
	h->n += len;
	if (h->n == c->shape->block * c->shape->segments)
		rc = flush(c, h);
	return rc != 0 ? rc : (ssize_t)len;
}

static ssize_t
stage_read(const struct io_ctx *c, struct file *h, void *buf, size_t len, uint64_t at)
{
	uint64_t total = c->shape->block * c->shape->segments;

	if (!h->loaded || (at == 0 && h->ended)) {
		int64_t done = move_all(c, h, total);

		h->loaded = true;
		h->ended = false;
		if (done < 0)
			return done;
		h->n = (uint64_t)done;
	}
	h->ended |= at + len == total;
	if (at >= h->n)
		return 0;
	len = len < h->n - at ? len : (size_t)(h->n - at);
	memcpy(buf, h->stage + at, len);
	return (ssize_t)len;
}

static ssize_t
mpiio_pwrite(struct io_file *f, const void *buf, size_t len, off_t at)
{
	const struct io_ctx *c = f->ctx;
	struct file *h = f->p;
	MPI_Status st;
	int n = len > INT32_MAX ? INT32_MAX : (int)len;
	int (*call)(MPI_File, MPI_Offset, const void *, int, MPI_Datatype, MPI_Status *) =
	    c->shape->collective ? MPI_File_write_at_all : MPI_File_write_at;

	if (h->stage != NULL)
		return stage_write(c, h, buf, len, (uint64_t)place(c, at));
	return moved(call(h->fh, place(c, at), buf, n, MPI_BYTE, &st), &st);
}

static ssize_t
mpiio_pread(struct io_file *f, void *buf, size_t len, off_t at)
{
	const struct io_ctx *c = f->ctx;
	struct file *h = f->p;
	MPI_Status st;
	int n = len > INT32_MAX ? INT32_MAX : (int)len;
	int (*call)(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *) =
	    c->shape->collective ? MPI_File_read_at_all : MPI_File_read_at;

	if (h->stage != NULL)
		return stage_read(c, h, buf, len, (uint64_t)place(c, at));
	return moved(call(h->fh, place(c, at), buf, n, MPI_BYTE, &st), &st);
}

static int
mpiio_sync(struct io_file *f)
{
	struct file *h = f->p;
	int staged = flush(f->ctx, h), rc = MPI_File_sync(h->fh);

	return rc == MPI_SUCCESS ? staged : code(rc);
}

static int
mpiio_close(struct io_file *f)
{
	struct file *h = f->p;
	int staged = flush(f->ctx, h), rc = MPI_File_close(&h->fh);

	free(h->stage);
	free(h);
	return rc == MPI_SUCCESS ? staged : code(rc);
}

/* "ufs:/path" names a driver of the MPI library. */
static const char *
plain(const char *path)
{
	const char *colon = strchr(path, ':');

	return colon != NULL && memchr(path, '/', (size_t)(colon - path)) == NULL ? colon + 1
										  : path;
}

static int
mpiio_size(struct io_ctx *c, const char *path, uint64_t *bytes)
{
	return paths_size(c, plain(path), bytes);
}

static int
mpiio_unlink(struct io_ctx *c, const char *path)
{
	return paths_unlink(c, plain(path));
}

static int
mpiio_mkdir(struct io_ctx *c, const char *path, mode_t mode)
{
	return paths_mkdir(c, plain(path), mode);
}

const struct io_ops io_mpiio = {
	.name = "MPIIO",
	.help = "MPI-IO, independent or collective (-c)",
	.caps = IO_DATA | IO_COLLECTIVE | IO_PATHS,
	.opts = opts,
	.cfg_size = sizeof(struct mpiio_cfg),
	.init = mpiio_init,
	.fini = mpiio_fini,
	.open = mpiio_open,
	.pwrite = mpiio_pwrite,
	.pread = mpiio_pread,
	.sync = mpiio_sync,
	.close = mpiio_close,
	.size = mpiio_size,
	.unlink = mpiio_unlink,
	.mkdir = mpiio_mkdir,
};
