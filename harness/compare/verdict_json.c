#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/verdict.h"
#include "core/err.h"
#include "core/mem.h"

static const char *const words[] = { "HEALTHY", "SLOWER", "INCONCLUSIVE", "NO-BASELINE",
	"NOT-COMPARABLE", "COULD-NOT-MEASURE", "MEASURED" };
static const char *const outcomes[] = { "PASS", "UNPROVEN", "SUSPECT", "FAIL", "IMPROVED", "NEW",
	"MISSING", "INVALID", "NOT-COMPARABLE", "KNOWN", "WATCHED", "TOO-SHORT" };

static const char *const sides[] = { "unknown", "node", "storage", "passed" };

#define COUNT(a) (sizeof(a) / sizeof *(a))

const char *
verdict_word(enum word w)
{
	return words[w];
}

const char *
verdict_outcome(enum outcome o)
{
	return outcomes[o];
}

const char *
verdict_side(enum slow_side s)
{
	return sides[s];
}

static int
find(const char *const *table, size_t n, const char *text)
{
	for (size_t i = 0; i < n && text != NULL; i++)
		if (strcmp(table[i], text) == 0)
			return (int)i;
	return -1;
}

/* ---- writing ---- */

static void
text(json_t *o, const char *key, const char *value)
{
	/* a path that is no UTF-8 must not lose the sentence it stands in */
	if (value == NULL)
		json_object_set_new(o, key, json_null());
	else
		session_put_text(o, key, value);
}

static void
real(json_t *o, const char *key, double x)
{
	json_object_set_new(o, key, isfinite(x) ? json_real(x) : json_null());
}

static json_t *
metric_json(const struct verdict *v)
{
	json_t *o = json_object();

	text(o, "metric", v->metric);
	text(o, "unit", v->unit);
	text(o, "better", v->better == BETTER_HIGHER ? "higher" : "lower");
	text(o, "outcome", outcomes[v->outcome]);
	json_object_set_new(o, "judged", json_boolean(v->judged));
	real(o, "measured", v->got);
	real(o, "second", v->second);
	real(o, "judged_value", v->value);
	real(o, "baseline", v->want);
	real(o, "ratio", v->ratio);
	real(o, "tolerance", v->tolerance);
	real(o, "limit", v->limit);
	real(o, "ratio_low", v->ci_low);
	real(o, "ratio_high", v->ci_high);
	real(o, "p", v->p);
	real(o, "detectable", v->detectable);
	json_object_set_new(o, "blocks", json_integer(v->blocks));
	json_object_set_new(o, "repetitions", json_integer((json_int_t)v->reps));
	real(o, "worst_p", v->worst_p);
	text(o, "caveat", v->caveat);
	text(o, "why", v->why);
	return o;
}

static json_t *
change_json(const struct change *c)
{
	json_t *o = json_object();

	text(o, "key", c->key);
	text(o, "was", c->was);
	text(o, "is", c->is);
	json_object_set_new(o, "blocks", json_boolean(c->blocks));
	return o;
}

static json_t *
slow_json(const struct slow_node *n)
{
	json_t *o = json_object();

	text(o, "node", n->host);
	text(o, "metric", n->metric);
	text(o, "unit", n->unit);
	text(o, "side", sides[n->side]);
	json_object_set_new(o, "metrics", json_integer((json_int_t)n->metrics));
	real(o, "rate", n->rate);
	real(o, "job", n->job);
	real(o, "alone", n->alone);
	real(o, "rotated", n->rotated);
	text(o, "heir", n->heir);
	real(o, "heir_rotated", n->heir_was);
	text(o, "why", n->why);
	return o;
}

json_t *
verdict_json(const struct verdicts *v)
{
	json_t *o = json_object(), *list = json_array();

	text(o, "verdict", words[v->word]);
	json_object_set_new(o, "code", json_integer(v->code));
	text(o, "reason", v->reason);
	text(o, "headline", v->headline);
	text(o, "advice", v->advice);
	text(o, "machine", v->machine);
	text(o, "run", v->run);
	text(o, "series", v->series);
	text(o, "baseline", v->baseline);
	for (size_t i = 0; i < v->n; i++)
		json_array_append_new(list, metric_json(&v->v[i]));
	json_object_set_new(o, "metrics", list);
	list = json_array();
	for (size_t i = 0; i < v->nchange; i++)
		json_array_append_new(list, change_json(&v->change[i]));
	json_object_set_new(o, "changes", list);
	list = json_array();
	for (size_t i = 0; i < v->nslow; i++)
		json_array_append_new(list, slow_json(&v->slow[i]));
	json_object_set_new(o, "slow_nodes", list);
	return o;
}

/* ---- reading ---- */

static char *
get_text(const json_t *o, const char *key)
{
	return mem_dup(json_string_value(json_object_get(o, key)));
}

static double
get_real(const json_t *o, const char *key)
{
	const json_t *x = json_object_get(o, key);

	return json_is_number(x) ? json_number_value(x) : NAN;
}

static int
read_metric(struct verdicts *all, const json_t *o, struct err *e)
{
	int outcome =
	    find(outcomes, COUNT(outcomes), json_string_value(json_object_get(o, "outcome")));
	const char *id = json_string_value(json_object_get(o, "metric")), *better;
	struct verdict *v;

	if (id == NULL || outcome < 0)
		return err_set(e, EINVAL, "verdicts: an entry lacks its metric or outcome");
	better = json_string_value(json_object_get(o, "better"));
	all->v = mem_grow(all->v, all->n + 1, sizeof *all->v);
	v = &all->v[all->n++];
	*v = (struct verdict){ .metric = mem_dup(id),
		.unit = get_text(o, "unit"),
		.better =
		    better != NULL && strcmp(better, "lower") == 0 ? BETTER_LOWER : BETTER_HIGHER,
		.outcome = (enum outcome)outcome,
		.judged = json_is_true(json_object_get(o, "judged")),
		.got = get_real(o, "measured"),
		.second = get_real(o, "second"),
		.value = get_real(o, "judged_value"),
		.want = get_real(o, "baseline"),
		.ratio = get_real(o, "ratio"),
		.tolerance = get_real(o, "tolerance"),
		.limit = get_real(o, "limit"),
		.ci_low = get_real(o, "ratio_low"),
		.ci_high = get_real(o, "ratio_high"),
		.p = get_real(o, "p"),
		.detectable = get_real(o, "detectable"),
		.blocks = (int)json_integer_value(json_object_get(o, "blocks")),
		.reps = (size_t)json_integer_value(json_object_get(o, "repetitions")),
		.worst_p = get_real(o, "worst_p"),
		.caveat = get_text(o, "caveat"),
		.why = get_text(o, "why") };
	if (v->unit == NULL)
		v->unit = mem_dup("");
	return 0;
}

static void
read_change(struct verdicts *all, const json_t *o)
{
	struct change c = { get_text(o, "key"), get_text(o, "was"), get_text(o, "is"),
		json_is_true(json_object_get(o, "blocks")) };

	if (c.key == NULL) {
		free(c.was);
		free(c.is);
		return;
	}
	all->change = mem_grow(all->change, all->nchange + 1, sizeof *all->change);
	all->change[all->nchange++] = c;
}

static void
read_slow(struct verdicts *all, const json_t *o)
{
	int side = find(sides, COUNT(sides), json_string_value(json_object_get(o, "side")));
	struct slow_node n = { .host = get_text(o, "node"),
		.metric = get_text(o, "metric"),
		.unit = get_text(o, "unit"),
		.side = side < 0 ? SLOW_UNKNOWN : (enum slow_side)side,
		.metrics = (size_t)json_integer_value(json_object_get(o, "metrics")),
		.rate = get_real(o, "rate"),
		.job = get_real(o, "job"),
		.alone = get_real(o, "alone"),
		.rotated = get_real(o, "rotated"),
		.heir = get_text(o, "heir"),
		.heir_was = get_real(o, "heir_rotated"),
		.why = get_text(o, "why") };

	if (n.host == NULL || n.metric == NULL || n.unit == NULL || n.why == NULL) {
		free(n.host);
		free(n.metric);
		free(n.unit);
		free(n.heir);
		free(n.why);
		return;
	}
	all->slow = mem_grow(all->slow, all->nslow + 1, sizeof *all->slow);
	all->slow[all->nslow++] = n;
}

int
verdict_read(const json_t *j, struct verdicts **out, struct err *e)
{
	int word = find(words, COUNT(words), json_string_value(json_object_get(j, "verdict"))),
	    rc = 0;
	struct verdicts *all;
	size_t i;
	json_t *o;

	*out = NULL;
	if (word < 0)
		return err_set(e, EINVAL, "verdicts: no known verdict word");
	all = mem_zero(1, sizeof *all);
	all->word = (enum word)word;
	all->code = (int)json_integer_value(json_object_get(j, "code"));
	all->reason = get_text(j, "reason");
	all->headline = get_text(j, "headline");
	all->advice = get_text(j, "advice");
	all->machine = get_text(j, "machine");
	all->run = get_text(j, "run");
	all->series = get_text(j, "series");
	all->baseline = get_text(j, "baseline");
	for (i = 0; rc == 0 && (o = json_array_get(json_object_get(j, "metrics"), i)) != NULL; i++)
		rc = read_metric(all, o, e);
	for (i = 0; (o = json_array_get(json_object_get(j, "changes"), i)) != NULL; i++)
		read_change(all, o);
	for (i = 0; (o = json_array_get(json_object_get(j, "slow_nodes"), i)) != NULL; i++)
		read_slow(all, o);
	if (rc != 0)
		verdict_free(all);
	else
		*out = all;
	return rc;
}
