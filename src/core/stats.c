#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "core/mem.h"
#include "core/stats.h"

double
stats_mean(const double *x, size_t n)
{
	return n ? gsl_stats_mean(x, 1, n) : NAN;
}

double
stats_min(const double *x, size_t n)
{
	return n ? gsl_stats_min(x, 1, n) : NAN;
}

double
stats_max(const double *x, size_t n)
{
	return n ? gsl_stats_max(x, 1, n) : NAN;
}

double
stats_median(const double *x, size_t n)
{
	double *sorted, m;

	if (n == 0)
		return NAN;
	sorted = mem_zero(n, sizeof *sorted);
	memcpy(sorted, x, n * sizeof *x);
	gsl_sort(sorted, 1, n);
	m = gsl_stats_median_from_sorted_data(sorted, 1, n);
	free(sorted);
	return m;
}

double
stats_sd_pop(const double *x, size_t n)
{
	return n ? gsl_stats_sd_with_fixed_mean(x, 1, n, gsl_stats_mean(x, 1, n)) : NAN;
}

double
stats_sd_sample(const double *x, size_t n)
{
	return n > 1 ? gsl_stats_sd(x, 1, n) : n ? 0 : NAN;
}
