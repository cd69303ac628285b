#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/mem.h"
#include "par/par.h"
#include "par/par_hosts.h"

/* Where a rank is, as it tells rank 0. */
struct seat {
	int rank;
	char host[PAR_HOST_SIZE];
};

static int
by_host(const void *a, const void *b)
{
	const struct seat *x = a, *y = b;
	int c = strcmp(x->host, y->host);

	return c != 0 ? c : x->rank - y->rank;
}

/* Rank 0: number the hosts in order of their first rank. */
static int
number(struct seat *seat, int size, int *node)
{
	int nodes = 0;

	qsort(seat, (size_t)size, sizeof *seat, by_host);
	for (int i = 0; i < size; i++) /* first the lowest rank of the host, then its number */
		node[seat[i].rank] = i > 0 && strcmp(seat[i].host, seat[i - 1].host) == 0
					 ? node[seat[i - 1].rank]
					 : seat[i].rank;
	for (int r = 0; r < size; r++)
		node[r] = node[r] == r ? nodes++ : node[node[r]];
	return nodes;
}

/* CHECK_FS_FAKE_NODES=N: pretend, for tests on one machine, that the ranks are spread over N hosts.
 */
static void
fake_host(char *host, int rank, int size)
{
	const char *v = getenv("CHECK_FS_FAKE_NODES");
	int n = v ? atoi(v) : 0, each;

	if (n < 2)
		return;
	each = (size + n - 1) / n;
	snprintf(host, PAR_HOST_SIZE, "fake%d", rank / each);
	if (rank == 0)
		fprintf(stderr, "par: CHECK_FS_FAKE_NODES: the %d nodes are pretended\n", n);
}

int
par_hosts(const struct par *p, int *node, char *own, char (**names)[PAR_HOST_SIZE])
{
	int size = par_size(p), nodes = 0;
	struct seat mine = { .rank = par_rank(p) }, *seat = NULL;

	gethostname(mine.host, sizeof mine.host - 1);
	fake_host(mine.host, mine.rank, size);
	memcpy(own, mine.host, sizeof mine.host);
	if (mine.rank == 0)
		seat = mem_zero((size_t)size, sizeof *seat);
	par_gather(p, &mine, sizeof mine, seat);
	if (mine.rank == 0) {
		nodes = number(seat, size, node);
		*names = mem_zero((size_t)nodes, sizeof **names);
		for (int i = 0; i < size; i++)
			memcpy((*names)[node[seat[i].rank]], seat[i].host, PAR_HOST_SIZE);
	}
	free(seat);
	par_bcast(p, &nodes, sizeof nodes);
	par_bcast(p, node, (size_t)size * sizeof *node);
	return nodes;
}
