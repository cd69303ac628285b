#ifndef CORE_STATS_H
#define CORE_STATS_H

#include <stddef.h>

/* Order statistics and moments of x[n]; all return NAN for n = 0.  (GSL does the sums.) */
double stats_mean(const double *x, size_t n);
double stats_min(const double *x, size_t n);
double stats_max(const double *x, size_t n);
double stats_median(const double *x, size_t n);    /* mean of the middle two where n is even */
double stats_sd_pop(const double *x, size_t n);    /* divides by n: mdtest 1.9.3, IOR */
double stats_sd_sample(const double *x, size_t n); /* divides by n - 1; 0 for n = 1 */

#endif
