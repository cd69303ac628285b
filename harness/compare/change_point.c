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

/*
 * A series by the ranks of its values.  What a value's distances to a set add up to then comes from
 * two Fenwick trees over the ranks (how many of the set lie below, and their sum) in log n steps
 * instead of n.
 */
struct ranked {
	size_t n;
	double *value;       /* sorted */
	double *far;         /* sum of the distances to all others, by rank */
	double total;        /* sum of all distances */
	double *sum, *count; /* the trees, from 1 */
};

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static void
tree_add(double *tree, size_t n, size_t rank, double x)
{
	for (size_t i = rank + 1; i <= n; i += i & -i)
		tree[i] += x;
}

/* Sum over the ranks below. */
static double
tree_below(const double *tree, size_t rank)
{
	double x = 0;

	for (size_t i = rank; i > 0; i -= i & -i)
		x += tree[i];
	return x;
}

static void
ranked_make(struct ranked *r, const double *x, size_t n, size_t *order)
{
	double all = 0, below = 0;

	r->n = n;
	r->value = mem_zero(n, sizeof *r->value);
	r->far = mem_zero(n, sizeof *r->far);
	r->sum = mem_zero(n + 1, sizeof *r->sum);
	r->count = mem_zero(n + 1, sizeof *r->count);
	r->total = 0;
	memcpy(r->value, x, n * sizeof *x);
	qsort(r->value, n, sizeof *r->value, by_value);
	for (size_t i = 0; i < n; i++)
		all += r->value[i];
	for (size_t i = 0; i < n; i++) {
		double v = r->value[i];

		r->far[i] = v * (double)i - below + (all - below) - v * (double)(n - i);
		below += v;
		r->total += r->far[i] / 2;
	}
	/* equal values share one rank: their distance is 0 whichever it is */
	for (size_t i = 0; i < n; i++)
		order[i] =
		    (size_t)((double *)bsearch(&x[i], r->value, n, sizeof *x, by_value) - r->value);
}

static void
ranked_free(struct ranked *r)
{
	free(r->value);
	free(r->far);
	free(r->sum);
	free(r->count);
}

static void
shuffle(size_t *x, size_t n, uint64_t *state)
{
	for (size_t i = n - 1; i > 0; i--) {
		size_t k = (size_t)(next_random(state) % (i + 1)), keep = x[i];

		x[i] = x[k];
		x[k] = keep;
	}
}

/*
 * The largest scaled energy distance over all splits of the values in that order, and where it is.
 * Sums of distances within and between the two sides are carried along as the split moves by one
 * value.
 */
static double
best_split(struct ranked *r, const size_t *order, size_t *at)
{
	size_t n = r->n;
	/* what is less is rounding */
	double left = 0, right = r->total, between = 0, best = 1e-12 * r->total, all = 0;

	*at = 0;
	memset(r->sum, 0, (n + 1) * sizeof *r->sum);
	memset(r->count, 0, (n + 1) * sizeof *r->count);
	for (size_t split = 1; split < n; split++) {
		size_t v = order[split - 1];
		double x = r->value[v], below = tree_below(r->sum, v),
		       number = tree_below(r->count, v);
		double to_left =
		    x * number - below + (all - below) - x * ((double)(split - 1) - number);
		double a = (double)split, b = (double)(n - split), q;

		left += to_left;
		right -= r->far[v] - to_left;
		between += r->far[v] - 2 * to_left;
		all += x;
		tree_add(r->sum, n, v, x);
		tree_add(r->count, n, v, 1);
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

/* Would a shuffled series split as well?  Leaves order shuffled. */
static bool
significant(struct ranked *r, size_t *order, double q)
{
	uint64_t state = SEED;
	size_t at, as_good = 0, most = (size_t)(SIGNIFICANT * (PERMUTATIONS + 1));

	for (int i = 0; i < PERMUTATIONS && as_good < most; i++) {
		shuffle(order, r->n, &state);
		as_good += best_split(r, order, &at) >= q;
	}
	/* the series itself counts as one of the permutations */
	return as_good + 1 <= most;
}

static size_t
divide(const double *x, size_t n, size_t offset, size_t *at)
{
	size_t split, k, *order;
	struct ranked r;
	bool splits;
	double q;

	if (n < 2 * CHANGE_POINT_LEAST)
		return 0;
	order = mem_zero(n, sizeof *order);
	ranked_make(&r, x, n, order);
	q = best_split(&r, order, &split);
	splits = split != 0 && significant(&r, order, q);
	ranked_free(&r);
	free(order);
	if (!splits)
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
