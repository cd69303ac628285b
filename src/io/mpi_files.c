#include <errno.h>
#include <sys/stat.h>

#include "core/err.h"
#include "io/io.h"
#include "io/mpi_files.h"
#include "io/mpi_hints.h"
#include "par/par.h"
#include "par/par_comm.h"

int
mpi_files_start(const struct io_env *env, const char *api, const char *hints, MPI_Comm *comm,
    MPI_Info *info, struct err *e)
{
	if (env->shape == NULL)
		return err_set(e, EINVAL, "-a %s: is for data, not for names", api);
	*comm = par_comm(env->par); /* starts MPI where it is not yet */
	if (env->shape->fpp)
		*comm = MPI_COMM_SELF;
	return mpi_hints_read(hints, env->par, info, e);
}

int
mpi_files_there(const struct io_env *env, const char *path)
{
	struct stat st;
	int rc = stat(path, &st) == 0 ? 0 : errno;

	if (!env->shape->fpp)
		par_bcast(env->par, &rc, sizeof rc);
	return -rc;
}

void
mpi_files_opened(struct io_file *f, struct io_ctx *c, void *h)
{
	f->ctx = c;
	f->fd = -1;
	f->p = h;
}
