#include <stdlib.h>

#include "bench/ior/reorder.h"
#include "core/mem.h"

/* Tasks ordered by node, and by rank within one; *most is the largest number on one node. */
static int *
by_node(const int *node, int n, int *most)
{
	int *list = mem_zero((size_t)n, sizeof *list), nodes = 0, *start;

	for (int r = 0; r < n; r++)
		if (node[r] >= nodes)
			nodes = node[r] + 1;
	start = mem_zero((size_t)nodes + 1, sizeof *start);
	*most = 0;
	for (int r = 0; r < n; r++)
		if (++start[node[r] + 1] > *most)
			*most = start[node[r] + 1];
	for (int k = 0; k < nodes; k++)
		start[k + 1] += start[k];
	for (int r = 0; r < n; r++)
		list[start[node[r]]++] = r;
	free(start);
	return list;
}

/*
 * Shifting the ordered list by s moves every task to another node exactly where most <= s <= n -
 * most. The nearest such s to the wanted one.
 */
static int
shift(int n, int most, int distance)
{
	int s = (int)((long long)distance * most % n);

	if (s > n - most)
		s = n - most;
	return s < most ? most % n : s;
}

int
reorder_constant(const int *node, int n, int distance, int *owner)
{
	int most, same = 0, *list = by_node(node, n, &most);
	int s = shift(n, most, distance);

	for (int i = 0; i < n; i++) {
		int reader = list[i], writer = list[(i + s) % n];

		owner[reader] = writer;
		same += node[reader] == node[writer];
	}
	free(list);
	return same;
}

static uint64_t
next(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15ULL;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
	return x ^ x >> 31;
}

/* Fisher and Yates. */
static void
shuffle(int *list, int n, uint64_t *state)
{
	for (int i = n - 1; i > 0; i--) {
		int j = (int)(next(state) % (uint64_t)(i + 1)), t = list[i];

		list[i] = list[j];
		list[j] = t;
	}
}

/* Each node's run of an ordered list, shuffled. */
static void
shuffle_nodes(int *list, const int *node, int n, uint64_t *state)
{
	for (int from = 0, to; from < n; from = to) {
		for (to = from + 1; to < n && node[list[to]] == node[list[from]]; to++)
			;
		shuffle(list + from, to - from, state);
	}
}

/* New numbers for the nodes, so that their order is random too. */
static int *
renumber(const int *node, int n, uint64_t *state)
{
	int *to = mem_zero((size_t)n, sizeof *to), *out = mem_zero((size_t)n, sizeof *out);

	for (int i = 0; i < n; i++)
		to[i] = i;
	shuffle(to, n, state);
	for (int r = 0; r < n; r++)
		out[r] = to[node[r]];
	free(to);
	return out;
}

int
reorder_random(const int *node, int n, int distance, uint64_t seed, int *owner)
{
	uint64_t state = seed ^ 0x5bf03635ULL;
	int *other = renumber(node, n, &state), most, same = 0;
	int *readers = by_node(other, n, &most), *writers = by_node(other, n, &most);
	int least = shift(n, most, distance), range;

	/* as in shift(): from most to n - most all tasks reach another node */
	range = n - most >= least && least > 0 ? n - most - least + 1 : 1;
	least += (int)(next(&state) % (uint64_t)range);
	shuffle_nodes(readers, other, n, &state);
	shuffle_nodes(writers, other, n, &state);
	for (int i = 0; i < n; i++) {
		owner[readers[i]] = writers[(i + least) % n];
		same += node[readers[i]] == node[owner[readers[i]]];
	}
	free(readers), free(writers), free(other);
	return same;
}
