#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ior/buffer.h"
#include "bench/ior/corrupt.h"
#include "bench/ior/details.h"
#include "bench/ior/job.h"
#include "bench/ior/latency.h"
#include "bench/ior/names.h"
#include "bench/ior/place.h"
#include "bench/ior/reorder.h"
#include "bench/ior/status.h"
#include "bench/ior/timeout.h"
#include "bench/ior/trial.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/units.h"
#include "par/par.h"

/* ---- before the first repetition ---- */

/* Whose data each task reads in a repetition.  Returns how many read data of their own node. */
static int
find_readers(struct job *j, int rep)
{
	int n = par_size(j->par), same = 0;
	const struct opts *o = j->o;

	for (int r = 0; r < n; r++)
		j->reader[r] = j->checker[r] = r;
	if (o->reorder) {
		same = reorder_constant(j->node, n, o->reorder_offset, j->reader);
		reorder_constant(j->node, n, o->reorder_offset + 1, j->checker);
	} else if (o->reorder_random) {
		uint64_t seed = o->reorder_seed >= 0 ? (uint64_t)o->reorder_seed
						     : (uint64_t)(rep - o->reorder_seed);

		same = reorder_random(j->node, n, o->reorder_offset, seed, j->reader);
		reorder_random(j->node, n, o->reorder_offset, seed + 1, j->checker);
	}
	return same;
}

static void
tell_reorder(struct job *j)
{
	int n = par_size(j->par), same = find_readers(j, 0);
	const char *flag = j->o->reorder ? "-C" : "-Z";

	if (j->rank != 0 || (!j->o->reorder && !j->o->reorder_random))
		return;
	if (par_nodes(j->par) == 1)
		print_warn(j->print, "no-reorder",
		    "%s: all tasks are on one node, so each reads its own node's data: no effect "
		    "on the cache",
		    flag);
	else if (same > 0)
		print_warn(j->print, "no-reorder",
		    "%s: one node has more than half of the tasks: %d of %d read data of their own "
		    "node",
		    flag, same, n);
}

static int
take_memory(struct job *j, struct err *e)
{
	const struct opts *o = j->o;
	uint64_t node = o->memory_percent > 0 ? buffer_memory() / 100 * (uint64_t)o->memory_percent
					      : o->memory_node;
	int here = par_on_node(j->par, par_node(j->par, j->rank));
	int rc;

	j->hog_size = o->memory_task > 0 ? o->memory_task : node / (uint64_t)here;
	if (j->hog_size > 0 && (j->hog = buffer_hog(j->hog_size)) == NULL)
		return err_set(
		    e, ENOMEM, "-M: no memory: %llu bytes", (unsigned long long)j->hog_size);
	j->buf = buffer_new((size_t)o->transfer * (size_t)o->queue_depth, &j->buf_size, &j->huge);
	if (j->buf == NULL)
		return err_set(e, ENOMEM, "-t %llu: no memory for a transfer",
		    (unsigned long long)o->transfer);
	rc = o->ops->init(&j->ctx, &j->env, e);
	return rc;
}

static void
make_plan(struct job *j)
{
	const struct opts *o = j->o;

	j->plan = (struct plan){ .block = o->block,
		.transfer = o->transfer,
		.segments = o->segments,
		.tasks = (uint64_t)par_size(j->par),
		.fpp = o->fpp,
		.random = o->random == 1,
		.repeat = o->random > 1 };
	j->plan.seed = o->random_seed >= 0 ? (uint64_t)o->random_seed : o->signature;
}

static int
start(struct job *j, struct err *e)
{
	size_t n = (size_t)par_size(j->par);
	struct err here = { 0, "" };
	int rc;

	j->env.par = j->par;
	j->env.cfg = j->o->backend;
	j->shape = (struct io_shape){ .block = j->o->block,
		.transfer = j->o->transfer,
		.segments = j->o->segments,
		.tasks = n,
		.fpp = j->o->fpp,
		.collective = j->o->collective };
	j->env.shape = &j->shape;
	j->node = mem_zero(n, sizeof *j->node);
	j->reader = mem_zero(n, sizeof *j->reader);
	j->checker = mem_zero(n, sizeof *j->checker);
	for (size_t r = 0; r < n; r++)
		j->node[r] = par_node(j->par, (int)r);
	if (j->rank == 0)
		j->task = mem_zero(n, sizeof *j->task);
	if (j->o->deadline > 0 && j->o->write)
		j->written = mem_zero(n, sizeof *j->written);
	if (j->o->latency)
		j->latency = mem_zero(1, sizeof *j->latency);
	make_plan(j);
	tell_reorder(j);
	if (!j->o->dry_run)
		take_memory(j, &here);
	rc = par_agree(j->par, &here);
	j->timeout = timeout_start(j->o->timeout, j->rank, par_host(j->par, j->rank));
	return rc == 0 ? 0 : err_set(e, -rc, "%s", here.text);
}

static void
finish(struct job *j)
{
	timeout_stop(j->timeout);
	if (j->ctx != NULL)
		j->o->ops->fini(j->ctx);
	buffer_free(j->buf, j->buf_size);
	buffer_free(j->hog, j->hog_size);
	free(j->node), free(j->reader), free(j->checker);
	free(j->written), free(j->task), free(j->bad), free(j->latency);
}

/* ---- after a phase, on rank 0 ---- */

/* What the numbers may not be taken for.  Once a test: the text is the same for every repetition.
 */
static void
caveats(struct job *j, const struct phase *p)
{
	const struct opts *o = j->o;
	double share = (double)p->resident / 10;

	if (p->kind == PHASE_WRITE && !o->fsync && !o->direct && !o->fsync_per_write &&
	    j->trial->n == 0 && o->ops->caps & IO_DATA)
		fprintf(stderr, "ior: note: write: not synced: the data may still have been in "
				"memory (-e waits for the device)\n");
	if (p->kind != PHASE_READ || p->resident == NOT_KNOWN)
		return;
	if (o->verbose >= 1)
		fprintf(stderr,
		    "ior: note: read, iteration %d: %.1f %% of the data was in the page cache "
		    "before it\n",
		    p->rep, share);
	if (o->verbose >= 1 && p->device != NOT_KNOWN && p->bytes > 0)
		fprintf(stderr,
		    "ior: note: read, iteration %d: %.1f %% of the bytes came from the device\n",
		    p->rep, 100.0 * (double)p->device / (double)p->bytes);
	if (j->said_cached || o->direct || share < 1)
		return;
	j->said_cached = true;
	if (o->drop_cache)
		print_warn(j->print, "cached-read",
		    "read: --drop-cache left %.1f %% of the data in the page cache (this file "
		    "system may live there)",
		    share);
	else
		print_warn(j->print, "cached-read",
		    "read: %.1f %% of the data was in the page cache: this is not the storage's "
		    "speed (--drop-cache, -B, "
		    "or -C over several nodes)",
		    share);
}

/* Expected, found and moved bytes differ: say so.  A file that is too short is an error. */
static int
check_size(struct job *j, const struct phase *p, struct err *e)
{
	uint64_t expected = plan_total(&j->plan), size = p->size,
		 least = p->bytes < expected ? p->bytes : expected;

	if (j->o->ops->size == NULL || j->plan.repeat || j->o->delete_time)
		return 0;
	if (p->sizes_differ)
		print_warn(j->print, "size",
		    "%s: the tasks see the file with different sizes, the smallest is %llu",
		    j->o->file, (unsigned long long)size);
	if (expected == p->bytes && size == p->bytes)
		return 0;
	if (!(size == expected && j->o->min_time > 0))
		fprintf(stderr,
		    "WARNING: Expected aggregate file size       = %llu.\n"
		    "WARNING: Stat() of aggregate file size      = %llu.\n"
		    "WARNING: Using actual aggregate bytes moved = %llu.\n",
		    (unsigned long long)expected, (unsigned long long)size,
		    (unsigned long long)p->bytes);
	if (size < least)
		return err_set(e, EIO, "%s: %llu bytes were moved, but the size is %llu",
		    j->o->file, (unsigned long long)p->bytes, (unsigned long long)size);
	return 0;
}

static void
stone_line(struct job *j, const struct phase *p)
{
	if (p->stone_bytes == 0 || !j->o->wear_out)
		return;
	print_line(j->print,
	    "stonewalling pairs accessed min: %llu max: %llu -- min data: %.1f GiB mean data: %.1f "
	    "GiB time: %.1fs",
	    (unsigned long long)p->stone_min, (unsigned long long)p->stone_max,
	    (double)(p->stone_min * j->o->transfer) / (1 << 30),
	    (double)p->stone_bytes / par_size(j->par) / (1 << 30), p->stone_seconds);
}

static void
fill_line(struct job *j, const struct phase *p)
{
	int files = (p->rep + 1) * (j->o->fpp ? par_size(j->par) : 1);

	if (p->kind == PHASE_WRITE && j->o->fill_every > 0 && (p->rep + 1) % j->o->fill_every == 0)
		print_line(j->print, "%d files written after %.2f s", files, clock_now() - j->zero);
}

/* Rank 0's part after a phase. */
static int
digest(struct job *j, struct phase *p, struct err *e)
{
	int rc = 0;

	details_lines(j, p);
	if (p->bad_bytes > 0)
		details_bad(j, p);
	if (p->kind == PHASE_CHECK_WRITE)
		return 0;
	stone_line(j, p);
	fill_line(j, p);
	if (j->o->outlier > 0)
		details_outliers(j, p);
	if (j->o->rank_csv != NULL)
		rc = details_tasks(j, p, e);
	caveats(j, p);
	print_row(j->print, j->trial, p);
	return rc != 0 ? rc : check_size(j, p, e);
}

/* ---- repetitions ---- */

static void
announce(struct job *j, enum phase_kind kind, int rep)
{
	static const enum print_note note[] = { NOTE_WRITE, NOTE_CHECK_WRITE, NOTE_READ };
	char text[64], *path;

	if (j->rank != 0)
		return;
	path = names_file(j->o, kind == PHASE_READ ? j->reader[0] : 0, rep);
	if (j->o->delay > 0 && kind != PHASE_CHECK_WRITE) {
		snprintf(text, sizeof text, "%g", j->o->delay);
		print_note(j->print, j->trial, NOTE_DELAY, text);
	}
	if (kind == PHASE_READ && j->o->reorder_random) {
		snprintf(text, sizeof text, "0 %d", par_size(j->par));
		print_note(j->print, j->trial, NOTE_HITS, text);
	}
	if (kind == PHASE_READ)
		print_note(j->print, j->trial, NOTE_OPEN_READ, path);
	print_note(j->print, j->trial, note[kind], path);
	free(path);
}

static int
one_phase(struct job *j, enum phase_kind kind, int rep, struct err *e)
{
	struct phase p;
	int rc;

	announce(j, kind, rep);
	rc = phase_run(j, kind, rep, &p, e);
	if (rc != 0)
		return rc;
	if (j->rank == 0)
		rc = -digest(j, &p, e);
	par_bcast(j->par, &rc, sizeof rc);
	return -rc;
}

/* Whether -T forbids that a phase begins; rank 0 decides for all. */
static bool
too_late(struct job *j)
{
	int late = j->o->max_minutes > 0 && clock_now() - j->zero >= j->o->max_minutes * 60.0;

	par_bcast(j->par, &late, sizeof late);
	if (late && !j->said_late && j->rank == 0)
		print_warn(j->print, "time-limit",
		    "-T %d: the time is over: the phases that are left are not run",
		    j->o->max_minutes);
	j->said_late |= late;
	return late;
}

static int
remove_files(struct job *j, int rep, struct err *e)
{
	struct phase p = { .kind = PHASE_REMOVE, .rep = rep };
	bool wrong = j->bad_bytes > 0 && j->o->keep_error;
	double begin;
	int rc;

	if (wrong && j->rank == 0 && !j->o->keep)
		fprintf(stderr,
		    "ior: note: -K: the files of iteration %d are kept, for their data are wrong\n",
		    rep);
	if (wrong)
		place_keep(j, rep);
	if (j->o->keep || wrong || (j->o->reread && rep + 1 < j->o->repetitions))
		return 0;
	begin = clock_now();
	rc = place_remove(j, j->o->reread && !j->o->multi_file ? 0 : rep, e);
	p.total = clock_now() - begin;
	if (rc == 0 && j->rank == 0)
		print_row(j->print, j->trial, &p);
	return rc;
}

static int
repetition(struct job *j, int rep, struct err *e)
{
	const struct opts *o = j->o;
	bool write = o->write && !(o->reread && rep > 0);
	bool read = (o->read || o->check_read) && !(o->reread && rep == 0 && o->repetitions > 1);
	int rc = 0;

	j->bad_bytes = 0;
	find_readers(j, rep);
	if (j->rank == 0)
		print_note(j->print, j->trial, NOTE_SIGNATURE, NULL);
	if (write && !too_late(j)) {
		rc = place_clear(j, rep, e);
		if (rc == 0)
			rc = one_phase(j, PHASE_WRITE, rep, e);
	}
	if (rc == 0 && o->corrupt && write && !j->said_late)
		rc = corrupt_files(j, rep, e);
	if (rc == 0 && o->check_write && !j->said_late)
		rc = one_phase(j, PHASE_CHECK_WRITE, rep, e);
	if (rc == 0 && read && !too_late(j))
		rc = one_phase(j, PHASE_READ, rep, e);
	j->all_bad += j->bad_bytes;
	return rc != 0 ? rc : remove_files(j, rep, e);
}

/* Wrong data, or with --warningAsErrors any warning, is a failure of the whole test. */
static int
verdict(struct job *j, struct err *e)
{
	int warned = j->rank == 0 && j->o->warn_errors && j->trial->warn_code.n > 0;

	par_bcast(j->par, &warned, sizeof warned);
	if (j->all_bad > 0)
		return err_set(e, EILSEQ, "%s: %llu bytes differ from what was written", j->o->file,
		    (unsigned long long)j->all_bad);
	if (warned)
		return err_set(
		    e, ECANCELED, "a warning was given, and --warningAsErrors makes it an error");
	return 0;
}

static int
repetitions(struct job *j, struct err *e)
{
	int rc = 0;

	if (j->o->dry_run) {
		if (j->rank == 0)
			fprintf(stderr,
			    "ior: note: dry run: %llu transfers by each of %d tasks, %llu bytes in "
			    "all, were not done\n",
			    (unsigned long long)plan_count(&j->plan), par_size(j->par),
			    (unsigned long long)plan_total(&j->plan));
		return 0;
	}
	for (int rep = 0; rc == 0 && rep < j->o->repetitions && !j->said_late; rep++)
		rc = repetition(j, rep, e);
	return rc;
}

/* With -e: what the bandwidth was before the data had to be on the device. */
static void
both_rates(const struct job *j)
{
	double bytes = 0, before = 0, all = 0;

	for (size_t i = 0; i < j->trial->n; i++) {
		const struct phase *p = &j->trial->phase[i];

		if (p->unsynced > 0) {
			bytes += (double)p->bytes / UNITS_MIB;
			before += p->unsynced;
			all += p->total;
		}
	}
	if (before > 0 && all > 0)
		fprintf(stderr,
		    "ior: note: write: %.2f MiB/s until the last write returned, %.2f MiB/s with "
		    "fsync (-e)\n",
		    bytes / before, bytes / all);
}

/* The participants' part of trial_run. */
static int
take_part(struct job *j, struct err *e)
{
	int rc = start(j, e), left;

	if (rc == 0)
		rc = place_prepare(j, e);
	if (rc == 0)
		rc = status_load(j, e);
	j->trial->huge = j->huge;
	if (rc == 0 && j->rank == 0)
		print_test(j->print, j->trial);
	if (rc == 0 && j->rank == 0 && j->o->verbose >= 1)
		fprintf(stderr,
		    "ior: note: transfer buffers: %.1f MiB a task, %.1f %% on huge pages\n",
		    (double)j->buf_size / (1 << 20), (double)j->huge / 10);
	j->zero = clock_now();
	if (rc == 0)
		rc = repetitions(j, e);
	left = place_leave(j, e);
	rc = rc != 0 ? rc : left;
	if (rc == 0)
		rc = status_save(j, e);
	if (rc == 0)
		rc = verdict(j, e);
	if (j->rank == 0 && (rc == 0 || j->trial->n > 0)) {
		print_result(j->print, j->trial);
		both_rates(j);
	}
	finish(j);
	return rc;
}

/* ---- what is said about the test ---- */

/* The directory of the file and what it lies on, for the header. */
static void
find_place(struct print_trial *t)
{
	char *parent = names_parent(t->o, 0);

	t->path = names_file(t->o, 0, 0);
	if (t->o->ops->caps & IO_PATHS) {
		t->dir = realpath(parent, NULL);
		t->fs_known = t->dir != NULL && fsinfo_get(parent, &t->fs, NULL) == 0;
	}
	free(parent);
}

static void
describe(struct job *j, const struct par *world)
{
	struct print_trial *t = j->trial;
	const struct par *par = j->par;
	double monotonic, calendar;

	t->o = j->o;
	t->started = clock_wall();
	t->tasks = par_size(par);
	t->nodes = par_nodes(par);
	t->per_node = par_on_node(par, par_node(par, 0));
	t->clock_error = par_clocks(par, &monotonic, &calendar);
	t->skew = par_max(par, calendar) - par_min(par, calendar);
	if (j->rank != 0)
		return;
	t->host = mem_zero((size_t)t->tasks, sizeof *t->host);
	for (int r = 0; r < t->tasks; r++)
		t->host[r] = par_host(world, r);
	find_place(t);
	if (t->skew > 1e-3)
		print_warn(j->print, "clock-skew",
		    "the calendar clocks of the nodes differ by %.3f s (no effect on the times: "
		    "they are measured on "
		    "clocks that are compared before each phase, to %.6f s)",
		    t->skew, t->clock_error);
	if (t->o->nodes > 0 && t->o->nodes != t->nodes)
		print_warn(j->print, "layout", "nodes=%d: the job has %d", t->o->nodes, t->nodes);
	if (t->o->node0 > 0 && t->o->node0 != t->per_node)
		print_warn(j->print, "layout", "numTasksOnNode0=%d: the first node has %d",
		    t->o->node0, t->per_node);
	if (t->o->tasks > par_size(world))
		print_warn(j->print, "layout",
		    "-N %d: only %d ranks were started, all of them take part", t->o->tasks,
		    par_size(world));
}

int
trial_run(const struct opts *o, const struct par *world, struct print *print, struct sweep *sweep,
    struct err *e)
{
	int rc = 0;
	bool all = o->tasks <= 0 || o->tasks >= par_size(world);
	struct par *group = all ? NULL : par_first(world, o->tasks);
	struct job j = { .o = o, .par = all ? world : group, .print = print, .sweep = sweep };
	struct print_trial none = { 0 };

	if (j.par != NULL) {
		j.rank = par_rank(j.par);
		j.trial = j.rank == 0 ? print_new(print) : &none;
		describe(&j, world);
		rc = take_part(&j, e);
	}
	par_drop(group);
	par_bcast(world, &rc, sizeof rc); /* the others wait here */
	return rc;
}
