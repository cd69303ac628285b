#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ior/job.h"
#include "bench/ior/names.h"
#include "bench/ior/resident.h"
#include "bench/ior/sweep.h"
#include "bench/ior/xfer.h"
#include "core/clock.h"
#include "core/err.h"
#include "par/par.h"

/* What this rank works on in a phase. */
struct run {
	enum phase_kind kind;
	int rep, owner; /* owner: whose data */
	char *path;
	struct io_file file;
	bool opened;
	double zero; /* what clock_now() said when the phase began, where clocks are not shared */
	struct xfer x;
	struct phase_task me;
};

static bool
failed(const struct err *e)
{
	return e->code != 0;
}

static void
stamp(struct run *r, enum phase_stamp s)
{
	r->me.at[s] = clock_now() - r->zero - r->x.left_out;
}

/* Untimed: files that were dropped from this node's page cache, what is left of them there. */
static void
make_cold(struct job *j, struct run *r, struct err *e)
{
	char *mine = names_file(j->o, j->rank, r->rep);
	int rc = 0;

	/* every task drops what it wrote, so that its node has nothing left, and what it will read
	 */
	if (strcmp(mine, r->path) != 0 && (j->o->fpp || j->rank == 0))
		rc = j->o->ops->drop(j->ctx, mine);
	if (rc == 0 || rc == -ENOENT)
		rc = j->o->ops->drop(j->ctx, r->path);
	if (rc != 0 && rc != -ENOENT)
		err_sys(e, -rc, "drop from cache: %s", r->path);
	free(mine);
}

/* Whatever has to happen before the clock starts. */
static void
prepare(struct job *j, struct run *r, struct err *e)
{
	r->me.resident = NOT_KNOWN;
	if (r->kind != PHASE_READ)
		return;
	if (j->o->drop_cache)
		make_cold(j, r, e);
	if (j->o->ops->caps & IO_NAMESPACE && j->o->ops->caps & IO_DATA)
		r->me.resident = resident_share(r->path);
}

static void
open_file(struct job *j, struct run *r, struct err *e)
{
	unsigned flags = r->kind == PHASE_WRITE ? IO_WRITE | IO_CREATE : IO_READ;
	int rc;

	if (j->o->direct)
		flags |= IO_DIRECT;
	if (r->kind == PHASE_WRITE && (j->o->fpp || j->rank == 0) && !j->o->keep)
		sweep_add(j->sweep, r->path);
	stamp(r, OPEN_START);
	rc = j->o->ops->open(j->ctx, r->path, flags, 0664, &r->file);
	stamp(r, OPEN_STOP);
	r->opened = rc == 0;
	if (rc == 0)
		return;
	if (rc == -EINVAL && j->o->direct)
		err_set(e, EINVAL, "open: %s: this file system does not do O_DIRECT", r->path);
	else
		err_sys(e, -rc, "open: %s", r->path);
	par_stop(j->par);
}

static void
move(struct job *j, struct run *r, struct err *e)
{
	struct xfer *x = &r->x;
	int rc;

	if (j->o->deadline > 0)
		x->deadline = clock_now() + j->o->deadline;
	rc = r->kind == PHASE_WRITE ? xfer_write(x, e) : xfer_read(x, e);
	if (rc == 0 && r->kind == PHASE_WRITE && j->o->fsync && !par_stopped(j->par)) {
		rc = j->o->ops->sync(&r->file);
		if (rc != 0)
			err_sys(e, -rc, "fsync: %s", r->path);
	}
	if (rc != 0)
		par_stop(j->par);
}

static void
close_file(struct job *j, struct run *r, struct err *e)
{
	int rc = r->opened ? j->o->ops->close(&r->file) : 0;

	if (rc != 0) {
		err_sys(e, -rc, "close: %s", r->path);
		par_stop(j->par);
	}
}

/* The timed part.  Every rank goes through the same barriers, whatever failed. */
static void
timed(struct job *j, struct run *r, struct err *e)
{
	bool fence = j->o->barriers;

	par_barrier(j->par);
	/* one node has one monotonic clock; elsewhere each rank counts from the barrier's end */
	r->zero = par_nodes(j->par) > 1 ? clock_now() : 0;
	open_file(j, r, e);
	if (fence)
		par_barrier(j->par);
	stamp(r, MOVE_START);
	if (!failed(e) && !par_stopped(j->par))
		move(j, r, e);
	stamp(r, MOVE_STOP);
	if (fence)
		par_barrier(j->par);
	stamp(r, CLOSE_START);
	close_file(j, r, e);
	stamp(r, CLOSE_STOP);
}

static void
setup(struct job *j, struct run *r)
{
	const struct opts *o = j->o;

	r->owner = r->kind == PHASE_READ && o->reorder ? j->reader[j->rank] : j->rank;
	r->path = names_file(o, r->owner, r->rep);
	r->x = (struct xfer){
		.ops = o->ops, .file = &r->file, .path = r->path, .par = j->par, .buf = j->buf
	};
	r->x.pattern = pattern_of(o->packet, r->owner, o->signature);
	r->x.fill = o->ops->caps & IO_DATA;
	r->x.walk = plan_start(&j->plan, (uint64_t)r->owner);
	if (r->kind == PHASE_READ && j->written != NULL)
		r->x.walk.end = j->written[r->owner];
}

void
phase_sum(struct phase *p, const struct phase_task *task, int n, bool fpp)
{
	double first[STAMPS], last[STAMPS];
	uint64_t known = 0, resident = 0;

	memcpy(first, task[0].at, sizeof first);
	memcpy(last, task[0].at, sizeof last);
	for (int r = 0; r < n; r++) {
		const struct phase_task *t = &task[r];

		for (int s = 0; s < STAMPS; s++) {
			first[s] = t->at[s] < first[s] ? t->at[s] : first[s];
			last[s] = t->at[s] > last[s] ? t->at[s] : last[s];
		}
		p->bytes += t->bytes;
		p->ops += t->ops;
		if (fpp)
			p->size += t->size;
		else if (r == 0 || t->size < p->size)
			p->size = t->size;
		known += t->resident != NOT_KNOWN;
		resident += t->resident != NOT_KNOWN ? t->resident : 0;
	}
	p->resident = known > 0 ? resident / known : NOT_KNOWN;
	p->open = last[OPEN_STOP] - first[OPEN_START];
	p->move = last[MOVE_STOP] - first[MOVE_START];
	p->close = last[CLOSE_STOP] - first[CLOSE_START];
	p->total = last[CLOSE_STOP] - first[OPEN_START];
}

/* After the clock: sizes, and every task's figures to rank 0. */
static void
collect(struct job *j, struct run *r, struct phase *out)
{
	r->me.bytes = r->x.bytes;
	r->me.ops = r->x.ops_done;
	r->me.left_out = r->x.left_out;
	r->me.reached = r->x.reached;
	r->me.size = r->x.bytes;
	if (j->o->ops->size != NULL && j->o->ops->size(j->ctx, r->path, &r->me.size) != 0)
		r->me.size = 0;
	par_gather(j->par, &r->me, sizeof r->me, j->task);
	memset(out, 0, sizeof *out);
	out->kind = r->kind;
	out->rep = r->rep;
	if (j->rank == 0)
		phase_sum(out, j->task, par_size(j->par), j->o->fpp);
}

/* Remember how far each task came, so that a later read stops there. */
static void
remember(struct job *j, const struct run *r)
{
	size_t n = (size_t)par_size(j->par);

	if (r->kind != PHASE_WRITE || j->o->deadline <= 0)
		return;
	for (size_t i = 0; j->rank == 0 && i < n; i++)
		j->written[i] = j->task[i].ops;
	par_bcast(j->par, j->written, n * sizeof *j->written);
}

int
phase_run(struct job *j, enum phase_kind kind, int rep, struct phase *out, struct err *e)
{
	struct run r = { .kind = kind, .rep = rep };
	struct err mine = { 0, "" };
	int rc;

	setup(j, &r);
	prepare(j, &r, &mine);
	if (j->rank == 0 && j->o->delay > 0)
		clock_sleep(j->o->delay);
	rc = par_agree(j->par, &mine);
	if (rc == 0) {
		timed(j, &r, &mine);
		rc = par_agree(j->par, &mine);
	}
	if (rc == 0) {
		collect(j, &r, out);
		remember(j, &r);
	}
	free(r.path);
	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine.text);
}
