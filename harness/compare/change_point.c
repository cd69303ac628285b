#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compare/change_point.h"
#include "core/mem.h"

#define PERMUTATIONS 299
#define SIGNIFICANT  0.01
#define SEED         0x9e3779b97f4a7c15u

static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = (*state += SEED);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static void
shuffle(double *x, size_t n, uint64_t *state)
{
	for (size_t i = n - 1; i > 0; i--) {
		size_t k = (size_t)(next_random(state) % (i + 1));
		double keep = x[i];

		x[i] = x[k];
		x[k] = keep;
	}
}

/*
 * The largest scaled energy distance over all splits, and where it is.  Sums of distances within
 * and between the two sides are carried along as the split moves by one value.
 */
static double
best_split(const double *x, size_t n, size_t *at)
{
	double left = 0, right = 0, between = 0, best = 0;

	*at = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++)
			right += fabs(x[i] - x[k]);
	for (size_t split = 1; split < n; split++) {
		double to_left = 0, to_right = 0, a = (double)split, b = (double)(n - split), q;

		for (size_t k = 0; k < split - 1; k++)
			to_left += fabs(x[split - 1] - x[k]);
		for (size_t k = split; k < n; k++)
			to_right += fabs(x[split - 1] - x[k]);
		left += to_left;
		right -= to_right;
		between += to_right - to_left;
		if (split < CHANGE_POINT_LEAST || n - split < CHANGE_POINT_LEAST)
			continue;
		q = 2 * between / (a * b) - 2 * left / (a * (a - 1)) - 2 * right / (b * (b - 1));
		q *= a * b / (a + b);
		if (q > best) {
			best = q;
			*at = split;
		}
	}
	return best;
}

/* Would a shuffled series split as well? */
static bool
significant(const double *x, size_t n, double q)
{
	double *y = mem_zero(n, sizeof *y);
	uint64_t state = SEED;
	size_t at, as_good = 0, most = (size_t)(SIGNIFICANT * (PERMUTATIONS + 1));

	memcpy(y, x, n * sizeof *y);
	for (int i = 0; i < PERMUTATIONS && as_good < most; i++) {
		shuffle(y, n, &state);
		as_good += best_split(y, n, &at) >= q;
	}
	free(y);
	/* the series itself counts as one of the permutations */
	return as_good + 1 <= most;
}

static size_t
divide(const double *x, size_t n, size_t offset, size_t *at)
{
	size_t split, k;
	double q;

	if (n < 2 * CHANGE_POINT_LEAST)
		return 0;
	q = best_split(x, n, &split);
	if (split == 0 || !significant(x, n, q))
		return 0;
	k = divide(x, split, offset, at);
	at[k++] = offset + split;
	return k + divide(x + split, n - split, offset + split, at + k);
}

size_t
change_point_find(const double *x, size_t n, size_t *at)
{
	return divide(x, n, 0, at);
}
