#ifndef MDTEST_PERTASK_H
#define MDTEST_PERTASK_H

#include <stdint.h>
#include <stdio.h>

/* What every task did in every phase of every iteration; kept by rank 0 where an option prints it.
 */
struct pertask_cell {
	double seconds;
	uint64_t done;
};

struct pertask {
	int tasks, iterations; /* iterations: how many there is room for and how many may be read */
	struct pertask_cell *cell;
};

struct pertask *pertask_new(int tasks, int iterations);
void pertask_free(struct pertask *d); /* NULL is fine */

/* tasks cells of one row of one iteration. */
struct pertask_cell *pertask_row(const struct pertask *d, int iteration, int row);

/* Operations a second of one task, 0 where it did nothing. */
double pertask_rate(const struct pertask_cell *c);

#endif
