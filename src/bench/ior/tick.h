#ifndef IOR_TICK_H
#define IOR_TICK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Short times: the CPU's time stamp counter where it runs at one rate, else the monotonic clock.
 * Ticks are turned into seconds with the rate that was seen between tick_start and tick_rate.
 */
struct tick {
	bool counter;
	uint64_t ticks, ns; /* at tick_start */
	uint64_t reading;   /* ticks that pass between two readings with nothing between them */
};

void tick_start(struct tick *t);
uint64_t tick_now(const struct tick *t);

/* Ticks since an earlier reading, the cost of both readings included: what is not to be counted. */
uint64_t tick_since(const struct tick *t, uint64_t start);

double tick_rate(const struct tick *t); /* seconds of one tick, measured since tick_start */

#endif
