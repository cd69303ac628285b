/*
 * Loaded before the MPI library.  At the end rank 0 says on stderr how often it called each kind of
 * collective, what came to it, how many messages all ranks sent one another, and the largest memory
 * of a rank:
 *
 *   barriers B reductions R                                         as two kinds of waiting: for
 * all, for rank 0 calls: barrier N allreduce N reduce N gather N bcast N all-to-all N gathered:
 * largest record N bytes a rank, N bytes a rank in all messages: N of all ranks memory: N KiB
 *
 * A program that never starts MPI says only the last line.
 */
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>

enum kind { BARRIER, ALLREDUCE, REDUCE, GATHER, BCAST, ALL_TO_ALL, KINDS };

struct counts {
	int call[KINDS];
	long record, gathered; /* bytes of each rank: the largest, all */
	long messages;
};

static struct counts *
counts(void)
{
	static struct counts c;

	return &c;
}

static void
count_gather(int n, MPI_Datatype type)
{
	int size;

	PMPI_Type_size(type, &size);
	counts()->call[GATHER]++;
	counts()->gathered += (long)n * size;
	if ((long)n * size > counts()->record)
		counts()->record = (long)n * size;
}

int
MPI_Barrier(MPI_Comm comm)
{
	counts()->call[BARRIER]++;
	return PMPI_Barrier(comm);
}

int
MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	counts()->call[ALLREDUCE]++;
	return PMPI_Allreduce(from, to, n, type, op, comm);
}

int
MPI_Reduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
	counts()->call[REDUCE]++;
	return PMPI_Reduce(from, to, n, type, op, root, comm);
}

int
MPI_Gather(const void *from, int n, MPI_Datatype type, void *to, int m, MPI_Datatype into, int root,
    MPI_Comm comm)
{
	count_gather(n, type);
	return PMPI_Gather(from, n, type, to, m, into, root, comm);
}

int
MPI_Gatherv(const void *from, int n, MPI_Datatype type, void *to, const int *m, const int *at,
    MPI_Datatype into, int root, MPI_Comm comm)
{
	count_gather(n, type);
	return PMPI_Gatherv(from, n, type, to, m, at, into, root, comm);
}

int
MPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
	counts()->call[BCAST]++;
	return PMPI_Bcast(data, n, type, root, comm);
}

/* Whatever gives each rank something from each: the same finding. */
int
MPI_Allgather(
    const void *from, int n, MPI_Datatype type, void *to, int m, MPI_Datatype into, MPI_Comm comm)
{
	counts()->call[ALL_TO_ALL]++;
	return PMPI_Allgather(from, n, type, to, m, into, comm);
}

int
MPI_Allgatherv(const void *from, int n, MPI_Datatype type, void *to, const int *m, const int *at,
    MPI_Datatype into, MPI_Comm comm)
{
	counts()->call[ALL_TO_ALL]++;
	return PMPI_Allgatherv(from, n, type, to, m, at, into, comm);
}

int
MPI_Alltoall(
    const void *from, int n, MPI_Datatype type, void *to, int m, MPI_Datatype into, MPI_Comm comm)
{
	counts()->call[ALL_TO_ALL]++;
	return PMPI_Alltoall(from, n, type, to, m, into, comm);
}

int
MPI_Alltoallv(const void *from, const int *n, const int *at, MPI_Datatype type, void *to,
    const int *m, const int *into_at, MPI_Datatype into, MPI_Comm comm)
{
	counts()->call[ALL_TO_ALL]++;
	return PMPI_Alltoallv(from, n, at, type, to, m, into_at, into, comm);
}

int
MPI_Send(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
	counts()->messages++;
	return PMPI_Send(data, n, type, to, tag, comm);
}

int
MPI_Isend(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
    MPI_Request *request)
{
	counts()->messages++;
	return PMPI_Isend(data, n, type, to, tag, comm, request);
}

static long
memory(void)
{
	struct rusage r = { 0 };

	getrusage(RUSAGE_SELF, &r);
	return r.ru_maxrss;
}

int
MPI_Finalize(void)
{
	struct counts *c = counts();
	long mine[2] = { c->messages, memory() }, messages, most;
	int rank;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	PMPI_Reduce(&mine[0], &messages, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
	PMPI_Reduce(&mine[1], &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
	if (rank == 0) {
		fprintf(stderr, "barriers %d reductions %d\n",
		    c->call[BARRIER] + c->call[ALLREDUCE], c->call[REDUCE] + c->call[GATHER]);
		fprintf(stderr,
		    "calls: barrier %d allreduce %d reduce %d gather %d bcast %d all-to-all %d\n",
		    c->call[BARRIER], c->call[ALLREDUCE], c->call[REDUCE], c->call[GATHER],
		    c->call[BCAST], c->call[ALL_TO_ALL]);
		fprintf(stderr,
		    "gathered: largest record %ld bytes a rank, %ld bytes a rank in all\n",
		    c->record, c->gathered);
		fprintf(stderr, "messages: %ld of all ranks\nmemory: %ld KiB\n", messages, most);
	}
	return PMPI_Finalize();
}

__attribute__((destructor)) static void
end(void)
{
	int started = 0;

	PMPI_Initialized(&started);
	if (!started)
		fprintf(stderr, "memory: %ld KiB\n", memory());
}
