#include "bench/mdtest/order.h"
#include "core/hot.h"

/* A well-mixed 64-bit number from another (the finaliser of splitmix64). */
static uint64_t
mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

void
order_init(struct order *o, uint64_t n, uint64_t seed)
{
	int bits = 2;

	while (bits < 64 && n > (uint64_t)1 << bits)
		bits += 2;
	o->n = n;
	o->half = bits / 2;
	o->mask = ((uint64_t)1 << o->half) - 1;
	for (int i = 0; i < 4; i++)
		o->key[i] = seed = mix(seed + (uint64_t)i);
}

HOT uint64_t
order_at(const struct order *o, uint64_t i)
{
	do {
		uint64_t left = i >> o->half, right = i & o->mask;

		for (int k = 0; k < 4; k++) {
			uint64_t next = left ^ (mix(right ^ o->key[k]) & o->mask);

			left = right;
			right = next;
		}
		i = left << o->half | right;
	} while (i >= o->n);
	return i;
}
