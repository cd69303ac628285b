#ifndef COMPARE_DIST_H
#define COMPARE_DIST_H

#include <stddef.h>

/* Student's t: P(T <= t), and the t below which a share p lies.  nu > 0, 0 < p < 1. */
double dist_t(double t, double nu);
double dist_t_at(double p, double nu);

/* Holm's step-down adjustment of p[n] in place; NAN entries are left out of the family. */
void dist_holm(double *p, size_t n);

#endif
