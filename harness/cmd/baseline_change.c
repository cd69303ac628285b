#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/baseline.h"
#include "compare/explain.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/units.h"

/* ---- learn ---- */

/* What was learned for the metric in this series before; NAN: nothing. */
static double
learned(const struct store_machine *m, const char *series, const char *metric)
{
	double t = NAN;

	for (size_t i = 0; i < m->nrule; i++)
		if (m->rule[i].series != NULL && strcmp(m->rule[i].series, series) == 0 &&
		    strcmp(m->rule[i].metric, metric) == 0)
			t = m->rule[i].tolerance;
	return t;
}

static int
learn_metric(const struct baseline_args *a, const struct judging *j, const char *series,
    const struct explanation *x, struct err *e)
{
	double was = learned(&j->machine, series, x->metric), now;
	char today[32], *note;
	int rc;

	if (!explain_learn(x, &now)) {
		printf("  %-28s cannot gate here: a healthy run proves only %.0f %%, more than 25 "
		       "%%: left as it is\n",
		    x->metric, 100 * x->provable);
		return 0;
	}
	if (fabs(was - now) < 0.00005) {
		printf("  %-28s %.1f %%, as learned before\n", x->metric, 100 * now);
		return 0;
	}
	if (!isnan(was) && a->reason == NULL)
		return err_set(e, EINVAL,
		    "%s: was learned as %.1f %%, is %.1f %%: say why it changes with --reason",
		    x->metric, 100 * was, 100 * now);
	clock_iso(today, sizeof today, clock_wall());
	today[10] = '\0';
	note = mem_fmt("B=%zu R=%zu %s formula %d", x->blocks, x->reps, today, EXPLAIN_FORMULA);
	rc = store_machine_learn(
	    a->s.baselines, baseline_machine(a), series, x->metric, now, note, e);
	if (rc == 0 && isnan(was))
		printf("  %-28s %.1f %% -> %.1f %%\n", x->metric, 100 * x->tolerance, 100 * now);
	else if (rc == 0)
		printf(
		    "  %-28s %.1f %% -> %.1f %%: %s\n", x->metric, 100 * was, 100 * now, a->reason);
	free(note);
	return rc;
}

int
baseline_learn(const struct baseline_args *a, struct err *e)
{
	struct explanation *x = NULL;
	struct judging j;
	char *series = NULL;
	size_t n, done = 0;
	int rc = baseline_one(a, &series, e);

	if (rc != 0)
		return rc;
	rc = judging_load(&a->s, baseline_machine(a), series, &j, e);
	if (rc != 0) {
		free(series);
		return rc;
	}
	n = explain_baseline(j.baseline.session, j.baseline.n, &j.policy, &x);
	for (size_t i = 0; i < n && rc == 0; i++)
		if (!isnan(x[i].provable)) {
			rc = learn_metric(a, &j, series, &x[i], e);
			done++;
		}
	if (rc == 0 && done == 0)
		rc = err_set(
		    e, EINVAL, "%s: tolerances can be learned from sessions of 3 days on", series);
	free(x);
	judging_free(&j);
	free(series);
	return rc;
}

/* ---- expire, rollback ---- */

static int
withdraw(const struct baseline_args *a, const char *machine, const char *series, const char *id,
    const char *why, struct err *e)
{
	char *who = baseline_who();
	int rc = store_baseline_withdraw(
	    a->s.baselines, machine, series, id, who, a->reason ? a->reason : why, e);

	if (rc == 0)
		printf("%s: taken out of the baseline of %s, series %s\n", id, machine, series);
	free(who);
	return rc == -ENOENT ? -EINVAL : rc;
}

/* Start times before this expire; 0: none by time. */
static int
expiry(const struct baseline_args *a, long long *before, struct err *e)
{
	char *iso;
	time_t t;

	*before = 0;
	if (a->older > 0)
		*before = (long long)clock_wall() - 86400LL * a->older;
	if (a->before == NULL)
		return 0;
	iso = mem_fmt("%sT00:00:00Z", a->before);
	t = strlen(a->before) == 10 ? clock_parse(iso) : (time_t)-1;
	free(iso);
	if (t == (time_t)-1)
		return err_set(
		    e, EINVAL, "--before: '%s' is not a day such as 2026-12-31", a->before);
	*before = (long long)t;
	return 0;
}

static int
expire_before(const struct baseline_args *a, const char *machine, const char *series,
    long long before, struct err *e)
{
	struct store_baseline b;
	size_t k = 0;
	int rc = store_baseline_read(a->s.baselines, machine, series, &b, e);

	if (rc != 0)
		return rc;
	for (size_t i = 0; i < b.n && rc == 0; i++)
		if (b.session[i]->started < before) {
			rc = withdraw(a, machine, series, b.session[i]->id, "expired", e);
			k++;
		}
	if (rc == 0 && k == 0)
		printf("no session of %s, series %s, is that old\n", machine, series);
	store_baseline_free(&b);
	return rc;
}

/* What the sessions that are left can prove. */
static int
say_left(const struct baseline_args *a, const char *machine, const char *series, struct err *e)
{
	struct judging j;
	int rc = judging_load(&a->s, machine, series, &j, e);

	if (rc != 0)
		return rc;
	baseline_says(&j);
	judging_free(&j);
	return 0;
}

int
baseline_expire(const struct baseline_args *a, struct err *e)
{
	struct baseline_args of_machine = *a;
	struct strv none = { 0 };
	char *series = NULL;
	long long before;
	int rc = expiry(a, &before, e);

	/* the words are sessions here */
	of_machine.words = none;
	if (rc == 0 && before == 0 && a->words.n == 0)
		rc = err_set(e, EINVAL,
		    "baseline expire: say which: SESSION..., --older DAYS or --before DATE");
	if (rc == 0)
		rc = baseline_one(&of_machine, &series, e);
	for (size_t i = 0; i < a->words.n && rc == 0; i++)
		rc = withdraw(a, a->s.machine, series, a->words.v[i], "expired", e);
	if (rc == 0 && before != 0)
		rc = expire_before(a, a->s.machine, series, before, e);
	if (rc == 0)
		rc = say_left(a, a->s.machine, series, e);
	free(series);
	return rc;
}

int
baseline_rollback(const struct baseline_args *a, struct err *e)
{
	struct store_baseline b = { 0 };
	const struct session *newest = NULL;
	char *series = NULL;
	int rc = baseline_one(a, &series, e);

	if (rc == 0)
		rc = store_baseline_read(a->s.baselines, baseline_machine(a), series, &b, e);
	/* the one that was accepted last, which need not be the one that was measured last */
	for (size_t i = 0; i < b.n; i++)
		if (newest == NULL ||
		    strcmp(b.session[i]->accepted_at ? b.session[i]->accepted_at : "",
			newest->accepted_at ? newest->accepted_at : "") >= 0)
			newest = b.session[i];
	if (rc == 0 && newest == NULL)
		rc = err_set(e, EINVAL, "%s: there is no session to take out", series);
	if (rc == 0)
		rc = withdraw(a, baseline_machine(a), series, newest->id, "rolled back", e);
	if (rc == 0)
		rc = say_left(a, baseline_machine(a), series, e);
	store_baseline_free(&b);
	free(series);
	return rc;
}
