#define _GNU_SOURCE /* sched_getaffinity */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/held.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/pool.h"
#include "bench/mdtest/stream.h"
#include "bench/mdtest/walk.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/stop.h"
#include "io/io.h"
#include "io/ring.h"
#include "par/par.h"

/* Less than this in flight is not worth a ring of its own. */
enum { RING_LEAST = 8 };

struct walk {
	struct job *j;
	const struct phase *p;
	struct pass pass;
	struct stream stream;
	struct pool *pool;
};

/* Task 0 alone: with -c for all tasks, with -S for all files where they are removed. */
static bool
root_only(const struct job *j, const struct phase *p)
{
	return (p->flags & PHASE_ROOT_C && j->o->collective) ||
	       (p->flags & PHASE_ROOT_S && j->o->shared);
}

/* Can io_uring do what this phase does to an item? */
static bool
ring_can(const struct job *j, const struct phase *p)
{
	const struct opts *o = j->o;
	bool data = p->ring == IO_RING_CREATE
			? o->write_bytes > 0 || o->fsync_each || o->mknod || o->shared || o->direct
			: p->ring == IO_RING_OPEN && (o->read_bytes > 0 || o->direct);

	if (io_needs(o->io_sets, j->io) & IO_OPENS)
		return false;
	/* a back end without a queue wants to see every call */
	return j->io->caps & IO_PATHS && j->io->caps & IO_QUEUE && p->flags & PHASE_RING && !data;
}

const char *
walk_engine(const struct job *j, const struct phase *p)
{
	if (j->o->depth_queue == 1 || (p->all != NULL && !(p->flags & PHASE_WALKS)))
		return "calls";
	if (p->op == item_create && j->o->stonewall > 0) /* each task stops at its own pace */
		return "calls";
	if (!ring_can(j, p) || j->no_ring || j->o->engine == OPTS_THREADS)
		return "threads";
	/* the kernel completes only opening and closing without a worker of its own; threads cost
	 * less there */
	return j->o->engine == OPTS_URING || p->ring == IO_RING_OPEN ? "uring" : "threads";
}

bool
walk_stopped(const struct job *j, uint64_t *looked)
{
	uint64_t now = tick_now(&j->tick);

	if (!stop_asked() && now - *looked < j->look)
		return false;
	*looked = now;
	return par_stopped(j->par);
}

/* Processors that this task may run on. */
static int
processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int
walk_rings(const struct job *j)
{
	int here = par_on_node(j->par, par_node(j->par, j->rank));
	int most = j->o->depth_queue / RING_LEAST, n = processors() / here;

	n = n < most ? n : most;
	return n > 1 ? n : 1;
}

static int
ready_engine(struct walk *w, struct err *e)
{
	const char *engine = walk_engine(w->j, w->p);
	int depth = w->j->o->depth_queue, rc;

	if (strcmp(engine, "threads") == 0)
		return pool_start(&w->pool, &w->pass, depth, 0, e);
	if (strcmp(engine, "calls") == 0)
		return 0;
	rc = pool_start(&w->pool, &w->pass, walk_rings(w->j), depth, e);
	if (rc == 0 || w->j->o->engine == OPTS_URING)
		return rc;
	/* nobody asked for the ring by name: where the system has none, threads do */
	pool_end(w->pool);
	w->pool = NULL;
	w->j->no_ring = true;
	memset(e, 0, sizeof *e);
	return pool_start(&w->pool, &w->pass, depth, 0, e);
}

int
walk_ready(struct walk **out, struct job *j, const struct phase *p, struct err *e)
{
	struct walk *w = mem_zero(1, sizeof *w);
	int owner = j->o->shared ? -1 : job_owner(j, p->shift), rc;

	*out = w;
	w->j = j;
	w->p = p;
	rc = j->o->held ? held_open(j, p->shift, e) : 0;
	if (rc != 0)
		return rc;
	pass_init(&w->pass, j, p, owner);
	rc = stream_init(&w->stream, j, false, e);
	if (rc == 0 && j->o->op_csv != NULL && p->on == ON_FILE) {
		w->stream.ends = calloc(w->pass.n + 1, sizeof *w->stream.ends);
		if (w->stream.ends == NULL)
			return err_set(e, ENOMEM,
			    "--savePerOpDataCSV: no memory for %" PRIu64 " times", w->pass.n);
	}
	return rc == 0 ? ready_engine(w, e) : rc;
}

/* One owner's items, with plain calls. */
static uint64_t
plain(struct walk *w, const struct pass *s, uint64_t from, uint64_t to, struct err *e)
{
	uint64_t done;

	stream_aim(&w->stream, s);
	done = stream_run(&w->stream, s, from, to);
	if (w->stream.err.code != 0)
		err_set(e, w->stream.err.code, "%s", w->stream.err.text);
	return done - from;
}

/* -c: task 0 does it for all; each task then writes its own files. */
static uint64_t
collective(struct walk *w, struct err *e)
{
	struct job *j = w->j;
	struct pass s = w->pass;
	uint64_t done = 0;
	bool files = w->p->op == item_create;
	int rc;

	if (files)
		s.op = item_touch;
	for (int t = 0; j->rank == 0 && t < j->tasks && e->code == 0 && !stop_asked(); t++) {
		pass_init(&s, j, w->p, t);
		s.op = files ? item_touch : w->p->op;
		done += plain(w, &s, 0, s.n, e);
	}
	if (!files)
		return done;
	if (e->code != 0)
		par_stop(j->par);
	rc = par_agree(j->par, e);
	if (rc != 0)
		return done;
	s = w->pass;
	s.op = item_reopen;
	s.mark = NULL;
	plain(w, &s, 0, s.n, e);
	return done;
}

/* -W: until the time is over; then all catch up with the one that did most, so that every task has
 * as many. */
static uint64_t
stonewall(struct walk *w, struct err *e)
{
	struct job *j = w->j;
	struct pass s = w->pass;
	uint64_t done, most;

	s.deadline = tick_now(&j->tick) + (uint64_t)(j->o->stonewall * j->tick.per_second);
	done = plain(w, &s, 0, s.n, e);
	if (e->code != 0)
		par_stop(j->par);
	most = (uint64_t)par_max(j->par, (double)done);
	j->wall_least = (uint64_t)par_min(j->par, (double)done);
	j->wall_mean = (double)par_sum(j->par, done) / j->tasks;
	j->files = most;
	s.deadline = 0;
	if (e->code == 0 && !par_stopped(j->par))
		done += plain(w, &s, done, most, e);
	return done;
}

uint64_t
walk_run(struct walk *w, struct err *e)
{
	if (w->p->flags & PHASE_ROOT_C && w->j->o->collective)
		return collective(w, e);
	if (root_only(w->j, w->p) && w->j->rank != 0)
		return 0;
	if (w->p->op == item_create && w->j->o->stonewall > 0)
		return stonewall(w, e);
	if (w->pool != NULL)
		return pool_run(w->pool, e);
	return plain(w, &w->pass, 0, w->pass.n, e);
}

void
walk_end(struct walk *w)
{
	if (w == NULL)
		return;
	pool_end(w->pool);
	job_take(w->j, w->p, &w->stream);
	stream_release(&w->stream, false);
	free(w);
}
