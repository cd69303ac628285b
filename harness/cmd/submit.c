#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/alone.h"
#include "cmd/batch.h"
#include "cmd/cmd.h"
#include "cmd/cores.h"
#include "cmd/target.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/stop.h"
#include "launch/launch.h"
#include "plan/plan.h"

#define SPARE     180.0    /* seconds that a job gets beyond the deadline of its run */
#define PATIENCE  604800.0 /* seconds that --wait waits: a week in the queue */
#define WAIT_HELP "until it has ended; its report and exit status become this command's"

struct submit {
	const char *scheduler, *queue, *launcher_args;
	double time;
	bool wait, print, per_node;
};

#define AT(m) offsetof(struct submit, m)
static const struct opt opts[] = {
	{ 0, "scheduler", OPT_STR, AT(scheduler), "NAME", "slurm or pbs (default: what is there)",
	    0, 0, NULL, 0 },
	{ 0, "queue", OPT_STR, AT(queue), "NAME", "partition or queue", 0, 0, NULL, 0 },
	{ 0, "time", OPT_SECONDS, AT(time), "SECONDS",
	    "time limit (default: the profile's deadline and 3 min)", 0, 0, NULL, OPT_ABOVE0 },
	{ 0, "launcher-args", OPT_STR, AT(launcher_args), "WORDS", "passed through to the launcher",
	    0, 0, NULL, 0 },
	{ 0, "per-node", OPT_FLAG, AT(per_node), NULL, "as in run: each node alone first", 0, 0,
	    NULL, 0 },
	{ 'w', "wait", OPT_FLAG, AT(wait), NULL, WAIT_HELP, 0, 0, NULL, 0 },
	{ 0, "print-script", OPT_FLAG, AT(print), NULL, "show the script, and submit nothing", 0, 0,
	    NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "show this help", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

/* The same path for a job that starts elsewhere. */
static char *
absolute(const char *path)
{
	char here[PATH_MAX];

	if (path[0] == '/' || getcwd(here, sizeof here) == NULL)
		return mem_dup(path);
	return file_join(here, path);
}

static void
add(struct strv *w, const char *option, const char *value)
{
	if (value != NULL)
		strv_add(w, "--%s=%s", option, value);
}

/* `check-fs run ...` as the job runs it. */
static void
command(const struct submit *o, const struct settings *s, const char *target, struct strv *w)
{
	char *program = settings_own("bin/check-fs"), *baselines = absolute(s->baselines);
	char *reports = absolute(s->reports);
	char *profile = strchr(s->profile, '/') || str_ends(s->profile, ".ini")
			    ? absolute(s->profile)
			    : mem_dup(s->profile);

	strv_add(w, "%s", program);
	strv_add(w, "run");
	add(w, "target", target);
	add(w, "machine", s->machine);
	add(w, "profile", profile);
	strv_add(w, "--ranks=%d", s->ranks);
	strv_add(w, "--nodes=%d", s->nodes);
	add(w, "launcher", s->launcher);
	add(w, "launcher-args", o->launcher_args);
	add(w, "baselines", baselines);
	add(w, "reports", reports);
	if (s->strict)
		strv_add(w, "--strict");
	if (o->per_node)
		strv_add(w, "--per-node");
	free(program);
	free(baselines);
	free(reports);
	free(profile);
}

/* What a profile needs in time; -EINVAL with e where there is no such profile. */
static int
time_limit(const struct settings *s, bool per_node, double *seconds, struct err *e)
{
	char *profiles = settings_own("profiles");
	struct plan p;
	int rc = plan_load(s->profile, profiles, &p, e);

	if (rc == 0 && *seconds <= 0)
		*seconds = p.deadline + (per_node ? alone_seconds(&p, s->nodes) : 0) + SPARE;
	plan_free(&p);
	free(profiles);
	return rc;
}

/* The log's last lines: the report that the job printed. */
static void
show_log(const char *log)
{
	char *text;

	if (file_read(log, &text, NULL, NULL) != 0)
		return;
	fputs(text, stdout);
	free(text);
}

/* Exit status of the verdict that the last line of a log tells; 5 where there is none. */
static int
code_of(const char *log)
{
	char *text;
	int code = 5;

	if (file_read(log, &text, NULL, NULL) != 0)
		return code;
	for (const char *p = text; (p = strstr(p, "\ncheck-fs: ")) != NULL; p++) {
		char word[32];
		int n;

		if (sscanf(p, "\ncheck-fs: %31[A-Z-] (%d)", word, &n) == 2)
			code = n;
	}
	free(text);
	return code;
}

/* Give the script to the scheduler. */
static int
hand_in(const struct batch_ops *ops, const struct submit *o, const char *script, const char *log,
    struct err *e)
{
	struct strv argv = { NULL, 0, 0 };
	char *answer = mem_fmt("%s.submit", script);
	struct launch_status st;
	int rc;

	strv_add(&argv, "%s", ops->submit);
	if (ops->how != NULL)
		strv_add(&argv, "%s", ops->how);
	if (o->wait)
		strv_add(&argv, "%s", ops->waiting);
	strv_add(&argv, "%s", script);
	rc = launch_run(&argv, NULL, SIGTERM, answer, o->wait ? PATIENCE : 120, NULL, NULL, &st, e);
	st.tail[strcspn(st.tail, "\r\n")] = '\0';
	if (rc == 0 && st.stopped && o->wait) {
		fprintf(stderr,
		    "check-fs: no longer waiting; the job (%s) goes on, and prints to %s\n",
		    st.tail, log);
		rc = 128 + stop_asked();
	} else if (rc == 0 && o->wait && file_exists(log)) {
		show_log(log);
		rc = code_of(log);
	} else if (rc == 0 && (st.exit != 0 || o->wait)) {
		rc = err_set(e, EIO, "%s: the job was not taken: %s", ops->submit, st.tail);
	} else if (rc == 0) {
		printf(
		    "submitted %s job %s\nits report goes to %s, whose last line is the verdict\n",
		    ops->name, st.tail, log);
	}
	if (rc >= 0)
		unlink(answer);
	free(answer);
	strv_free(&argv);
	return rc;
}

/* Write the script beside the reports and hand it in. */
static int
write_and_hand_in(const struct batch_ops *ops, const struct submit *o, const struct settings *s,
    struct batch *b, struct err *e)
{
	char stamp[32], *dir = absolute(s->reports), *script, *log, *text;
	int rc;

	clock_stamp(stamp, sizeof stamp, clock_wall());
	script = mem_fmt("%s/submitted/%s-%ld.sh", dir, stamp, (long)getpid());
	log = mem_fmt("%s/submitted/%s-%ld.log", dir, stamp, (long)getpid());
	b->log = log;
	text = ops->script(b);
	if (o->print) {
		fputs(text, stdout);
		rc = 0;
	} else {
		char *parent = file_join(dir, "submitted");

		rc = file_mkdirs(parent, 0777, e);
		if (rc == 0)
			rc = file_write(script, text, strlen(text), e);
		if (rc == 0)
			rc = hand_in(ops, o, script, log, e);
		free(parent);
	}
	free(text);
	free(script);
	free(log);
	free(dir);
	return rc;
}

static int
submit(const struct submit *o, struct settings *s, struct err *e)
{
	const struct batch_ops *ops =
	    o->scheduler != NULL ? batch_find(o->scheduler) : batch_here();
	struct strv words = { NULL, 0, 0 };
	struct batch b = { NULL, NULL, &words, o->queue, 0, 0, o->time };
	char *target = NULL, here[PATH_MAX];
	int rc;

	if (ops == NULL && o->scheduler != NULL)
		return err_set(e, EINVAL, "--scheduler: %s: there are slurm and pbs", o->scheduler);
	if (ops == NULL)
		return err_set(e, EINVAL,
		    "no scheduler: neither sbatch nor qsub is in PATH (--scheduler=slurm or pbs)");
	s->nodes = s->nodes > 0 ? s->nodes : 1;
	s->ranks = s->ranks > 0 ? s->ranks : cores_ranks() * s->nodes;
	if (s->ranks % s->nodes != 0)
		return err_set(e, EINVAL, "--ranks=%d: cannot be spread evenly over %d nodes",
		    s->ranks, s->nodes);
	if (o->per_node && s->nodes < 2)
		return err_set(e, EINVAL,
		    "--per-node: compares nodes, and this would run on one: say how many with "
		    "--nodes");
	rc = target_check(s->target, &target, e);
	if (rc == 0)
		rc = time_limit(s, o->per_node, &b.seconds, e);
	if (rc == 0 && getcwd(here, sizeof here) == NULL)
		rc = err_sys(e, errno, "cannot tell the working directory");
	if (rc == 0) {
		command(o, s, target, &words);
		b.dir = here;
		b.ranks = s->ranks;
		b.nodes = s->nodes;
		rc = write_and_hand_in(ops, o, s, &b, e);
	}
	free(target);
	strv_free(&words);
	return rc;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct submit o = { 0 };
	struct settings s = { 0 };
	const struct opt_set sets[] = { { opts, &o, NULL }, { settings_opts, &s, "Common options" },
		{ NULL, NULL, NULL } };
	struct strv words = { NULL, 0, 0 };
	int rc = opt_parse(sets, argc, argv, &words, e);

	if (rc == 1) {
		cmd_help(cmd_find("submit"), sets);
		return 0;
	}
	if (rc == 0 && words.n + (s.target != NULL) > 1)
		rc = err_set(e, EINVAL, "submit: measures one directory at a time");
	if (rc == 0 && words.n == 1)
		s.target = words.v[0];
	if (rc == 0)
		rc = settings_finish(&s, e);
	if (rc == 0) {
		stop_install();
		rc = submit(&o, &s, e);
	}
	strv_free(&words);
	return rc;
}

const struct cmd_ops cmd_submit = {
	"submit",
	"have a scheduler run the check on nodes of its own",
	"[options] [--target] DIR",
	"Writes reports/submitted/TIME.sh and hands it to sbatch or qsub.  The job goes on when "
	"this shell ends.\n"
	"Before its time limit it is told to stop: its ranks remove their files, and what was "
	"measured is kept.\n",
	run,
};
