#include <gsl/gsl_cdf.h>
#include <math.h>

#include "compare/dist.h"

double
dist_t(double t, double nu)
{
	return gsl_cdf_tdist_P(t, nu);
}

double
dist_t_at(double p, double nu)
{
	return gsl_cdf_tdist_Pinv(p, nu);
}

/* The families here are a dozen metrics: picking the smallest again and again is quick enough. */
void
dist_holm(double *p, size_t n)
{
	double running = 0;
	size_t left = 0;

	for (size_t i = 0; i < n; i++)
		left += !isnan(p[i]);
	/* p is overwritten as it goes: what is adjusted already is marked by its sign */
	for (; left > 0; left--) {
		size_t at = n;

		for (size_t i = 0; i < n; i++)
			if (!isnan(p[i]) && !signbit(p[i]) && (at == n || p[i] < p[at]))
				at = i;
		running = fmax(running, fmin(1, (double)left * p[at]));
		p[at] = -running; /* -0.0 has its sign too */
	}
	for (size_t i = 0; i < n; i++)
		if (!isnan(p[i]))
			p[i] = fabs(p[i]);
}
