#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compare/blocks.h"
#include "compare/calibrate.h"
#include "compare/policy.h"
#include "compare/rule.h"
#include "core/mem.h"
#include "core/stats.h"

#define RESAMPLES       2000
#define POWER_RESAMPLES 500
#define RUN_OF                                                                                     \
	3 /* sessions that are drawn together, so that what one hour shares stays together         \
	   */
#define DAYS   10
#define FIRST  3 /* sessions before the first that is replayed */
#define TARGET 0.01

/* Logs of the medians: y[metric * n + session]. */
struct data {
	const struct policy *policy;
	double *y, *residual;
	int *family;
	double *tolerance;
	size_t n, k;
	uint64_t state;
};

static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* ---- the sessions as numbers ---- */

static bool
in_all(struct session *const *s, size_t n, const char *id)
{
	for (size_t i = 0; i < n; i++) {
		const struct session_metric *m = session_find(s[i], id);

		if (m == NULL || isnan(blocks_log(session_median(m), m->better)))
			return false;
	}
	return true;
}

static void
take(struct data *d, struct session *const *s, size_t n, const struct policy *p)
{
	size_t most = s[0]->nmetric;

	*d = (struct data){ .policy = p, .n = n, .state = 20261130 };
	d->y = mem_zero(most * n + 1, sizeof *d->y);
	d->residual = mem_zero(most * n + 1, sizeof *d->residual);
	d->family = mem_zero(most + 1, sizeof *d->family);
	d->tolerance = mem_zero(most + 1, sizeof *d->tolerance);
	for (size_t i = 0; i < most; i++) {
		const struct session_metric *m = &s[0]->metric[i];

		if (!policy_judged(p, m->id) || !in_all(s, n, m->id))
			continue;
		d->family[d->k] = strcmp(m->unit, "B/s") == 0 ? RULE_DATA : RULE_METADATA;
		d->tolerance[d->k] = policy_tolerance(p, m->id);
		for (size_t j = 0; j < n; j++) {
			const struct session_metric *one = session_find(s[j], m->id);

			d->y[d->k * n + j] = blocks_log(session_median(one), one->better);
		}
		d->k++;
	}
	for (size_t i = 0; i < d->k; i++) {
		double mean = stats_mean(d->y + i * n, n);

		/* a mean that was made of the same values is too close to them */
		for (size_t j = 0; j < n; j++)
			d->residual[i * n + j] =
			    (d->y[i * n + j] - mean) * sqrt((double)n / (double)(n - 1));
	}
}

static void
release(struct data *d)
{
	free(d->y);
	free(d->residual);
	free(d->family);
	free(d->tolerance);
}

static void
describe(const struct data *d, struct calibrate *out)
{
	double sum[RULE_FAMILIES] = { 0, 0 }, lag = 0;
	size_t count[RULE_FAMILIES] = { 0, 0 };

	for (size_t i = 0; i < d->k; i++) {
		const double *r = d->residual + i * d->n;
		double sd = stats_sd_sample(d->y + i * d->n, d->n), products = 0, squares = 0;

		sum[d->family[i]] += sd * sd;
		count[d->family[i]]++;
		for (size_t j = 0; j < d->n; j++) {
			squares += r[j] * r[j];
			products += j > 0 ? r[j] * r[j - 1] : 0;
		}
		lag += squares > 0 ? products / squares : 0;
	}
	out->data_sd = count[RULE_DATA] > 0 ? sqrt(sum[RULE_DATA] / (double)count[RULE_DATA]) : NAN;
	out->metadata_sd = count[RULE_METADATA] > 0
			       ? sqrt(sum[RULE_METADATA] / (double)count[RULE_METADATA])
			       : NAN;
	out->autocorrelation = d->k > 0 ? lag / (double)d->k : NAN;
}

/* ---- replay ---- */

static struct rule_metric
metric(
    const struct data *d, size_t i, const double *block, size_t blocks, double got, double second)
{
	return (struct rule_metric){ .block = block,
		.blocks = blocks,
		.got = got,
		.second = second,
		.family = d->family[i],
		.tolerance = d->tolerance[i] };
}

static void
replay(const struct data *d, const struct rule *rule, struct calibrate *out)
{
	struct rule_metric *m = mem_zero(d->k + 1, sizeof *m);

	for (size_t j = FIRST; j < d->n; j++) {
		bool red = false;

		for (size_t i = 0; i < d->k; i++)
			m[i] = metric(d, i, d->y + i * d->n, j, d->y[i * d->n + j], NAN);
		rule_judge(rule, m, d->k);
		for (size_t i = 0; i < d->k; i++)
			red = red || m[i].red_first;
		out->replayed++;
		out->red += red;
	}
	free(m);
	/* upper 95 % bound of a share (Clopper and Pearson); with none red it is 1 - 0.05^(1/n) */
	out->replay_below =
	    out->red == out->replayed
		? 1
		: gsl_cdf_beta_Pinv(0.95, (double)out->red + 1, (double)(out->replayed - out->red));
}

/* ---- resampling ---- */

struct effect {
	size_t first, metrics; /* which are slowed: so many from the first on, in a circle */
	double log;
};

/* One machine of `days` sessions drawn in short runs, and a check of it. */
static void
draw(struct data *d, const struct rule *rule, const struct effect *fx, struct rule_metric *m,
    double *block, size_t days, bool *one_look, bool *confirmed)
{
	size_t now = next_random(&d->state) % d->n, again = next_random(&d->state) % d->n, from = 0;

	for (size_t b = 0; b < days; b++) {
		if (b % RUN_OF == 0)
			from = next_random(&d->state) % d->n;
		for (size_t i = 0; i < d->k; i++)
			block[i * days + b] = d->residual[i * d->n + (from + b % RUN_OF) % d->n];
	}
	for (size_t i = 0; i < d->k; i++) {
		bool slowed = (i + d->k - fx->first) % d->k < fx->metrics;
		double shift = slowed ? fx->log : 0;

		m[i] = metric(d, i, block + i * days, days, d->residual[i * d->n + now] + shift,
		    d->residual[i * d->n + again] + shift);
	}
	rule_judge(rule, m, d->k);
	*one_look = *confirmed = false;
	for (size_t i = 0; i < d->k; i++) {
		*one_look = *one_look || m[i].red_first;
		*confirmed = *confirmed || m[i].red;
	}
}

static void
resample(struct data *d, const struct rule *rule, size_t metrics, double slowdown, int times,
    double *one_look, double *confirmed)
{
	struct rule_metric *m = mem_zero(d->k + 1, sizeof *m);
	double *block = mem_zero(d->k * DAYS + 1, sizeof *block);
	size_t first = 0, both = 0;

	for (int t = 0; t < times; t++) {
		const struct effect fx = { (size_t)t % d->k, metrics, log1p(-slowdown) };
		bool one, red;

		draw(d, rule, &fx, m, block, DAYS, &one, &red);
		first += one;
		both += red;
	}
	free(m);
	free(block);
	*one_look = (double)first / times;
	*confirmed = (double)both / times;
}

/* The largest alpha on this list that keeps the target. */
static double
find_alpha(struct data *d, const struct policy *p)
{
	static const double list[] = { 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001 };
	double one, both;

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		const struct rule r = { list[i], p->strict_margin };

		resample(d, &r, 0, 0, RESAMPLES, &one, &both);
		if (one <= TARGET)
			return list[i];
	}
	return NAN;
}

void
calibrate_make(struct session *const *s, size_t n, const struct policy *p, struct calibrate *out)
{
	static const double effects[CALIBRATE_EFFECTS] = { 0.1, 0.2, 0.3, 0.5 };
	const struct rule rule = { p->alpha, p->strict_margin };
	struct data d;
	double unused;

	memset(out, 0, sizeof *out);
	take(&d, s, n, p);
	out->n = n;
	out->metrics = d.k;
	out->hours = (double)(s[n - 1]->started - s[0]->started) / 3600;
	out->target = TARGET;
	describe(&d, out);
	if (d.k > 0) {
		replay(&d, &rule, out);
		resample(&d, &rule, 0, 0, RESAMPLES, &out->one_look, &out->confirmed);
		out->alpha = find_alpha(&d, p);
	}
	for (size_t i = 0; i < CALIBRATE_EFFECTS && d.k > 0; i++) {
		out->effect[i] = effects[i];
		resample(&d, &rule, 1, effects[i], POWER_RESAMPLES, &unused, &out->one[i]);
		resample(
		    &d, &rule, (d.k + 1) / 2, effects[i], POWER_RESAMPLES, &unused, &out->half[i]);
		resample(&d, &rule, d.k, effects[i], POWER_RESAMPLES, &unused, &out->all[i]);
	}
	release(&d);
}

size_t
calibrate_needed(double rate)
{
	return (size_t)ceil(log(0.05) / log1p(-rate));
}
