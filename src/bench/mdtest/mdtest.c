#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/mdtest/guard.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/opts.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/place.h"
#include "bench/mdtest/print.h"
#include "bench/mdtest/trace.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/fsinfo.h"
#include "core/mem.h"
#include "core/stats.h"
#include "core/stop.h"
#include "io/io.h"
#include "par/par.h"

enum { MOST_TRANSFER = 1 << 20 };

struct mdtest {
	struct opts o;
	struct tree tree;
	struct guard guard;
};

/* -- start ---------------------------------------------------------------- */

static void
strip_slashes(char *path)
{
	for (size_t n = strlen(path); n > 1 && path[n - 1] == '/'; n--)
		path[n - 1] = '\0';
}

/* What the guard has to know to remove what this rank will make. */
static void
fill_sweep(struct job *j)
{
	struct sweep *s = j->sweep;

	s->armed = false;
	s->tree = j->tree;
	s->style = j->style;
	s->owner = job_owner(j, 0);
	s->tree_rank = job_tree(j, s->owner);
	s->keeper = job_keeper(j);
	s->dirs_on = j->o->dirs_on && j->o->create;
	s->files_on = j->o->files_on && j->o->create;
	str_copy(s->base, sizeof s->base, j->base);
	s->armed = true;
}

/* The longest path that this run would use in the base directory. */
static size_t
longest(const struct mdtest *m, const char *base, int tasks)
{
	return strlen(base) + strlen("/#test-dir.") + 22 +
	       tree_longest(&m->tree, tasks, m->o.unique);
}

/* What depends on the number of tasks. */
static int
mdtest_check(const void *cfg, const struct par *par, struct err *e)
{
	const struct mdtest *m = cfg;
	int tasks = par_size(par);

	if (m->o.dirs.n > (size_t)tasks)
		return err_set(e, EINVAL, "-d: %zu directories for %d tasks: at most one each",
		    m->o.dirs.n, tasks);
	for (size_t i = 0; i < m->o.dirs.n; i++)
		if (longest(m, m->o.dirs.v[i], tasks) >= PATH_MAX)
			return err_set(e, ENAMETOOLONG,
			    "-z %d: paths would be %zu bytes long, the system's limit is %d: give "
			    "a smaller depth",
			    m->o.depth, longest(m, m->o.dirs.v[i], tasks), PATH_MAX - 1);
	return 0;
}

/* What the words did not say outright, once, on stderr. */
static void
say_notes(const struct job *j)
{
	const struct opts *o = j->o;

	if (j->rank != 0)
		return;
	for (size_t i = 0; i < o->notes.n; i++)
		fprintf(stderr, "mdtest: %s\n", o->notes.v[i]);
	if (o->per_dir == 0 && j->tree.items != o->items)
		fprintf(stderr,
		    "mdtest: -n %" PRIu64 " over %" PRIu64 " directories is %" PRIu64
		    " in each: %" PRIu64 " items a task\n",
		    o->items, o->leaf_only ? j->tree.leaves : j->tree.dirs, j->tree.per_dir,
		    j->tree.items);
	if (o->shift > 0 && (2LL * o->shift % j->tasks == 0 || o->shift % j->tasks == 0))
		fprintf(stderr, "mdtest: -N %d with %d tasks: read works on the task's own items\n",
		    o->shift, j->tasks);
}

static int
make_buffer(struct job *j, struct err *e)
{
	uint64_t most = j->o->write_bytes > j->o->read_bytes ? j->o->write_bytes : j->o->read_bytes;

	j->buf_size = most < MOST_TRANSFER ? (size_t)most : MOST_TRANSFER;
	if (j->buf_size == 0)
		return 0;
	j->buf = malloc(j->buf_size);
	if (j->buf == NULL)
		return err_set(e, ENOMEM, "no memory for a buffer of %zu bytes", j->buf_size);
	memset(j->buf, '#', j->buf_size);
	return 0;
}

static int
prepare(struct job *j, struct mdtest *m, const struct par *par, struct err *e)
{
	const struct opts *o = &m->o;
	int rc;

	j->o = o;
	j->world = j->par = par;
	j->rank = par_rank(par);
	j->tasks = par_size(par);
	j->paths = (int)o->dirs.n;
	j->base = o->dirs.v[j->rank % j->paths];
	strip_slashes(o->dirs.v[j->rank % j->paths]);
	j->sweep = m->guard.sweep;
	j->io = io_find("POSIX");
	tick_init(&j->tick);
	j->tree = m->tree;
	j->env.par = par;
	rc = make_buffer(j, e);
	if (rc == 0)
		rc = j->io->init(&j->ctx, &j->env, e);
	return rc;
}

/* -- what is printed ------------------------------------------------------ */

static void
set_time(struct result *r, const char *key)
{
	time_t now = clock_wall();
	struct tm tm;
	char text[64] = "";

	if (localtime_r(&now, &tm) != NULL)
		strftime(text, sizeof text, "%m/%d/%Y %H:%M:%S", &tm);
	result_set(r, key, "%s", text);
}

/* The directory that the base lies in, as 1.9.3 shows it: the text up to the last '/', resolved. */
static void
set_path(struct result *r, const char *given)
{
	const char *slash = strrchr(given, '/');
	char parent[PATH_MAX] = ".", real[PATH_MAX];

	if (slash == given)
		str_copy(parent, sizeof parent, "/");
	else if (slash != NULL)
		snprintf(parent, sizeof parent, "%.*s", (int)(slash - given), given);
	result_set(r, "path", "%s", realpath(parent, real) != NULL ? real : parent);
}

static int
set_fs(struct result *r, const char *base, struct err *e)
{
	struct fsinfo *info = mem_zero(1, sizeof *info);
	char line[256];
	int rc = fsinfo_get(base, info, e);

	if (rc == 0)
		result_set(r, "fs", "%s", fsinfo_line(line, sizeof line, info));
	free(info);
	return rc;
}

static const char *
kind(const struct opts *o)
{
	if (o->dirs_on && o->files_on)
		return "files/directories";
	return o->dirs_on ? "directories" : "files";
}

/* The words that the user gave, unquoted and in order, as the released version shows them. */
static void
set_command(struct result *r, const struct opts *o)
{
	size_t size = 1;
	char *text, *at;

	for (size_t i = 0; i < o->words.n; i++)
		size += strlen(o->words.v[i]) + 1;
	at = text = mem_zero(size, 1);
	for (size_t i = 0; i < o->words.n; i++)
		at += snprintf(
		    at, size - (size_t)(at - text), "%s%s", i > 0 ? " " : "", o->words.v[i]);
	result_set(r, "command", "%s", text);
	free(text);
}

static void
set_head(struct job *j)
{
	struct result *r = j->result;
	const struct opts *o = j->o;

	result_set(r, "world-tasks", "%d", par_size(j->world));
	result_set(r, "nodes", "%d", par_nodes(j->world));
	set_command(r, o);
	if (o->random)
		result_set(r, "seed", "%lld", o->seed);
	result_set(r, "tasks", "%d", j->tasks);
	result_set(r, "items", "%" PRIu64, j->tree.items * (uint64_t)j->tasks);
	result_set(r, "items-kind", "%s", kind(o));
	result_set(r, "iterations", "%d", o->iterations);
}

static void
summarise(struct result *r)
{
	for (size_t i = 0; i < r->nmetric; i++) {
		struct metric *m = &r->metric[i];

		m->max = stats_max(m->sample, m->n);
		m->min = stats_min(m->sample, m->n);
		m->mean = stats_mean(m->sample, m->n);
		m->stddev = stats_sd_sample(m->sample, m->n);
	}
}

/* -- the run -------------------------------------------------------------- */

static int
pause_before(struct job *j, struct err *e)
{
	struct err mine = { 0, "" };
	int rc;

	if (j->o->delay <= 0)
		return 0;
	if (j->rank == 0) {
		if (j->o->verbose >= 1)
			printf("delaying %g seconds . . .\n", j->o->delay);
		fflush(stdout);
		clock_sleep(j->o->delay);
	}
	rc = par_agree(j->par, &mine);
	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine.text);
}

static int
iterate(struct job *j, struct err *e)
{
	int rc;

	trace(j, 1, "main: * iteration %d *", j->iteration + 1);
	rc = place_enter(j, e);
	if (rc == 0 && j->o->create)
		rc = phases_tree_make(j, e);
	if (rc == 0 && j->o->dirs_on) {
		rc = pause_before(j, e);
		if (rc == 0)
			rc = phases_dirs(j, e);
	}
	if (rc == 0 && j->o->files_on) {
		rc = pause_before(j, e);
		if (rc == 0)
			rc = phases_files(j, e);
	}
	if (rc == 0 && j->o->remove)
		rc = phases_tree_remove(j, e);
	if (rc == 0)
		rc = place_leave(j, e);
	if (j->rank == 0)
		fflush(stdout);
	return rc;
}

/* After a failure, whose cause stays the message: what cannot be removed is said beside it. */
static void
undo(struct job *j)
{
	struct err mine = { 0, "" };

	if (place_undo(j, &mine) != 0)
		fprintf(stderr, "mdtest: not all could be removed: %s\n", mine.text);
}

static int
measure(struct job *j, const char *given, struct err *e)
{
	int rc = place_open(j, e);
	struct err mine = { 0, "" };

	if (rc == 0 && j->rank == 0) {
		set_path(j->result, given);
		set_fs(j->result, j->base, &mine);
	}
	if (rc == 0)
		rc = par_agree(j->par, &mine) == 0 ? 0 : err_set(e, mine.code, "%s", mine.text);
	if (rc == 0 && j->rank == 0) {
		print_where(stdout, j->result);
		print_tasks(stdout, j->result);
		if (j->o->verbose >= 1)
			print_phase_head(stdout);
		fflush(stdout);
	}
	for (j->iteration = 0; rc == 0 && j->iteration < j->o->iterations; j->iteration++)
		rc = iterate(j, e);
	if (rc == 0)
		rc = place_close(j, e);
	if (rc != 0)
		undo(j);
	return rc;
}

static int
mdtest_run(const void *cfg, const struct par *par, struct err *e)
{
	struct mdtest *m = (struct mdtest *)cfg; /* the guard's end of the pipe is closed in here */
	struct job *j = mem_zero(1, sizeof *j);
	const char *given = m->o.dirs.v[0];
	char *first = mem_dup(given);
	struct result r;
	int rc;

	result_init(&r);
	j->result = &r;
	if (m->o.random && !m->o.has_seed)
		m->o.seed = (long long)clock_wall();
	if (m->o.random)
		par_bcast(par, &m->o.seed, sizeof m->o.seed);
	set_time(&r, "started");
	rc = prepare(j, m, par, e);
	if (rc == 0) {
		fill_sweep(j);
		say_notes(j);
		set_head(j);
		if (j->rank == 0)
			print_start(stdout, &r);
		if (j->rank == 0 && m->o.verbose >= 1)
			print_opts(stdout, &m->o);
		rc = measure(j, first, e);
	}
	if (rc == 0 && j->rank == 0) {
		summarise(&r);
		print_table(stdout, &r);
		set_time(&r, "finished");
		print_end(stdout, &r);
	}
	guard_stop(&m->guard);
	if (j->ctx != NULL)
		j->io->fini(j->ctx);
	free(j->buf);
	result_free(&r);
	free(first);
	free(j);
	return rc;
}

/* The trees that the options describe. */
static int
plan(struct mdtest *m, struct err *e)
{
	const struct opts *o = &m->o;
	const struct tree_want want = { (uint64_t)o->branch, (uint64_t)o->depth, o->items,
		o->per_dir, o->leaf_only, o->has_items };
	int rc = tree_plan(&m->tree, &want, e);

	if (rc == 0 && m->tree.items == 0 && !(o->has_items && o->items == 0))
		rc = err_set(e, EINVAL,
		    "-n %" PRIu64 ": fewer items than the %" PRIu64
		    " directories they are spread over: each would get none",
		    o->items, o->leaf_only ? m->tree.leaves : m->tree.dirs);
	return rc;
}

static int
mdtest_parse(int argc, char *const argv[], void **cfg, struct err *e)
{
	struct mdtest *m = mem_zero(1, sizeof *m);
	int rc = opts_parse(argc, argv, &m->o, e);

	*cfg = m;
	if (rc == 0)
		rc = plan(m, e);
	return rc == 0 ? guard_start(&m->guard, e) : rc;
}

static void
mdtest_free(void *cfg)
{
	struct mdtest *m = cfg;

	opts_free(&m->o);
	free(m);
}

const struct bench bench = {
	.name = "mdtest",
	.synopsis = "[options]",
	.parse = mdtest_parse,
	.check = mdtest_check,
	.run = mdtest_run,
	.free = mdtest_free,
};
