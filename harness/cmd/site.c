#define _GNU_SOURCE /* syncfs */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/delay.h"
#include "cmd/guard.h"
#include "cmd/latency.h"
#include "cmd/run.h"
#include "cmd/rundir.h"
#include "cmd/shares.h"
#include "cmd/site.h"
#include "cmd/sweep.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/stop.h"
#include "parse/parse.h"

#define SYNC_LIMIT   600.0 /* seconds: a slow disk may have much to write back */
#define REMOVE_LIMIT 3600.0

double
site_left(const struct site *s)
{
	double left = s->until - clock_now();

	return left > 0.01 ? left : 0.01;
}

/* ---- on the target, in a child ---- */

static int
sync_it(void *arg, struct err *e)
{
	const char *path = arg;
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), rc = 0;

	if (fd < 0)
		return err_sys(e, errno, "%s: cannot open", path);
	if (syncfs(fd) != 0)
		rc = err_sys(e, errno, "%s: cannot write back to the file system", path);
	close(fd);
	return rc;
}

static int
remove_it(void *arg, struct err *e)
{
	return rundir_remove(arg, e);
}

static int
sweep_it(void *arg, struct err *e)
{
	return sweep_tree(arg, e);
}

int
site_sync(struct site *s, struct failure *f)
{
	struct err e = { 0, "" };

	if (guard_call(SYNC_LIMIT, sync_it, s->target, s->target, &e) == 0)
		return 0;
	return failure_errno(f, e.code, e.text);
}

int
site_remove(struct site *s, const char *name, struct failure *f)
{
	struct err e = { 0, "" };
	char *path = name != NULL ? file_join(s->work, name) : mem_dup(s->work);
	int rc = guard_call(REMOVE_LIMIT, name != NULL ? sweep_it : remove_it, path, path, &e);

	free(path);
	return rc == 0 ? 0 : failure_errno(f, e.code, e.text);
}

/* ---- progress from a log that grows ---- */

struct follow {
	struct site *site;
	const char *log, *tool;
	size_t seen;
};

static const char *
last_of(const char *text, const char *what)
{
	const char *found = NULL;

	for (const char *p = text; (p = strstr(p, what)) != NULL; p++)
		found = p;
	return found;
}

static int
count_lines(const char *text, const char *start)
{
	int n = 0;

	for (const char *p = text; p != NULL && *p; p = strchr(p, '\n')) {
		p += *p == '\n';
		n += str_starts(p, start);
	}
	return n;
}

/* Which iteration a log has come to, as far as it shows: its number, 0 where it does not. */
static int
phase_of(const char *text, const char *tool, char *out, size_t size)
{
	const char *at;
	int n = 0;

	out[0] = '\0';
	if (strcmp(tool, "mdtest") == 0) {
		at = last_of(text, "* iteration ");
		if (at == NULL)
			return 0;
		n = atoi(at + 12);
		snprintf(out, size, "iteration %d, %s", n,
		    strstr(at, "file-create") ? "files" : "directories");
	} else if (strstr(text, "wr/rd(s)") != NULL) {
		n = 1 + count_lines(text, "write ") + count_lines(text, "read ");
		snprintf(out, size, "iteration %d", n);
	}
	return n;
}

static void
look(void *arg, size_t bytes)
{
	struct follow *w = arg;
	struct progress *p = &w->site->progress;
	char *text, phase[64];

	if (bytes != w->seen && bytes < (1u << 20) && file_read(w->log, &text, NULL, NULL) == 0) {
		w->seen = bytes;
		progress_done(
		    p, phase_of(text, w->tool, phase, sizeof phase) - 1, w->site->plan.iterations);
		free(text);
		progress_phase(p, phase);
	} else {
		char same[sizeof p->phase];

		str_copy(same, sizeof same, p->phase);
		progress_phase(p, same);
	}
}

/* ---- one benchmark ---- */

/* Words of a recipe's command, {dir} filled in and the program's own path put first. */
static int
words_of(const char *command, const char *dir, struct strv *out)
{
	struct strv raw = { NULL, 0, 0 };
	int rc = strv_split(&raw, command);

	if (rc == 0 && raw.n == 0)
		rc = -EINVAL;
	for (size_t i = 0; rc == 0 && i < raw.n; i++) {
		const char *w = raw.v[i], *at = strstr(w, "{dir}");

		if (i == 0) {
			char *bin = mem_fmt("bin/%s", w), *path = settings_own(bin);

			strv_add(out, "%s", path);
			free(path);
			free(bin);
		} else if (at != NULL) {
			strv_add(out, "%.*s%s%s", (int)(at - w), w, dir, at + 5);
		} else {
			strv_add(out, "%s", w);
		}
	}
	strv_free(&raw);
	return rc;
}

/* All that a launcher said, on one line: its advice is spread over several. */
static void
words_in(const char *tail, char *out, size_t size)
{
	size_t n = 0;

	out[0] = '\0';
	for (const char *p = tail; *p != '\0' && n + 1 < size;) {
		size_t len = strcspn(p, "\r\n");

		if (strspn(p, " \t-=*") < len) {
			p += strspn(p, " \t");
			len = strcspn(p, "\r\n");
			n += (size_t)snprintf(
			    out + n, size - n, "%s%.*s", n > 0 ? " " : "", (int)len, p);
		}
		p += len;
		p += strspn(p, "\r\n");
	}
}

/* Where the last block that a launcher puts between lines of dashes begins, or all of the tail. */
static const char *
last_block(const char *tail)
{
	const char *from = tail, *dashes = NULL;

	for (const char *p = tail; (p = strstr(p, "\n-----")) != NULL; p++) {
		from = dashes != NULL ? dashes : tail;
		dashes = p;
	}
	return dashes != NULL && strspn(dashes, "-\n") == strlen(dashes) ? from
	       : dashes                                                  ? dashes
									 : tail;
}

/*
 * What went wrong, from a log's tail: the last of our programs' own lines that is no note, and
 * true; else the launcher's words.
 */
static bool
cause(const char *tail, const char *tool, int status, char *out, size_t size)
{
	char prefix[32];
	const char *own = NULL;

	snprintf(prefix, sizeof prefix, "%s: ", tool);
	for (const char *p = tail; p != NULL && *p; p = strchr(p, '\n')) {
		p += *p == '\n';
		if (str_starts(p, prefix) && !str_starts(p + strlen(prefix), "note: ") &&
		    !str_starts(p + strlen(prefix), "warning: "))
			own = p + strlen(prefix);
	}
	/* the statuses of our programs; with any other a launcher has ended them */
	if (own != NULL && (status == 1 || status == 2)) {
		snprintf(out, size, "%.*s", (int)strcspn(own, "\r\n"), own);
		return true;
	}
	words_in(last_block(tail), out, size);
	return false;
}

static int
number_of(const struct result *r, const char *key)
{
	const char *v = result_get(r, key);

	return v != NULL ? atoi(v) : 0;
}

/* Ranks and nodes that the output shows must be those asked for: else other things were measured.
 */
static int
check_layout(const struct site *s, const char *what, const struct parsed *p, struct failure *f)
{
	int ranks = number_of(&p->run[0], "tasks"), nodes = number_of(&p->run[0], "nodes");

	if (p->nrun > 1 && ranks == 1)
		return failure_set(f, "launch",
		    "%s: ran as %zu programs of one rank each, not as one of %d: %s and the MPI "
		    "that the benchmarks were "
		    "built with do not fit together: build with the mpicc of this MPI, or choose "
		    "another --launcher "
		    "(srun: --launcher-args=--mpi=pmix)",
		    what, p->nrun, s->ranks,
		    s->env.program[0] ? s->env.program : s->launcher->name);
	if (ranks != s->ranks)
		return failure_set(f, "launch",
		    "%s: ran with %d ranks, not %d: %s started others than it was asked for", what,
		    ranks, s->ranks, s->env.program[0] ? s->env.program : s->launcher->name);
	if (nodes != 0 && nodes != s->nodes)
		return failure_set(f, "launch",
		    "%s: ran on %d nodes, not %d: look at the host file or the allocation, and at "
		    "--nodes",
		    what, nodes, s->nodes);
	return 0;
}

/* The program ended, but not well. */
static int
ended_badly(struct site *s, const char *what, const char *tool, const struct launch_status *st,
    const struct parsed *p, struct failure *f)
{
	const char *reason = NULL, *phase = s->progress.phase;
	const char *starter = s->env.program[0] != '\0' ? s->env.program : tool;
	const struct warning *w = parse_fatal(p, &reason);
	char why[512];
	bool own = cause(st->tail, tool, st->exit, why, sizeof why);

	if (st->stopped)
		return failure_set(f, "signal", "%s: stopped by signal %d", what, stop_asked());
	if (st->timeout)
		return failure_set(f, "timeout",
		    "%s: had not ended at its time limit%s%s; everything it had started was ended",
		    what, phase[0] ? ", in " : "", phase);
	if (access(s->work, F_OK) != 0 && errno == ENOENT)
		return failure_set(f, "io-error",
		    "%s: %s is gone: was the target removed or unmounted while it was measured?",
		    what, s->work);
	/* ranks that ran alone get in each other's way, and that is the cause */
	if (p->nrun > 1 && s->ranks > 1 && number_of(&p->run[0], "tasks") == 1)
		return check_layout(s, what, p, f);
	if (w != NULL && reason != NULL)
		return failure_set(f, reason, "%s: %s", what, w->text);
	if (st->signal != 0)
		return failure_set(f, "signal", "%s: crashed (signal %d)", what, st->signal);
	if (own)
		return failure_set(f, "io-error", "%s: %s (exit status %d)", what, why, st->exit);
	return failure_set(f, "launch", "%s: %s ended with status %d%s: %s", what, starter,
	    st->exit, p->nrun == 0 ? " before anything was measured" : "",
	    why[0] ? why : "it said nothing");
}

/* Take the run out of what was parsed. */
static int
judge_log(struct site *s, const char *what, const char *tool, const char *log,
    const struct launch_status *st, struct result *out, struct failure *f)
{
	struct parsed p;
	struct err e = { 0, "" };
	int rc;

	memset(&p, 0, sizeof p);
	rc = parse_file(log, &p, &e);
	if (st->exit != 0 || st->stopped || st->timeout)
		rc = ended_badly(s, what, tool, st, &p, f);
	else if (rc != 0 || p.nrun == 0)
		rc = failure_set(f, "launch", "%s: printed no result: %s", what, e.text);
	else
		rc = check_layout(s, what, &p, f);
	if (rc == 0) {
		*out = p.run[0];
		memset(&p.run[0], 0, sizeof p.run[0]);
	}
	parse_free(&p);
	return rc;
}

/* A step that hangs is ended long before the run's own deadline. */
static double
limit(const struct site *s, double seconds)
{
	double most = 15 * seconds + 120, left = site_left(s);

	return left < most ? left : most;
}

static const char *
host_name(char *buf, size_t size)
{
	buf[0] = '\0';
	gethostname(buf, size - 1);
	buf[size - 1] = '\0';
	buf[strcspn(buf, ".")] = '\0';
	return buf[0] ? buf : "localhost";
}

int
site_ended(struct site *s, const char *what, const char *log, const struct launch_status *st,
    struct failure *f)
{
	struct parsed p;

	memset(&p, 0, sizeof p);
	parse_file(log, &p, NULL);
	ended_badly(s, what, "check-fs", st, &p, f);
	parse_free(&p);
	return -1;
}

int
site_words(const struct site *s, const char *command, const char *group, const char *dir,
    struct strv *argv, struct strv *vars, struct err *e)
{
	int per_node = (s->ranks + s->nodes - 1) / s->nodes;
	struct strv words = { NULL, 0, 0 };
	struct job job = { &words, s->ranks, s->nodes, s->options->hostfile, &s->extra,
		s->options->oversubscribe || (s->nodes == 1 && s->ranks > s->cores),
		per_node > s->cores, s->order };
	int rc = words_of(command, dir, &words);

	if (rc == 0 && group != NULL && s->options->delay != NULL)
		delay_words(s->options->delay, command, group, s->ranks, &words);
	if (rc != 0)
		err_set(e, EINVAL, "the recipe's command cannot be read: %s", command);
	else
		rc = launch_argv(s->launcher, &job, &s->env, argv, vars, e);
	strv_free(&words);
	return rc;
}

int
site_bench(struct site *s, const char *what, const char *command, const char *group,
    const char *log, double seconds, struct result *out, struct failure *f)
{
	struct strv argv = { NULL, 0, 0 }, vars = { NULL, 0, 0 };
	char *dir = file_join(s->work, group), *path = file_join(s->dir, log);
	struct follow follow = { s, path, str_starts(command, "mdtest") ? "mdtest" : "ior", 0 };
	char *ranks = file_join(s->work, "ranks.csv"), *times = file_join(s->work, "times.json"),
	     host[HOST_NAME_MAX + 1];
	struct launch_status st;
	struct err e = { 0, "" };
	int rc;

	if (stop_asked()) {
		rc = failure_set(f, "signal", "%s: stopped by signal %d", what, stop_asked());
		goto done;
	}
	if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
		int code = errno;

		err_sys(&e, code, "%s: cannot make the directory", dir);
		rc = failure_errno(f, code, e.text);
		goto done;
	}
	/* a day that is entered (CHECK_FS_NOW) stands still, a benchmark's own clock must not */
	strv_add(&vars, "CHECK_FS_NOW=");
	rc = site_words(s, command, group, dir, &argv, &vars, &e);
	/* the benchmark's own words come last; the file is on the target, which every node sees */
	shares_ask(&argv, follow.tool, ranks);
	latency_ask(&argv, command, times);
	if (rc != 0 || launch_run(&argv, &vars, s->launcher->stop_signal, path, limit(s, seconds),
			   look, &follow, &st, &e) != 0) {
		rc = failure_set(f, "launch", "%s: %s", what, e.text);
		goto done;
	}
	rc = judge_log(s, what, follow.tool, path, &st, out, f);
	if (rc == 0)
		shares_take(out, follow.tool, ranks, path,
		    s->alone != NULL ? s->alone
		    : s->nodes == 1  ? host_name(host, sizeof host)
				     : NULL);
	if (rc == 0)
		latency_take(out, times);
	unlink(ranks);
	unlink(times);
done:
	strv_free(&argv);
	strv_free(&vars);
	free(ranks);
	free(times);
	free(dir);
	free(path);
	return rc;
}
