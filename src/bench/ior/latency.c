#include "bench/ior/latency.h"

static size_t
bucket(uint64_t v)
{
	unsigned high;

	if (v < LATENCY_SUB)
		return (size_t)v;
	high = 63 - (unsigned)__builtin_clzll(v); /* at least 5 */
	return (high - 4) * LATENCY_SUB + (size_t)(v >> (high - 5) & (LATENCY_SUB - 1));
}

void
latency_add(struct latency *l, uint64_t value)
{
	l->count[bucket(value)]++;
}

uint64_t
latency_total(const struct latency *l)
{
	uint64_t n = 0;

	for (size_t i = 0; i < LATENCY_BUCKETS; i++)
		n += l->count[i];
	return n;
}

static double
lower(size_t b)
{
	size_t group = b / LATENCY_SUB, in = b % LATENCY_SUB;

	if (group == 0)
		return (double)in;
	return (double)(LATENCY_SUB + in) * (double)(1ULL << (group - 1));
}

double
latency_edge(size_t b)
{
	return lower(b + 1);
}

double
latency_percentile(const struct latency *l, double p)
{
	uint64_t total = latency_total(l), seen = 0;
	double want = p * (double)total;

	for (size_t i = 0; i < LATENCY_BUCKETS; i++) {
		seen += l->count[i];
		/* the middle of the bucket where the share is reached */
		if (l->count[i] > 0 && (double)seen >= want)
			return (lower(i) + latency_edge(i)) / 2;
	}
	return 0;
}
