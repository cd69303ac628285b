#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/baseline.h"
#include "compare/blocks.h"
#include "compare/comparable.h"
#include "compare/explain.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/stats.h"
#include "core/units.h"

#define LEAST_DAYS    3
#define ASSUMED_SD    0.05
#define USUAL_METRICS 11

static size_t
block_count(const struct store_baseline *b)
{
	struct blocks blocks;
	size_t n;

	blocks_make(&blocks, b->session, b->n);
	n = blocks.n;
	blocks_free(&blocks);
	return n;
}

static char *
day(char *buf, size_t size, long long t)
{
	clock_iso(buf, size, (time_t)t);
	if (size > 10)
		buf[10] = '\0';
	return buf;
}

/* Median over the judged metrics of what more days of the same noise would find. */
static void
say_more(const struct judging *j, size_t blocks)
{
	struct explanation *x;
	size_t n = explain_baseline(j->baseline.session, j->baseline.n, &j->policy, &x), k = 0;
	double *now = mem_zero(n + 1, sizeof *now), *later = mem_zero(n + 1, sizeof *later);
	double found, with[EXPLAIN_MORE];

	for (size_t i = 0; i < n; i++)
		if (!isnan(x[i].sd))
			now[k++] = x[i].detectable;
	found = 100 * stats_median(now, k);
	printf("a slowdown of %.0f %% of a typical metric would be found", found);
	for (size_t d = 0; d < EXPLAIN_MORE; d++) {
		k = 0;
		for (size_t i = 0; i < n; i++)
			if (!isnan(x[i].sd))
				later[k++] = x[i].later[d];
		with[d] = 100 * stats_median(later, k);
	}
	/* the tolerance is the least that is ever called slower */
	if (found - with[EXPLAIN_MORE - 1] < 0.5)
		printf(", and more days would find no smaller one");
	else
		for (size_t d = 0; d < EXPLAIN_MORE; d++)
			if (explain_days[d] > blocks)
				printf(", %.0f %% with %zu days", with[d], explain_days[d]);
	printf("; check-fs baseline explain has each\n");
	free(now);
	free(later);
	free(x);
}

void
baseline_says(const struct judging *j)
{
	size_t blocks = block_count(&j->baseline);
	double t = j->policy.tolerance;

	if (j->baseline.n == 0) {
		printf("no session is left: check-fs baseline accept or measure begins anew\n");
		return;
	}
	printf("%zu session%s on %zu day%s (sessions within 6 hours count once): ", j->baseline.n,
	    j->baseline.n == 1 ? "" : "s", blocks, blocks == 1 ? "" : "s");
	if (j->policy.fixed) {
		printf("judged by fixed limits\n");
	} else if (blocks >= LEAST_DAYS) {
		say_more(j, blocks);
	} else {
		printf("provisional, only a drop of 40 %% can be proved\n");
		printf("%zu more day%s of sessions needed; with a day-to-day noise of %.0f %% a "
		       "slowdown of %.0f %% would be found "
		       "with 3 days, %.0f %% with 5, %.0f %% with 10\n",
		    LEAST_DAYS - blocks, LEAST_DAYS - blocks == 1 ? "" : "s", 100 * ASSUMED_SD,
		    100 * explain_detectable(ASSUMED_SD, 3, USUAL_METRICS, t, j->policy.alpha),
		    100 * explain_detectable(ASSUMED_SD, 5, USUAL_METRICS, t, j->policy.alpha),
		    100 * explain_detectable(ASSUMED_SD, 10, USUAL_METRICS, t, j->policy.alpha));
	}
}

/* ---- list ---- */

static void
list_series(const char *machine, const char *series, const struct store_baseline *b, bool published)
{
	char first[32], last[32];

	printf("%-16s %-32s ", machine, series);
	if (b->n == 0)
		printf("no session\n");
	else if (published)
		printf("published figures\n");
	else
		printf("%zu session%s, %zu day%s, %s to %s\n", b->n, b->n == 1 ? "" : "s",
		    block_count(b), block_count(b) == 1 ? "" : "s",
		    day(first, sizeof first, b->session[0]->started),
		    day(last, sizeof last, b->session[b->n - 1]->started));
}

static int
list_machine(const struct baseline_args *a, const char *name, struct err *e)
{
	struct strv series = { 0 };
	struct store_machine m;
	int rc = store_machine_read(a->s.baselines, name, &m, e);

	if (rc != 0)
		return rc;
	store_series_list(a->s.baselines, name, &series);
	for (size_t i = 0; i < series.n && rc == 0; i++) {
		struct store_baseline b;

		if ((rc = store_baseline_read(a->s.baselines, name, series.v[i], &b, e)) != 0)
			break;
		list_series(name, series.v[i], &b, m.published != NULL);
		store_baseline_free(&b);
	}
	strv_free(&series);
	store_machine_free(&m);
	return rc;
}

int
baseline_list(const struct baseline_args *a, struct err *e)
{
	struct strv names = { 0 };
	int rc = 0;

	if (a->words.n > 0)
		return err_set(
		    e, EINVAL, "baseline list: '%s': it takes options only", a->words.v[0]);
	store_machines(a->s.baselines, &names);
	if (names.n == 0)
		printf("no baseline in %s yet: check-fs run --target DIR, then check-fs baseline "
		       "accept reports/latest\n",
		    a->s.baselines);
	for (size_t i = 0; i < names.n && rc == 0; i++)
		rc = list_machine(a, names.v[i], e);
	strv_free(&names);
	return rc;
}

/* ---- show ---- */

static void
show_sessions(const struct store_baseline *b)
{
	for (size_t i = 0; i < b->n; i++) {
		const struct session *s = b->session[i];
		char when[32];

		printf("  %s  started %s, accepted %s by %s%s%s\n", s->id,
		    clock_iso(when, sizeof when, (time_t)s->started),
		    s->accepted_at ? s->accepted_at : "?", s->accepted_by ? s->accepted_by : "?",
		    s->reason && *s->reason ? ": " : "", s->reason ? s->reason : "");
	}
	for (size_t i = 0; i < b->nwithdrawn; i++)
		printf("  %s  taken out %s by %s: %s\n", b->withdrawn[i].session,
		    b->withdrawn[i].at ? b->withdrawn[i].at : "?",
		    b->withdrawn[i].by ? b->withdrawn[i].by : "?",
		    b->withdrawn[i].reason ? b->withdrawn[i].reason : "");
}

static void
show_metrics(const struct judging *j)
{
	struct explanation *x;
	size_t n = explain_baseline(j->baseline.session, j->baseline.n, &j->policy, &x);

	printf("  %-28s %14s %9s  %s\n", "metric", "baseline", "sessions", "judged");
	for (size_t i = 0; i < n; i++) {
		char want[48];
		size_t have = 0;

		for (size_t k = 0; k < j->baseline.n; k++)
			have += session_find(j->baseline.session[k], x[i].metric) != NULL;
		printf("  %-28s %14s %9zu  %s\n", x[i].metric,
		    units_human(want, sizeof want, x[i].want, x[i].unit), have,
		    x[i].judged ? "yes" : "watched");
	}
	free(x);
}

/* Call one for each series that was asked for. */
static int
each(const struct baseline_args *a, void (*one)(const struct judging *), struct err *e)
{
	const char *machine = baseline_machine(a);
	struct strv series = { 0 };
	int rc = baseline_which(a, &series, e);

	for (size_t i = 0; i < series.n && rc == 0; i++) {
		struct judging j;

		if ((rc = judging_load(&a->s, machine, series.v[i], &j, e)) != 0)
			break;
		printf("%s%s, series %s\n", i > 0 ? "\n" : "", machine, series.v[i]);
		if (j.machine.description != NULL)
			printf("  %s\n", j.machine.description);
		if (j.machine.published != NULL)
			printf("  published figures, not measured here: %s\n", j.machine.published);
		one(&j);
		judging_free(&j);
	}
	strv_free(&series);
	return rc;
}

static void
show_one(const struct judging *j)
{
	if (j->machine.published == NULL)
		show_sessions(&j->baseline);
	show_metrics(j);
	if (j->machine.published == NULL)
		baseline_says(j);
}

int
baseline_show(const struct baseline_args *a, struct err *e)
{
	return each(a, show_one, e);
}

/* ---- explain ---- */

static void
percent(double x)
{
	if (isnan(x))
		printf(" %7s", "-");
	else
		printf(" %5.0f %%", 100 * x);
}

static void
explain_one(const struct judging *j)
{
	struct explanation *x;
	size_t n = explain_baseline(j->baseline.session, j->baseline.n, &j->policy, &x);

	printf("  %-28s %13s %13s %13s %7s %7s %7s", "metric", "baseline", "passes from",
	    "improved at", "tol.", "finds", "proves");
	for (size_t d = 0; d < EXPLAIN_MORE; d++)
		printf(" %4zu d. ", explain_days[d]);
	printf("\n");
	for (size_t i = 0; i < n; i++) {
		char want[48], worst[48], best[48];

		if (!x[i].judged) {
			printf("  %-28s %13s no limit: watched, not judged\n", x[i].metric,
			    units_human(want, sizeof want, x[i].want, x[i].unit));
			continue;
		}
		printf("  %-28s %13s %13s %13s", x[i].metric,
		    units_human(want, sizeof want, x[i].want, x[i].unit),
		    units_human(worst, sizeof worst, x[i].pass_worst, x[i].unit),
		    units_human(best, sizeof best, x[i].pass_best, x[i].unit));
		percent(x[i].tolerance);
		percent(x[i].detectable);
		percent(x[i].provable);
		for (size_t d = 0; d < EXPLAIN_MORE; d++)
			percent(x[i].later[d]);
		printf("\n");
	}
	printf("  passes from: a lower value at both looks is red.  finds: slowdown that is found "
	       "with 80 %% probability.\n"
	       "  proves: smallest tolerance that a healthy run proves.  N d.: what would be found "
	       "with sessions of N days.\n  ");
	baseline_says(j);
	free(x);
}

int
baseline_explain(const struct baseline_args *a, struct err *e)
{
	return each(a, explain_one, e);
}

/* ---- diff ---- */

static void
diff_sessions(const struct session *was, const struct session *is)
{
	struct change *c;
	size_t n = comparable_changes(is, was, &c);

	printf("%s -> %s\n", was->id, is->id);
	for (size_t i = 0; i < n; i++)
		printf("  %-28s '%s' -> '%s'%s\n", c[i].key, c[i].was, c[i].is,
		    c[i].blocks ? "  (not comparable)" : "");
	if (n == 0)
		printf("  nothing that is recorded of the machine and the commands differs\n");
	comparable_free(c, n);
	for (size_t i = 0; i < is->nmetric; i++) {
		const struct session_metric *m = &is->metric[i], *w = session_find(was, m->id);
		char a[48], b[48];
		double before = w != NULL ? session_median(w) : NAN, after = session_median(m);

		printf("  %-28s %14s -> %14s", m->id, units_human(a, sizeof a, before, m->unit),
		    units_human(b, sizeof b, after, m->unit));
		if (isfinite(after / before))
			printf("  %+.1f %%", 100 * (after / before - 1));
		printf("\n");
	}
}

static void
diff_series(const struct judging *j)
{
	if (j->baseline.n < 2)
		printf("  %zu session%s: nothing to compare\n", j->baseline.n,
		    j->baseline.n == 1 ? "" : "s");
	else
		diff_sessions(j->baseline.session[0], j->baseline.session[j->baseline.n - 1]);
}

static int
diff_run(const struct baseline_args *a, const char *run, struct err *e)
{
	struct session *s;
	struct judging j;
	int rc = store_run_read(run, &s, NULL, NULL, e);

	if (rc != 0)
		return rc == -ENOENT ? -EINVAL : rc;
	if (s->machine == NULL || s->series == NULL)
		rc = err_set(e, EINVAL, "%s: names no machine and series", run);
	if (rc == 0 && (rc = judging_load(&a->s, s->machine, s->series, &j, e)) == 0) {
		if (j.baseline.n == 0)
			rc = err_set(e, EINVAL, "%s: %s has no baseline of series %s", run,
			    s->machine, s->series);
		else
			diff_sessions(j.baseline.session[j.baseline.n - 1], s);
		judging_free(&j);
	}
	session_free(s);
	return rc;
}

int
baseline_diff(const struct baseline_args *a, struct err *e)
{
	struct strv series = { 0 };
	bool machine;

	if (a->words.n == 0)
		return each(a, diff_series, e);
	store_series_list(a->s.baselines, a->words.v[0], &series);
	machine = series.n > 0;
	strv_free(&series);
	return machine ? each(a, diff_series, e) : diff_run(a, a->words.v[0], e);
}
