#include <mpi.h>
#include <stdlib.h>
#include <time.h>

#include "core/mem.h"
#include "par/par.h"
#include "par/par_comm.h"

enum { TAG_CLOCK = 79, ROUNDS = 12, VALUES = 3 };

static double
now(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A node's first rank: says what its clocks show, ROUNDS times. */
static void
answer(MPI_Comm comm)
{
	for (int i = 0; i < ROUNDS; i++) {
		double mine[2];

		MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG_CLOCK, comm, MPI_STATUS_IGNORE);
		mine[0] = now(CLOCK_MONOTONIC);
		mine[1] = now(CLOCK_REALTIME);
		MPI_Send(mine, 2, MPI_DOUBLE, 0, TAG_CLOCK, comm);
	}
}

/*
 * Rank 0: out[0], out[1] how far `rank` is ahead, out[2] half of the way there and back.  The
 * quickest round counts: the answer was given somewhere between the question and its arrival.
 */
static void
ask(MPI_Comm comm, int rank, double *out)
{
	for (int i = 0; i < ROUNDS; i++) {
		double start = now(CLOCK_MONOTONIC), wall = now(CLOCK_REALTIME), theirs[2], half;

		MPI_Send(NULL, 0, MPI_BYTE, rank, TAG_CLOCK, comm);
		MPI_Recv(theirs, 2, MPI_DOUBLE, rank, TAG_CLOCK, comm, MPI_STATUS_IGNORE);
		half = (now(CLOCK_MONOTONIC) - start) / 2;
		if (i > 0 && half >= out[2])
			continue;
		out[0] = theirs[0] - (start + half);
		out[1] = theirs[1] - (wall + half);
		out[2] = half;
	}
}

double
par_clocks(const struct par *p, double *monotonic, double *calendar)
{
	int nodes = par_nodes(p), me = par_node(p, par_rank(p)), next = 1;
	double *of = mem_zero((size_t)nodes * VALUES, sizeof *of), worst = 0;

	/* nodes are numbered in the order of their first ranks */
	for (int r = 1; r < par_size(p) && next < nodes; r++) {
		if (par_node(p, r) != next)
			continue;
		if (par_rank(p) == 0)
			ask(par_comm(p), r, &of[next * VALUES]);
		else if (par_rank(p) == r)
			answer(par_comm(p));
		next++;
	}
	if (nodes > 1)
		par_bcast(p, of, (size_t)nodes * VALUES * sizeof *of);
	*monotonic = of[me * VALUES];
	*calendar = of[me * VALUES + 1];
	for (int k = 0; k < nodes; k++)
		if (of[k * VALUES + 2] > worst)
			worst = of[k * VALUES + 2];
	free(of);
	return worst;
}
