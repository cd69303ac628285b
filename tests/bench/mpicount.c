/* Loaded before the MPI library: how often rank 0 called each kind of collective, on stderr at the
 * end. */
#include <mpi.h>
#include <stdio.h>

struct counts {
	int rank, barriers, reductions;
};

static struct counts *
counts(void)
{
	static struct counts c;

	return &c;
}

int
MPI_Barrier(MPI_Comm comm)
{
	counts()->barriers++;
	return PMPI_Barrier(comm);
}

int
MPI_Reduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
	counts()->reductions++;
	return PMPI_Reduce(from, to, n, type, op, root, comm);
}

int
MPI_Gather(const void *from, int n, MPI_Datatype type, void *to, int m, MPI_Datatype into, int root,
    MPI_Comm comm)
{
	counts()->reductions++;
	return PMPI_Gather(from, n, type, to, m, into, root, comm);
}

int
MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	counts()->barriers++; /* nobody leaves before all have come */
	return PMPI_Allreduce(from, to, n, type, op, comm);
}

int
MPI_Finalize(void)
{
	PMPI_Comm_rank(MPI_COMM_WORLD, &counts()->rank);
	if (counts()->rank == 0)
		fprintf(stderr, "barriers %d reductions %d\n", counts()->barriers,
		    counts()->reductions);
	return PMPI_Finalize();
}
