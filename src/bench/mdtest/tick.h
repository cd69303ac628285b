#ifndef MDTEST_TICK_H
#define MDTEST_TICK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/clock.h"

/*
 * The cheapest monotonic counter there is: the processor's own where it runs at one rate on all
 * cores (one read in about 10 ns), else CLOCK_MONOTONIC in nanoseconds.
 */
struct tick {
	bool tsc;          /* read the processor's counter */
	double per_second; /* counts a second, good to about one in a thousand */
	double ns;         /* nanoseconds a count */
};

/* Finds out which counter to use and its rate; takes 0.2 ms. */
void tick_init(struct tick *t);

#if defined(__x86_64__)
static inline uint64_t
tick_now(const struct tick *t)
{
	return t->tsc ? __builtin_ia32_rdtsc() : clock_ns();
}
#else
static inline uint64_t
tick_now(const struct tick *t)
{
	(void)t;
	return clock_ns();
}
#endif

/* So many counts in nanoseconds. */
static inline uint64_t
tick_ns(const struct tick *t, uint64_t counts)
{
	return (uint64_t)((double)counts * t->ns);
}

#endif
