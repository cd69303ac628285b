#include <stdlib.h>

#include "bench/ior/reorder.h"
#include "tests/unit.h"

/* owner[] is a permutation; returns how many tasks stay on their node. */
static int
check(const int *node, int n, int distance)
{
	int *owner = calloc((size_t)n, sizeof *owner), *hit = calloc((size_t)n, sizeof *hit), same = 0;

	CHECK(reorder_constant(node, n, distance, owner) >= 0);
	for (int r = 0; r < n; r++)
		if (CHECK(owner[r] >= 0 && owner[r] < n)) {
			hit[owner[r]]++;
			same += node[owner[r]] == node[r];
		}
	for (int r = 0; r < n; r++)
		CHECK(hit[r] == 1);
	free(owner), free(hit);
	return same;
}

static void
no_task_reads_its_own_node_whatever_the_placement(void)
{
	static const int block[] = { 0, 0, 1, 1, 2, 2 }, cyclic[] = { 0, 1, 2, 0, 1, 2 },
			 uneven[] = { 0, 0, 0, 1, 1, 2, 3 }, odd[] = { 0, 1, 1, 0, 2, 0, 3, 3 };

	for (int q = 1; q < 9; q++) {
		CHECK(check(block, 6, q) == 0);
		CHECK(check(cyclic, 6, q) == 0);
		CHECK(check(uneven, 7, q) == 0);
		CHECK(check(odd, 8, q) == 0);
	}
}

static void
even_blocks_shift_as_upstream_does(void)
{
	static const int block[] = { 0, 0, 1, 1, 2, 2 };
	int owner[6];

	reorder_constant(block, 6, 1, owner);
	for (int r = 0; r < 6; r++)
		CHECK(owner[r] == (r + 2) % 6);
	reorder_constant(block, 6, 2, owner);
	for (int r = 0; r < 6; r++)
		CHECK(owner[r] == (r + 4) % 6);
}

static void
what_cannot_be_moved_is_counted(void)
{
	static const int one[] = { 0, 0, 0, 0 }, heavy[] = { 0, 0, 0, 1 };
	int owner[4];

	CHECK(reorder_constant(one, 4, 1, owner) == 4);
	CHECK(reorder_constant(heavy, 4, 1, owner) == check(heavy, 4, 1));
	CHECK(check(heavy, 4, 1) == 2);
	CHECK(check(one, 1, 1) == 1);
}

static void
a_random_order_reaches_other_nodes_too(void)
{
	static const int uneven[] = { 0, 0, 0, 1, 1, 2, 3 }, cyclic[] = { 0, 1, 2, 0, 1, 2 };
	int owner[7], again[7], other[7], differ = 0;

	for (uint64_t seed = 0; seed < 200; seed++)
		for (int q = 1; q < 4; q++) {
			int hit[7] = { 0 };

			CHECK(reorder_random(uneven, 7, q, seed, owner) == 0);
			CHECK(reorder_random(cyclic, 6, q, seed, other) == 0);
			reorder_random(uneven, 7, q, seed, again);
			CHECK(memcmp(owner, again, sizeof owner) == 0);
			for (int r = 0; r < 7; r++)
				hit[owner[r]]++;
			for (int r = 0; r < 7; r++)
				CHECK(hit[r] == 1);
			reorder_random(uneven, 7, q, seed + 1, other);
			differ += memcmp(owner, other, sizeof owner) != 0;
		}
	CHECK(differ > 500);
}

int
main(void)
{
	a_random_order_reaches_other_nodes_too();
	no_task_reads_its_own_node_whatever_the_placement();
	even_blocks_shift_as_upstream_does();
	what_cannot_be_moved_is_counted();
	return unit_end();
}
