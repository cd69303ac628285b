#include <math.h>
#include <stdlib.h>

#include "compare/dist.h"
#include "compare/rule.h"
#include "core/mem.h"
#include "core/stats.h"

/* How many blocks' worth of knowledge the family's common variance counts, and the least sd that is
 * believed. */
#define SHRINK_WEIGHT 4.0
#define LEAST_SD      0.01
#define PROVED        0.95

static double
margin(const struct rule_metric *m)
{
	return -log1p(-m->tolerance);
}

static double
variance(const struct rule_metric *m)
{
	double sd = stats_sd_sample(m->block, m->blocks);

	return sd * sd;
}

/* Mean variance of the metrics of one family. */
static double
common_variance(const struct rule_metric *m, size_t n, int family)
{
	double sum = 0;
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (m[i].family == family) {
			sum += variance(&m[i]);
			k++;
		}
	return k > 0 ? sum / (double)k : 0;
}

void
rule_learn(struct rule_metric *m, size_t n)
{
	double common[RULE_FAMILIES];

	for (int f = 0; f < RULE_FAMILIES; f++)
		common[f] = common_variance(m, n, f);
	for (size_t i = 0; i < n; i++) {
		double b = (double)m[i].blocks;
		double v = (SHRINK_WEIGHT * common[m[i].family] + (b - 1) * variance(&m[i])) /
			   (SHRINK_WEIGHT + b - 1);

		m[i].mean = stats_mean(m[i].block, m[i].blocks);
		m[i].s = sqrt(fmax(v, LEAST_SD * LEAST_SD) + m[i].extra);
		m[i].nu = SHRINK_WEIGHT + b - 1;
		m[i].se = m[i].s * sqrt(1 + 1 / b);
	}
}

static double
tail(const struct rule *r, const struct rule_metric *m, double d)
{
	if (isnan(d))
		return NAN;
	return dist_t((d + (r->strict_margin ? margin(m) : 0)) / m->se, m->nu);
}

/* p of the first look and of what is judged, each adjusted over its own family. */
static void
adjusted(const struct rule *r, struct rule_metric *m, size_t n)
{
	double *first = mem_zero(n, sizeof *first), *both = mem_zero(n, sizeof *both);

	for (size_t i = 0; i < n; i++) {
		first[i] = tail(r, &m[i], m[i].got - m[i].mean);
		both[i] = tail(r, &m[i], m[i].d);
	}
	dist_holm(first, n);
	dist_holm(both, n);
	for (size_t i = 0; i < n; i++) {
		m[i].p_first = first[i];
		m[i].p = both[i];
	}
	free(first);
	free(both);
}

void
rule_judge(const struct rule *r, struct rule_metric *m, size_t n)
{
	rule_learn(m, n);
	for (size_t i = 0; i < n; i++) {
		m[i].d = m[i].got - m[i].mean;
		m[i].below_first = m[i].d <= -margin(&m[i]);
		/* the second look shares this hour's noise, so the mean of both keeps the error of
		 * one session */
		if (m[i].below_first && !isnan(m[i].second))
			m[i].d = (m[i].got + m[i].second) / 2 - m[i].mean;
		m[i].below = m[i].d <= -margin(&m[i]);
	}
	adjusted(r, m, n);
	for (size_t i = 0; i < n; i++) {
		bool second_below; /* false where there was none */

		m[i].red_first = m[i].below_first && m[i].p_first <= r->alpha;
		second_below = m[i].second - m[i].mean <= -margin(&m[i]);
		m[i].red = m[i].red_first && second_below && m[i].below && m[i].p <= r->alpha;
		m[i].proved = m[i].d - dist_t_at(PROVED, m[i].nu) * m[i].se > -margin(&m[i]);
	}
}

double
rule_limit(const struct rule *r, const struct rule_metric *m, size_t k)
{
	double noise = dist_t_at(1 - r->alpha / (double)k, m->nu) * m->se;

	return r->strict_margin ? -(margin(m) + noise) : -fmax(margin(m), noise);
}

double
rule_detectable(const struct rule *r, const struct rule_metric *m, size_t k)
{
	double power = dist_t_at(0.8, m->nu) * m->se;
	double noise = dist_t_at(1 - r->alpha / (double)k, m->nu) * m->se;

	if (r->strict_margin)
		return -expm1(-(margin(m) + noise + power));
	return -expm1(-fmax(margin(m), noise + power));
}

double
rule_provable(const struct rule_metric *m)
{
	return -expm1(-(dist_t_at(0.95, m->nu) + dist_t_at(0.90, m->nu)) * m->se);
}

void
rule_worst(struct rule_metric *m, size_t n, double *p)
{
	rule_learn(m, n);
	for (size_t i = 0; i < n; i++)
		p[i] = isnan(m[i].got) ? NAN : dist_t((m[i].got - m[i].mean) / m[i].se, m[i].nu);
}
