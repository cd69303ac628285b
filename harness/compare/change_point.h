#ifndef COMPARE_CHANGE_POINT_H
#define COMPARE_CHANGE_POINT_H

#include <stddef.h>

#define CHANGE_POINT_LEAST 3 /* values on each side of a change */

/*
 * Where the level of x[n] changes: E-divisive (energy distance between the two sides of every
 * split, the largest one tested by permutation at 1 %, then each side again).  The permutations
 * come from a fixed seed: the same values give the same answer.  at[] gets the indices of the first
 * value of each new level, in order; returns how many (at most n / 3). at must have room for n / 3
 * + 1.
 */
size_t change_point_find(const double *x, size_t n, size_t *at);

#endif
