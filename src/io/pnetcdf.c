/* needs: pnetcdf */
#include <errno.h>
#include <mpi.h>
#include <pnetcdf.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/opt.h"
#include "io/io.h"
#include "io/mpi_files.h"
#include "io/mpi_hints.h"
#include "io/paths.h"

/*
 * One variable data_var[segments_times_np][number_of_transfers][transfer_size] of bytes, in CDF-5,
 * which has no limit of 2 GiB.  The first index is the number of the block in the file, so it
 * follows from the offset alone.
 */

struct pnetcdf_cfg {
	const char *hints;
	bool show;
};

struct io_ctx {
	struct pnetcdf_cfg cfg;
	const struct io_env *env;
	const struct io_shape *shape;
	MPI_Comm comm;
	MPI_Info info;
};

struct file {
	int id, var;
};

static const struct opt opts[] = {
	{ 0, "ncmpi.hintsFileName", OPT_STR, offsetof(struct pnetcdf_cfg, hints), "FILE",
	    "MPI hints, as of MPIIO", 0, 0, NULL, 0 },
	{ 0, "ncmpi.showHints", OPT_FLAG, offsetof(struct pnetcdf_cfg, show), NULL,
	    "print the hints that were given", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static int
pnetcdf_init(struct io_ctx **out, const struct io_env *env, struct err *e)
{
	struct io_ctx *c;
	int rc;

	if (env->shape != NULL && env->shape->fpp)
		return err_set(e, EINVAL, "-a NCMPI: does not go with -F");
	c = mem_zero(1, sizeof *c);
	if (env->cfg != NULL)
		c->cfg = *(const struct pnetcdf_cfg *)env->cfg;
	c->env = env;
	c->shape = env->shape;
	rc = mpi_files_start(env, "NCMPI", c->cfg.hints, &c->comm, &c->info, e);
	if (rc != 0) {
		free(c);
		return rc;
	}
	*out = c;
	return 0;
}

static void
pnetcdf_fini(struct io_ctx *c)
{
	MPI_Info_free(&c->info);
	free(c);
}

/* An error of the library as an errno value. */
static int
code(int nc)
{
	switch (nc) {
	case NC_NOERR:
		return 0;
	case NC_ENOENT:
		return -ENOENT;
	case NC_EEXIST:
		return -EEXIST;
	case NC_EACCESS:
		return -EACCES;
	case NC_ENO_SPACE:
		return -ENOSPC;
	case NC_EQUOTA:
		return -EDQUOT;
	case NC_EINVALCOORDS:
	case NC_EEDGE:
		return 0; /* beyond the end: nothing was moved */
	default:
		return -EIO;
	}
}

static int
define(struct io_ctx *c, struct file *h)
{
	static const char *const name[] = { "segments_times_np", "number_of_transfers",
		"transfer_size" };
	const MPI_Offset size[] = { NC_UNLIMITED,
		(MPI_Offset)(c->shape->block / c->shape->transfer),
		(MPI_Offset)c->shape->transfer };
	int dim[3], rc = 0;

	for (int i = 0; i < 3 && rc == 0; i++)
		rc = ncmpi_def_dim(h->id, name[i], size[i], &dim[i]);
	if (rc == 0)
		rc = ncmpi_def_var(h->id, "data_var", NC_BYTE, 3, dim, &h->var);
	return rc != 0 ? rc : ncmpi_enddef(h->id);
}

static int
pnetcdf_open(struct io_ctx *c, const char *path, unsigned flags, mode_t mode, struct io_file *f)
{
	struct file *h = mem_zero(1, sizeof *h);
	int exists = mpi_files_there(c->env, path) == 0, rc;
	char *name = mpi_hints_name(path);

	(void)mode;
	if (flags & IO_WRITE && !exists) {
		rc = ncmpi_create(c->comm, name, NC_NOCLOBBER | NC_64BIT_DATA, c->info, &h->id);
		if (rc == 0)
			rc = define(c, h);
	} else {
		rc = ncmpi_open(
		    c->comm, name, flags & IO_WRITE ? NC_WRITE : NC_NOWRITE, c->info, &h->id);
		if (rc == 0)
			rc = ncmpi_inq_varid(h->id, "data_var", &h->var);
	}
	free(name);
	if (rc == 0 && !c->shape->collective)
		rc = ncmpi_begin_indep_data(h->id);
	if (rc != 0) {
		free(h);
		return code(rc);
	}
	mpi_files_opened(f, c, h);
	return 0;
}

/* Index of the transfer at a byte of the file. */
static void
index_of(const struct io_shape *s, uint64_t at, size_t len, MPI_Offset *start, MPI_Offset *count)
{
	start[0] = (MPI_Offset)(at / s->block);
	start[1] = (MPI_Offset)(at % s->block / s->transfer);
	start[2] = (MPI_Offset)(at % s->transfer);
	count[0] = count[1] = 1;
	count[2] = (MPI_Offset)len;
}

static ssize_t
pnetcdf_pwrite(struct io_file *f, const void *buf, size_t len, off_t at)
{
	const struct io_shape *s = f->ctx->shape;
	const struct file *h = f->p;
	MPI_Offset start[3], count[3];
	int rc;

	index_of(s, (uint64_t)at, len, start, count);
	rc = s->collective ? ncmpi_put_vara_schar_all(h->id, h->var, start, count, buf)
			   : ncmpi_put_vara_schar(h->id, h->var, start, count, buf);
	return rc == 0 ? (ssize_t)len : code(rc);
}

static ssize_t
pnetcdf_pread(struct io_file *f, void *buf, size_t len, off_t at)
{
	const struct io_shape *s = f->ctx->shape;
	const struct file *h = f->p;
	MPI_Offset start[3], count[3];
	int rc;

	index_of(s, (uint64_t)at, len, start, count);
	rc = s->collective ? ncmpi_get_vara_schar_all(h->id, h->var, start, count, buf)
			   : ncmpi_get_vara_schar(h->id, h->var, start, count, buf);
	return rc == 0 ? (ssize_t)len : code(rc);
}

static int
pnetcdf_sync(struct io_file *f)
{
	return code(ncmpi_sync(((struct file *)f->p)->id));
}

static int
pnetcdf_close(struct io_file *f)
{
	struct file *h = f->p;
	int rc = f->ctx->shape->collective ? 0 : ncmpi_end_indep_data(h->id), closed;

	closed = ncmpi_close(h->id);
	free(h);
	return code(rc != 0 ? rc : closed);
}

const struct io_ops io_pnetcdf = {
	.name = "NCMPI",
	.help = "PnetCDF, one variable of blocks and transfers",
	.caps = IO_DATA | IO_COLLECTIVE | IO_PATHS,
	.opts = opts,
	.cfg_size = sizeof(struct pnetcdf_cfg),
	.init = pnetcdf_init,
	.fini = pnetcdf_fini,
	.open = pnetcdf_open,
	.pwrite = pnetcdf_pwrite,
	.pread = pnetcdf_pread,
	.sync = pnetcdf_sync,
	.close = pnetcdf_close,
	.unlink = paths_unlink,
};
