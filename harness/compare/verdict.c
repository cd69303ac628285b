#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparable.h"
#include "compare/outcome.h"
#include "compare/sentence.h"
#include "compare/slow_node.h"
#include "compare/verdict.h"
#include "core/mem.h"
#include "core/str.h"

#define LEAST_BLOCKS 3

/* ---- the run ---- */

static size_t
count(const struct verdicts *all, enum outcome o)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += all->v[i].judged && all->v[i].outcome == o;
	return n;
}

/* Is there a judged metric that fewer than three days of sessions stand behind? */
static bool
thin(const struct verdicts *all)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].judged && all->v[i].blocks < LEAST_BLOCKS)
			return true;
	return false;
}

static size_t
judged(const struct verdicts *all)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += all->v[i].judged;
	return n;
}

/* Severity: could not measure, slower, no baseline or not comparable, inconclusive, healthy. */
static enum word
word_of(const struct outcome_input *j)
{
	const struct verdicts *all = j->all;
	size_t k = judged(all);

	if (count(all, OUT_INVALID) > 0 || count(all, OUT_MISSING) > 0 || j->s->nmetric == 0)
		return WORD_COULD_NOT_MEASURE;
	if (j->policy->unjudged)
		return WORD_MEASURED;
	if (count(all, OUT_FAIL) > 0)
		return WORD_SLOWER;
	if (!j->comparable)
		return WORD_NOT_COMPARABLE;
	if (j->blocks.n == 0)
		return WORD_NO_BASELINE;
	if (k > 0 && count(all, OUT_TOO_SHORT) == k)
		return WORD_COULD_NOT_MEASURE;
	if (j->policy->strict &&
	    (k == 0 || count(all, OUT_SUSPECT) > 0 || (thin(all) && !j->policy->fixed)))
		return WORD_INCONCLUSIVE;
	return WORD_HEALTHY;
}

static int
code_of(enum word w, const struct policy *p)
{
	switch (w) {
	case WORD_SLOWER:
		return 1;
	case WORD_INCONCLUSIVE:
		return 3;
	case WORD_NO_BASELINE:
		return p->strict || p->ci ? 4 : 0;
	case WORD_NOT_COMPARABLE:
		return 4;
	case WORD_COULD_NOT_MEASURE:
		return 5;
	case WORD_HEALTHY:
	case WORD_MEASURED:
		break;
	}
	return 0;
}

static struct verdicts *
start(const struct session *s)
{
	struct verdicts *all = mem_zero(1, sizeof *all);

	all->machine = mem_dup(s->machine);
	all->run = mem_dup(s->id);
	all->series = mem_dup(s->series);
	return all;
}

static bool
compare(struct outcome_input *j)
{
	struct verdicts *all = j->all;

	if (j->blocks.nsession == 0)
		return true;
	all->nchange =
	    comparable_changes(j->s, j->blocks.session[j->blocks.nsession - 1], &all->change);
	for (size_t i = 0; i < all->nchange; i++)
		if (all->change[i].blocks)
			return false;
	return true;
}

struct verdicts *
verdict_judge(const struct session *s, const struct session *second,
    struct session *const *baseline, size_t nbaseline, const struct policy *policy, long long now)
{
	struct outcome_input j = {
		.s = s, .second = second, .policy = policy, .now = now, .all = start(s)
	};

	blocks_make(&j.blocks, baseline, nbaseline);
	j.comparable = compare(&j);
	outcome_judge(&j);
	j.all->word = word_of(&j);
	j.all->code = code_of(j.all->word, policy);
	if (j.all->word == WORD_COULD_NOT_MEASURE)
		j.all->reason = mem_dup("invalid");
	j.all->baseline = sentence_baseline(&j.blocks);
	j.all->nslow = slow_node_find(s, &j.all->slow);
	/* fixed limits need no days to be sure */
	sentence_run(j.all, policy->fixed ? LEAST_BLOCKS : j.blocks.n);
	if (session_env_get(s, "check-fs.injected") != NULL)
		sentence_injected(j.all, session_env_get(s, "check-fs.injected"));
	blocks_free(&j.blocks);
	return j.all;
}

bool
verdict_provisional(const struct verdict *v)
{
	double far = v->better == BETTER_HIGHER ? v->limit / v->want : v->want / v->limit;

	/* a floor or a fixed policy has a limit of its own */
	return v->blocks > 0 && v->blocks < LEAST_BLOCKS && v->detectable > v->tolerance &&
	       fabs(far - (1 - v->detectable)) < 1e-6;
}

struct verdicts *
verdict_failed(const struct session *s, const char *reason, const char *text)
{
	struct verdicts *all = start(s);

	all->word = WORD_COULD_NOT_MEASURE;
	all->code = 5;
	all->reason = mem_dup(reason);
	all->headline = mem_fmt("COULD-NOT-MEASURE (%s): %s", reason, text);
	return all;
}

/* Metric names are disjoint between the tools. */
static bool
made_by(const char *metric, const char *tool)
{
	const char *name = strrchr(metric, '/');

	name = name != NULL ? name + 1 : metric;
	return (str_starts(name, "dir-") || str_starts(name, "file-") ||
		   str_starts(name, "tree-")) == (strcmp(tool, "mdtest") == 0);
}

bool
verdict_wants_second(const struct verdicts *v, const char *tool)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->v[i].judged && v->v[i].outcome == OUT_SUSPECT && isnan(v->v[i].second) &&
		    made_by(v->v[i].metric, tool))
			return true;
	return false;
}

void
verdict_free(struct verdicts *v)
{
	if (v == NULL)
		return;
	for (size_t i = 0; i < v->n; i++) {
		free(v->v[i].metric);
		free(v->v[i].unit);
		free(v->v[i].caveat);
		free(v->v[i].why);
	}
	free(v->v);
	comparable_free(v->change, v->nchange);
	slow_node_free(v->slow, v->nslow);
	free(v->reason);
	free(v->headline);
	free(v->advice);
	free(v->machine);
	free(v->run);
	free(v->series);
	free(v->baseline);
	free(v);
}
