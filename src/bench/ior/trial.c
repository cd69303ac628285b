#define _GNU_SOURCE /* clock_gettime with the other feature macros */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/ior/job.h"
#include "bench/ior/names.h"
#include "bench/ior/place.h"
#include "bench/ior/reorder.h"
#include "bench/ior/trial.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "par/par.h"

/* Seconds between the tasks' calendar clocks; 0 on one node. */
static double
find_skew(const struct par *par)
{
	struct timespec t;
	double now;

	if (par_nodes(par) == 1)
		return 0;
	par_barrier(par);
	clock_gettime(CLOCK_REALTIME, &t);
	now = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
	return par_max(par, now) - par_min(par, now);
}

/* Whose data each task reads. */
static void
find_readers(struct job *j)
{
	int n = par_size(j->par), *node = mem_zero((size_t)n, sizeof *node), same;

	j->reader = mem_zero((size_t)n, sizeof *j->reader);
	for (int r = 0; r < n; r++)
		node[r] = par_node(j->par, r);
	same = reorder_constant(node, n, j->o->reorder_offset, j->reader);
	if (j->o->reorder && j->rank == 0 && par_nodes(j->par) == 1)
		fprintf(stderr, "ior: warning: -C: all tasks are on one node, so each reads its "
				"own data: no effect\n");
	else if (j->o->reorder && j->rank == 0 && same > 0)
		fprintf(stderr,
		    "ior: warning: -C: one node has more than half of the tasks: %d of %d read "
		    "data of their own node\n",
		    same, n);
	free(node);
}

static int
start(struct job *j, struct err *e)
{
	struct err here = { 0, "" };
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int rc;

	j->env.par = j->par;
	j->env.cfg = j->o->backend;
	rc = j->o->ops->init(&j->ctx, &j->env, &here);
	if (rc == 0 && posix_memalign(&j->buf, page < 4096 ? 4096 : page, j->o->transfer) != 0)
		err_set(&here, ENOMEM, "-t %llu: no memory for a transfer",
		    (unsigned long long)j->o->transfer);
	if (here.code == 0)
		memset(j->buf, 0,
		    j->o->transfer); /* page faults happen here, not in the first transfer */
	j->task = mem_zero((size_t)par_size(j->par), sizeof *j->task);
	if (j->o->deadline > 0 && j->o->write)
		j->written = mem_zero((size_t)par_size(j->par), sizeof *j->written);
	j->plan = (struct plan){ .block = j->o->block,
		.transfer = j->o->transfer,
		.segments = j->o->segments,
		.tasks = (uint64_t)par_size(j->par),
		.fpp = j->o->fpp,
		.seed = j->o->signature };
	find_readers(j);
	rc = par_agree(j->par, &here);
	return rc == 0 ? 0 : err_set(e, -rc, "%s", here.text);
}

static void
finish(struct job *j)
{
	if (j->ctx != NULL)
		j->o->ops->fini(j->ctx);
	free(j->buf);
	free(j->reader);
	free(j->written);
	free(j->task);
}

/* What every task did, at verbosity 3. */
static void
details(struct job *j, const struct phase *p)
{
	static const char *const name[] = { "open start", "open stop", "start", "stop",
		"close start", "close stop" };
	const char *kind = p->kind == PHASE_WRITE ? "write" : "read";
	double zero = par_nodes(j->par) > 1 ? 0 : j->zero;

	for (int r = 0; j->o->verbose >= 3 && r < par_size(j->par); r++) {
		int owner = p->kind == PHASE_READ && j->o->reorder ? j->reader[r] : r;
		char *path = names_file(j->o, owner, p->rep);

		print_line(j->print, "task %d %s %s", r,
		    p->kind == PHASE_WRITE ? "writing" : "reading", path);
		for (int s = 0; s < STAMPS; s++)
			print_line(j->print, "Test %d: Iter=%d, Task=%d, Time=%f, %s %s", j->o->id,
			    p->rep, r, j->task[r].at[s] - zero, kind, name[s]);
		free(path);
	}
}

/* What the numbers may not be taken for.  Once a test: the text is the same for every repetition.
 */
static void
caveats(struct job *j, const struct phase *p)
{
	double share = (double)p->resident / 10;

	if (p->kind == PHASE_WRITE && !j->o->fsync && !j->o->direct && p->rep == 0 &&
	    j->o->ops->caps & IO_DATA)
		fprintf(stderr, "ior: note: write: not synced: the data may still have been in "
				"memory (-e waits for the device)\n");
	if (p->kind != PHASE_READ || p->resident == NOT_KNOWN)
		return;
	if (j->o->verbose >= 1)
		fprintf(stderr,
		    "ior: note: read, iteration %d: %.1f %% of the data was in the page cache "
		    "before it\n",
		    p->rep, share);
	if (j->said_cached || j->o->direct || share < 1)
		return;
	j->said_cached = true;
	if (j->o->drop_cache)
		fprintf(stderr,
		    "ior: warning: read: --drop-cache left %.1f %% of the data in the page cache "
		    "(this file system "
		    "may live there)\n",
		    share);
	else
		fprintf(stderr,
		    "ior: warning: read: %.1f %% of the data was in the page cache: this is not "
		    "the storage's speed "
		    "(--drop-cache, -B, or -C over several nodes)\n",
		    share);
}

/* Expected, found and moved bytes differ: say so.  A file that is too short is an error. */
static int
check_size(struct job *j, const struct phase *p, struct err *e)
{
	uint64_t expected = plan_total(&j->plan), size = p->size;

	if (j->o->ops->size == NULL || (expected == p->bytes && size == p->bytes))
		return 0;
	fprintf(stderr,
	    "WARNING: Expected aggregate file size       = %llu.\n"
	    "WARNING: Stat() of aggregate file size      = %llu.\n"
	    "WARNING: Using actual aggregate bytes moved = %llu.\n",
	    (unsigned long long)expected, (unsigned long long)size, (unsigned long long)p->bytes);
	if (size < p->bytes)
		return err_set(e, EIO, "%s: %llu bytes were moved, but the size is %llu",
		    j->o->file, (unsigned long long)p->bytes, (unsigned long long)size);
	return 0;
}

static int
one_phase(struct job *j, enum phase_kind kind, int rep, struct err *e)
{
	struct phase p;
	int rc;

	if (j->rank == 0) {
		char *path =
		    names_file(j->o, j->o->reorder && kind == PHASE_READ ? j->reader[0] : 0, rep);

		if (kind == PHASE_READ)
			print_note(j->print, j->trial, NOTE_OPEN_READ, path);
		print_note(j->print, j->trial, kind == PHASE_WRITE ? NOTE_WRITE : NOTE_READ, path);
		free(path);
	}
	rc = phase_run(j, kind, rep, &p, e);
	if (rc != 0)
		return rc;
	if (j->rank == 0) {
		struct print_trial *t = j->trial;

		details(j, &p);
		t->phase = mem_room(t->phase, t->n, &t->room, sizeof *t->phase);
		t->phase[t->n++] = p;
		print_row(j->print, t, &t->phase[t->n - 1]);
		caveats(j, &p);
		rc = -check_size(j, &p, e);
	}
	par_bcast(j->par, &rc, sizeof rc);
	return -rc;
}

static int
repetition(struct job *j, int rep, struct err *e)
{
	int rc = 0;

	if (j->rank == 0)
		print_note(j->print, j->trial, NOTE_SIGNATURE, NULL);
	if (j->o->write) {
		rc = place_clear(j, rep, e);
		if (rc == 0)
			rc = one_phase(j, PHASE_WRITE, rep, e);
	}
	if (rc == 0 && j->o->read)
		rc = one_phase(j, PHASE_READ, rep, e);
	return rc != 0 ? rc : place_remove(j, rep, e);
}

/* The participants' part of trial_run. */
static int
take_part(struct job *j, struct err *e)
{
	int rc = start(j, e), left;

	if (rc == 0)
		rc = place_prepare(j, e);
	if (rc == 0 && j->rank == 0)
		print_test(j->print, j->trial);
	j->zero = clock_now();
	for (int rep = 0; rc == 0 && rep < j->o->repetitions; rep++)
		rc = repetition(j, rep, e);
	left = place_leave(j, e);
	if (rc == 0)
		rc = left;
	if (j->rank == 0 && (rc == 0 || j->trial->n > 0))
		print_result(j->print, j->trial);
	finish(j);
	return rc;
}

/* The directory of the file and what it lies on, for the header. */
static void
find_place(const struct opts *o, struct print_trial *t, struct fsinfo *fs, char *dir)
{
	char *parent = names_parent(o, 0);

	if (o->ops->caps & IO_DATA && realpath(parent, dir) != NULL) {
		t->dir = dir;
		t->fs = fsinfo_get(parent, fs, NULL) == 0 ? fs : NULL;
	}
	free(parent);
}

static void
describe(struct job *j, struct print_trial *t, const char **host)
{
	const struct par *par = j->par;

	t->o = j->o;
	t->tasks = par_size(par);
	t->nodes = par_nodes(par);
	t->per_node = par_on_node(par, par_node(par, 0));
	t->skew = find_skew(par);
	for (int r = 0; r < t->tasks; r++)
		host[r] = par_host(par, r);
	t->host = host;
}

int
trial_run(const struct opts *o, const struct par *world, const struct print *print,
    struct sweep *sweep, struct err *e)
{
	int n = par_size(world), rc = 0;
	bool all = o->tasks == 0 || o->tasks >= n;
	struct par *group = all ? NULL : par_first(world, o->tasks);
	struct job j = { .o = o, .par = all ? world : group, .print = print, .sweep = sweep };

	if (o->tasks > n && par_rank(world) == 0)
		fprintf(stderr,
		    "ior: warning: -N %d: only %d ranks were started, all of them take part\n",
		    o->tasks, n);
	if (j.par != NULL) {
		struct print_trial t = { 0 };
		const char **host = mem_zero((size_t)n, sizeof *host);
		char dir[PATH_MAX];
		struct fsinfo fs;

		j.rank = par_rank(j.par);
		j.trial = &t;
		describe(&j, &t, host);
		if (j.rank == 0)
			find_place(o, &t, &fs, dir);
		rc = take_part(&j, e);
		free(t.phase);
		free(host);
	}
	par_drop(group);
	par_bcast(world, &rc, sizeof rc); /* the others wait here */
	return rc;
}
