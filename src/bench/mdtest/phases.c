#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include "bench/mdtest/item.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/order.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/print.h"
#include "bench/mdtest/trace.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/stop.h"
#include "io/io.h"
#include "par/par.h"

enum { TREE_MODE = 0775, MOST_PHASES = 8 };

static uint64_t make_trees(struct job *j, struct err *e);
static uint64_t remove_trees(struct job *j, struct err *e);

#define WANT(member) offsetof(struct opts, member)

static const struct phase tree_make[] = {
	{ "tree-create", "Tree creation", ON_TREE, WANT(create), 0, false, false, NULL,
	    make_trees },
};
static const struct phase dirs[] = {
	{ "dir-create", "Directory creation", ON_DIR, WANT(create), 0, true, false, item_mkdir,
	    NULL },
	{ "dir-stat", "Directory stat", ON_DIR, WANT(stat), 1, false, true, item_stat, NULL },
	{ "dir-remove", "Directory removal", ON_DIR, WANT(remove), 3, false, false, item_rmdir,
	    NULL },
};
static const struct phase files[] = {
	{ "file-create", "File creation", ON_FILE, WANT(create), 0, true, false, item_create,
	    NULL },
	{ "file-stat", "File stat", ON_FILE, WANT(stat), 1, false, true, item_stat, NULL },
	{ "file-read", "File read", ON_FILE, WANT(read), 2, false, true, item_read, NULL },
	{ "file-remove", "File removal", ON_FILE, WANT(remove), 3, false, false, item_unlink,
	    NULL },
};
static const struct phase tree_remove[] = {
	{ "tree-remove", "Tree removal", ON_TREE, WANT(remove), 0, false, false, NULL,
	    remove_trees },
};

/* What a phase gave on one rank; and, on rank 0, on all of them. */
struct outcome {
	double seconds;
	uint64_t done;
};

/* -- the loops ------------------------------------------------------------ */

/* Has this rank or another one been told to stop?  Looks at the network only now and then. */
static bool
stopped(struct job *j, uint64_t *looked)
{
	uint64_t now = tick_now(&j->tick);

	if (!stop_asked() && (double)(now - *looked) < 0.01 * j->tick.per_second)
		return false;
	*looked = now;
	return par_stopped(j->world);
}

static uint64_t
item_loop(struct job *j, const struct phase *p, struct err *e)
{
	struct item it = { j->o, j->io, j->ctx, j->buf, j->buf_size, "" };
	const char *kind = p->on == ON_DIR ? "dir" : "file";
	volatile uint64_t *mark = p->on == ON_DIR ? &j->sweep->dirs : &j->sweep->files;
	bool random = p->random && j->o->random, loud = j->rank == 0 && j->o->verbose >= 3;
	uint64_t i, n = j->tree.items, looked = tick_now(&j->tick);
	struct order order;
	struct cursor c;

	job_cursor(j, &c, kind, p->shift);
	order_init(&order, n, (uint64_t)j->o->seed + (uint64_t)j->rank);
	for (i = 0; i < n; i++) {
		const char *path = cursor_item(&c, random ? order_at(&order, i) : i);
		int rc;

		if (p->creates)
			*mark = i + 1;
		if (loud)
			trace(j, 3, "%s: %s", p->label, path);
		rc = p->op(&it, path);
		if (rc != 0) {
			err_sys(e, -rc, "%s: %s", it.doing, path);
			break;
		}
		if (stopped(j, &looked)) {
			i++; /* no error here: par_agree says whose it was, or which signal */
			break;
		}
	}
	return i;
}

/* Which tree this rank makes: its own, the shared one (-1), or none. */
static bool
my_tree(const struct job *j, int *rank)
{
	*rank = j->o->unique ? j->rank : -1;
	return j->o->unique || j->rank == 0;
}

static uint64_t
tree_loop(struct job *j, bool make, struct err *e)
{
	uint64_t per = j->tree.dirs, n = per * j->tree.loops, i, looked = tick_now(&j->tick);
	struct cursor_aim aim = { &j->tree, j->base, j->style, j->iteration, 0, 0, "file" };
	struct cursor c;

	if (!my_tree(j, &aim.tree_rank))
		return 0;
	cursor_start(&c, &aim);
	for (i = 0; i < n; i++) {
		/* parents first; the other way round when they go */
		const char *path = cursor_dir(&c, i / per, make ? i % per : per - 1 - i % per);
		int rc = make ? j->io->mkdir(j->ctx, path, TREE_MODE) : j->io->rmdir(j->ctx, path);

		if (rc != 0) {
			err_sys(e, -rc, "%s: %s", make ? "mkdir" : "rmdir", path);
			break;
		}
		trace(j, 2, "%s directory \"%s\"", make ? "Making" : "Remove", path);
		if (stopped(j, &looked))
			break;
	}
	return i;
}

static uint64_t
make_trees(struct job *j, struct err *e)
{
	return tree_loop(j, true, e);
}

static uint64_t
remove_trees(struct job *j, struct err *e)
{
	return tree_loop(j, false, e);
}

/* -- timing --------------------------------------------------------------- */

/* Start together, work, agree: the slowest rank's time is what counts. */
static int
timed(struct job *j, const struct phase *p, struct outcome *out, struct err *e)
{
	struct err mine = { 0, "" };
	uint64_t start;
	int rc;

	par_barrier(j->par);
	start = clock_ns();
	out->done = p->all != NULL ? p->all(j, &mine) : item_loop(j, p, &mine);
	out->seconds = (double)(clock_ns() - start) * 1e-9;
	if (mine.code != 0)
		par_stop(j->world);
	rc = par_agree(j->par, &mine);
	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine.text);
}

/* All ranks' figures into the result. */
static void
record(struct job *j, const struct phase *p, const struct outcome *mine, size_t n)
{
	double seconds[MOST_PHASES];
	uint64_t done[MOST_PHASES];

	for (size_t i = 0; i < n; i++) {
		seconds[i] = mine[i].seconds;
		done[i] = mine[i].done;
	}
	par_max_root(j->par, seconds, seconds, n);
	par_sum_root(j->par, done, done, n);
	if (j->rank != 0)
		return;
	for (size_t i = 0; i < n; i++) {
		struct metric *m = result_metric(j->result, p[i].metric, "ops/s", BETTER_HIGHER);
		double rate = print_rate((double)done[i], seconds[i]);
		bool wanted = *(const bool *)((const char *)j->o + p[i].want);

		if (j->o->verbose >= 1)
			print_phase(
			    stdout, p[i].metric, wanted ? seconds[i] : 0, wanted ? rate : 0);
		if (!wanted)
			continue;
		m->work = (double)done[i];
		metric_add(m, rate, seconds[i]);
	}
}

static int
block(struct job *j, const struct phase *p, size_t n, struct err *e)
{
	struct outcome out[MOST_PHASES] = { { 0, 0 } };

	for (size_t i = 0; i < n; i++) {
		int rc;

		if (!*(const bool *)((const char *)j->o + p[i].want))
			continue;
		trace(j, 1, "Entering %s...", p[i].metric);
		rc = timed(j, &p[i], &out[i], e);
		if (rc != 0)
			return rc;
	}
	record(j, p, out, n);
	return 0;
}

#define COUNT(table) (sizeof(table) / sizeof *(table))

int
phases_tree_make(struct job *j, struct err *e)
{
	return block(j, tree_make, COUNT(tree_make), e);
}

int
phases_dirs(struct job *j, struct err *e)
{
	return block(j, dirs, COUNT(dirs), e);
}

int
phases_files(struct job *j, struct err *e)
{
	return block(j, files, COUNT(files), e);
}

int
phases_tree_remove(struct job *j, struct err *e)
{
	return block(j, tree_remove, COUNT(tree_remove), e);
}
