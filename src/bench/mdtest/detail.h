#ifndef MDTEST_DETAIL_H
#define MDTEST_DETAIL_H

#include <stdint.h>
#include <stdio.h>

/* What every task did in every phase of every iteration; kept by rank 0 where an option prints it.
 */
struct detail_cell {
	double seconds;
	uint64_t done;
};

struct detail {
	int tasks, iterations; /* iterations: how many there is room for and how many may be read */
	struct detail_cell *cell;
};

struct detail *detail_new(int tasks, int iterations);
void detail_free(struct detail *d); /* NULL is fine */

/* tasks cells of one row of one iteration. */
struct detail_cell *detail_row(const struct detail *d, int iteration, int row);

/* Operations a second of one task, 0 where it did nothing. */
double detail_rate(const struct detail_cell *c);

#endif
