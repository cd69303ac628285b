#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/judging.h"
#include "cmd/maintenance.h"
#include "cmd/trend_history.h"
#include "compare/calibrate.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/str.h"
#include "core/units.h"

struct args {
	struct maintenance m;
	const char *series;
	bool recorded;
};

#define AT(f) offsetof(struct args, f)
static const struct opt opts[] = {
	{ 0, "recorded", OPT_FLAG, AT(recorded), NULL,
	    "measure nothing: the newest N recorded sessions", 0, 0, NULL, 0 },
	{ 0, "series", OPT_STR, AT(series), "NAME",
	    "of the recorded sessions (default: the only one)", 0, 0, NULL, 0 },
	{ 0, "every", OPT_SECONDS, AT(m.every), "TIME", "from one start to the next (default: 5m)",
	    0, 0, NULL, 0 },
	{ 0, "launcher-args", OPT_STR, AT(m.o.launcher_args), "WORDS",
	    "passed through to the launcher", 0, 0, NULL, 0 },
	{ 0, "hostfile", OPT_STR, AT(m.o.hostfile), "FILE", "hosts for mpirun, one a line", 0, 0,
	    NULL, 0 },
	{ 0, "oversubscribe", OPT_FLAG, AT(m.o.oversubscribe), NULL,
	    "more ranks than cores are meant", 0, 0, NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "show this help", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

extern const struct cmd_ops cmd_calibrate;

static void
tell_noise(const struct calibrate *c)
{
	printf("Noise of session medians:");
	if (!isnan(c->metadata_sd))
		printf(" metadata %.1f %%", 100 * c->metadata_sd);
	if (!isnan(c->data_sd))
		printf("%s bandwidth %.1f %%", isnan(c->metadata_sd) ? "" : ",", 100 * c->data_sd);
	printf("; from one session to the next it is correlated by %.2f.\n", c->autocorrelation);
	if (c->hours < 24)
		printf("All within %.1f hours: day-to-day variation is not in what follows.\n",
		    c->hours);
}

static void
tell_rates(const struct calibrate *c)
{
	printf("\nReplayed: %zu of them judged by those before, at one look: %zu red.\n",
	    c->replayed, c->red);
	printf("This proves only that less than %.0f %% of healthy runs are red at one look; to "
	       "prove 1 %% it takes %zu sessions "
	       "without one.\n",
	    100 * c->replay_below, calibrate_needed(0.01));
	printf(
	    "\nDrawn 2000 times from the noise of these sessions, with a baseline of 10 days:\n");
	printf("  wrongly red at one look %.1f %%, at both looks %.2f %%\n", 100 * c->one_look,
	    100 * c->confirmed);
	if (isnan(c->alpha))
		printf("  no alpha keeps 1 %% at one look: this machine is too unsteady to be "
		       "judged by these metrics\n");
	else if (c->one_look > c->target)
		printf("  alpha = %g %% under [judge] in machine.ini keeps 1 %% at one look\n",
		    100 * c->alpha);
}

static void
tell_power(const struct calibrate *c)
{
	printf("\n  slowdown    found on one metric    on half of %zu    on all\n", c->metrics);
	for (size_t i = 0; i < CALIBRATE_EFFECTS; i++)
		printf("    -%2.0f %%              %5.0f %%           %5.0f %%     %5.0f %%\n",
		    100 * c->effect[i], 100 * c->one[i], 100 * c->half[i], 100 * c->all[i]);
}

static int
tell(const struct args *a, struct session **s, size_t n, const char *series, struct err *e)
{
	struct calibrate c;
	struct judging j;
	int rc;

	if (n < CALIBRATE_LEAST)
		return err_set(e, EINVAL, "calibrate: %zu sessions of %s, at least %d are needed",
		    n, series, CALIBRATE_LEAST);
	rc = judging_load(&a->m.s, a->m.s.machine, series, &j, e);
	if (rc != 0)
		return rc;
	calibrate_make(s, n, &j.policy, &c);
	judging_free(&j);
	if (c.metrics == 0)
		return err_set(
		    e, EINVAL, "calibrate: no judged metric is in every session of %s", series);
	printf("%zu sessions of %s, series %s, %zu judged metrics, taken as unchanged.\n", n,
	    a->m.s.machine, series, c.metrics);
	tell_noise(&c);
	tell_rates(&c);
	tell_power(&c);
	return 0;
}

/* The newest n sessions that are recorded. */
static int
recorded(const struct args *a, size_t most, struct err *e)
{
	struct strv series = { 0 };
	struct session **s;
	struct history h;
	struct judging j;
	size_t n;
	int rc = 0;

	trend_history_series(&a->m.s, a->series, &series);
	if (series.n != 1)
		rc = err_set(e, EINVAL,
		    "calibrate: %s has %zu series: choose one with --series%s%s", a->m.s.machine,
		    series.n, series.n ? ", for example " : "", series.n ? series.v[0] : "");
	if (rc == 0)
		rc = judging_load(&a->m.s, a->m.s.machine, series.v[0], &j, e);
	if (rc == 0) {
		trend_history_load(&a->m.s, series.v[0], &j, &h);
		n = h.n < most ? h.n : most;
		s = mem_zero(n + 1, sizeof *s);
		for (size_t i = 0; i < n; i++)
			s[i] = (struct session *)h.s[h.n - n + i].session;
		rc = tell(a, s, n, series.v[0], e);
		free(s);
		trend_history_free(&h);
		judging_free(&j);
	}
	strv_free(&series);
	return rc;
}

static int
measured(const struct args *a, struct err *e)
{
	struct session **s;
	int rc = maintenance_measure(&a->m, &s, NULL, e);

	if (rc == 0)
		rc = tell(a, s, (size_t)a->m.sessions, s[0]->series, e);
	maintenance_free(s, (size_t)a->m.sessions);
	return rc;
}

static int
words_of(struct args *a, const struct strv *words, struct err *e)
{
	long long n;
	int rc;

	if (words->n == 0 || words->n > 2)
		return err_set(e, EINVAL,
		    "calibrate: say how many sessions: check-fs calibrate 10 --target DIR");
	rc = units_int(words->v[0], CALIBRATE_LEAST, 1000, &n, e);
	if (rc != 0)
		return -EINVAL;
	a->m.sessions = (int)n;
	if (words->n == 2)
		a->m.s.target = words->v[1];
	return settings_finish(&a->m.s, e);
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct args a = { .m = { .every = 300 } };
	const struct opt_set sets[] = { { opts, &a, NULL },
		{ settings_opts, &a.m.s, "Common options" }, { NULL, NULL, NULL } };
	struct strv words = { 0 };
	int rc = opt_parse(sets, argc, argv, &words, e);

	if (rc > 0) {
		cmd_help(&cmd_calibrate, sets);
		strv_free(&words);
		return 0;
	}
	if (rc == 0)
		rc = words_of(&a, &words, e);
	if (rc == 0)
		rc = a.recorded ? recorded(&a, (size_t)a.m.sessions, e) : measured(&a, e);
	strv_free(&words);
	return rc;
}

const struct cmd_ops cmd_calibrate = {
	.name = "calibrate",
	.help = "sessions with nothing changed: how often they are wrongly red",
	.synopsis = "[options] N [TARGET]",
	.details = "Measures N sessions of an unchanged target (or takes recorded ones), replays "
		   "the verdict on them, and says\n"
		   "what slowdowns would be found here and what N sessions can and cannot prove.\n",
	.run = run,
};
