#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/mdtest/csv.h"
#include "bench/mdtest/pertask.h"
#include "bench/mdtest/doc.h"
#include "bench/mdtest/head.h"
#include "bench/mdtest/held.h"
#include "bench/mdtest/hist.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/place.h"
#include "bench/mdtest/print.h"
#include "bench/mdtest/report.h"
#include "bench/mdtest/run.h"
#include "bench/mdtest/space.h"
#include "bench/mdtest/trace.h"
#include "bench/mdtest/walk.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/stats.h"
#include "core/stop.h"
#include "par/par.h"

enum { MOST_TRANSFER = 1 << 20 };

/* What outlives one number of tasks. */
struct run {
	const struct opts *o;
	const struct tree *tree;
	struct sweep *sweep;
	const struct par *world;
	long long seed, packet_seed; /* the clock's where none was given, the same on all ranks */
	json_t *doc;                 /* rank 0, where JSON is wanted */
	bool text;                   /* print the text on stdout */
	int counts;                  /* numbers of tasks done so far */
	char *given;                 /* the first base directory, as typed */
};

/* Ranks agree; e gets what the first one said. */
static int
agree(const struct par *p, struct err *mine, struct err *e)
{
	int rc = par_agree(p, mine);

	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine->text);
}

/* -- one number of tasks -------------------------------------------------- */

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
	s->from = s->to = 0;
	s->tree = j->tree;
	s->style = j->style;
	s->owner = j->o->shared ? -1 : job_owner(j, 0);
	s->tree_rank = job_tree(j, job_owner(j, 0));
	s->keeper = job_keeper(j);
	s->dirs_on = j->o->dirs_on && j->o->create;
	s->files_on = j->o->files_on && j->o->create;
	str_copy(s->base, sizeof s->base, j->base);
	s->armed = true;
}

/*
 * How far -N goes: as many tasks as it says; in format 4, on several nodes with ranks in blocks, as
 * many nodes, which is what 4.x does with it.
 */
static int
shift(const struct opts *o, const struct par *p)
{
	bool blocks = par_nodes(p) > 1 && par_size(p) > 1 && par_node(p, 0) == par_node(p, 1);

	return o->format == OPTS_FORMAT4 && blocks ? o->shift * par_on_node(p, 0) : o->shift;
}

static int
prepare(struct job *j, const struct run *run, const struct par *par, struct err *e)
{
	const struct opts *o = run->o;
	uint64_t most = o->write_bytes > o->read_bytes ? o->write_bytes : o->read_bytes;

	j->o = o;
	j->par = par;
	j->rank = par_rank(par);
	j->tasks = par_size(par);
	j->paths = (int)o->dirs.n;
	j->base = o->dirs.v[j->rank % j->paths];
	strip_slashes(o->dirs.v[j->rank % j->paths]);
	j->sweep = run->sweep;
	j->io = io_find(o->api);
	j->tree = *run->tree;
	j->style = o->format == OPTS_FORMAT4 ? CURSOR_STYLE4 : CURSOR_STYLE1;
	j->shift = shift(o, par);
	j->seed = run->seed;
	j->packet_seed = run->packet_seed;
	j->buf_size = most < MOST_TRANSFER ? (size_t)most : MOST_TRANSFER;
	j->env.par = par;
	j->env.cfg = io_cfg(o->io_sets, j->io);
	tick_init(&j->tick);
	j->look = (uint64_t)(0.01 * j->tick.per_second);
	if (o->latency)
		j->hist = mem_zero(ROWS_COUNT, sizeof *j->hist);
	if (j->rank == 0 && opts_per_task(o))
		j->tasks_own = pertask_new(j->tasks, o->iterations);
	if (o->held && held_check(j, e) != 0)
		return -e->code;
	return j->io->init(&j->ctx, &j->env, e);
}

static void
release(struct job *j)
{
	held_close(j);
	if (j->ctx != NULL)
		j->io->fini(j->ctx);
	free(j->hist);
	free(j->first_wrong);
	pertask_free(j->tasks_own);
}

static int
pause_before(struct job *j, struct err *e)
{
	struct err mine = { 0, "" };

	if (j->o->delay <= 0)
		return 0;
	if (j->rank == 0) {
		if (j->o->verbose >= 1 && j->o->format != OPTS_JSON)
			printf("delaying %g seconds . . .\n", j->o->delay);
		fflush(stdout);
		clock_sleep(j->o->delay);
	}
	return agree(j->par, &mine, e);
}

static int
items(struct job *j, int (*phases)(struct job *, struct err *), struct err *e)
{
	int rc = pause_before(j, e);

	return rc == 0 ? phases(j, e) : rc;
}

/* What -W and -x have to say after the files. */
static int
wall(struct job *j, struct err *e)
{
	struct err mine = { 0, "" };

	if (j->o->stonewall <= 0 && j->o->count_file == NULL)
		return 0;
	head_wall(j, &mine);
	return agree(j->par, &mine, e);
}

static int
iterate(struct job *j, struct err *e)
{
	const struct opts *o = j->o;
	int rc;

	trace(j, 1, "main: * iteration %d *", j->iteration + 1);
	if (o->create)
		j->files = j->tree.items;
	rc = place_enter(j, e);
	if (rc == 0 && o->create)
		rc = phases_tree_make(j, e);
	if (rc == 0 && o->dirs_on)
		rc = items(j, phases_dirs, e);
	if (rc == 0 && o->files_on)
		rc = items(j, phases_files, e);
	if (rc == 0 && o->files_on)
		rc = wall(j, e);
	held_close(j);
	if (rc == 0 && o->remove)
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

/* Does what will be made fit?  A stonewalled run makes less than its -n says. */
static int
check_space(struct job *j, struct err *e)
{
	struct err mine = { 0, "" };
	struct space s;

	if (!j->o->create || j->o->stonewall > 0 || !(j->io->caps & IO_DATA))
		return 0;
	if (job_keeper(j) && space_plan(&s, j->o, &j->tree, j->tasks, &mine) == 0)
		space_check(&s, j->base, j->paths, &mine);
	return agree(j->par, &mine, e);
}

/* What is printed before the first phase: needs the base directories. */
static int
announce(struct run *run, struct job *j, struct err *e)
{
	struct err mine = { 0, "" };
	int rc;

	if (run->counts == 0 && j->rank == 0)
		head_where(j->result, j, run->given, &mine);
	rc = agree(j->par, &mine, e);
	if (rc != 0 || j->rank != 0 || !run->text)
		return rc;
	if (run->counts == 0)
		print_where(stdout, j->o, j->result);
	print_tasks(stdout, j->o, j->result);
	if (j->o->verbose >= 1)
		print_phase_head(stdout);
	fflush(stdout);
	return 0;
}

static int
measure(struct run *run, struct job *j, struct err *e)
{
	int rc = check_space(j, e);

	if (rc == 0)
		rc = place_open(j, e);
	if (rc == 0)
		rc = announce(run, j, e);
	for (j->iteration = 0; rc == 0 && j->iteration < j->o->iterations; j->iteration++)
		rc = iterate(j, e);
	if (rc == 0)
		rc = place_close(j, e);
	if (rc != 0)
		undo(j);
	return rc;
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
		for (size_t k = 0; k < m->n; k++)
			if (m->seconds[k] <= 0)
				result_warn(r, "unresolved",
				    "%s: iteration %zu was shorter than the clock can resolve",
				    m->name, k + 1);
	}
}

/* Everything that rank 0 hands out about one number of tasks. */
static int
publish(struct run *run, struct job *j, uint64_t wrong, struct err *e)
{
	const struct opts *o = j->o;
	const struct tree *t = &j->tree;
	const struct report p = { o, j->result, j->tasks_own, j->hist, j->engines, walk_rings(j),
		(o->leaf_only ? t->leaves : t->dirs) * t->loops, wrong,
		o->collective ? 1 : j->tasks };
	int rc = 0;

	summarise(j->result);
	if (run->text)
		print_tables(stdout, &p);
	if (run->doc != NULL)
		doc_add(run->doc, &p);
	if (o->task_csv != NULL)
		rc = csv_tasks(o->task_csv, run->counts == 0, j->result, j->tasks_own, e);
	if (rc == 0 && o->csv != NULL)
		rc = csv_iterations(o->csv, run->counts == 0, j->result, e);
	return rc;
}

/* Files whose data were not what was written make the run fail, after all is printed. */
static int
judge(const struct job *j, uint64_t wrong, struct err *e)
{
	struct err mine = { 0, "" };

	if (j->wrong > 0)
		err_set(&mine, EBADMSG,
		    "verify: %s: not what was written; %" PRIu64 " files in all", j->first_wrong,
		    wrong);
	return agree(j->par, &mine, e);
}

static int
with_tasks(struct run *run, const struct par *par, struct err *e)
{
	struct job *j = mem_zero(1, sizeof *j);
	struct err csv = { 0, "" }, mine = { 0, "" };
	struct result r;
	uint64_t wrong;
	int rc;

	result_init(&r);
	j->result = &r;
	j->csv_err = &csv;
	prepare(j, run, par, &mine);
	rc = agree(par, &mine, e);
	if (rc == 0)
		rc = head_files(j, e);
	if (rc == 0) {
		fill_sweep(j);
		head_start(&r, j->o, run->world, run->seed);
		head_tasks(&r, j);
		rc = measure(run, j, e);
	}
	if (rc == 0)
		rc = agree(par, &csv, e);
	if (rc == 0) {
		wrong = par_sum(par, j->wrong);
		for (int k = 0; j->hist != NULL && k < ROWS_COUNT; k++)
			hist_reduce(par, &j->hist[k]);
		if (j->rank == 0)
			publish(run, j, wrong, &mine);
		rc = agree(par, &mine, e);
		if (rc == 0)
			rc = judge(j, wrong, e);
	}
	release(j);
	result_free(&r);
	free(j);
	return rc;
}

/* -- all of them ---------------------------------------------------------- */

/* The number of tasks after n; 1.9.3 goes 1, 2, 4, 6 with -s 2. */
static int
after(const struct opts *o, int n)
{
	return o->format != OPTS_FORMAT4 && n == 1 && o->stride > 1 ? o->stride : n + o->stride;
}

static int
counts(struct run *run, struct err *e)
{
	const struct opts *o = run->o;
	int size = par_size(run->world), rc = 0;
	int last = o->last > 0 && o->last < size ? o->last : size;
	int first = o->first > 0 ? o->first : size;

	for (int n = first; rc == 0 && n <= last; n = after(o, n)) {
		struct par *sub = n < size ? par_first(run->world, n) : NULL;
		const struct par *par = n < size ? sub : run->world;

		if (par != NULL)
			rc = with_tasks(run, par, e);
		par_drop(sub);
		/* the others wait here and learn how it went */
		if (n < size)
			rc = -(int)par_max(run->world, -rc);
		run->counts++;
	}
	return rc;
}

static void
seeds(struct run *run)
{
	run->seed = run->o->has_seed ? run->o->seed : (long long)clock_wall();
	run->packet_seed = run->o->packet_seed >= 0 ? run->o->packet_seed : (long long)clock_wall();
	par_bcast(run->world, &run->seed, sizeof run->seed);
	par_bcast(run->world, &run->packet_seed, sizeof run->packet_seed);
}

int
run_all(const struct opts *o, const struct tree *tree, struct sweep *sweep, const struct par *world,
    struct err *e)
{
	struct run run = { o, tree, sweep, world, 0, 0, NULL, o->format != OPTS_JSON, 0, NULL };
	bool root = par_rank(world) == 0;
	struct result r;
	int rc;

	result_init(&r);
	run.given = mem_dup(o->dirs.v[0]);
	seeds(&run);
	head_notes(o, tree, world);
	head_start(&r, o, world, run.seed);
	if (root && run.text)
		print_start(stdout, o, &r);
	if (root && run.text && o->verbose >= 1)
		print_opts(stdout, o);
	if (root && (o->format == OPTS_JSON || o->json != NULL))
		run.doc = doc_start(o, &r);
	rc = counts(&run, e);
	if (rc == 0 && root) {
		struct err mine = { 0, "" };

		head_end(&r);
		if (run.text)
			print_end(stdout, o, &r);
		if (run.doc != NULL) {
			doc_end(run.doc, &r);
			if (doc_write(run.doc, o->json, &mine) != 0)
				err_set(e, mine.code, "%s", mine.text);
		}
	}
	json_decref(run.doc);
	result_free(&r);
	free(run.given);
	return rc != 0 ? rc : -(int)par_max(world, e->code);
}
