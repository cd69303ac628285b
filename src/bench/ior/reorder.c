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
