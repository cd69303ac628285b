#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/straggler.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/stats.h"

#define LEAST_HOSTS 4
#define RATIO       0.75
#define SCORE       (-5.0)
#define LEAST_SD                                                                                   \
	0.02 /* of the logarithm: hosts that agree to the digit are no reason for an alarm */

/* The hosts of one metric: name and logarithm of the median rate of its ranks. */
struct lanes {
	const char **host;
	double *level;
	size_t n;
};

static bool
known(const struct lanes *l, const char *host)
{
	for (size_t i = 0; i < l->n; i++)
		if (strcmp(l->host[i], host) == 0)
			return true;
	return false;
}

static double
level_of(const struct detail *d, const char *host)
{
	double *rate = mem_zero(d->nshare, sizeof *rate), median;
	size_t n = 0;

	for (size_t i = 0; i < d->nshare; i++)
		if (d->share[i].host != NULL && strcmp(d->share[i].host, host) == 0)
			rate[n++] = d->share[i].rate;
	median = stats_median(rate, n);
	free(rate);
	return log(median);
}

/* Hosts with a usable rate; a rank that moved nothing has none. */
static void
collect(const struct detail *d, struct lanes *l)
{
	l->n = 0;
	l->host = mem_zero(d->nshare + 1, sizeof *l->host);
	l->level = mem_zero(d->nshare + 1, sizeof *l->level);
	for (size_t i = 0; i < d->nshare; i++) {
		const char *host = d->share[i].host;
		double level;

		if (host == NULL || known(l, host))
			continue;
		level = level_of(d, host);
		if (!isfinite(level))
			continue;
		l->host[l->n] = host;
		l->level[l->n++] = level;
	}
}

/* Median distance from the median, scaled to a standard deviation. */
static double
spread(const struct lanes *l, double median)
{
	double *off = mem_zero(l->n, sizeof *off), sd;

	for (size_t i = 0; i < l->n; i++)
		off[i] = fabs(l->level[i] - median);
	sd = 1.4826 * stats_median(off, l->n);
	free(off);
	return fmax(sd, LEAST_SD);
}

static void
flag(const struct lanes *l, const char *metric, struct straggler **out, size_t *n)
{
	double median = stats_median(l->level, l->n), sd = spread(l, median);

	for (size_t i = 0; i < l->n; i++) {
		double ratio = exp(l->level[i] - median), score = (l->level[i] - median) / sd;

		if (!(ratio < RATIO && score < SCORE))
			continue;
		*out = mem_grow(*out, *n + 1, sizeof **out);
		(*out)[(*n)++] = (struct straggler){ l->host[i], metric, ratio, score };
	}
}

static int
worst_first(const void *a, const void *b)
{
	double x = ((const struct straggler *)a)->ratio, y = ((const struct straggler *)b)->ratio;

	return (x > y) - (x < y);
}

double
straggler_rate(const struct session_metric *m, const char *host)
{
	double rate = NAN;
	struct lanes l;

	collect(&m->detail, &l);
	if (host == NULL && l.n > 0)
		rate = exp(stats_median(l.level, l.n));
	for (size_t i = 0; host != NULL && i < l.n; i++)
		if (strcmp(l.host[i], host) == 0)
			rate = exp(l.level[i]);
	free(l.host);
	free(l.level);
	return rate;
}

double
straggler_ratio(const struct session_metric *m, const char *host)
{
	struct lanes l;
	size_t n;

	if (m->invalid != NULL)
		return NAN;
	collect(&m->detail, &l);
	n = l.n;
	free(l.host);
	free(l.level);
	return n < LEAST_HOSTS ? NAN : straggler_rate(m, host) / straggler_rate(m, NULL);
}

size_t
straggler_find(const struct session *s, struct straggler **out)
{
	size_t n = 0;

	*out = NULL;
	for (size_t i = 0; i < s->nmetric; i++) {
		struct lanes l;

		collect(&s->metric[i].detail, &l);
		if (l.n >= LEAST_HOSTS && s->metric[i].invalid == NULL)
			flag(&l, s->metric[i].id, out, &n);
		free(l.host);
		free(l.level);
	}
	if (n > 1)
		qsort(*out, n, sizeof **out, worst_first);
	return n;
}
