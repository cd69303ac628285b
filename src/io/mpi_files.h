#ifndef IO_MPI_FILES_H
#define IO_MPI_FILES_H

#include <mpi.h>

struct err;
struct io_ctx;
struct io_env;
struct io_file;

/* What the backends on top of MPI-IO have in common. */

/*
 * The ranks that share a file, and the hints of a file (NULL: the environment's only) and of the
 * environment.  0, or -errno with e, also where `api` is asked for names instead of data.  The
 * caller frees *info.
 */
int mpi_files_start(const struct io_env *env, const char *api, const char *hints, MPI_Comm *comm,
    MPI_Info *info, struct err *e);

/* 0 where the file is there, on every rank that shares it alike; else -errno. */
int mpi_files_there(const struct io_env *env, const char *path);

/* A backend's file, in h. */
void mpi_files_opened(struct io_file *f, struct io_ctx *c, void *h);

#endif
