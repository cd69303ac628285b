#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/dist.h"
#include "compare/outcome.h"
#include "compare/policy.h"
#include "compare/rule.h"
#include "compare/sentence.h"
#include "core/mem.h"
#include "core/stats.h"
#include "core/str.h"
#include "core/units.h"

#define WORST_P           0.001
#define LEAST_BLOCKS      3
#define PROVISIONAL_RATIO 0.6
#define IMPROVED_RATIO    1.5
#define LEAST_SECONDS     0.020
#define LEAST_OPS         1000.0
#define LEAST_BYTES       (64.0 * UNITS_MIB)

/* One metric on its way to a verdict. */
struct item {
	struct verdict *v;
	const struct session_metric *now,
	    *again; /* this session and the second look; NULL: not there */
	struct blocks_metric was;
	double floor;
	struct rule_metric
	    *stat; /* in the family that is judged together; NULL: judged otherwise */
	const char *known;
};

/* ---- collecting ---- */

static void
add_item(const struct outcome_input *j, const char *id, const char *unit, enum metric_better better)
{
	struct verdicts *all = j->all;

	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->v[i].metric, id) == 0)
			return;
	all->v = mem_grow(all->v, all->n + 1, sizeof *all->v);
	all->v[all->n++] = (struct verdict){ .metric = mem_dup(id),
		.unit = mem_dup(unit),
		.better = better,
		.outcome = OUT_WATCHED,
		.got = NAN,
		.second = NAN,
		.want = NAN,
		.ratio = NAN,
		.limit = NAN,
		.ci_low = NAN,
		.ci_high = NAN,
		.p = NAN,
		.detectable = NAN,
		.worst_p = NAN };
}

/* This session's metrics in their order, then those that only the baseline has. */
static void
collect(const struct outcome_input *j)
{
	for (size_t i = 0; i < j->s->nmetric; i++)
		add_item(j, j->s->metric[i].id, j->s->metric[i].unit, j->s->metric[i].better);
	for (size_t b = 0; b < j->blocks.nsession; b++)
		for (size_t i = 0; i < j->blocks.session[b]->nmetric; i++) {
			const struct session_metric *m = &j->blocks.session[b]->metric[i];

			add_item(j, m->id, m->unit, m->better);
		}
}

/* What the session says against the number, or that it is faster than the way to the storage. */
static const char *
caveat(const struct outcome_input *j, const struct session_metric *m)
{
	if (m->caveat != NULL)
		return m->caveat;
	if (str_ends(m->id, "/read") && strcmp(m->unit, "B/s") == 0 &&
	    session_median(m) > j->policy->link)
		return "cache";
	return NULL;
}

static void
fill(const struct outcome_input *j, struct item *it, struct verdict *v)
{
	it->v = v;
	it->now = session_find(j->s, v->metric);
	it->again = j->second != NULL ? session_find(j->second, v->metric) : NULL;
	it->floor = policy_floor(j->policy, v->metric);
	it->known = policy_known(j->policy, v->metric, j->now);
	blocks_metric(&j->blocks, v->metric, &it->was);
	v->judged = policy_judged(j->policy, v->metric) && !j->policy->unjudged;
	v->tolerance = policy_tolerance(j->policy, v->metric);
	v->blocks = (int)it->was.n;
	v->want = it->was.n >= LEAST_BLOCKS
		      ? blocks_value(stats_mean(it->was.median, it->was.n), v->better)
		      : it->was.typical;
	if (it->now == NULL)
		return;
	v->reps = it->now->n;
	v->value = v->got = session_median(it->now);
	if (it->again != NULL)
		v->second = session_median(it->again);
	v->caveat = mem_dup(caveat(j, it->now));
	v->ratio = exp(blocks_log(v->got, v->better) - blocks_log(v->want, v->better));
}

/* ---- what is no matter of numbers ---- */

bool
outcome_too_short(const struct session_metric *m)
{
	double work = m->work, seconds = stats_median(m->seconds, m->seconds != NULL ? m->n : 0);

	if (seconds < LEAST_SECONDS)
		return true;
	return work > 0 && work < (strcmp(m->unit, "B/s") == 0 ? LEAST_BYTES : LEAST_OPS);
}

/* A read that memory answered says nothing of the storage, unless the baseline was read the same
 * way. */
static bool
another_kind(const struct outcome_input *j, const struct item *it)
{
	const char *was = it->was.last != NULL ? caveat(j, it->was.last) : NULL;

	if (it->v->caveat == NULL || strcmp(it->v->caveat, "cache") != 0)
		return false;
	return it->was.last != NULL && (was == NULL || strcmp(was, "cache") != 0);
}

/* True where the outcome is settled without a comparison. */
static bool
settle(const struct outcome_input *j, struct item *it)
{
	struct verdict *v = it->v;

	if (it->now == NULL)
		v->outcome = j->comparable ? OUT_MISSING : OUT_NOT_COMPARABLE;
	else if (it->now->invalid != NULL || isnan(blocks_log(v->got, v->better)))
		v->outcome = OUT_INVALID;
	else if (!j->comparable)
		v->outcome = OUT_NOT_COMPARABLE;
	else if (!v->judged)
		v->outcome = OUT_WATCHED;
	else if (outcome_too_short(it->now))
		v->outcome = OUT_TOO_SHORT;
	else if (another_kind(j, it)) {
		v->outcome = OUT_WATCHED;
		v->judged = false;
	} else if (it->was.n == 0 && isnan(it->floor))
		v->outcome = OUT_NEW;
	else
		return false;
	return true;
}

/* ---- numbers ---- */

/* ln of what is judged: the mean of both looks where there are two. */
static double
judged_log(const struct verdict *v)
{
	double first = blocks_log(v->got, v->better), second = blocks_log(v->second, v->better);

	return isnan(second) ? first : (first + second) / 2;
}

/* Is each look that there is at or below the limit (base unit)?  Needs two to be red. */
static bool
both_below(const struct verdict *v, double limit)
{
	double y = blocks_log(limit, v->better);

	return blocks_log(v->got, v->better) <= y && blocks_log(v->second, v->better) <= y;
}

static double
at_ratio(const struct verdict *v, double ratio)
{
	return blocks_value(blocks_log(v->want, v->better) + log(ratio), v->better);
}

/* The stricter of two limits; NAN: none. */
static double
stricter(const struct verdict *v, double a, double b)
{
	return v->better == BETTER_HIGHER ? fmax(a, b) : fmin(a, b);
}

/* Without statistics: a fixed limit, or the provisional one of a baseline of one or two days. */
static void
judge_plainly(const struct outcome_input *j, struct item *it)
{
	struct verdict *v = it->v;
	double tolerated = at_ratio(v, 1 - v->tolerance);
	double limit = j->policy->fixed ? tolerated : at_ratio(v, PROVISIONAL_RATIO);
	bool below = blocks_log(v->got, v->better) <= blocks_log(tolerated, v->better);

	if (below) {
		v->ratio = exp(judged_log(v) - blocks_log(v->want, v->better));
		v->value = blocks_value(judged_log(v), v->better);
	}
	v->limit = stricter(v, limit, it->floor);
	v->detectable = j->policy->fixed ? v->tolerance : 1 - PROVISIONAL_RATIO;
	if (both_below(v, v->limit))
		v->outcome = OUT_FAIL;
	else if (v->ratio <= 1 - v->tolerance ||
		 blocks_log(v->got, v->better) <= blocks_log(it->floor, v->better))
		v->outcome = OUT_SUSPECT;
	else if (v->ratio >= IMPROVED_RATIO)
		v->outcome = OUT_IMPROVED;
	else
		v->outcome = j->policy->fixed ? OUT_PASS : OUT_UNPROVEN;
}

/* Only an absolute limit: there is no baseline to compare with. */
static void
judge_floor(struct item *it)
{
	struct verdict *v = it->v;

	v->limit = it->floor;
	if (both_below(v, it->floor))
		v->outcome = OUT_FAIL;
	else if (blocks_log(v->got, v->better) <= blocks_log(it->floor, v->better))
		v->outcome = OUT_SUSPECT;
	else
		v->outcome = OUT_PASS;
}

static void
enter(struct item *it, struct rule_metric *m)
{
	const struct verdict *v = it->v;

	it->stat = m;
	m->block = it->was.median;
	m->blocks = it->was.n;
	m->got = blocks_log(v->got, v->better);
	m->second = blocks_log(v->second, v->better);
	m->family = strcmp(v->unit, "B/s") == 0 ? RULE_DATA : RULE_METADATA;
	m->tolerance = v->tolerance;
	/* a median of fewer repetitions scatters more: pi/2 is the price of a median */
	if (v->reps < it->was.reps && v->reps > 0)
		m->extra =
		    M_PI / 2 * it->was.within * (1 / (double)v->reps - 1 / (double)it->was.reps);
}

static void
take_stat(const struct rule *r, struct item *it, size_t k, double t95)
{
	const struct rule_metric *m = it->stat;
	struct verdict *v = it->v;

	v->ratio = exp(m->d);
	v->value = blocks_value(m->d + m->mean, v->better);
	v->p = m->p;
	v->ci_low = exp(m->d - t95 * m->se);
	v->ci_high = exp(m->d + t95 * m->se);
	v->detectable = rule_detectable(r, m, k);
	v->limit = stricter(v, at_ratio(v, exp(rule_limit(r, m, k))), it->floor);
	if (m->red || both_below(v, it->floor))
		v->outcome = OUT_FAIL;
	else if (m->below || blocks_log(v->got, v->better) <= blocks_log(it->floor, v->better))
		v->outcome = OUT_SUSPECT;
	else if (v->ratio >= IMPROVED_RATIO)
		v->outcome = OUT_IMPROVED;
	else
		v->outcome = m->proved ? OUT_PASS : OUT_UNPROVEN;
}

/* The worst repetition of five: a median hides one bad disk of five. */
static void
take_worst(struct item **it, struct rule_metric *m, size_t n)
{
	double *p = mem_zero(n, sizeof *p);

	for (size_t i = 0; i < n; i++) {
		m[i].block = it[i]->was.worst;
		m[i].got = blocks_worst(it[i]->now);
	}
	rule_worst(m, n, p);
	for (size_t i = 0; i < n; i++)
		it[i]->v->worst_p = p[i];
	free(p);
}

static void
judge_together(const struct outcome_input *j, struct item **it, size_t n)
{
	const struct rule r = { j->policy->alpha, j->policy->strict_margin };
	struct rule_metric *m = mem_zero(n + 1, sizeof *m);

	for (size_t i = 0; i < n; i++)
		enter(it[i], &m[i]);
	rule_judge(&r, m, n);
	for (size_t i = 0; i < n; i++)
		take_stat(&r, it[i], n, dist_t_at(0.975, m[i].nu));
	take_worst(it, m, n);
	for (size_t i = 0; i < n; i++)
		it[i]->stat = NULL;
	free(m);
}

/* Where the median is low as well, the worst repetition tells nothing more. */
static bool
worst_stands_out(const struct verdict *v)
{
	return v->worst_p < WORST_P && (v->outcome == OUT_PASS || v->outcome == OUT_UNPROVEN);
}

void
outcome_judge(const struct outcome_input *j)
{
	struct verdicts *all = j->all;
	struct item **together, *item;
	size_t n = 0;

	collect(j);
	together = mem_zero(all->n + 1, sizeof(struct item *));
	item = mem_zero(all->n + 1, sizeof *item);
	for (size_t i = 0; i < all->n; i++) {
		struct item *it = &item[i];

		fill(j, it, &all->v[i]);
		if (settle(j, it))
			continue;
		if (it->was.n == 0)
			judge_floor(it);
		else if (j->policy->fixed || it->was.n < LEAST_BLOCKS)
			judge_plainly(j, it);
		else
			together[n++] = it;
	}
	judge_together(j, together, n);
	for (size_t i = 0; i < all->n; i++) {
		struct item *it = &item[i];

		if (it->v->outcome == OUT_FAIL && it->known != NULL)
			it->v->outcome = OUT_KNOWN;
		sentence_metric(it->v, it->now, it->known, worst_stands_out(it->v));
		blocks_metric_free(&it->was);
	}
	free(together);
	free(item);
}
