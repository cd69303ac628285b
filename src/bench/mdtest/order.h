#ifndef MDTEST_ORDER_H
#define MDTEST_ORDER_H

#include <stdint.h>

/*
 * A random order of 0 ... n-1 without an array: a four-round Feistel network over the next even
 * number of bits, walked until it lands inside.  The same seed gives the same order.
 */
struct order {
	uint64_t n, mask, key[4];
	int half; /* bits */
};

void order_init(struct order *o, uint64_t n, uint64_t seed);
uint64_t order_at(const struct order *o, uint64_t i); /* i < n */

#endif
