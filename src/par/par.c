#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/hot.h"
#include "core/mem.h"
#include "core/stop.h"
#include "par/par.h"
#include "par/par_comm.h"
#include "par/par_hosts.h"

enum { TAG_STOP = 77, MOST_STRIDE = 64, FAN = 16 };

/*
 * What changes while a group works: who told whom to stop.  The word goes along the edges of a tree
 * in which each rank has FAN below it, once in each direction: even where all ranks get a signal,
 * none sends more than FAN + 1 messages.
 */
struct told {
	bool sent;           /* this rank told its neighbours */
	bool heard[FAN + 1]; /* from whom: the one above, those below */
	int stride, skipped; /* calls of par_stopped between two looks at the clock */
	uint64_t looked;     /* when, ns */
};

struct par {
	MPI_Comm comm; /* not used where size is 1 */
	int rank, size, nodes;
	int *node;                   /* of each rank */
	char (*host)[PAR_HOST_SIZE]; /* of each node; rank 0 only */
	char own[PAR_HOST_SIZE];
	struct told *told;
	bool mpi; /* MPI was started */
};

static struct par *
world(void)
{
	static struct par w; /* the one set of ranks a process belongs to */

	return &w;
}

/* Number in an environment variable; 0 where it is unset. */
static int
env_number(const char *name)
{
	const char *v = getenv(name);

	return v ? atoi(v) : 0;
}

/* The number of ranks that whoever started this process meant: 0 where nobody says, -1 where it is
 * told but not how many. */
static int
ranks_asked(void)
{
	static const char *const size[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
		"MV2_COMM_WORLD_SIZE", "PALS_SIZE", "FLUX_JOB_SIZE", "SLURM_STEP_NUM_TASKS", NULL };
	static const char *const other[] = { "PMIX_RANK", "PMI_RANK", "PMI_FD", "ALPS_APP_PE",
		NULL };

	for (size_t i = 0; size[i] != NULL; i++)
		if (env_number(size[i]) > 0)
			return env_number(size[i]);
	for (size_t i = 0; other[i] != NULL; i++)
		if (getenv(other[i]) != NULL)
			return -1;
	return 0;
}

int
par_launched_rank(void)
{
	static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
		"MV2_COMM_WORLD_RANK", "PALS_RANKID", "FLUX_TASK_RANK", "SLURM_PROCID", NULL };

	for (size_t i = 0; names[i] != NULL; i++)
		if (getenv(names[i]) != NULL)
			return env_number(names[i]);
	return 0;
}

static void
find_hosts(struct par *p)
{
	p->node = mem_zero((size_t)p->size, sizeof *p->node);
	p->nodes = par_hosts(p, p->node, p->own, &p->host);
	p->told = mem_zero(1, sizeof *p->told);
	p->told->stride = 1;
}

int
par_init(int *argc, char ***argv, struct err *e)
{
	struct par *w = world();
	int asked = ranks_asked();

	w->size = 1;
	if (asked < 0 || asked > 1) {
		if (MPI_Init(argc, argv) != MPI_SUCCESS)
			return err_set(e, EPROTO, "MPI_Init failed");
		w->mpi = true;
		w->comm = MPI_COMM_WORLD;
		MPI_Comm_rank(w->comm, &w->rank);
		MPI_Comm_size(w->comm, &w->size);
	}
	find_hosts(w);
	if (asked > 1 && w->size == 1)
		return err_set(e, EPROTO,
		    "%d ranks were started, but each sees only itself: the launcher does not match "
		    "the MPI "
		    "library (under Slurm try srun --mpi=pmix or --mpi=pmi2; srun --mpi=list shows "
		    "what there is)",
		    asked);
	return 0;
}

void
par_fini(void)
{
	struct par *w = world();

	if (w->mpi)
		MPI_Finalize();
	free(w->host);
	free(w->node);
	free(w->told);
	memset(w, 0, sizeof *w);
}

void
par_exit(int status)
{
	par_fini();
	exit(status);
}

const struct par *
par_world(void)
{
	return world();
}

struct par *
par_first(const struct par *p, int n)
{
	struct par *q;
	MPI_Comm comm = MPI_COMM_NULL;

	if (p->size > 1)
		MPI_Comm_split(p->comm, p->rank < n ? 0 : MPI_UNDEFINED, p->rank, &comm);
	if (p->rank >= n)
		return NULL;
	q = mem_zero(1, sizeof *q);
	q->comm = comm;
	q->rank = p->rank;
	q->size = p->size < n ? p->size : n;
	memcpy(q->own, p->own, sizeof q->own);
	q->node = mem_zero((size_t)q->size, sizeof *q->node);
	memcpy(q->node, p->node, (size_t)q->size * sizeof *q->node);
	for (int r = 0; r < q->size; r++) /* numbered in order of their first rank */
		q->nodes = q->node[r] < q->nodes ? q->nodes : q->node[r] + 1;
	if (p->host != NULL) {
		q->host = mem_zero((size_t)q->nodes, sizeof *q->host);
		memcpy(q->host, p->host, (size_t)q->nodes * sizeof *q->host);
	}
	q->told = mem_zero(1, sizeof *q->told);
	q->told->stride = 1;
	return q;
}

void
par_drop(struct par *p)
{
	if (p == NULL)
		return;
	if (p->comm != MPI_COMM_NULL)
		MPI_Comm_free(&p->comm);
	free(p->host);
	free(p->node);
	free(p->told);
	free(p);
}

MPI_Comm
par_comm(const struct par *p)
{
	struct par *w = world();

	if (!w->mpi) {
		MPI_Init(NULL, NULL);
		w->mpi = true;
	}
	return p->size == 1 ? MPI_COMM_SELF : p->comm;
}

int
par_rank(const struct par *p)
{
	return p->rank;
}

int
par_size(const struct par *p)
{
	return p->size;
}

int
par_nodes(const struct par *p)
{
	return p->nodes;
}

int
par_node(const struct par *p, int rank)
{
	return p->node[rank];
}

int
par_on_node(const struct par *p, int node)
{
	int n = 0;

	for (int r = 0; r < p->size; r++)
		n += p->node[r] == node;
	return n;
}

const char *
par_host(const struct par *p, int rank)
{
	return p->host != NULL ? p->host[p->node[rank]] : p->own;
}

void
par_barrier(const struct par *p)
{
	if (p->size > 1)
		MPI_Barrier(p->comm);
}

void
par_bcast(const struct par *p, void *data, size_t size)
{
	char *at = data;

	if (p->size == 1)
		return;
	for (size_t done = 0, part; done < size; done += part) {
		part = size - done < INT_MAX ? size - done : INT_MAX;
		MPI_Bcast(at + done, (int)part, MPI_BYTE, 0, p->comm);
	}
}

static double
reduced(const struct par *p, double x, MPI_Op op)
{
	double out = x;

	if (p->size > 1)
		MPI_Allreduce(&x, &out, 1, MPI_DOUBLE, op, p->comm);
	return out;
}

double
par_max(const struct par *p, double x)
{
	return reduced(p, x, MPI_MAX);
}

double
par_min(const struct par *p, double x)
{
	return reduced(p, x, MPI_MIN);
}

uint64_t
par_sum(const struct par *p, uint64_t x)
{
	uint64_t out = x;

	if (p->size > 1)
		MPI_Allreduce(&x, &out, 1, MPI_UINT64_T, MPI_SUM, p->comm);
	return out;
}

/* MPI_Reduce to rank 0, x and out may be the same. */
static void
to_root(const struct par *p, const void *x, void *out, size_t n, size_t size, MPI_Datatype type,
    MPI_Op op)
{
	if (p->size == 1) {
		memmove(out, x, n * size);
		return;
	}
	if (p->rank == 0 && x == out)
		x = MPI_IN_PLACE;
	MPI_Reduce(x, p->rank == 0 ? out : NULL, (int)n, type, op, 0, p->comm);
}

void
par_max_root(const struct par *p, const double *x, double *out, size_t n)
{
	to_root(p, x, out, n, sizeof *x, MPI_DOUBLE, MPI_MAX);
}

void
par_min_root(const struct par *p, const double *x, double *out, size_t n)
{
	to_root(p, x, out, n, sizeof *x, MPI_DOUBLE, MPI_MIN);
}

void
par_sum_root(const struct par *p, const uint64_t *x, uint64_t *out, size_t n)
{
	to_root(p, x, out, n, sizeof *x, MPI_UINT64_T, MPI_SUM);
}

void
par_gather(const struct par *p, const void *mine, size_t size, void *all)
{
	if (p->size == 1)
		memmove(all, mine, size);
	else
		MPI_Gather(mine, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, 0, p->comm);
}

/* Neighbour k of this rank in the tree: 0 the one above, 1 .. FAN those below; -1 where there is
 * none. */
static int
neighbour(const struct par *p, int k)
{
	int below = FAN * p->rank + k;

	if (k == 0)
		return p->rank > 0 ? (p->rank - 1) / FAN : -1;
	return below < p->size ? below : -1;
}

static void
take(const struct par *p, int k)
{
	MPI_Recv(NULL, 0, MPI_BYTE, neighbour(p, k), TAG_STOP, p->comm, MPI_STATUS_IGNORE);
	p->told->heard[k] = true;
}

void
par_stop(const struct par *p)
{
	if (p->told->sent)
		return;
	p->told->sent = true;
	for (int k = 0; k <= FAN; k++) {
		MPI_Request q;

		if (neighbour(p, k) < 0)
			continue;
		MPI_Isend(NULL, 0, MPI_BYTE, neighbour(p, k), TAG_STOP, p->comm, &q);
		MPI_Request_free(
		    &q); /* empty message: nothing to keep; par_agree receives it in any case */
	}
}

/* Take what has arrived, and pass it on. */
static void
hear(const struct par *p)
{
	int there;
	MPI_Status s;

	for (;;) {
		MPI_Iprobe(MPI_ANY_SOURCE, TAG_STOP, p->comm, &there, &s);
		if (!there)
			return;
		take(p, p->rank > 0 && s.MPI_SOURCE == (p->rank - 1) / FAN
			    ? 0
			    : s.MPI_SOURCE - FAN * p->rank);
		par_stop(p);
	}
}

/* Somebody told somebody: each rank tells its neighbours, so that each has one message from every
 * one of them to take.
 */
static void
hear_all(const struct par *p)
{
	par_stop(p);
	for (int k = 0; k <= FAN; k++)
		if (neighbour(p, k) >= 0 && !p->told->heard[k])
			take(p, k);
}

/* Whether it is time to look at the network: every 20 ms, without reading the clock at each call.
 */
static bool
due(struct told *t)
{
	uint64_t now;

	if (++t->skipped < t->stride)
		return false;
	t->skipped = 0;
	now = clock_ns();
	if (now - t->looked < 20000000u) {
		/* calls come fast: read the clock less often; the bound keeps a sudden stall
		 * noticeable */
		if (t->stride < MOST_STRIDE)
			t->stride *= 2;
		return false;
	}
	if (now - t->looked > 40000000u)
		t->stride = 1;
	t->looked = now;
	return true;
}

HOT bool
par_stopped(const struct par *p)
{
	if (stop_asked()) {
		par_stop(p);
		return true;
	}
	if (p->told->sent || p->size == 1)
		return p->told->sent;
	if (!due(p->told))
		return false;
	hear(p);
	return p->told->sent;
}

/* Give rank 0 the text of the first rank that failed, with its rank, host and how many more there
 * were. */
static void
share_text(const struct par *p, struct err *e, int first, int failed)
{
	size_t n;

	if (first != 0 && p->rank == first)
		MPI_Send(e->text, sizeof e->text, MPI_CHAR, 0, TAG_STOP + 1, p->comm);
	if (p->rank != 0)
		return;
	if (first != 0)
		MPI_Recv(e->text, sizeof e->text, MPI_CHAR, first, TAG_STOP + 1, p->comm,
		    MPI_STATUS_IGNORE);
	n = strlen(e->text);
	if (p->size > 1)
		snprintf(
		    e->text + n, sizeof e->text - n, " (rank %d on %s", first, par_host(p, first));
	if (failed > 1) {
		n = strlen(e->text);
		snprintf(e->text + n, sizeof e->text - n, "; and %d more %s", failed - 1,
		    failed > 2 ? "ranks" : "rank");
	}
	n = strlen(e->text);
	if (p->size > 1)
		snprintf(e->text + n, sizeof e->text - n, ")");
}

int
par_agree(const struct par *p, struct err *e)
{
	int mine[2], sum[2], first, code;

	if (e->code == 0 && stop_asked())
		err_set(e, EINTR, "stopped by signal %d", stop_asked());
	mine[0] = e->code != 0;
	mine[1] = p->told->sent;
	if (p->size == 1) {
		memset(p->told, 0, sizeof *p->told);
		p->told->stride = 1;
		return -e->code;
	}
	MPI_Allreduce(mine, sum, 2, MPI_INT, MPI_SUM, p->comm);
	if (sum[1] > 0)
		hear_all(p);
	p->told->sent = false;
	memset(p->told->heard, 0, sizeof p->told->heard);
	if (sum[0] == 0)
		return 0;
	first = mine[0] ? p->rank : p->size;
	MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, p->comm);
	code = e->code;
	MPI_Bcast(&code, 1, MPI_INT, first, p->comm);
	share_text(p, e, first, sum[0]);
	e->code = code;
	return -code;
}
