#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/machines.h"
#include "compare/sentence.h"
#include "compare/shape.h"
#include "core/clock.h"
#include "core/mem.h"
#include "core/units.h"

#define NAMED 3 /* metrics that a headline names */

char *
sentence_percent(char *buf, size_t size, double ratio)
{
	double percent = 100 * (ratio - 1);

	if (!isfinite(percent))
		snprintf(buf, size, "?");
	else
		snprintf(buf, size, fabs(percent) < 9.95 ? "%+.1f %%" : "%+.0f %%", percent);
	return buf;
}

char *
sentence_fold(char *buf, size_t size, double ratio)
{
	if (ratio >= 2)
		snprintf(buf, size, "x %.3g", ratio);
	else
		sentence_percent(buf, size, ratio);
	return buf;
}

static char *
number(char *buf, size_t size, const struct verdict *v, double value)
{
	return units_human(buf, size, value, v->unit);
}

/* "measured 51 MiB/s (again 50 MiB/s), baseline 100 MiB/s, -49 %, limit 60 MiB/s" */
static char *
figures(const struct verdict *v)
{
	char got[48], again[48], want[48], limit[48], percent[24];
	char *second = isnan(v->second)
			   ? mem_dup("")
			   : mem_fmt(" (again %s)", number(again, sizeof again, v, v->second));
	char *against = isnan(v->want)
			    ? mem_dup("")
			    : mem_fmt(", baseline %s, %s", number(want, sizeof want, v, v->want),
				  sentence_percent(percent, sizeof percent, v->ratio));
	char *bound = isnan(v->limit)
			  ? mem_dup("")
			  : mem_fmt(", limit %s", number(limit, sizeof limit, v, v->limit));
	char *text = mem_fmt(
	    "measured %s%s%s%s", number(got, sizeof got, v, v->got), second, against, bound);

	free(second);
	free(against);
	free(bound);
	return text;
}

/* What the figures mean, or NULL where they say it themselves. */
static const char *
meaning(const struct verdict *v, const struct session_metric *now)
{
	switch (v->outcome) {
	case OUT_PASS:
		return "proved no worse than the tolerance";
	case OUT_UNPROVEN:
		return v->blocks < 3
			   ? "provisional: only a drop of 40 % can be proved with so few days of "
			     "sessions"
			   : "within the tolerance, but the noise is too large to prove it";
	case OUT_SUSPECT:
		return "below the tolerance, but not proved to be slower";
	case OUT_FAIL:
		if (verdict_provisional(v))
			return "slower at both looks, beyond the provisional limit: with so few "
			       "days "
			       "of sessions only a drop of 40 % is red";
		return v->blocks < 3 && isnan(v->p) ? "slower at both looks"
						    : "slower at both looks, and not by chance";
	case OUT_IMPROVED:
		return "more than half as fast again: a cache, or a new baseline is due";
	case OUT_NEW:
		return "the baseline does not have it";
	case OUT_MISSING:
		return "in the baseline, but not measured";
	case OUT_NOT_COMPARABLE:
		return "measured under other conditions than the baseline";
	case OUT_TOO_SHORT:
		return "too short to be judged: a phase needs 20 ms and 1000 operations or 64 MiB";
	case OUT_WATCHED:
		return v->caveat != NULL && strcmp(v->caveat, "cache") == 0
			   ? "probably cache, not judged"
			   : "watched, not judged";
	case OUT_INVALID:
		return now != NULL && now->invalid != NULL ? now->invalid : "no usable value";
	case OUT_KNOWN:
		return "slower at both looks";
	}
	return "";
}

void
sentence_metric(struct verdict *v, const struct session_metric *now, const char *known, bool worst)
{
	char *f = now != NULL && v->outcome != OUT_INVALID ? figures(v) : mem_dup(v->metric);

	v->why = mem_fmt("%s: %s%s%s%s", f, meaning(v, now),
	    v->outcome == OUT_KNOWN ? ", known: " : "", v->outcome == OUT_KNOWN ? known : "",
	    worst ? "; its worst repetition is far below the usual worst: look for one slow disk "
		    "or server"
		  : "");
	free(f);
}

static char *
day(char *buf, size_t size, long long t)
{
	clock_iso(buf, size, (time_t)t);
	if (size > 10)
		buf[10] = '\0';
	return buf;
}

char *
sentence_baseline(const struct blocks *b)
{
	char first[32], last[32];

	if (b->nsession == 0)
		return NULL;
	day(first, sizeof first, b->session[0]->started);
	day(last, sizeof last, b->session[b->nsession - 1]->started);
	return mem_fmt("%zu session%s in %zu block%s, %s%s%s%s", b->nsession,
	    b->nsession == 1 ? "" : "s", b->n, b->n == 1 ? "" : "s", first,
	    strcmp(first, last) ? " to " : "", strcmp(first, last) ? last : "",
	    b->n < 3   ? " (provisional)"
	    : b->n < 5 ? " (few sessions)"
		       : "");
}

static size_t
count(const struct verdicts *all, enum outcome o)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += all->v[i].judged && all->v[i].outcome == o;
	return n;
}

static size_t
judged(const struct verdicts *all)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += all->v[i].judged;
	return n;
}

/* "ior-fpp/write -48 %, ior-shared/write -45 % and 2 more" of the judged metrics with that outcome.
 */
static char *
named(const struct verdicts *all, enum outcome o)
{
	char *text = mem_dup(""), *longer, percent[24];
	size_t k = 0, n = count(all, o);

	for (size_t i = 0; i < all->n && k < NAMED; i++) {
		const struct verdict *v = &all->v[i];

		if (!v->judged || v->outcome != o)
			continue;
		longer = mem_fmt("%s%s%s%s%s", text, k++ ? ", " : "", v->metric,
		    isnan(v->ratio) ? "" : " ",
		    isnan(v->ratio) ? "" : sentence_percent(percent, sizeof percent, v->ratio));
		free(text);
		text = longer;
	}
	if (n > k) {
		longer = mem_fmt("%s and %zu more", text, n - k);
		free(text);
		text = longer;
	}
	return text;
}

/* "host.kernel was 6.1, is 6.5" of the changes that block, or of the others. */
static char *
changed(const struct verdicts *all, bool blocks)
{
	for (size_t i = 0; i < all->nchange; i++)
		if (all->change[i].blocks == blocks)
			return mem_fmt("%s was '%s', is '%s'", all->change[i].key,
			    all->change[i].was, all->change[i].is);
	return mem_dup("");
}

static char *
healthy(const struct verdicts *all, size_t blocks)
{
	size_t proved = count(all, OUT_PASS) + count(all, OUT_IMPROVED),
	       suspect = count(all, OUT_SUSPECT);
	char *more = suspect > 0 ? mem_fmt(", %zu suspect", suspect) : mem_dup("");
	char *list = named(all, OUT_KNOWN),
	     *known = *list ? mem_fmt(", known to be slower: %s", list) : mem_dup("");
	char *text = mem_fmt("HEALTHY, %zu of %zu proved%s%s%s", proved, judged(all), more, known,
	    blocks < 3 && proved < judged(all)
		? " (provisional: only a drop of 40 % can be proved yet)"
		: "");

	free(more);
	free(list);
	free(known);
	return text;
}

static char *
unusable(const struct verdicts *all)
{
	char *invalid = named(all, OUT_INVALID), *missing = named(all, OUT_MISSING), *text;

	if (*invalid)
		text = mem_fmt("COULD-NOT-MEASURE (invalid): no usable value of %s", invalid);
	else if (*missing)
		text = mem_fmt(
		    "COULD-NOT-MEASURE (invalid): not measured, but in the baseline: %s", missing);
	else if (count(all, OUT_TOO_SHORT) > 0)
		text = mem_fmt("COULD-NOT-MEASURE (invalid): every judged phase was too short");
	else
		text = mem_fmt("COULD-NOT-MEASURE (invalid): nothing was measured");
	free(invalid);
	free(missing);
	return text;
}

static char *
headline(const struct verdicts *all, size_t blocks)
{
	char *list = NULL, *text = NULL;

	switch (all->word) {
	case WORD_SLOWER:
		list = named(all, OUT_FAIL);
		text =
		    mem_fmt("SLOWER: %s%s", list, blocks < 3 ? " (provisional: few sessions)" : "");
		break;
	case WORD_INCONCLUSIVE:
		list = named(all, OUT_SUSPECT);
		text = *list ? mem_fmt("INCONCLUSIVE: below the tolerance, not proved: %s", list)
			     : mem_fmt("INCONCLUSIVE: too few days of sessions to prove anything "
				       "but a drop of 40 %%");
		break;
	case WORD_NOT_COMPARABLE:
		list = changed(all, true);
		text = mem_fmt("NOT-COMPARABLE: %s", list);
		break;
	case WORD_NO_BASELINE:
		text = mem_fmt(
		    "NO-BASELINE: %zu metrics measured, nothing to compare them with", all->n);
		break;
	case WORD_MEASURED:
		text = mem_fmt("MEASURED: %zu metrics, this profile is never judged", all->n);
		break;
	case WORD_COULD_NOT_MEASURE:
		text = unusable(all);
		break;
	case WORD_HEALTHY:
		text = healthy(all, blocks);
		break;
	}
	free(list);
	return text;
}

/* What slowed together: the judged metrics' ratios by group. */
static char *
shape(const struct verdicts *all)
{
	double sum[MACHINES_GROUPS] = { 0 }, group[MACHINES_GROUPS];
	size_t n[MACHINES_GROUPS] = { 0 };

	for (size_t i = 0; i < all->n; i++) {
		const struct verdict *v = &all->v[i];
		enum machines_group g = machines_group_of(v->metric, v->unit);

		if (!v->judged || !(v->ratio > 0))
			continue;
		sum[g] += log(v->ratio);
		n[g]++;
	}
	for (int g = 0; g < MACHINES_GROUPS; g++)
		group[g] = n[g] > 0 ? exp(sum[g] / (double)n[g]) : NAN;
	return shape_words(group);
}

/* The node to look at before all else, or "". */
static char *
node_advice(const struct verdicts *all)
{
	if (all->nslow > 0 && all->slow[0].side == SLOW_NODE)
		return mem_fmt("Node %s itself is slow: look there first. ", all->slow[0].host);
	if (all->nslow > 0 && all->slow[0].side == SLOW_STORAGE)
		return mem_fmt("What node %s works on is slow, not the node: look first at the "
			       "servers that hold it. ",
		    all->slow[0].host);
	return mem_dup("");
}

static char *
slower_advice(const struct verdicts *all)
{
	char *list = changed(all, false), *what = shape(all), *node = node_advice(all), *text;

	text = mem_fmt("%s%s. %s%s", node, what,
	    *list ? "Since the baseline: " : "Nothing that is recorded changed since the baseline",
	    list);
	free(list);
	free(node);
	free(what);
	return text;
}

static char *
advice(const struct verdicts *all, size_t blocks)
{
	switch (all->word) {
	case WORD_NO_BASELINE:
		return mem_dup(
		    "make these figures the baseline: check-fs baseline accept reports/latest");
	case WORD_NOT_COMPARABLE:
		return mem_dup("measure under the baseline's conditions, or under these with "
			       "another --machine or --profile");
	case WORD_SLOWER:
		return slower_advice(all);
	case WORD_HEALTHY:
	case WORD_INCONCLUSIVE:
		if (blocks >= 3)
			return NULL;
		return mem_fmt("accept sessions of %zu more day%s to find smaller drops: check-fs "
			       "baseline accept reports/latest",
		    3 - blocks, blocks == 2 ? "" : "s");
	case WORD_MEASURED:
	case WORD_COULD_NOT_MEASURE:
		break;
	}
	return NULL;
}

void
sentence_run(struct verdicts *all, size_t blocks)
{
	all->headline = headline(all, blocks);
	all->advice = advice(all, blocks);
}

void
sentence_injected(struct verdicts *all, const char *how)
{
	char *text = mem_fmt("%s (injected: %s)", all->headline, how), *what = NULL;

	free(all->headline);
	all->headline = text;
	if (all->word == WORD_SLOWER) {
		what = shape(all);
		text =
		    mem_fmt("the gate fired; hold what it names against what was slowed. %s", what);
	} else if (all->word == WORD_HEALTHY || all->word == WORD_INCONCLUSIVE) {
		text =
		    mem_dup("the gate did not fire: check-fs baseline explain says what would be "
			    "found, and what more days of sessions would buy");
	} else {
		return;
	}
	free(what);
	free(all->advice);
	all->advice = text;
}

/* ---- before and after ---- */

void
sentence_shifted(struct verdict *v)
{
	static const char *const means[] = { [OUT_PASS] =
						 "proved no slower than the tolerance allows",
		[OUT_UNPROVEN] = "within the tolerance, not proved",
		[OUT_SUSPECT] = "below the tolerance, but not proved to be slower",
		[OUT_FAIL] = "slower than before, and not by chance",
		[OUT_IMPROVED] = "faster than before, and not by chance",
		[OUT_NEW] = "not measured before",
		[OUT_MISSING] = "measured before, but not after",
		[OUT_NOT_COMPARABLE] = "measured under other conditions than before",
		[OUT_WATCHED] = "watched, not judged" };
	char before[48], after[48], limit[48], percent[24];

	v->why = mem_fmt("before %s, after %s, %s%s%s: %s",
	    number(before, sizeof before, v, v->want), number(after, sizeof after, v, v->got),
	    sentence_percent(percent, sizeof percent, v->ratio), isnan(v->limit) ? "" : ", limit ",
	    isnan(v->limit) ? "" : number(limit, sizeof limit, v, v->limit), means[v->outcome]);
}

void
sentence_shift(struct verdicts *all, size_t before, size_t after)
{
	char *slower = named(all, OUT_FAIL), *faster = named(all, OUT_IMPROVED), *list;

	if (all->word == WORD_SLOWER) {
		all->headline = mem_fmt("SLOWER than before: %s", slower);
	} else if (all->word == WORD_HEALTHY || all->word == WORD_INCONCLUSIVE) {
		all->headline = mem_fmt("%s, %zu of %zu proved no slower than before%s%s",
		    verdict_word(all->word), count(all, OUT_PASS) + count(all, OUT_IMPROVED),
		    judged(all), *faster ? "; faster: " : "", faster);
	} else if (all->word == WORD_NOT_COMPARABLE) {
		list = changed(all, true);
		all->headline = mem_fmt("NOT-COMPARABLE: %s", list);
		free(list);
	} else {
		all->headline = unusable(all);
	}
	all->baseline = mem_fmt("%zu sessions before", before);
	all->advice = mem_fmt("%zu sessions before, %zu after: day-to-day variation is not "
			      "covered, only what changed between them",
	    before, after);
	free(slower);
	free(faster);
}
