#ifndef IOR_LATENCY_H
#define IOR_LATENCY_H

#include <stddef.h>
#include <stdint.h>

/*
 * A histogram of times: 32 steps for each power of two, so a value is known to 3 %.  Units are the
 * caller's (nanoseconds here); memory does not depend on the number of values.
 */
enum { LATENCY_SUB = 32, LATENCY_BUCKETS = 60 * LATENCY_SUB };

struct latency {
	uint64_t count[LATENCY_BUCKETS];
};

void latency_add(struct latency *l, uint64_t value);
uint64_t latency_total(const struct latency *l);
/* The value below which the share p (0..1) of all lies; 0 where there are none. */
double latency_percentile(const struct latency *l, double p);
/* Upper end of a bucket. */
double latency_edge(size_t bucket);

#endif
