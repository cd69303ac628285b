#include <stdlib.h>

#include "bench/mdtest/detail.h"
#include "bench/mdtest/rows.h"
#include "core/mem.h"

struct detail *
detail_new(int tasks, int iterations)
{
	struct detail *d = mem_zero(1, sizeof *d);

	d->tasks = tasks;
	d->iterations = iterations;
	d->cell = mem_zero((size_t)iterations * ROWS_COUNT, (size_t)tasks * sizeof *d->cell);
	return d;
}

void
detail_free(struct detail *d)
{
	if (d == NULL)
		return;
	free(d->cell);
	free(d);
}

struct detail_cell *
detail_row(const struct detail *d, int iteration, int row)
{
	return &d->cell[((size_t)iteration * ROWS_COUNT + (size_t)row) * (size_t)d->tasks];
}

double
detail_rate(const struct detail_cell *c)
{
	return c->done > 0 && c->seconds > 0 ? (double)c->done / c->seconds : 0;
}
