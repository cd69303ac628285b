/*
 * Operating characteristics of the rule, by simulation with this file's own generator: how often a
 * healthy file system is called red, how often a slowed one is found.
 *
 *   sim          a small fixed sample, for the suite
 *   sim full     what `make sim` runs
 *
 * Model of log rates: a session effect N(0, between^2) with correlation 0.5 over the metrics,
 * repetition noise N(0, within^2), and with probability `slow` a repetition is slowed by Exp(mean).
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../unit.h"
#include "compare/rule.h"
#include "core/stats.h"

enum { K = 11, METADATA = 6, R = 5, MOST_BLOCKS = 20 };

/* ---- generator: xoshiro256**, seeded by splitmix64 ---- */

struct rng {
	uint64_t s[4];
	double spare;
	bool has_spare;
};

static uint64_t
splitmix(uint64_t *x)
{
	uint64_t z = (*x += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static void
seed(struct rng *g, uint64_t x)
{
	for (int i = 0; i < 4; i++)
		g->s[i] = splitmix(&x);
	g->has_spare = false;
}

static uint64_t
rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

static uint64_t
next(struct rng *g)
{
	uint64_t *s = g->s, out = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return out;
}

/* In (0, 1). */
static double
uniform(struct rng *g)
{
	return ((double)(next(g) >> 11) + 0.5) / 9007199254740992.0;
}

static double
normal(struct rng *g)
{
	double u, v, q;

	if (g->has_spare) {
		g->has_spare = false;
		return g->spare;
	}
	do {
		u = 2 * uniform(g) - 1;
		v = 2 * uniform(g) - 1;
		q = u * u + v * v;
	} while (q >= 1 || q == 0);
	q = sqrt(-2 * log(q) / q);
	g->spare = v * q;
	g->has_spare = true;
	return u * q;
}

/* ---- model ---- */

struct noise {
	const char *name;
	double between, within, slow, mean;
};
static const struct noise quiet = { "quiet", 0.015, 0.02, 0.03, 0.15 };
static const struct noise typical = { "typical", 0.05, 0.04, 0.08, 0.25 };
static const struct noise rough = { "rough", 0.12, 0.08, 0.15, 0.35 };

/* What slows the candidate: the first `metrics` metrics by `factor`. */
struct effect {
	int metrics;
	double factor;
};

static void
session(struct rng *g, const struct noise *n, const struct effect *fx, double *median)
{
	double common = normal(g) * n->between * sqrt(0.5);

	for (int k = 0; k < K; k++) {
		double effect = common + normal(g) * n->between * sqrt(0.5), y[R];

		for (int r = 0; r < R; r++) {
			y[r] = effect + normal(g) * n->within;
			if (uniform(g) < n->slow)
				y[r] += n->mean * log(uniform(g));
		}
		median[k] =
		    stats_median(y, R) + (fx != NULL && k < fx->metrics ? log(fx->factor) : 0);
	}
}

struct counts {
	int runs, first, confirmed;
};

struct cell {
	const struct noise *noise;
	size_t blocks;
	struct effect effect;
	bool strict_margin, two_families; /* two: metadata and data, as the programs have them */
};

/* One machine with its baseline, one check of it. */
static void
one_run(struct rng *g, const struct cell *c, struct counts *out)
{
	const struct rule rule = { 0.01, c->strict_margin };
	double block[K][MOST_BLOCKS], got[K], second[K], one[K];
	struct rule_metric m[K];
	bool first = false, red = false;

	for (size_t b = 0; b < c->blocks; b++) {
		session(g, c->noise, NULL, one);
		for (int k = 0; k < K; k++)
			block[k][b] = one[k];
	}
	session(g, c->noise, &c->effect, got);
	session(g, c->noise, &c->effect, second);
	for (int k = 0; k < K; k++)
		m[k] = (struct rule_metric){ .block = block[k],
			.blocks = c->blocks,
			.got = got[k],
			.second = second[k],
			.family = c->two_families && k >= METADATA ? RULE_DATA : RULE_METADATA,
			.tolerance = 0.10 };
	rule_judge(&rule, m, K);
	for (int k = 0; k < K; k++) {
		first = first || m[k].red_first;
		red = red || m[k].red;
	}
	out->runs++;
	out->first += first;
	out->confirmed += red;
}

static struct counts
simulate(const struct cell *c, int runs, uint64_t number)
{
	struct counts out = { 0, 0, 0 };
	struct rng g;

	seed(&g, 20261130u + 7919u * number);
	for (int i = 0; i < runs; i++)
		one_run(&g, c, &out);
	return out;
}

/*
 * ---- published figures of this rule (percent of runs that are red, 2500 runs or more), to be
 * reproduced ---- They were made with one family of metrics.
 */

static const struct expected {
	struct cell cell;
	bool confirmed;
	double percent;
} published[] = {
	/* one look */
	{ { &quiet, 10, { 0, 1 }, false, false }, false, 0.1 },
	{ { &typical, 10, { 0, 1 }, false, false }, false, 1.1 },
	{ { &typical, 10, { 1, 0.8 }, false, false }, false, 50 },
	{ { &typical, 10, { 1, 0.7 }, false, false }, false, 96 },
	{ { &typical, 10, { 1, 0.5 }, false, false }, false, 100 },
	{ { &typical, 10, { K, 0.8 }, false, false }, false, 94 },
	{ { &rough, 10, { 0, 1 }, false, false }, false, 1.4 },
	/* with the second look */
	{ { &typical, 10, { 0, 1 }, false, false }, true, 0.1 },
	{ { &typical, 10, { 1, 0.8 }, false, false }, true, 43 },
	{ { &typical, 10, { 1, 0.7 }, false, false }, true, 97 },
	{ { &typical, 10, { 1, 0.5 }, false, false }, true, 100 },
	{ { &typical, 10, { K, 0.8 }, false, false }, true, 92 },
	/* strict margin, one look */
	{ { &quiet, 10, { 0, 1 }, true, false }, false, 0 },
	{ { &typical, 10, { 0, 1 }, true, false }, false, 0.1 },
	{ { &typical, 10, { 1, 0.8 }, true, false }, false, 6 },
	{ { &typical, 10, { 1, 0.7 }, true, false }, false, 66 },
	{ { &typical, 10, { 1, 0.5 }, true, false }, false, 100 },
	{ { &typical, 10, { K, 0.8 }, true, false }, false, 37 },
	{ { &rough, 10, { 0, 1 }, true, false }, false, 0.4 },
	/* one look, other numbers of blocks */
	{ { &typical, 3, { 0, 1 }, false, false }, false, 0.3 },
	{ { &typical, 5, { 0, 1 }, false, false }, false, 0.7 },
	{ { &typical, 20, { 0, 1 }, false, false }, false, 1.4 },
	{ { &typical, 3, { 1, 0.7 }, false, false }, false, 62 },
	{ { &typical, 5, { 1, 0.7 }, false, false }, false, 83 },
	{ { &typical, 20, { 1, 0.7 }, false, false }, false, 99 },
	{ { &typical, 3, { K, 0.8 }, false, false }, false, 52 },
	{ { &typical, 5, { K, 0.8 }, false, false }, false, 78 },
	{ { &typical, 20, { K, 0.8 }, false, false }, false, 99 },
};

enum { PUBLISHED_RUNS = 2500 };

/* Within 4 standard errors of the difference of two counts, and what rounding the published one may
 * hide. */
static bool
reproduced(const struct expected *x, double got, int runs)
{
	double want = x->percent / 100, rounding = x->percent < 5 ? 0.0005 : 0.005;
	double pooled = (got * runs + want * PUBLISHED_RUNS) / (runs + PUBLISHED_RUNS);
	double se = sqrt(pooled * (1 - pooled) * (1.0 / runs + 1.0 / PUBLISHED_RUNS));

	return fabs(got - want) <= 4 * se + rounding;
}

static void
reproduce(int runs)
{
	for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
		const struct expected *x = &published[i];
		struct counts c = simulate(&x->cell, runs, i);
		double got = (double)(x->confirmed ? c.confirmed : c.first) / c.runs;
		bool ok = reproduced(x, got, runs);

		printf("%s %-7s %2zu blocks, %2d of %d metrics x %.1f%s%s: %5.2f %% red, published "
		       "%.1f\n",
		    ok ? "ok    " : "NOT OK", x->cell.noise->name, x->cell.blocks,
		    x->cell.effect.metrics, K, x->cell.effect.factor,
		    x->cell.strict_margin ? ", strict margin" : "",
		    x->confirmed ? ", confirmed" : ", one look", 100 * got, x->percent);
		CHECK(ok);
	}
}

/* What the rule promises, with the families that the programs have. */
static void
promises(int runs)
{
	const struct cell nothing = { &typical, 10, { 0, 1 }, false, true },
			  slower = { &typical, 10, { 1, 0.7 }, false, true };
	struct counts c = simulate(&nothing, runs, 1000), d = simulate(&slower, runs, 1001);
	double one = (double)c.first / c.runs, confirmed = (double)c.confirmed / c.runs,
	       found = (double)d.confirmed / d.runs;

	printf("false_red_one_look=%.4f\nfalse_red_confirmed=%.4f\nfound_30_percent=%.4f\n", one,
	    confirmed, found);
	CHECK(one <= 0.015);
	CHECK(confirmed <= 0.004);
	CHECK(found >= 0.93);
}

/* ---- what must hold for every baseline ---- */

struct machine {
	double block[K][MOST_BLOCKS + 1];
	struct rule_metric m[K];
};

static void
make_machine(struct rng *g, struct machine *x, size_t blocks, const struct effect *fx)
{
	double got[K], second[K], one[K];

	for (size_t b = 0; b < blocks; b++) {
		session(g, &typical, NULL, one);
		for (int k = 0; k < K; k++)
			x->block[k][b] = one[k];
	}
	session(g, &typical, fx, got);
	session(g, &typical, fx, second);
	for (int k = 0; k < K; k++)
		x->m[k] = (struct rule_metric){ .block = x->block[k],
			.blocks = blocks,
			.got = got[k],
			.second = second[k],
			.family = k < METADATA ? RULE_METADATA : RULE_DATA,
			.tolerance = 0.10 };
}

static bool
same_outcome(const struct rule_metric *a, const struct rule_metric *b)
{
	return a->red == b->red && a->red_first == b->red_first && a->proved == b->proved &&
	       fabs(a->p - b->p) < 1e-9;
}

static void
the_order_of_metrics_changes_nothing(struct rng *g, const struct rule *r)
{
	const struct effect fx = { 3, 0.8 };
	struct rule_metric turned[K];
	struct machine x;

	make_machine(g, &x, 10, &fx);
	for (int k = 0; k < K; k++)
		turned[k] = x.m[(k + 4) % K];
	rule_judge(r, x.m, K);
	rule_judge(r, turned, K);
	for (int k = 0; k < K; k++)
		CHECK(same_outcome(&turned[k], &x.m[(k + 4) % K]));
}

static void
scaling_every_value_changes_nothing(struct rng *g, const struct rule *r)
{
	const struct effect fx = { 3, 0.8 };
	struct rule_metric scaled[K];
	struct machine x, y;

	make_machine(g, &x, 10, &fx);
	y = x;
	for (int k = 0; k < K; k++) {
		for (int b = 0; b < 10; b++)
			y.block[k][b] += log(1000);
		scaled[k] = x.m[k];
		scaled[k].block = y.block[k];
		scaled[k].got += log(1000);
		scaled[k].second += log(1000);
	}
	rule_judge(r, x.m, K);
	rule_judge(r, scaled, K);
	for (int k = 0; k < K; k++)
		CHECK(same_outcome(&scaled[k], &x.m[k]));
}

/* A session more than 3 s below the mean joins the baseline: the lowest value that passes never
 * rises. */
static void
a_bad_session_never_narrows_a_bound(struct rng *g, const struct rule *r, size_t blocks)
{
	double before[K];
	struct machine x;

	make_machine(g, &x, blocks, NULL);
	rule_learn(x.m, K);
	for (int k = 0; k < K; k++) {
		before[k] = x.m[k].mean + rule_limit(r, &x.m[k], K);
		x.block[k][blocks] = x.m[k].mean - (3 + 3 * uniform(g)) * x.m[k].s;
		x.m[k].blocks = blocks + 1;
	}
	rule_learn(x.m, K);
	for (int k = 0; k < K; k++)
		CHECK(x.m[k].mean + rule_limit(r, &x.m[k], K) <= before[k] + 1e-12);
}

static void
red_and_proved_exclude_each_other(struct rng *g, const struct rule *r)
{
	const struct effect fx = { K, 0.6 + 0.5 * uniform(g) };
	struct machine x;

	make_machine(g, &x, 3 + (size_t)(uniform(g) * 10), &fx);
	rule_judge(r, x.m, K);
	for (int k = 0; k < K; k++)
		CHECK(!(x.m[k].red && x.m[k].proved));
}

static void
invariances(int times)
{
	const struct rule r = { 0.01, false };
	struct rng g;

	seed(&g, 42);
	for (int i = 0; i < times; i++) {
		the_order_of_metrics_changes_nothing(&g, &r);
		scaling_every_value_changes_nothing(&g, &r);
		a_bad_session_never_narrows_a_bound(&g, &r, 3 + (size_t)i % 17);
		red_and_proved_exclude_each_other(&g, &r);
	}
}

/* More is found of a larger slowdown, and with more days. */
static void
power_grows(int runs)
{
	static const double factors[] = { 1, 0.85, 0.8, 0.75, 0.7 };
	static const size_t days[] = { 3, 5, 10, 20 };
	int last = -1;

	for (size_t i = 0; i < 5; i++) {
		const struct cell c = { &typical, 10, { 1, factors[i] }, false, true };
		int found = simulate(&c, runs, 2000).confirmed; /* the same draws for each */

		CHECK(found >= last);
		last = found;
	}
	last = -1;
	for (size_t i = 0; i < 4; i++) {
		const struct cell c = { &typical, days[i], { 1, 0.7 }, false, true };
		int found = simulate(&c, runs, 2001).confirmed;

		CHECK(found > last);
		last = found;
	}
}

int
main(int argc, char *argv[])
{
	bool full = argc > 1 && strcmp(argv[1], "full") == 0;

	promises(full ? 40000 : 4000);
	invariances(full ? 2000 : 200);
	power_grows(full ? 2000 : 500);
	if (full)
		reproduce(4000);
	return unit_end();
}
