#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/blocks.h"
#include "compare/explain.h"
#include "compare/policy.h"
#include "compare/rule.h"
#include "core/mem.h"
#include "core/stats.h"

#define LEAST_BLOCKS      3
#define PROVISIONAL_RATIO 0.6
#define IMPROVED_RATIO    1.5
#define LEARN_FLOOR       0.05
#define LEARN_CAP         0.25

const size_t explain_days[EXPLAIN_MORE] = { 5, 10, 20 };

double
explain_detectable(double sd, size_t blocks, size_t metrics, double tolerance, double alpha)
{
	const struct rule r = { alpha, false };
	struct rule_metric m = { .tolerance = tolerance, .nu = 4.0 + (double)blocks - 1 };

	m.se = sd * sqrt(1 + 1 / (double)blocks);
	return rule_detectable(&r, &m, metrics);
}

/* The id's first mention in any session. */
static bool
mentioned(const struct explanation *x, size_t n, const char *id)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(x[i].metric, id) == 0)
			return true;
	return false;
}

static size_t
collect(struct session *const *b, size_t n, struct explanation **out)
{
	struct explanation *x = NULL;
	size_t k = 0;

	for (size_t s = 0; s < n; s++)
		for (size_t i = 0; i < b[s]->nmetric; i++) {
			const struct session_metric *m = &b[s]->metric[i];

			if (mentioned(x, k, m->id))
				continue;
			x = mem_grow(x, k + 1, sizeof *x);
			x[k++] = (struct explanation){
				.metric = m->id, .unit = m->unit, .better = m->better
			};
		}
	*out = x;
	return k;
}

static double
at_ratio(const struct explanation *x, double ratio)
{
	return blocks_value(blocks_log(x->want, x->better) + log(ratio), x->better);
}

static double
stricter(enum metric_better better, double a, double b)
{
	return better == BETTER_HIGHER ? fmax(a, b) : fmin(a, b);
}

/* One or two days, or a contract's fixed limits: no statistics. */
static void
plainly(struct explanation *x, const struct policy *p)
{
	double ratio = p->fixed ? 1 - x->tolerance : PROVISIONAL_RATIO;

	x->pass_worst = at_ratio(x, ratio);
	x->detectable = 1 - ratio;
}

static void
statistically(struct explanation *x, const struct rule *r, const struct rule_metric *m, size_t k)
{
	x->want = blocks_value(m->mean, x->better);
	x->pass_worst = at_ratio(x, exp(rule_limit(r, m, k)));
	x->detectable = rule_detectable(r, m, k);
	x->sd = m->s;
	x->provable = rule_provable(m);
	for (size_t i = 0; i < EXPLAIN_MORE; i++)
		x->later[i] = explain_detectable(m->s, explain_days[i], k, x->tolerance, r->alpha);
}

static void
begin(struct explanation *x, const struct policy *p, const struct blocks_metric *was)
{
	x->judged = policy_judged(p, x->metric);
	x->tolerance = policy_tolerance(p, x->metric);
	x->blocks = was->n;
	x->reps = was->reps;
	x->want = was->typical;
	x->sd = x->provable = NAN;
	for (size_t i = 0; i < EXPLAIN_MORE; i++)
		x->later[i] = NAN;
}

size_t
explain_baseline(
    struct session *const *b, size_t n, const struct policy *p, struct explanation **out)
{
	const struct rule r = { p->alpha, p->strict_margin };
	struct explanation *x;
	struct blocks blocks;
	size_t k = collect(b, n, &x), judged = 0;
	struct blocks_metric *was = mem_zero(k + 1, sizeof *was);
	struct rule_metric *m = mem_zero(k + 1, sizeof *m);
	size_t *of = mem_zero(k + 1, sizeof *of);

	blocks_make(&blocks, b, n);
	for (size_t i = 0; i < k; i++) {
		blocks_metric(&blocks, x[i].metric, &was[i]);
		begin(&x[i], p, &was[i]);
		plainly(&x[i], p);
		if (p->fixed || !x[i].judged || was[i].n < LEAST_BLOCKS)
			continue;
		of[judged] = i;
		m[judged++] = (struct rule_metric){ .block = was[i].median,
			.blocks = was[i].n,
			.family = strcmp(x[i].unit, "B/s") == 0 ? RULE_DATA : RULE_METADATA,
			.tolerance = x[i].tolerance };
	}
	rule_learn(m, judged);
	for (size_t i = 0; i < judged; i++)
		statistically(&x[of[i]], &r, &m[i], judged);
	for (size_t i = 0; i < k; i++) {
		x[i].pass_worst =
		    stricter(x[i].better, x[i].pass_worst, policy_floor(p, x[i].metric));
		x[i].pass_best = at_ratio(&x[i], IMPROVED_RATIO);
		blocks_metric_free(&was[i]);
	}
	blocks_free(&blocks);
	free(was);
	free(of);
	free(m);
	*out = x;
	return k;
}

bool
explain_learn(const struct explanation *x, double *tolerance)
{
	if (isnan(x->provable) || x->provable > LEARN_CAP)
		return false;
	*tolerance = fmax(x->provable, LEARN_FLOOR);
	return true;
}
