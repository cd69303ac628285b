#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/layout.h"
#include "cmd/maintenance.h"
#include "cmd/target.h"
#include "compare/verdict.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/stop.h"
#include "core/str.h"
#include "plan/plan.h"
#include "store/store.h"

#define AT(m) offsetof(struct maintenance, m)
const struct opt maintenance_opts[] = {
	{ 0, "sessions", OPT_INT, AT(sessions), "N", "so many sessions (default: 3)", 1, 1000, NULL,
	    0 },
	{ 0, "every", OPT_SECONDS, AT(every), "TIME", "from one start to the next (default: 5m)", 0,
	    0, NULL, 0 },
	{ 0, "launcher-args", OPT_STR, AT(o.launcher_args), "WORDS",
	    "passed through to the launcher", 0, 0, NULL, 0 },
	{ 0, "hostfile", OPT_STR, AT(o.hostfile), "FILE", "hosts for mpirun, one a line", 0, 0,
	    NULL, 0 },
	{ 0, "oversubscribe", OPT_FLAG, AT(o.oversubscribe), NULL,
	    "more ranks than cores are meant", 0, 0, NULL, 0 },
	{ 0, "deadline", OPT_SECONDS, AT(o.deadline), "SECONDS",
	    "for each session (default: the profile's)", 0, 0, NULL, OPT_ABOVE0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "show this help", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

int
maintenance_parse(
    struct maintenance *m, const struct cmd_ops *c, int argc, char *argv[], struct err *e)
{
	const struct opt_set sets[] = { { maintenance_opts, m, NULL },
		{ settings_opts, &m->s, "Common options" }, { NULL, NULL, NULL } };
	struct strv words = { 0 };
	int rc = opt_parse(sets, argc, argv, &words, e);

	if (rc > 0)
		cmd_help(c, sets);
	if (rc == 0 && words.n + (m->s.target != NULL) != 1)
		rc = err_set(e, EINVAL, "%s: takes one directory, the target", c->name);
	if (rc == 0 && words.n == 1)
		m->s.target = mem_dup(words.v[0]);
	if (rc == 0)
		rc = settings_finish(&m->s, e);
	strv_free(&words);
	return rc;
}

/* Wait until a session is due.  0, or the exit status of a signal. */
static int
wait_until(double due)
{
	while (clock_now() < due && !stop_asked())
		clock_sleep(due - clock_now() < 1 ? due - clock_now() : 1);
	return stop_asked() ? 128 + stop_asked() : 0;
}

static int
one(const struct maintenance *m, struct session **out, struct strv *ids, struct err *e)
{
	struct run_options o = m->o;
	struct run_outcome run = { 0 };
	int rc;

	o.once = o.apart = true;
	rc = run_measure(&m->s, &o, &run, e);
	if (rc == 0 && run.verdicts->word == WORD_COULD_NOT_MEASURE) {
		printf("check-fs: %s (%d): %s\n", verdict_word(run.verdicts->word),
		    run.verdicts->code, run.dir);
		rc = run.verdicts->code;
	} else if (rc == 0) {
		*out = run.session;
		run.session = NULL;
		if (ids != NULL)
			strv_add(ids, "%s", strrchr(run.dir, '/') + 1);
	}
	run_outcome_free(&run);
	return rc;
}

int
maintenance_measure(
    const struct maintenance *m, struct session ***session, struct strv *ids, struct err *e)
{
	struct maintenance like = *m;
	struct session **s = mem_zero((size_t)m->sessions + 1, sizeof *s);
	double due = clock_now();
	int rc = 0, n;

	stop_install();
	for (n = 0; n < m->sessions && rc == 0; n++) {
		if (n > 0)
			rc = wait_until(due);
		due = clock_now() + m->every;
		if (rc == 0)
			fprintf(stderr, "check-fs: session %d of %d\n", n + 1, m->sessions);
		if (rc == 0)
			rc = one(&like, &s[n], ids, e);
		/* every session runs the commands of the first */
		if (rc == 0 && like.o.like == NULL)
			like.o.like = s[0];
	}
	if (rc != 0) {
		maintenance_free(s, (size_t)m->sessions);
		s = NULL;
	}
	*session = s;
	return rc;
}

void
maintenance_free(struct session **session, size_t n)
{
	for (size_t i = 0; session != NULL && i < n; i++)
		session_free(session[i]);
	free(session);
}

char *
maintenance_series(const struct maintenance *m, struct err *e)
{
	char *target = NULL, *profiles = settings_own("profiles"), *series = NULL;
	struct plan plan;
	int ranks, nodes;

	if (target_check(m->s.target, &target, e) == 0 &&
	    layout_choose(&m->s, &ranks, &nodes, e) == 0 &&
	    plan_load(m->s.profile, profiles, &plan, e) == 0) {
		series = store_series(target, plan.name, ranks, nodes);
		plan_free(&plan);
	}
	free(target);
	free(profiles);
	return series;
}
