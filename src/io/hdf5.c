/* needs: hdf5-mpi */
#include <errno.h>
#include <hdf5.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/opt.h"
#include "io/io.h"
#include "io/mpi_files.h"
#include "io/mpi_hints.h"
#include "io/paths.h"

/*
 * One data set for each segment, Dataset-0000.SEGMENT, or one for each block, Dataset-TASK.SEGMENT;
 * a transfer is a hyperslab of it.
 */

struct hdf5_cfg {
	const char *hints;
	bool show, no_fill, collective_metadata, individual;
	uint64_t alignment, chunk;
};

struct io_ctx {
	struct hdf5_cfg cfg;
	const struct io_env *env;
	const struct io_shape *shape;
	MPI_Comm comm;
	MPI_Info info;
	hid_t type; /* of an element, and its bytes */
	size_t unit;
	hid_t move; /* properties of a transfer */
};

struct file {
	hid_t id, set;
	uint64_t number; /* of the open set; UINT64_MAX: none */
};

static const struct opt opts[] = {
	{ 0, "hdf5.hintsFileName", OPT_STR, offsetof(struct hdf5_cfg, hints), "FILE",
	    "MPI hints, as of MPIIO", 0, 0, NULL, 0 },
	{ 0, "hdf5.showHints", OPT_FLAG, offsetof(struct hdf5_cfg, show), NULL,
	    "print the hints in use, at each open", 0, 0, NULL, 0 },
	{ 0, "hdf5.noFill", OPT_FLAG, offsetof(struct hdf5_cfg, no_fill), NULL,
	    "never write fill values", 0, 0, NULL, 0 },
	{ 0, "hdf5.collectiveMetadata", OPT_FLAG, offsetof(struct hdf5_cfg, collective_metadata),
	    NULL, "collective metadata operations", 0, 0, NULL, 0 },
	{ 0, "hdf5.individualDataSets", OPT_FLAG, offsetof(struct hdf5_cfg, individual), NULL,
	    "a data set of its own for each task", 0, 0, NULL, 0 },
	{ 0, "hdf5.setAlignment", OPT_SIZE, offsetof(struct hdf5_cfg, alignment), "BYTES",
	    "alignment of objects in the file", 0, 0, NULL, 0 },
	{ 0, "hdf5.chunkSize", OPT_SIZE, offsetof(struct hdf5_cfg, chunk), "BYTES",
	    "chunked data sets", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static int
hdf5_init(struct io_ctx **out, const struct io_env *env, struct err *e)
{
	struct io_ctx *c;
	int rc;

	c = mem_zero(1, sizeof *c);
	if (env->cfg != NULL)
		c->cfg = *(const struct hdf5_cfg *)env->cfg;
	c->env = env;
	c->shape = env->shape;
	if (c->cfg.individual && c->shape != NULL && c->shape->collective)
		rc = err_set(e, EINVAL,
		    "individualDataSets: does not go with -c: a collective transfer is one of all "
		    "tasks on one data set");
	else
		rc = mpi_files_start(env, "HDF5", c->cfg.hints, &c->comm, &c->info, e);
	if (rc != 0) {
		free(c);
		return rc;
	}
	H5open();
	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	c->unit = c->shape->transfer % 8 == 0 ? 8 : 1;
	c->type = c->unit == 8 ? H5T_NATIVE_LLONG : H5T_NATIVE_UCHAR;
	c->move = H5Pcreate(H5P_DATASET_XFER);
	H5Pset_dxpl_mpio(
	    c->move, c->shape->collective ? H5FD_MPIO_COLLECTIVE : H5FD_MPIO_INDEPENDENT);
	*out = c;
	return 0;
}

static void
hdf5_fini(struct io_ctx *c)
{
	H5Pclose(c->move);
	MPI_Info_free(&c->info);
	free(c);
}

/* Bytes of a segment. */
static uint64_t
segment_size(const struct io_ctx *c)
{
	return c->shape->block * (c->shape->fpp ? 1 : c->shape->tasks);
}

/* How many data sets a segment is made of, and the bytes of one. */
static uint64_t
sets_of_segment(const struct io_ctx *c)
{
	return c->cfg.individual && !c->shape->fpp ? c->shape->tasks : 1;
}

static uint64_t
set_size(const struct io_ctx *c)
{
	return segment_size(c) / sets_of_segment(c);
}

/* The name of a data set by its number in the order of the file. */
static void
set_name(const struct io_ctx *c, char *buf, size_t size, uint64_t number)
{
	uint64_t sets = sets_of_segment(c);

	snprintf(buf, size, "Dataset-%04llu.%04llu", (unsigned long long)(number % sets),
	    (unsigned long long)(number / sets));
}

/* All of them at once: creating one is collective, and tasks do not reach a segment together. */
static int
create_sets(struct io_ctx *c, hid_t file)
{
	hsize_t length = set_size(c) / c->unit, chunk = c->cfg.chunk / c->unit;
	hid_t space = H5Screate_simple(1, &length, NULL), how = H5Pcreate(H5P_DATASET_CREATE);
	int rc = 0;

	if (c->cfg.no_fill)
		H5Pset_fill_time(how, H5D_FILL_TIME_NEVER);
	if (chunk > 0)
		H5Pset_chunk(how, 1, &chunk);
	for (uint64_t s = 0; s < c->shape->segments * sets_of_segment(c) && rc == 0; s++) {
		char name[64];
		hid_t set;

		set_name(c, name, sizeof name, s);
		if (H5Lexists(file, name, H5P_DEFAULT) > 0)
			continue;
		set = H5Dcreate2(file, name, c->type, space, H5P_DEFAULT, how, H5P_DEFAULT);
		rc = set < 0 ? -EIO : 0;
		if (set >= 0)
			H5Dclose(set);
	}
	H5Pclose(how);
	H5Sclose(space);
	return rc;
}

static int
hdf5_open(struct io_ctx *c, const char *path, unsigned flags, mode_t mode, struct io_file *f)
{
	hid_t how = H5Pcreate(H5P_FILE_ACCESS), id;
	int exists = mpi_files_there(c->env, path), rc = 0;
	struct file *h;
	char *name = mpi_hints_name(path);

	(void)mode;
	H5Pset_fapl_mpio(how, c->comm, c->info);
	if (c->cfg.alignment > 1)
		H5Pset_alignment(how, c->cfg.alignment, c->cfg.alignment);
	if (c->cfg.collective_metadata) {
		H5Pset_all_coll_metadata_ops(how, 1);
		H5Pset_coll_metadata_write(how, 1);
	}
	if (flags & IO_WRITE && exists != 0)
		id = H5Fcreate(name, H5F_ACC_EXCL, H5P_DEFAULT, how);
	else
		id = exists == 0
			 ? H5Fopen(name, flags & IO_WRITE ? H5F_ACC_RDWR : H5F_ACC_RDONLY, how)
			 : -1;
	H5Pclose(how);
	free(name);
	if (id < 0)
		return exists == -ENOENT && !(flags & IO_WRITE) ? -ENOENT : -EIO;
	if (flags & IO_WRITE)
		rc = create_sets(c, id);
	if (rc != 0) {
		H5Fclose(id);
		return rc;
	}
	h = mem_zero(1, sizeof *h);
	h->id = id;
	h->number = UINT64_MAX;
	mpi_files_opened(f, c, h);
	return 0;
}

/* The data set that a byte lies in. */
static int
enter(struct io_ctx *c, struct file *h, uint64_t at)
{
	uint64_t number = at / set_size(c);
	char name[64];

	if (number == h->number)
		return 0;
	if (h->number != UINT64_MAX)
		H5Dclose(h->set);
	set_name(c, name, sizeof name, number);
	h->set = H5Dopen2(h->id, name, H5P_DEFAULT);
	h->number = h->set < 0 ? UINT64_MAX : number;
	return h->set < 0 ? -EIO : 0;
}

static ssize_t
transfer(struct io_file *f, const void *out, void *in, size_t len, off_t at)
{
	struct io_ctx *c = f->ctx;
	struct file *h = f->p;
	hsize_t from = (uint64_t)at % set_size(c) / c->unit, n = len / c->unit;
	hid_t memory, place;
	int rc = enter(c, h, (uint64_t)at);
	herr_t done;

	if (rc != 0)
		return rc;
	memory = H5Screate_simple(1, &n, NULL);
	place = H5Dget_space(h->set);
	if (H5Sselect_hyperslab(place, H5S_SELECT_SET, &from, NULL, &n, NULL) < 0)
		done = -1;
	else
		done = out != NULL ? H5Dwrite(h->set, c->type, memory, place, c->move, out)
				   : H5Dread(h->set, c->type, memory, place, c->move, in);
	H5Sclose(memory);
	H5Sclose(place);
	return done < 0 ? -EIO : (ssize_t)len;
}

static ssize_t
hdf5_pwrite(struct io_file *f, const void *buf, size_t len, off_t at)
{
	return transfer(f, buf, NULL, len, at);
}

static ssize_t
hdf5_pread(struct io_file *f, void *buf, size_t len, off_t at)
{
	return transfer(f, NULL, buf, len, at);
}

static int
hdf5_sync(struct io_file *f)
{
	return H5Fflush(((struct file *)f->p)->id, H5F_SCOPE_GLOBAL) < 0 ? -EIO : 0;
}

static int
hdf5_close(struct io_file *f)
{
	struct file *h = f->p;
	int rc = 0;

	if (h->number != UINT64_MAX && H5Dclose(h->set) < 0)
		rc = -EIO;
	if (H5Fclose(h->id) < 0)
		rc = -EIO;
	free(h);
	return rc;
}

const struct io_ops io_hdf5 = {
	.name = "HDF5",
	.help = "parallel HDF5, a data set for each segment",
	.caps = IO_DATA | IO_COLLECTIVE | IO_PATHS,
	.opts = opts,
	.cfg_size = sizeof(struct hdf5_cfg),
	.init = hdf5_init,
	.fini = hdf5_fini,
	.open = hdf5_open,
	.pwrite = hdf5_pwrite,
	.pread = hdf5_pread,
	.sync = hdf5_sync,
	.close = hdf5_close,
	.unlink = paths_unlink,
	.mkdir = paths_mkdir,
};
