#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/blocks.h"
#include "compare/change_point.h"
#include "compare/dist.h"
#include "compare/policy.h"
#include "compare/trend.h"
#include "core/mem.h"
#include "core/stats.h"

#define NEWEST   5
#define ALPHA    0.01
#define LEAST_SD 0.01

/* Median of the logs of some values; NAN where there is none. */
static double
level(const struct trend *t, const size_t *which, size_t n)
{
	double *y = mem_zero(n + 1, sizeof *y), middle;

	for (size_t i = 0; i < n; i++)
		y[i] = blocks_log(t->value[which[i]], t->better);
	middle = stats_median(y, n);
	free(y);
	return middle;
}

static double
level_of_range(const struct trend *t, size_t from, size_t to)
{
	size_t *which = mem_zero(to - from + 1, sizeof *which);
	double y;

	for (size_t i = from; i < to; i++)
		which[i - from] = i;
	y = level(t, which, to - from);
	free(which);
	return y;
}

/* Noise from one session to the next, which a slow drift and a few steps hardly touch: robust sd of
 * the differences. */
static double
noise(const struct trend *t)
{
	double *d = mem_zero(t->n + 1, sizeof *d), sd;

	for (size_t i = 1; i < t->n; i++)
		d[i - 1] = fabs(
		    blocks_log(t->value[i], t->better) - blocks_log(t->value[i - 1], t->better));
	sd = t->n > 1 ? 1.4826 * stats_median(d, t->n - 1) / sqrt(2) : NAN;
	free(d);
	return fmax(sd, LEAST_SD);
}

/* The first or the last accepted sessions, without the newest ones that are judged by them. */
static size_t
accepted(const struct trend *t, bool first, size_t newest, size_t *which)
{
	size_t end = t->n - newest, k = 0;

	for (size_t i = 0; i < end && k < NEWEST; i++) {
		size_t at = first ? i : end - 1 - i;

		if (t->accepted[at])
			which[k++] = at;
	}
	return k;
}

/* Ratio of the newest level to that of which[k], and its p. */
static void
against(
    const struct trend *t, const size_t *which, size_t k, size_t newest, double *ratio, double *p)
{
	double d, se;

	*ratio = *p = NAN;
	if (k == 0 || newest == 0 || t->n < 3)
		return;
	d = blocks_log(t->now, t->better) - level(t, which, k);
	/* pi/2 is the price of a median; two thirds of the differences are as good as independent
	 */
	se = noise(t) * sqrt(M_PI / 2 * (1 / (double)k + 1 / (double)newest));
	*ratio = exp(d);
	*p = dist_t(d / se, fmax(1, 2 * (double)(t->n - 1) / 3));
}

static void
find_changes(struct trend *t)
{
	double *y = mem_zero(t->n + 1, sizeof *y);
	size_t *at = mem_zero(t->n / 3 + 2, sizeof *at), k;

	for (size_t i = 0; i < t->n; i++)
		y[i] = blocks_log(t->value[i], t->better);
	k = change_point_find(y, t->n, at);
	t->change = mem_zero(k + 1, sizeof *t->change);
	t->nchange = k;
	for (size_t i = 0; i < k; i++) {
		size_t from = i > 0 ? at[i - 1] : 0, to = i + 1 < k ? at[i + 1] : t->n;

		t->change[i] = (struct trend_change){ at[i],
			blocks_value(level_of_range(t, from, at[i]), t->better),
			blocks_value(level_of_range(t, at[i], to), t->better) };
	}
	free(at);
	free(y);
}

static void
analyse(struct trend *t)
{
	size_t which[NEWEST], k, newest = t->n < NEWEST + 1 ? (t->n > 1 ? 1 : 0) : NEWEST;

	find_changes(t);
	t->now = newest > 0 ? blocks_value(level_of_range(t, t->n - newest, t->n), t->better) : NAN;
	k = accepted(t, true, newest, which);
	against(t, which, k, newest, &t->first_ratio, &t->first_p);
	k = accepted(t, false, newest, which);
	against(t, which, k, newest, &t->last_ratio, &t->last_p);
}

static void
take(struct trend *t, const struct trend_session *s, size_t n)
{
	t->value = mem_zero(n + 1, sizeof *t->value);
	t->when = mem_zero(n + 1, sizeof *t->when);
	t->accepted = mem_zero(n + 1, sizeof *t->accepted);
	for (size_t i = 0; i < n; i++) {
		const struct session_metric *m = session_find(s[i].session, t->metric);

		if (m == NULL || isnan(blocks_log(session_median(m), t->better)))
			continue;
		t->value[t->n] = session_median(m);
		t->when[t->n] = s[i].session->started;
		t->accepted[t->n++] = s[i].accepted;
	}
}

static bool
there(const struct trend *t, size_t n, const char *id)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(t[i].metric, id) == 0)
			return true;
	return false;
}

static size_t
collect(const struct trend_session *s, size_t n, const struct policy *p, struct trend **out)
{
	struct trend *t = NULL;
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < s[i].session->nmetric; j++) {
			const struct session_metric *m = &s[i].session->metric[j];

			if (!policy_judged(p, m->id) || there(t, k, m->id))
				continue;
			t = mem_grow(t, k + 1, sizeof *t);
			t[k++] = (struct trend){ .metric = m->id,
				.unit = m->unit,
				.better = m->better,
				.tolerance = policy_tolerance(p, m->id) };
		}
	*out = t;
	return k;
}

static void
adjust(struct trend *t, size_t k)
{
	double *first = mem_zero(k + 1, sizeof *first), *last = mem_zero(k + 1, sizeof *last);

	for (size_t i = 0; i < k; i++) {
		first[i] = t[i].first_p;
		last[i] = t[i].last_p;
	}
	dist_holm(first, k);
	dist_holm(last, k);
	for (size_t i = 0; i < k; i++) {
		t[i].first_p = first[i];
		t[i].last_p = last[i];
		t[i].first_slower = t[i].first_ratio <= 1 - t[i].tolerance && first[i] <= ALPHA;
		t[i].last_slower = t[i].last_ratio <= 1 - t[i].tolerance && last[i] <= ALPHA;
	}
	free(first);
	free(last);
}

size_t
trend_make(const struct trend_session *s, size_t n, const struct policy *p, struct trend **out)
{
	size_t k = collect(s, n, p, out);

	for (size_t i = 0; i < k; i++) {
		take(&(*out)[i], s, n);
		analyse(&(*out)[i]);
	}
	adjust(*out, k);
	return k;
}

void
trend_free(struct trend *t, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(t[i].value);
		free(t[i].when);
		free(t[i].accepted);
		free(t[i].change);
	}
	free(t);
}
