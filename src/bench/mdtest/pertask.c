#include <stdlib.h>

#include "bench/mdtest/pertask.h"
#include "bench/mdtest/rows.h"
#include "core/mem.h"

struct pertask *
pertask_new(int tasks, int iterations)
{
	struct pertask *d = mem_zero(1, sizeof *d);

	d->tasks = tasks;
	d->iterations = iterations;
	d->cell = mem_zero((size_t)iterations * ROWS_COUNT, (size_t)tasks * sizeof *d->cell);
	return d;
}

void
pertask_free(struct pertask *d)
{
	if (d == NULL)
		return;
	free(d->cell);
	free(d);
}

struct pertask_cell *
pertask_row(const struct pertask *d, int iteration, int row)
{
	return &d->cell[((size_t)iteration * ROWS_COUNT + (size_t)row) * (size_t)d->tasks];
}

double
pertask_rate(const struct pertask_cell *c)
{
	return c->done > 0 && c->seconds > 0 ? (double)c->done / c->seconds : 0;
}
