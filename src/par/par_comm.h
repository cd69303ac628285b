#ifndef PAR_PAR_COMM_H
#define PAR_PAR_COMM_H

#include <mpi.h>

struct par;

/*
 * The group as MPI knows it, for backends that are made of MPI.  Where no launcher started this
 * process, MPI is started now, for this one rank.
 */
MPI_Comm par_comm(const struct par *p);

#endif
