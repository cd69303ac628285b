#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/blocks.h"
#include "core/mem.h"
#include "core/stats.h"

static int
by_start(const void *a, const void *b)
{
	const struct session *x = *(const struct session *const *)a,
			     *y = *(const struct session *const *)b;

	return x->started < y->started ? -1 : x->started > y->started;
}

void
blocks_make(struct blocks *b, struct session *const *session, size_t n)
{
	long long first = 0;

	memset(b, 0, sizeof *b);
	if (n == 0)
		return;
	b->session = mem_zero(n, sizeof *b->session);
	b->of = mem_zero(n, sizeof *b->of);
	b->nsession = n;
	for (size_t i = 0; i < n; i++)
		b->session[i] = session[i];
	qsort(b->session, n, sizeof *b->session, by_start);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || b->session[i]->started - first >= BLOCKS_SECONDS) {
			first = b->session[i]->started;
			b->n++;
		}
		b->of[i] = b->n - 1;
	}
}

void
blocks_free(struct blocks *b)
{
	free(b->session);
	free(b->of);
	memset(b, 0, sizeof *b);
}

double
blocks_log(double x, enum metric_better better)
{
	if (!(x > 0) || !isfinite(x))
		return NAN;
	return better == BETTER_HIGHER ? log(x) : -log(x);
}

double
blocks_value(double y, enum metric_better better)
{
	return better == BETTER_HIGHER ? exp(y) : exp(-y);
}

double
blocks_worst(const struct session_metric *m)
{
	double worst = NAN;

	for (size_t i = 0; i < m->n; i++)
		worst = fmin(worst, blocks_log(m->sample[i], m->better));
	return worst;
}

/* Sum of squares of the logs of one session's repetitions about their mean, and its degrees of
 * freedom. */
static double
scatter(const struct session_metric *m, double *freedom)
{
	double *y = mem_zero(m->n, sizeof *y), sd;
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++)
		if (!isnan(blocks_log(m->sample[i], m->better)))
			y[n++] = blocks_log(m->sample[i], m->better);
	sd = n > 1 ? stats_sd_sample(y, n) : 0;
	free(y);
	*freedom += n > 1 ? (double)(n - 1) : 0;
	return n > 1 ? sd * sd * (double)(n - 1) : 0;
}

/* Sums over each block, and how many sessions they are of. */
struct sums {
	double *median, *worst, *typical;
	size_t *count, ntypical;
};

static void
add_sessions(const struct blocks *b, const char *id, struct blocks_metric *m, struct sums *s)
{
	double squares = 0, freedom = 0;

	for (size_t i = 0; i < b->nsession; i++) {
		const struct session_metric *one = session_find(b->session[i], id);
		double y = one == NULL ? NAN : blocks_log(session_median(one), one->better);

		if (isnan(y))
			continue;
		s->median[b->of[i]] += y;
		s->worst[b->of[i]] += blocks_worst(one);
		s->count[b->of[i]]++;
		s->typical[s->ntypical++] = session_median(one);
		squares += scatter(one, &freedom);
		m->reps = one->n > m->reps ? one->n : m->reps;
		m->last = one;
	}
	m->within = freedom > 0 ? squares / freedom : 0;
}

void
blocks_metric(const struct blocks *b, const char *id, struct blocks_metric *m)
{
	struct sums s = { mem_zero(b->n + 1, sizeof(double)), mem_zero(b->n + 1, sizeof(double)),
		mem_zero(b->nsession + 1, sizeof(double)), mem_zero(b->n + 1, sizeof(size_t)), 0 };

	memset(m, 0, sizeof *m);
	add_sessions(b, id, m, &s);
	m->typical = stats_median(s.typical, s.ntypical);
	for (size_t i = 0; i < b->n; i++) {
		if (s.count[i] == 0)
			continue;
		s.median[m->n] = s.median[i] / (double)s.count[i];
		s.worst[m->n] = s.worst[i] / (double)s.count[i];
		m->n++;
	}
	m->median = s.median;
	m->worst = s.worst;
	free(s.typical);
	free(s.count);
}

void
blocks_metric_free(struct blocks_metric *m)
{
	free(m->median);
	free(m->worst);
	memset(m, 0, sizeof *m);
}
