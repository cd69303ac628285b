#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/slow_node.h"
#include "compare/straggler.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/units.h"

/* What one metric says of a node that was slow in it. */
struct evidence {
	double alone, rotated, heir_was; /* as in struct slow_node */
	const char *heir;
	bool alone_slow, stayed, moved;
};

/* ---- evidence ---- */

/* The node that in `then` ran most of the ranks that host ran in `now`; NULL where unknown. */
static const char *
heir_of(const struct detail *now, const struct detail *then, const char *host)
{
	for (size_t i = 0; i < now->nshare; i++) {
		if (now->share[i].host == NULL || strcmp(now->share[i].host, host) != 0)
			continue;
		for (size_t k = 0; k < then->nshare; k++)
			if (then->share[k].rank == now->share[i].rank)
				return then->share[k].host;
	}
	return NULL;
}

/* Far enough below the median node to be the slowness that was seen in the job. */
static bool
again(double ratio, double job)
{
	return isfinite(ratio) && ratio < sqrt(job);
}

static const struct session_metric *
metric_in(const struct session *s, const char *id)
{
	return s != NULL ? session_find(s, id) : NULL;
}

/*
 * Alone a node may be measured with a cache that it does not have in the job (it reads what it has
 * written itself): its rate then says nothing of it.
 */
static bool
same_caveat(const struct session_metric *a, const struct session_metric *b)
{
	return a->caveat == NULL || (b->caveat != NULL && strcmp(a->caveat, b->caveat) == 0);
}

static struct evidence
look(const struct session *s, const struct straggler *at)
{
	const struct session_metric *now = session_find(s, at->metric),
				    *alone = metric_in(s->alone, at->metric),
				    *then = metric_in(s->rotated, at->metric);
	struct evidence e = { NAN, NAN, NAN, NULL, false, false, false };

	if (alone != NULL && same_caveat(alone, now))
		e.alone = straggler_ratio(alone, at->host);
	e.heir = then != NULL ? heir_of(&now->detail, &then->detail, at->host) : NULL;
	/* a launcher that left the ranks where they were has shown nothing */
	if (e.heir != NULL && strcmp(e.heir, at->host) != 0) {
		e.rotated = straggler_ratio(then, at->host);
		e.heir_was = straggler_ratio(then, e.heir);
	}
	if (!isfinite(e.rotated) || !isfinite(e.heir_was))
		e.rotated = e.heir_was = NAN;
	e.alone_slow = again(e.alone, at->ratio);
	e.stayed = again(e.rotated, at->ratio);
	e.moved = again(e.heir_was, at->ratio);
	return e;
}

/* Rotation is the stronger witness: the same job, the same load. */
static enum slow_side
side_of(const struct evidence *e)
{
	bool alone = isfinite(e->alone);

	if (!isfinite(e->rotated))
		return !alone ? SLOW_UNKNOWN : e->alone_slow ? SLOW_NODE : SLOW_STORAGE;
	if (e->stayed && e->moved)
		return SLOW_UNKNOWN;
	if (e->stayed)
		return SLOW_NODE;
	if (e->moved)
		return alone && e->alone_slow ? SLOW_UNKNOWN : SLOW_STORAGE;
	return SLOW_PASSED;
}

/* ---- words ---- */

static char *
percent(char *buf, size_t size, double ratio)
{
	if (ratio < 0.001)
		snprintf(buf, size, "under 0.1 %%");
	else
		snprintf(buf, size, ratio < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * ratio);
	return buf;
}

/* What looking again has shown, or "". */
static char *
rotated_words(const struct slow_node *n, const struct evidence *e)
{
	char own[24], heir[24];

	if (!isfinite(e->rotated))
		return mem_dup("");
	percent(own, sizeof own, n->rotated);
	percent(heir, sizeof heir, n->heir_was);
	if (e->stayed && e->moved)
		return mem_fmt("; with every node's ranks moved on by one node it was slow again "
			       "(%s), and so was %s, which then ran its ranks (%s)",
		    own, n->heir, heir);
	if (e->stayed)
		return mem_fmt("; with every node's ranks moved on by one node it was slow again "
			       "(%s), and %s, which then ran its ranks, was not (%s)",
		    own, n->heir, heir);
	if (e->moved)
		return mem_fmt(
		    "; with every node's ranks moved on by one node it was not slow (%s), "
		    "and %s, which then ran its ranks, was slow (%s)",
		    own, n->heir, heir);
	return mem_fmt("; with every node's ranks moved on by one node neither it (%s) nor %s, "
		       "which then ran its ranks (%s), was slow",
	    own, n->heir, heir);
}

static char *
alone_words(const struct slow_node *n, const struct evidence *e)
{
	char own[24];

	if (!isfinite(n->alone))
		return mem_dup("");
	return mem_fmt("; alone it was %s (%s)", e->alone_slow ? "slow too" : "not slow",
	    percent(own, sizeof own, n->alone));
}

static const char *
advice(const struct slow_node *n)
{
	switch (n->side) {
	case SLOW_NODE:
		return "the slowness stays with the node: look at its network, its mount and what "
		       "else runs there";
	case SLOW_STORAGE:
		return isfinite(n->rotated)
			   ? "the slowness goes with the files, not with the node: look at the "
			     "server or storage target that holds them"
			   : "it is slow only together with the others: look at the servers, and "
			     "at what this node shares with others on the way to them";
	case SLOW_PASSED:
		return "it has passed, or comes and goes: measure again before searching";
	case SLOW_UNKNOWN:
		break;
	}
	return "look at that node first (its network, its log, what else runs there)";
}

/* In the job. */
static char *
sentence(const struct slow_node *n, const struct evidence *e, double median)
{
	char *rotated = rotated_words(n, e), *alone = alone_words(n, e), *text, share[24], rate[40],
	     of[40], more[48] = "";

	if (n->metrics > 1)
		snprintf(more, sizeof more, " and was slow in %zu more", n->metrics - 1);
	text = mem_fmt("node %s ran %s at %s of the median node (%s a rank against %s)%s%s%s: %s",
	    n->host, n->metric, percent(share, sizeof share, n->job),
	    units_human(rate, sizeof rate, n->rate, n->unit),
	    units_human(of, sizeof of, median, n->unit), more, alone, rotated, advice(n));
	free(rotated);
	free(alone);
	return text;
}

/* ---- nodes ---- */

static bool
named_before(const struct straggler *v, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (strcmp(v[k].host, v[i].host) == 0)
			return true;
	return false;
}

/* The first of a host's metrics that speaks for side (all: with all that was looked at); n: none.
 */
static size_t
worst_of(const struct session *s, const struct straggler *v, size_t n, size_t first,
    enum slow_side side, bool all)
{
	for (size_t i = first; i < n; i++) {
		struct evidence e = look(s, &v[i]);

		if (strcmp(v[i].host, v[first].host) == 0 && side_of(&e) == side &&
		    (!all || s->alone == NULL || isfinite(e.alone)))
			return i;
	}
	return n;
}

/*
 * The side that most of a host's metrics speak for (one that is slow again has not passed); in
 * *best the worst of these.  v[first] is its first one.
 */
static enum slow_side
settle(const struct session *s, const struct straggler *v, size_t n, size_t first, size_t *best)
{
	size_t votes[4] = { 0 };
	enum slow_side side = SLOW_UNKNOWN;

	for (size_t i = first; i < n; i++)
		if (strcmp(v[i].host, v[first].host) == 0) {
			struct evidence e = look(s, &v[i]);

			votes[side_of(&e)]++;
		}
	if (votes[SLOW_NODE] + votes[SLOW_STORAGE] > 0)
		side = votes[SLOW_NODE] >= votes[SLOW_STORAGE] ? SLOW_NODE : SLOW_STORAGE;
	else if (votes[SLOW_PASSED] > 0)
		side = SLOW_PASSED;
	*best = worst_of(s, v, n, first, side, true);
	if (*best == n)
		*best = worst_of(s, v, n, first, side, false);
	return side;
}

static size_t
metrics_of(const struct straggler *v, size_t n, const char *host)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += strcmp(v[i].host, host) == 0;
	return count;
}

static struct slow_node
in_job(const struct session *s, const struct straggler *v, size_t n, size_t first)
{
	size_t best;
	enum slow_side side = settle(s, v, n, first, &best);
	const struct session_metric *m = session_find(s, v[best].metric);
	struct evidence e = look(s, &v[best]);
	struct slow_node out = { .host = mem_dup(v[best].host),
		.metric = mem_dup(m->id),
		.unit = mem_dup(m->unit),
		.side = side,
		.metrics = metrics_of(v, n, v[best].host),
		.rate = straggler_rate(m, v[best].host),
		.job = v[best].ratio,
		.alone = e.alone,
		.rotated = e.rotated,
		.heir = isfinite(e.rotated) ? mem_dup(e.heir) : NULL,
		.heir_was = e.heir_was };

	out.why = sentence(&out, &e, straggler_rate(m, NULL));
	return out;
}

/* Slow by itself, but not in the job: v is of s->alone. */
static struct slow_node
only_alone(const struct session *s, const struct straggler *v, size_t n, size_t first)
{
	const struct session_metric *alone = session_find(s->alone, v[first].metric),
				    *m = session_find(s, v[first].metric);
	double job = m != NULL ? straggler_ratio(m, v[first].host) : NAN;
	char own[24], other[24];
	struct slow_node out = { .host = mem_dup(v[first].host),
		.metric = mem_dup(alone->id),
		.unit = mem_dup(alone->unit),
		.side = SLOW_UNKNOWN,
		.metrics = metrics_of(v, n, v[first].host),
		.rate = m != NULL ? straggler_rate(m, v[first].host) : NAN,
		.job = job,
		.alone = v[first].ratio,
		.rotated = NAN,
		.heir_was = NAN };

	out.why = mem_fmt("node %s ran %s alone at %s of the median node, but not in the job (%s): "
			  "something else ran there for a while, or in the job a limit that all "
			  "nodes share hides it",
	    out.host, out.metric, percent(own, sizeof own, out.alone),
	    isfinite(job) ? percent(other, sizeof other, job) : "not measured there");
	return out;
}

static bool
listed(const struct slow_node *v, size_t n, const char *host)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(v[i].host, host) == 0)
			return true;
	return false;
}

size_t
slow_node_find(const struct session *s, struct slow_node **out)
{
	struct straggler *v, *alone = NULL;
	size_t found = 0, n = straggler_find(s, &v), nalone = 0;

	*out = NULL;
	if (s->alone != NULL)
		nalone = straggler_find(s->alone, &alone);
	for (size_t i = 0; i < n; i++) {
		if (named_before(v, i))
			continue;
		*out = mem_grow(*out, found + 1, sizeof **out);
		(*out)[found++] = in_job(s, v, n, i);
	}
	for (size_t i = 0; i < nalone; i++) {
		if (listed(*out, found, alone[i].host))
			continue;
		*out = mem_grow(*out, found + 1, sizeof **out);
		(*out)[found++] = only_alone(s, alone, nalone, i);
	}
	free(v);
	free(alone);
	return found;
}

void
slow_node_free(struct slow_node *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(v[i].host);
		free(v[i].metric);
		free(v[i].unit);
		free(v[i].heir);
		free(v[i].why);
	}
	free(v);
}
