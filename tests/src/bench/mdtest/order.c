/* -R: each index once, the same order for the same seed, another for another. */
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/order.h"
#include "tests/unit.h"

static void
permutes(uint64_t n, uint64_t seed)
{
	unsigned char *seen = calloc(n, 1);
	struct order o;
	uint64_t twice = 0;

	order_init(&o, n, seed);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t k = order_at(&o, i);

		twice += k >= n || seen[k]++ != 0;
	}
	CHECK(twice == 0);
	free(seen);
}

/* How many of the first n items stay where they were. */
static uint64_t
fixed(uint64_t n, uint64_t seed, uint64_t other)
{
	struct order a, b;
	uint64_t same = 0;

	order_init(&a, n, seed);
	order_init(&b, n, other);
	for (uint64_t i = 0; i < n; i++)
		same += order_at(&a, i) == order_at(&b, i);
	return same;
}

int
main(void)
{
	static const uint64_t n[] = { 1, 2, 3, 4, 5, 16, 17, 1000, 65537 };
	struct order o;
	uint64_t same = 0;

	for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
		permutes(n[i], 0);
		permutes(n[i], 7);
	}
	CHECK(fixed(1000, 5, 5) == 1000);
	CHECK(fixed(1000, 5, 6) < 50);
	order_init(&o, 1000, 0); /* seed 0 is a seed like any other */
	for (uint64_t i = 0; i < 1000; i++)
		same += order_at(&o, i) == i;
	CHECK(same < 50);
	return unit_end();
}
