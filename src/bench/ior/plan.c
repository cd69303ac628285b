#include <stddef.h>

#include "bench/ior/plan.h"
#include "core/hot.h"

uint64_t
plan_count(const struct plan *p)
{
	return p->block / p->transfer * p->segments;
}

uint64_t
plan_file_size(const struct plan *p)
{
	return p->block * p->segments * (p->fpp ? 1 : p->tasks);
}

uint64_t
plan_total(const struct plan *p)
{
	return p->block * p->segments * p->tasks;
}

/* Round function: the high bits of a product depend on all bits of x. */
HOT static uint64_t
mix(uint64_t x, uint64_t key)
{
	x = (x ^ key) * 0x9e3779b97f4a7c15ULL;
	return x ^ x >> 32;
}

HOT uint64_t
plan_permute(uint64_t i, uint64_t n, uint64_t seed)
{
	unsigned bits = n > 1 ? 64 - (unsigned)__builtin_clzll(n - 1) : 0;
	unsigned low = bits / 2, high = bits - low;
	uint64_t lowmask = (1ULL << low) - 1, highmask = (1ULL << high) - 1;
	uint64_t key = mix(seed, 0x2545f4914f6cdd1dULL);

	if (bits < 2)
		return n == 2 ? i ^ (key >> 7 & 1) : i;
	/* the network permutes 0..2^bits-1; a point outside 0..n-1 is sent on until it falls inside
	 */
	do {
		uint64_t a = i >> low, b = i & lowmask;

		for (int round = 0; round < 2; round++) {
			a ^= mix(b, key + (uint64_t)round * 2) >> 9 & highmask;
			b ^= mix(a, key + (uint64_t)round * 2 + 1) >> 9 & lowmask;
		}
		i = a << low | b;
	} while (i >= n);
	return i;
}

/* Offset of a slot: transfer number `slot` of the file counted from its start. */
static uint64_t
sequential(const struct plan *p, uint64_t owner, uint64_t k)
{
	uint64_t per_block = p->block / p->transfer;
	uint64_t segment = k / per_block, in = k % per_block;

	if (p->fpp)
		return segment * p->block + in * p->transfer;
	return (segment * p->tasks + owner) * p->block + in * p->transfer;
}

/* Number of the transfer in the file; each of n transfers of a task. */
HOT static uint64_t
slot(const struct plan *p, uint64_t owner, uint64_t k, uint64_t n)
{
	if (p->fpp)
		return plan_permute(k, n, p->seed + owner);
	return plan_permute(owner * n + k, n * p->tasks, p->seed);
}

static uint64_t
scattered(const struct plan *p, uint64_t owner, uint64_t k)
{
	return slot(p, owner, k, plan_count(p)) * p->transfer;
}

/* The transfers of a block in order, the blocks anywhere. */
static uint64_t
repeated(const struct plan *p, uint64_t owner, uint64_t k)
{
	uint64_t per_block = p->block / p->transfer, blocks = p->segments * (p->fpp ? 1 : p->tasks);
	uint64_t pick = mix(mix(mix(p->seed, owner), k / per_block), 0x2545f4914f6cdd1dULL) >> 8;

	return pick % blocks * p->block + k % per_block * p->transfer;
}

static uint64_t
anywhere(const struct plan *p, uint64_t owner, uint64_t k)
{
	return p->repeat ? repeated(p, owner, k) : scattered(p, owner, k);
}

uint64_t
plan_writer(const struct plan *p, uint64_t owner, uint64_t offset)
{
	return p->repeat && !p->fpp ? offset / p->block % p->tasks : owner;
}

uint64_t
plan_offset(const struct plan *p, uint64_t owner, uint64_t k)
{
	return p->random || p->repeat ? anywhere(p, owner, k) : sequential(p, owner, k);
}

struct plan_walk
plan_start(const struct plan *p, uint64_t owner)
{
	struct plan_walk w = { .plan = p, .owner = owner, .end = plan_count(p) };

	w.step = p->transfer;
	w.in_block = w.per_block = p->block / p->transfer;
	w.jump = p->fpp ? 0 : (p->tasks - 1) * p->block;
	w.offset = p->fpp ? 0 : owner * p->block;
	w.in_order = !p->random && !p->repeat;
	return w;
}

HOT uint64_t
plan_scattered(const struct plan_walk *w)
{
	const struct plan *p = w->plan;

	return p->repeat ? repeated(p, w->owner, w->k)
			 : slot(p, w->owner, w->k, w->end) * p->transfer;
}
