#ifndef IO_MPI_HINTS_H
#define IO_MPI_HINTS_H

#include <mpi.h>

struct err;
struct par;

/*
 * Hints for MPI files: lines IOR_HINT__MPI__KEY=VALUE of the file `path` (may be NULL) and
 * variables of that form in rank 0's environment; other lines are skipped, other IOR_HINT prefixes
 * with a warning.  Collective.  0 and *info (MPI_Info_free), or -errno with e.
 */
int mpi_hints_read(const char *path, const struct par *par, MPI_Info *info, struct err *e);

/*
 * A name that MPI libraries take (Open MPI 4.1 does not open a relative name of one letter); the caller frees.
 */
char *mpi_hints_name(const char *path);

/* What is in use for an open file, to stderr. */
void mpi_hints_show(MPI_File fh);

#endif
