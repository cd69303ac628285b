#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/advice.h"
#include "cmd/alone.h"
#include "cmd/cmd.h"
#include "cmd/cores.h"
#include "cmd/delay.h"
#include "cmd/envinfo.h"
#include "cmd/estimate.h"
#include "cmd/judging.h"
#include "cmd/layout.h"
#include "cmd/listing.h"
#include "cmd/look.h"
#include "cmd/nodes.h"
#include "cmd/pilot.h"
#include "cmd/preview.h"
#include "cmd/publish.h"
#include "cmd/run.h"
#include "cmd/rotate.h"
#include "cmd/rundir.h"
#include "cmd/second.h"
#include "cmd/site.h"
#include "cmd/target.h"
#include "compare/machines.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/lock.h"
#include "core/mem.h"
#include "core/stop.h"

/* Everything one run needs; made by prepare, undone by finish. */
struct run {
	struct site site;
	struct judging judging;
	bool judging_loaded;
	struct lock target_lock; /* nobody else measures the target meanwhile */
	struct failure failure;
	struct run_outcome *out;
	struct session *typical; /* of the baseline, where a delay is told by it; NULL */
};

/* ---- before anything is written ---- */

static int
layout(struct site *s, const struct settings *set, struct err *e)
{
	int rc = layout_choose(set, &s->ranks, &s->nodes, e);

	s->cores = cores_usable();
	if (rc != 0)
		return rc;
	if (s->options->per_node && s->nodes < 2)
		return err_set(e, EINVAL,
		    "--per-node: compares nodes, and this would run on one: say how many with "
		    "--nodes");
	return 0;
}

/*
 * Find the launcher, and let it refuse what it cannot do before anything is made.  -EINVAL with e
 * for what the user has to correct; where there is no launcher, that is the run's failure.
 */
static int
launcher(struct run *r, struct err *e)
{
	struct site *s = &r->site;
	struct strv word = { NULL, 0, 0 }, argv = { NULL, 0, 0 }, vars = { NULL, 0, 0 };
	struct job job = { &word, s->ranks, s->nodes, s->options->hostfile, &s->extra, false, false,
		NULL };
	struct err why = { 0, "" };
	int rc = s->options->print_command
		     ? launch_assume(s->settings->launcher, s->ranks, &s->launcher, &s->env, &why)
		     : launch_choose(s->settings->launcher, s->ranks, &s->launcher, &s->env, &why);

	strv_add(&word, "true");
	if (rc == 0)
		rc = launch_argv(s->launcher, &job, &s->env, &argv, &vars, &why);
	if (rc == 0 && s->options->per_node) {
		job.order = "hosts";
		rc = launch_argv(s->launcher, &job, &s->env, &argv, &vars, &why);
	}
	strv_free(&word);
	strv_free(&argv);
	strv_free(&vars);
	if (rc == -EINVAL)
		return err_set(e, EINVAL, "%s", why.text);
	if (rc != 0)
		failure_set(&r->failure, "launch", "%s", why.text);
	return 0;
}

/* The settings that a user can have wrong: -EINVAL with e. */
static int
prepare(struct run *r, const struct settings *set, const struct run_options *o, struct err *e)
{
	struct site *s = &r->site;
	char *profiles = settings_own("profiles");
	int rc;

	s->settings = set;
	s->options = o;
	s->lock = -1;
	rc = target_check(set->target, &s->target, e);
	if (rc == 0)
		rc = plan_load(set->profile, profiles, &s->plan, e);
	if (rc == 0)
		rc = layout(s, set, e);
	if (rc == 0 && o->launcher_args != NULL && strv_split(&s->extra, o->launcher_args) != 0)
		rc = err_set(
		    e, EINVAL, "--launcher-args: %s: a quote is not closed", o->launcher_args);
	if (rc == 0 && o->hostfile != NULL && access(o->hostfile, R_OK) != 0)
		rc = err_set(
		    e, EINVAL, "--hostfile: %s: cannot be read: %s", o->hostfile, strerror(errno));
	if (rc == 0)
		rc = launcher(r, e);
	s->expected = mem_zero(s->plan.nstep + 1, sizeof *s->expected);
	s->until = clock_now() + (o->deadline > 0 ? o->deadline : s->plan.deadline) +
		   (o->per_node && o->deadline <= 0 ? alone_seconds(&s->plan, s->nodes) : 0);
	free(profiles);
	return rc;
}

/* A session without values, and its directory under reports/. */
static int
begin(struct run *r, const struct settings *set, struct err *e)
{
	struct site *s = &r->site;
	struct session *session = session_new();
	char stamp[32];
	int rc;

	r->out->session = session;
	session->started = (long long)clock_wall();
	rc = store_run_create(set->reports, set->machine,
	    clock_stamp(stamp, sizeof stamp, clock_wall()), &r->out->dir, e);
	if (rc != 0)
		return rc;
	s->dir = r->out->dir;
	session->id = mem_dup(strrchr(s->dir, '/') + 1);
	session->machine = mem_dup(set->machine);
	session->target = mem_dup(s->target);
	session->profile = mem_dup(s->plan.name);
	session->ranks = s->ranks;
	session->nodes = s->nodes;
	session->series = store_series(s->target, s->plan.name, s->ranks, s->nodes);
	if (s->options->delay != NULL)
		delay_mark_run(s->options->delay, session);
	return 0;
}

/* ---- measuring ---- */

/* What others left behind is told, and only `clean` removes it. */
static void
tell_leftovers(struct site *s)
{
	struct rundir_left *left;
	size_t n, dead = 0;

	if (rundir_list(s->target, s->work, &left, &n, NULL) != 0)
		return;
	for (size_t i = 0; i < n; i++)
		dead += left[i].state != RUNDIR_ALIVE;
	if (dead > 0)
		progress_note(&s->progress,
		    "%s holds %zu director%s of killed runs: check-fs clean '%s' removes %s",
		    s->target, dead, dead == 1 ? "y" : "ies", s->target, dead == 1 ? "it" : "them");
	rundir_list_free(left, n);
}

/* What a person should know of how the ranks are started; said once. */
static void
tell_launch(struct run *r)
{
	struct site *s = &r->site;

	if (geteuid() == 0 && strcmp(s->env.flavour, "openmpi") == 0)
		progress_note(&s->progress, "running as root: Open MPI is told to allow it");
	if (s->ranks > s->cores * s->nodes) {
		progress_note(&s->progress,
		    "%d ranks on %d cores: they take turns, and waiting ranks give way", s->ranks,
		    s->cores * s->nodes);
		session_warn(r->out->session, "oversubscribed", "%d ranks shared %d cores",
		    s->ranks, s->cores * s->nodes);
	}
}

/* The commands of the session that this one is to be like, or the baseline's, where there is one.
 */
static int
frozen(struct run *r)
{
	const struct store_baseline *b = &r->judging.baseline;
	const struct session *like = r->site.options->like;

	for (size_t i = 0; like != NULL && i < like->nrecipe; i++)
		session_recipe(r->out->session, like->recipe[i].key, like->recipe[i].value);
	if (like != NULL)
		estimate_take(&r->site, like);
	if (like != NULL)
		return look_check(&r->site, r->out->session, &r->failure);
	if (b->n > 0)
		estimate_take(&r->site, b->session[b->n - 1]);
	for (size_t i = 0; i < b->nrecipe; i++)
		session_recipe(r->out->session, b->recipe[i].key, b->recipe[i].value);
	return look_check(&r->site, r->out->session, &r->failure);
}

/* Record the surroundings and make the run directory on the target. */
static int
arrive(struct run *r)
{
	struct site *s = &r->site;
	struct session *session = r->out->session;
	struct err e = { 0, "" };
	int rc;

	if (r->failure.reason[0] != '\0')
		return -1;
	rc = envinfo_record(session, &s->env, s->launcher->name, s->cores, &e);
	if (rc == 0 && pilot_room(s, session, &r->failure) != 0)
		return -1;
	if (rc == 0)
		rc = rundir_create(s->target, session->id, &s->work, &s->lock, &e);
	if (rc == 0)
		rc = target_lock(s->target, &r->target_lock, &e);
	if (rc == -EBUSY)
		return failure_set(&r->failure, "launch", "%s", e.text);
	if (rc != 0)
		return failure_errno(&r->failure, rc, e.text);
	tell_leftovers(s);
	tell_launch(r);
	return 0;
}

static int
first_look(struct run *r)
{
	struct session *session = r->out->session;

	if (frozen(r) != 0 || arrive(r) != 0)
		return -1;
	if (nodes_check(&r->site, session, &r->failure) != 0)
		return -1;
	if (session->nrecipe == 0 && pilot_size(&r->site, session, &r->failure) != 0)
		return -1;
	if (r->site.options->per_node && alone_take(&r->site, session, &r->failure) != 0)
		return -1;
	return look_take(&r->site, session, NULL, NULL, "", &r->failure);
}

/* ---- the end ---- */

static void
failed(struct run *r)
{
	struct run_outcome *out = r->out;

	verdict_free(out->verdicts);
	out->verdicts = verdict_failed(out->session, r->failure.reason, r->failure.text);
	if (stop_asked())
		out->verdicts->code = 128 + stop_asked();
	progress_clear(&r->site.progress);
	fprintf(stderr, "check-fs: %s\n", r->failure.text);
}

/* Take away what is on the target; a failure to do so is told, and `clean` can be used later. */
static void
leave(struct run *r)
{
	struct site *s = &r->site;
	struct failure f = { "", "" };

	if (s->work == NULL)
		return;
	if (s->progress.terminal)
		progress_step(&s->progress, "removing what was written", 0, false);
	if (site_remove(s, NULL, &f) != 0) {
		progress_note(
		    &s->progress, "%s; check-fs clean '%s' removes it later", f.text, s->target);
		session_warn(
		    r->out->session, "left-behind", "%s could not be removed: %s", s->work, f.text);
	}
	lock_drop(&r->target_lock);
	close(s->lock);
}

/* A run that is made slower: can that be done, and in the time that there is? */
static int
slower(struct run *r, struct err *e)
{
	struct delay *d = r->site.options->delay;
	const struct store_baseline *b = &r->judging.baseline;
	int rc;

	if (d == NULL)
		return 0;
	rc = delay_check(d, b, e);
	if (rc != 0)
		return rc;
	d->was = r->typical = machines_typical(b->session, b->n);
	estimate_take(&r->site, b->session[b->n - 1]);
	return estimate_check(&r->site, b->session[b->n - 1], e);
}

static void
release(struct run *r)
{
	plan_free(&r->site.plan);
	free(r->site.expected);
	session_free(r->typical);
	strv_free(&r->site.extra);
	strv_free(&r->site.placed);
	free(r->site.target);
	free(r->site.work);
	if (r->judging_loaded)
		judging_free(&r->judging);
}

/* Measure, judge, and take everything away from the target again. */
static void
measure(struct run *r)
{
	struct run_outcome *out = r->out;
	int rc = first_look(r);

	out->session->finished = (long long)clock_wall();
	if (rc == 0 && !r->site.options->once)
		rc = rotate_take(&r->site, out->session, &r->failure);
	if (rc == 0) {
		if (r->judging.baseline.n == 0 && !r->site.options->apart)
			advice_like(r->site.settings, out->session, &r->site.progress);
		out->verdicts = judging_verdict(&r->judging, out->session, NULL);
		rc = r->site.options->once ? 0
					   : second_look(&r->site, &r->judging, out, &r->failure);
	}
	leave(r);
	if (rc != 0)
		failed(r);
	if (rc == 0) {
		nodes_slow(out->session, out->verdicts);
		advice_take(r->site.settings, out);
	}
	progress_clear(&r->site.progress);
}

int
run_measure(
    const struct settings *set, const struct run_options *o, struct run_outcome *out, struct err *e)
{
	struct run r;
	char *series = NULL;
	int rc;

	memset(&r, 0, sizeof r);
	memset(out, 0, sizeof *out);
	r.out = out;
	stop_install();
	progress_init(&r.site.progress);
	r.site.progress.quiet = o->quiet;
	rc = prepare(&r, set, o, e);
	if (rc == 0) {
		series = store_series(r.site.target, r.site.plan.name, r.site.ranks, r.site.nodes);
		rc = judging_load(set, set->machine, series, &r.judging, e);
		r.judging_loaded = rc == 0;
		r.judging.policy.unjudged = !r.site.plan.judged;
	}
	if (rc == 0)
		rc = slower(&r, e);
	if (rc == 0)
		rc = begin(&r, set, e);
	if (rc == 0) {
		measure(&r);
		rc = publish_run(set, &r.judging, out, e);
	}
	free(series);
	release(&r);
	return rc;
}

int
run_print(const struct settings *set, const struct run_options *o, struct err *e)
{
	char *series = NULL;
	struct run r;
	int rc;

	memset(&r, 0, sizeof r);
	if (o->per_node)
		return err_set(e, EINVAL,
		    "--print-command: cannot show what --per-node runs: which hosts there are is "
		    "known only when they have been started");
	rc = prepare(&r, set, o, e);
	if (rc == 0) {
		series = store_series(r.site.target, r.site.plan.name, r.site.ranks, r.site.nodes);
		rc = judging_load(set, set->machine, series, &r.judging, e);
		r.judging_loaded = rc == 0;
	}
	if (rc == 0)
		rc = slower(&r, e);
	if (rc == 0)
		rc = preview_show(&r.site, &r.judging.baseline, e);
	free(series);
	release(&r);
	return rc;
}

void
run_outcome_free(struct run_outcome *out)
{
	session_free(out->session);
	session_free(out->second);
	verdict_free(out->verdicts);
	free(out->dir);
	memset(out, 0, sizeof *out);
}

/* ---- the command ---- */

#define AT(m) offsetof(struct run_options, m)
const struct opt run_opts[] = {
	{ 0, "hostfile", OPT_STR, AT(hostfile), "FILE", "hosts for mpirun, one a line", 0, 0, NULL,
	    0 },
	{ 0, "launcher-args", OPT_STR, AT(launcher_args), "WORDS", "passed through to the launcher",
	    0, 0, NULL, 0 },
	{ 0, "oversubscribe", OPT_FLAG, AT(oversubscribe), NULL, "more ranks than cores are meant",
	    0, 0, NULL, 0 },
	{ 0, "per-node", OPT_FLAG, AT(per_node), NULL,
	    "run each node alone first, then all together: finds slow nodes", 0, 0, NULL, 0 },
	{ 0, "deadline", OPT_SECONDS, AT(deadline), "SECONDS",
	    "for everything (default: the profile's)", 0, 0, NULL, OPT_ABOVE0 },
	{ 'q', "quiet", OPT_FLAG, AT(quiet), NULL, "no progress; the verdict and what is wrong", 0,
	    0, NULL, 0 },
	{ 'v', "verbose", OPT_COUNT, AT(verbose), NULL, "the environment and the commands too", 0,
	    0, NULL, 0 },
	{ 'k', "keep", OPT_INT, AT(keep), "N",
	    "afterwards remove all but each machine's newest N runs", 1, 1000000, NULL, 0 },
	{ 0, "print-command", OPT_FLAG, AT(print_command), NULL,
	    "show what would be started, and start nothing", 0, 0, NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "show this help", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

int
run_tell(const struct settings *set, const struct run_options *o, const struct run_outcome *out)
{
	const struct verdicts *v = out->verdicts;
	struct judging j;
	struct err e = { 0, "" };
	char dir[PATH_MAX];
	bool loaded = judging_load(set, set->machine, out->session->series, &j, &e) == 0;

	if (publish_show(loaded ? &j : NULL, out, o->quiet ? -1 : o->verbose, &e) != 0)
		fprintf(stderr, "check-fs: %s\n", e.text);
	if (o->keep > 0 && listing_update(set, o->keep, &e) < 0)
		fprintf(stderr, "check-fs: %s\n", e.text);
	snprintf(dir, sizeof dir, "%s", out->dir);
	str_visible(dir, sizeof dir);
	printf("check-fs: %s (%d): %s/report.html\n", verdict_word(v->word), v->code, dir);
	if (loaded)
		judging_free(&j);
	return v->code;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct run_options o = { 0 };
	struct settings s = { 0 };
	const struct opt_set sets[] = { { run_opts, &o, NULL },
		{ settings_opts, &s, "Common options" }, { NULL, NULL, NULL } };
	struct run_outcome out = { 0 };
	struct strv words = { NULL, 0, 0 };
	int rc = opt_parse(sets, argc, argv, &words, e);

	if (rc == 1) {
		cmd_help(cmd_find("run"), sets);
		return 0;
	}
	if (rc == 0 && words.n + (s.target != NULL) > 1)
		rc = err_set(e, EINVAL, "run: measures one directory at a time");
	if (rc == 0 && words.n == 1)
		s.target = words.v[0];
	if (rc == 0)
		rc = settings_finish(&s, e);
	if (rc == 0)
		rc = o.print_command ? run_print(&s, &o, e) : run_measure(&s, &o, &out, e);
	if (rc == 0 && !o.print_command)
		rc = run_tell(&s, &o, &out);
	run_outcome_free(&out);
	strv_free(&words);
	return rc;
}

const struct cmd_ops cmd_run = {
	"run",
	"measure a directory's file system and compare it with this machine's baseline",
	"[options] [--target] DIR",
	"Writes reports/MACHINE/TIME/ (report.html, junit.xml, result.json, logs); reports/latest "
	"points there.\n"
	"The last line of output is `check-fs: WORD (CODE): REPORT`.  Exit status: 0 healthy (or "
	"nothing to compare\n"
	"with yet), 1 slower, 2 usage, 3 inconclusive (--strict), 4 no baseline (CI=true or "
	"--strict) or not\n"
	"comparable, 5 could not measure, 130 and 143 after a signal.\n",
	run,
};
