/* Percentiles within the width of a bucket, from nanoseconds to hours. */
#include <string.h>

#include "bench/mdtest/hist.h"
#include "tests/unit.h"

static struct hist *
fresh(void)
{
	static struct hist h;

	memset(&h, 0, sizeof h);
	return &h;
}

static void
uniform(uint64_t n, uint64_t step)
{
	static const double q[] = { 0.001, 0.5, 0.9, 0.99, 0.999 };
	struct hist *h = fresh();

	for (uint64_t i = 1; i <= n; i++)
		hist_add(h, i * step);
	for (size_t i = 0; i < sizeof q / sizeof *q; i++) {
		double want = q[i] * (double)(n * step), got = hist_quantile(h, q[i]);

		CHECK(fabs(got - want) <= 0.035 * want + (double)step);
	}
	CHECK(hist_quantile(h, 1) <= (double)(n * step));
	CHECK(h->max == n * step && h->n == n);
}

int
main(void)
{
	struct hist *h;

	uniform(10000, 1);
	uniform(10000, 977);
	uniform(1000, 3600000000u);
	h = fresh();
	CHECK(hist_quantile(h, 0.5) == 0);
	hist_add(h, 0);
	hist_add(h, UINT64_MAX);
	CHECK(hist_quantile(h, 0.5) == 0);
	CHECK(hist_quantile(h, 1) > 9e18);
	return unit_end();
}
