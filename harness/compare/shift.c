#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/blocks.h"
#include "compare/comparable.h"
#include "compare/dist.h"
#include "compare/policy.h"
#include "compare/sentence.h"
#include "compare/shift.h"
#include "core/mem.h"
#include "core/stats.h"

#define ALPHA         0.01
#define SHRINK_WEIGHT 4.0
#define LEAST_SD      0.01

/* Session medians of one metric on one side, as direction-normalised logs. */
struct side {
	double *y, mean, variance;
	size_t n;
};

struct item {
	struct verdict *v;
	struct side before, after;
	bool data, tested;
	double d, se, nu;
};

static void
collect(struct side *x, struct session *const *s, size_t n, const char *id)
{
	double sd;

	x->y = mem_zero(n + 1, sizeof *x->y);
	x->n = 0;
	for (size_t i = 0; i < n; i++) {
		const struct session_metric *m = session_find(s[i], id);
		double y = m == NULL ? NAN : blocks_log(session_median(m), m->better);

		if (!isnan(y))
			x->y[x->n++] = y;
	}
	x->mean = stats_mean(x->y, x->n);
	sd = x->n > 1 ? stats_sd_sample(x->y, x->n) : NAN;
	x->variance = sd * sd;
}

static struct verdict
blank(const struct session_metric *m, const struct policy *p)
{
	return (struct verdict){ .metric = mem_dup(m->id),
		.unit = mem_dup(m->unit),
		.better = m->better,
		.outcome = OUT_WATCHED,
		.judged = policy_judged(p, m->id),
		.tolerance = policy_tolerance(p, m->id),
		.got = NAN,
		.second = NAN,
		.want = NAN,
		.ratio = NAN,
		.limit = NAN,
		.ci_low = NAN,
		.ci_high = NAN,
		.p = NAN,
		.detectable = NAN,
		.worst_p = NAN,
		.caveat = mem_dup(m->caveat) };
}

static bool
listed(const struct verdicts *all, const char *id)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->v[i].metric, id) == 0)
			return true;
	return false;
}

static void
list_metrics(struct verdicts *all, struct session *const *s, size_t n, const struct policy *p)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < s[i]->nmetric; k++) {
			if (listed(all, s[i]->metric[k].id))
				continue;
			all->v = mem_grow(all->v, all->n + 1, sizeof *all->v);
			all->v[all->n++] = blank(&s[i]->metric[k], p);
		}
}

/* Mean variance of both sides over the metrics of a family. */
static double
common(const struct item *it, size_t n, bool data)
{
	double sum = 0;
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		if (!it[i].tested || it[i].data != data)
			continue;
		sum += it[i].before.variance + it[i].after.variance;
		k += 2;
	}
	return k > 0 ? sum / (double)k : 0;
}

static double
shrunk(const struct side *x, double common_variance)
{
	double b = (double)x->n;

	return fmax(
	    (SHRINK_WEIGHT * common_variance + (b - 1) * x->variance) / (SHRINK_WEIGHT + b - 1),
	    LEAST_SD * LEAST_SD);
}

/* Welch: each side has its own variance and degrees of freedom. */
static void
test(struct item *it, double common_variance)
{
	double na = (double)it->before.n, nb = (double)it->after.n;
	double a = shrunk(&it->before, common_variance) / na,
	       b = shrunk(&it->after, common_variance) / nb;

	it->d = it->after.mean - it->before.mean;
	it->se = sqrt(a + b);
	it->nu = (a + b) * (a + b) /
		 (a * a / (SHRINK_WEIGHT + na - 1) + b * b / (SHRINK_WEIGHT + nb - 1));
}

static void
decide(struct item *it, double p, size_t k)
{
	double margin = -log1p(-it->v->tolerance), t95 = dist_t_at(0.975, it->nu);
	double noise = dist_t_at(1 - ALPHA / 2 / (double)k, it->nu) * it->se;
	struct verdict *v = it->v;

	v->p = p;
	v->ratio = exp(it->d);
	v->ci_low = exp(it->d - t95 * it->se);
	v->ci_high = exp(it->d + t95 * it->se);
	v->limit = blocks_value(it->before.mean - fmax(margin, noise), v->better);
	v->detectable = -expm1(-fmax(margin, noise + dist_t_at(0.8, it->nu) * it->se));
	if (it->d <= -margin)
		v->outcome = p <= ALPHA ? OUT_FAIL : OUT_SUSPECT;
	else if (it->d >= margin && p <= ALPHA)
		v->outcome = OUT_IMPROVED;
	else
		v->outcome =
		    it->d - dist_t_at(0.95, it->nu) * it->se > -margin ? OUT_PASS : OUT_UNPROVEN;
}

static void
fill(struct item *it, struct session *const *before, size_t nb, struct session *const *after,
    size_t na, bool comparable)
{
	struct verdict *v = it->v;

	collect(&it->before, before, nb, v->metric);
	collect(&it->after, after, na, v->metric);
	it->data = strcmp(v->unit, "B/s") == 0;
	v->want = blocks_value(it->before.mean, v->better);
	v->got = v->value = blocks_value(it->after.mean, v->better);
	v->ratio = exp(it->after.mean - it->before.mean);
	v->blocks = (int)it->before.n;
	v->reps = it->after.n;
	if (it->after.n == 0)
		v->outcome = OUT_MISSING;
	else if (!comparable)
		v->outcome = OUT_NOT_COMPARABLE;
	else if (v->judged && it->before.n == 0)
		v->outcome = OUT_NEW;
	else if (v->judged && (it->after.n < SHIFT_LEAST || it->before.n < SHIFT_LEAST))
		v->outcome = OUT_UNPROVEN;
	else
		it->tested = v->judged;
}

static void
judge(struct item *it, size_t n)
{
	double *p = mem_zero(n + 1, sizeof *p), data = common(it, n, true),
	       metadata = common(it, n, false);
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		p[i] = NAN;
		if (!it[i].tested)
			continue;
		test(&it[i], it[i].data ? data : metadata);
		p[i] = 2 * dist_t(-fabs(it[i].d) / it[i].se, it[i].nu);
		k++;
	}
	dist_holm(p, n);
	for (size_t i = 0; i < n; i++)
		if (it[i].tested)
			decide(&it[i], p[i], k);
	free(p);
}

static size_t
count(const struct verdicts *all, enum outcome o)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += all->v[i].judged && all->v[i].outcome == o;
	return n;
}

static void
conclude(struct verdicts *all, const struct policy *policy, bool comparable)
{
	static const int codes[] = { [WORD_HEALTHY] = 0,
		[WORD_SLOWER] = 1,
		[WORD_INCONCLUSIVE] = 3,
		[WORD_NOT_COMPARABLE] = 4,
		[WORD_COULD_NOT_MEASURE] = 5 };

	all->word = WORD_HEALTHY;
	if (count(all, OUT_MISSING) > 0)
		all->word = WORD_COULD_NOT_MEASURE;
	else if (!comparable)
		all->word = WORD_NOT_COMPARABLE;
	else if (count(all, OUT_FAIL) > 0)
		all->word = WORD_SLOWER;
	else if (policy->strict && count(all, OUT_SUSPECT) + count(all, OUT_UNPROVEN) > 0)
		all->word = WORD_INCONCLUSIVE;
	all->code = codes[all->word];
	if (all->word == WORD_COULD_NOT_MEASURE)
		all->reason = mem_dup("invalid");
}

struct verdicts *
shift_judge(struct session *const *before, size_t nb, struct session *const *after, size_t na,
    const struct policy *policy)
{
	struct verdicts *all = mem_zero(1, sizeof *all);
	const struct session *last = after[na - 1];
	struct item *it;
	bool comparable = true;

	all->machine = mem_dup(last->machine);
	all->run = mem_dup(last->id);
	all->series = mem_dup(last->series);
	all->nchange = comparable_changes(last, before[nb - 1], &all->change);
	for (size_t i = 0; i < all->nchange; i++)
		comparable = comparable && !all->change[i].blocks;
	list_metrics(all, after, na, policy);
	list_metrics(all, before, nb, policy);
	it = mem_zero(all->n + 1, sizeof *it);
	for (size_t i = 0; i < all->n; i++) {
		it[i].v = &all->v[i];
		fill(&it[i], before, nb, after, na, comparable);
	}
	judge(it, all->n);
	conclude(all, policy, comparable);
	for (size_t i = 0; i < all->n; i++) {
		sentence_shifted(&all->v[i]);
		free(it[i].before.y);
		free(it[i].after.y);
	}
	free(it);
	sentence_shift(all, nb, na);
	return all;
}
