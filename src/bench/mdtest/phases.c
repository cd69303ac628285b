#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/mdtest/bulk.h"
#include "bench/mdtest/pertask.h"
#include "bench/mdtest/item.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/print.h"
#include "bench/mdtest/progress.h"
#include "bench/mdtest/rows.h"
#include "bench/mdtest/trace.h"
#include "bench/mdtest/walk.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "io/ring.h"
#include "par/par.h"

enum { MOST_PHASES = 12 };

#define WANT(member) offsetof(struct opts, member)
#define MAKES        PHASE_CREATES
#define ORDER        PHASE_RANDOM
#define ROOT         PHASE_ROOT_C
#define RING         PHASE_RING

/* clang-format off */
static const struct phase tree_make[] = {
	{ "tree-create", ON_TREE, WANT(create), 0, 0, NULL, bulk_make_trees, 0 },
};
static const struct phase dirs[] = {
	{ "dir-create", ON_DIR, WANT(create), 0, MAKES | ROOT | RING, item_mkdir, NULL, IO_RING_MKDIR },
	{ "dir-stat", ON_DIR, WANT(stat), 1, ORDER | RING, item_stat, NULL, IO_RING_STAT },
	{ "dir-list", ON_DIR, WANT(list), 1, 0, NULL, bulk_list, 0 },
	{ "dir-rename", ON_DIR, WANT(rename), 1, 0, NULL, bulk_rename, 0 },
	{ "dir-remove", ON_DIR, WANT(remove), 3, ROOT | RING, item_rmdir, NULL, IO_RING_RMDIR },
};
static const struct phase files[] = {
	{ "file-create", ON_FILE, WANT(create), 0, MAKES | ROOT | RING, item_create, NULL, IO_RING_CREATE },
	{ "file-stat", ON_FILE, WANT(stat), 1, ORDER | RING, item_stat, NULL, IO_RING_STAT },
	{ "file-list", ON_FILE, WANT(list), 1, 0, NULL, bulk_list, 0 },
	{ "file-chmod", ON_FILE, WANT(chmod), 1, PHASE_ROOT_S, item_chmod, NULL, 0 },
	{ "file-read", ON_FILE, WANT(read), 2, ORDER | RING, item_read, NULL, IO_RING_OPEN },
	{ "file-rename", ON_FILE, WANT(move), 1, PHASE_ROOT_S | PHASE_WALKS, NULL, bulk_away_and_back, 0 },
	{ "file-link", ON_FILE, WANT(link), 1, PHASE_ROOT_S, item_link, NULL, 0 },
	{ "file-symlink", ON_FILE, WANT(symlink), 1, PHASE_ROOT_S, item_symlink, NULL, 0 },
	{ "file-remove", ON_FILE, WANT(remove), 3, ROOT | PHASE_ROOT_S | RING, item_unlink, NULL, IO_RING_UNLINK },
};
static const struct phase tree_remove[] = {
	{ "tree-remove", ON_TREE, WANT(remove), 0, 0, NULL, bulk_remove_trees, 0 },
};
/* What takes away again what a phase of a second name made; not timed. */
static const struct phase unlink_links = { "file-link", ON_FILE, WANT(link), 1, PHASE_ROOT_S | PHASE_SILENT, item_unlink_link, NULL, 0 };
static const struct phase unlink_symlinks = { "file-symlink", ON_FILE, WANT(symlink), 1, PHASE_ROOT_S | PHASE_SILENT, item_unlink_symlink, NULL, 0 };
/* clang-format on */

/* What one phase gave on one rank.  begin and end: seconds since the block's phases were released
 * together. */
struct outcome {
	double begin, end;
	uint64_t done;
};

static bool
wanted(const struct job *j, const struct phase *p)
{
	/* one listing is enough: of the directories with the files in them, where there are files
	 */
	if (p->all == bulk_list && p->on == ON_DIR && j->o->files_on)
		return false;
	return *(const bool *)((const char *)j->o + p->want);
}

/* -- one phase ------------------------------------------------------------ */

/* A command of the user's around a phase. */
static void
command(const char *text, struct err *e)
{
	int status;

	if (text == NULL)
		return;
	fflush(stdout);
	status = system(text);
	if (status == -1)
		err_sys(e, errno, "command '%s'", text);
	else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		err_set(e, ECHILD, "command '%s': failed with status %d", text,
		    WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static void
flush(struct job *j, struct err *e)
{
	int rc = j->o->sync_phase && (j->io->caps & IO_DATA) ? j->io->flush(j->ctx, j->base) : 0;

	if (rc != 0)
		err_sys(e, -rc, "sync: %s", j->base);
}

/* The work itself, and what belongs into its time. */
static void
work(struct job *j, const struct phase *p, struct walk *w, double origin, struct outcome *out,
    struct err *e)
{
	out->begin = clock_now() - origin;
	j->started = tick_now(&j->tick);
	out->done = p->all != NULL ? p->all(j, p, e) : walk_run(w, e);
	if (p->on != ON_TREE && e->code == 0) {
		flush(j, e);
		command(j->o->after, e);
	}
	out->end = clock_now() - origin;
}

/* Start together, work; the errors of all ranks are told at the end. */
static int
timed(struct job *j, const struct phase *p, double origin, struct outcome *out, struct err *e)
{
	struct walk *w = NULL;
	struct err mine = { 0, "" };
	bool late = j->o->time_unique && j->o->unique; /* -t: choosing the directory is timed */
	int rc = 0;

	if (p->on != ON_TREE)
		command(j->o->before, &mine);
	if (p->all == NULL && !late && mine.code == 0)
		walk_ready(&w, j, p, &mine);
	if (!j->o->no_barriers)
		par_barrier(j->par);
	if (late && p->all == NULL && mine.code == 0) {
		double start = clock_now() - origin;

		walk_ready(&w, j, p, &mine);
		if (mine.code == 0)
			work(j, p, w, origin, out, &mine);
		out->begin = start;
	} else if (mine.code == 0) {
		work(j, p, w, origin, out, &mine);
	}
	if (mine.code != 0)
		par_stop(j->par);
	walk_end(w);
	if (!j->o->no_barriers)
		rc = par_agree(j->par, &mine);
	if (rc == 0 && mine.code != 0) /* -B: the block's end tells the others */
		rc = -mine.code;
	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine.text);
}

/* A pass that is not timed. */
static int
untimed(struct job *j, const struct phase *p, struct err *e)
{
	struct walk *w = NULL;
	struct err mine = { 0, "" };
	int rc;

	if (walk_ready(&w, j, p, &mine) == 0)
		walk_run(w, &mine);
	if (mine.code != 0)
		par_stop(j->par);
	walk_end(w);
	rc = par_agree(j->par, &mine);
	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine.text);
}

/* -- all ranks' figures --------------------------------------------------- */

/* Each task's own figures of phase i. */
static void
keep_own(struct job *j, const struct phase *p, const struct outcome *all, size_t n, size_t i)
{
	struct pertask_cell *c = pertask_row(j->tasks_own, j->iteration, rows_find(p[i].metric));

	for (int t = 0; t < j->tasks; t++) {
		const struct outcome *o = &all[(size_t)t * n + i];

		c[t].seconds = o->end - o->begin;
		c[t].done = o->done;
	}
}

/*
 * Phase i of all tasks.  With barriers all began together: the slowest counts.  Without, from the
 * first begin to the last end.
 */
static double
merge(const struct job *j, const struct outcome *all, size_t n, size_t i, uint64_t *done)
{
	double first = all[i].begin, last = 0;

	*done = 0;
	for (int t = 0; t < j->tasks; t++) {
		const struct outcome *o = &all[(size_t)t * n + i];
		double end = j->o->no_barriers ? o->end : o->end - o->begin;

		first = o->begin < first ? o->begin : first;
		last = end > last ? end : last;
		*done += o->done;
	}
	return j->o->no_barriers ? last - first : last;
}

static void
add(struct job *j, const struct phase *p, double seconds, uint64_t done)
{
	bool ran = wanted(j, p);
	double rate = ran ? print_rate((double)done, seconds) : 0;
	struct metric *m;

	if (j->o->verbose >= 1 && j->o->format != OPTS_JSON)
		print_phase(stdout, p->metric, ran, ran ? seconds : 0, rate);
	if (!ran)
		return;
	m = result_metric(j->result, p->metric, "ops/s", BETTER_HIGHER);
	m->work = (double)done;
	metric_add(m, rate, seconds);
	j->engines[rows_find(p->metric)] = walk_engine(j, p)[0];
}

/* One exchange for a whole block. */
static void
record(struct job *j, const struct phase *p, const struct outcome *mine, size_t n)
{
	struct outcome *all = j->rank == 0 ? mem_zero((size_t)j->tasks * n, sizeof *all) : NULL;

	par_gather(j->par, mine, n * sizeof *mine, all);
	for (size_t i = 0; j->rank == 0 && i < n; i++) {
		uint64_t done;
		double seconds = merge(j, all, n, i, &done);

		if (j->tasks_own != NULL)
			keep_own(j, p, all, n, i);
		add(j, &p[i], seconds, done);
	}
	free(all);
}

/* -- a block -------------------------------------------------------------- */

static int
after(struct job *j, const struct phase *p, struct err *e)
{
	if (p->op == item_link)
		return untimed(j, &unlink_links, e);
	if (p->op == item_symlink)
		return untimed(j, &unlink_symlinks, e);
	return 0;
}

static int
block(struct job *j, const struct phase *p, size_t n, struct err *e)
{
	struct outcome out[MOST_PHASES] = { { 0, 0, 0 } };
	struct err mine = { 0, "" };
	double origin;
	int rc = 0;

	if (j->o->no_barriers)
		par_barrier(j->par);
	origin = clock_now();
	for (size_t i = 0; rc == 0 && i < n; i++) {
		if (!wanted(j, &p[i]))
			continue;
		trace(j, 1, "Entering %s...", p[i].metric);
		progress_phase(j, p[i].metric);
		rc = timed(j, &p[i], origin, &out[i], j->o->no_barriers ? &mine : e);
		if (rc == 0)
			rc = after(j, &p[i], j->o->no_barriers ? &mine : e);
	}
	progress_end(j);
	if (j->o->no_barriers) {
		rc = par_agree(j->par, &mine);
		if (rc != 0)
			err_set(e, -rc, "%s", mine.text);
	}
	if (rc == 0)
		record(j, p, out, n);
	return rc;
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
