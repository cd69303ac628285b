/* How fast ior's data are made and checked: the best of many tries on one core, in GB/s, by packet type. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench/ior/pattern.h"

enum { SIZE = 1 << 20, TRIES = 400 };

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int
main(void)
{
	static const char *const name[] = { "timestamp", "offset", "incompressible", "random" };
	char *buf = aligned_alloc(2 << 20, 2 << 20);

	for (int k = 0; k < 4; k++) {
		struct pattern p = pattern_of((enum opts_packet)k, 1, 7);
		double fill = 1e9, check = 1e9;

		for (int i = 0; i < TRIES; i++) {
			double a = now(), b, c;

			pattern_fill(&p, buf, SIZE, (uint64_t)i * SIZE);
			b = now();
			if (pattern_check(&p, buf, SIZE, (uint64_t)i * SIZE, NULL) != 0)
				return 1;
			c = now();
			fill = b - a < fill ? b - a : fill;
			check = c - b < check ? c - b : check;
		}
		printf("%s fill %.1f check %.1f\n", name[k], SIZE / fill / 1e9, SIZE / check / 1e9);
	}
	return 0;
}
