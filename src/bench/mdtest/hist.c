#include <string.h>

#include "bench/mdtest/hist.h"
#include "par/par.h"

void
hist_merge(struct hist *a, const struct hist *b)
{
	for (int i = 0; i < HIST_BUCKETS; i++)
		a->count[i] += b->count[i];
	a->n += b->n;
	if (b->max > a->max)
		a->max = b->max;
}

void
hist_reduce(const struct par *p, struct hist *h)
{
	double max = (double)h->max;

	par_sum_root(p, h->count, h->count, HIST_BUCKETS);
	par_sum_root(p, &h->n, &h->n, 1);
	par_max_root(p, &max, &max, 1);
	h->max = (uint64_t)max;
}

/* The middle of bucket i. */
static double
middle(int i)
{
	int row = i / 32, col = i % 32;
	double width;

	if (row == 0)
		return col;
	width = (double)((uint64_t)1 << (row - 1));
	return (32 + col) * width + (width - 1) / 2;
}

double
hist_quantile(const struct hist *h, double q)
{
	uint64_t seen = 0, want = (uint64_t)(q * (double)h->n + 0.999999);

	if (h->n == 0)
		return 0;
	if (want < 1)
		want = 1;
	for (int i = 0; i < HIST_BUCKETS; i++) {
		seen += h->count[i];
		if (seen >= want)
			return middle(i) < (double)h->max ? middle(i) : (double)h->max;
	}
	return (double)h->max;
}
