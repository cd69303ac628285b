#ifndef MDTEST_HIST_H
#define MDTEST_HIST_H

#include <stdint.h>

struct par;

/*
 * How long single operations took: counts in buckets that are 1/32 of a power of two wide, so that
 * any percentile is known to about 3 %.  Nanoseconds.
 */
enum { HIST_BUCKETS = 60 * 32 };
struct hist {
	uint64_t max, n;
	uint64_t count[HIST_BUCKETS];
};

static inline void
hist_add(struct hist *h, uint64_t ns)
{
	int e = 63 - __builtin_clzll(ns | 32);
	uint64_t bucket = ns < 32 ? ns : (uint64_t)(e - 4) * 32 + (ns >> (e - 5) & 31);

	h->count[bucket]++;
	h->n++;
	if (ns > h->max)
		h->max = ns;
}

/* Add b to a. */
void hist_merge(struct hist *a, const struct hist *b);
/* Merge all ranks' on rank 0. */
void hist_reduce(const struct par *p, struct hist *h);
/* The value that the share q (0 to 1) of the operations stayed at or below; 0 where there are none.
 */
double hist_quantile(const struct hist *h, double q);

#endif
