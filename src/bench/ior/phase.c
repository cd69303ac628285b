#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ior/details.h"
#include "bench/ior/job.h"
#include "bench/ior/latency.h"
#include "bench/ior/names.h"
#include "bench/ior/resident.h"
#include "bench/ior/sweep.h"
#include "bench/ior/timeout.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "par/par.h"

/* What this rank works on in a phase. */
struct run {
	enum phase_kind kind;
	int rep, owner; /* owner: whose data */
	char *path;
	struct io_file file;
	bool opened;
	bool made;       /* the file was created before the clock, with its layout */
	uint64_t device; /* bytes that this process had read from storage before */
	struct xfer x;
	struct phase_task me;
};

const char *
phase_name(enum phase_kind kind)
{
	static const char *const name[] = { "write", "check", "read", "remove" };

	return name[kind];
}

static bool
failed(const struct err *e)
{
	return e->code != 0;
}

static void
stamp(const struct job *j, struct run *r, enum phase_stamp s)
{
	r->me.at[s] = clock_now() - j->offset - r->x.left_out;
}

/*
 * Open the phase's file.  Where its layout comes with its creation, the task that it belongs to
 * makes it before the others open it: every rank comes here.  A rank whose file another one could
 * not make has no error of its own.
 */
static int
open_phase(struct job *j, struct run *r, unsigned flags, struct err *e)
{
	const struct io_ops *ops = j->o->ops;
	bool first = flags & IO_CREATE && j->o->needs & IO_LAYS && !r->made;
	int rc = 0, made;

	if (first && !j->o->fpp) {
		made = j->rank == 0 ? ops->open(j->ctx, r->path, flags, 0664, &r->file) : 0;
		rc = made;
		par_bcast(j->par, &made, sizeof made);
		if (j->rank != 0 && made != 0)
			return made;
	}
	if (!first || j->o->fpp || j->rank != 0)
		rc = ops->open(j->ctx, r->path,
		    first && !j->o->fpp ? flags & ~(unsigned)IO_CREATE : flags, 0664, &r->file);
	if (rc == -EINVAL && flags & IO_DIRECT && (ops->why == NULL || ops->why(j->ctx) == NULL))
		return err_set(
		    e, EINVAL, "open: %s: this file system does not do O_DIRECT", r->path);
	return rc == 0 ? 0 : io_failed(ops, j->ctx, e, -rc, "open: %s", r->path);
}

/* Untimed, where something before the clock needs the file: its layout comes with its creation. */
static void
make_early(struct job *j, struct run *r, struct err *e)
{
	if (open_phase(j, r, IO_WRITE | IO_CREATE, e) == 0)
		j->o->ops->close(&r->file);
	r->made = true;
}

/* Untimed: drop the files from this node's page cache. */
static void
make_cold(struct job *j, struct run *r, struct err *e)
{
	char *mine = names_file(j->o, j->rank, r->rep);
	int rc = 0;

	/* every task drops what it wrote, so that its node has nothing left, and what it will read
	 */
	if (strcmp(mine, r->path) != 0)
		rc = j->o->ops->drop(j->ctx, mine);
	if (rc == 0 || rc == -ENOENT)
		rc = j->o->ops->drop(j->ctx, r->path);
	if (rc != 0 && rc != -ENOENT)
		err_sys(e, -rc, "drop from cache: %s", r->path);
	free(mine);
}

/* For writing into the file before the clock. */
static unsigned
made_flags(const struct run *r)
{
	return r->made ? IO_WRITE : IO_WRITE | IO_CREATE;
}

/* Untimed: give random writes a file to land in. */
static void
prefill(struct job *j, struct run *r, struct err *e)
{
	struct plan p = j->plan;
	struct io_file f;
	uint64_t at;
	int rc = j->o->ops->open(j->ctx, r->path, made_flags(r), 0664, &f);
	void *buf = rc == 0 ? malloc(j->o->prefill) : NULL;
	struct plan_walk w;

	p.random = false;
	p.transfer = j->o->prefill;
	w = plan_start(&p, (uint64_t)r->owner);
	if (rc != 0 || buf == NULL) {
		err_sys(e, rc != 0 ? -rc : ENOMEM, "prefill: %s", r->path);
		free(buf);
		return;
	}
	memset(buf, 0xff, j->o->prefill);
	while (!par_stopped(j->par) && plan_next(&w, &at)) {
		ssize_t k = io_write(j->o->ops, &f, buf, j->o->prefill, (off_t)at);

		if (k < 0) {
			err_sys(e, (int)-k, "prefill: %s", r->path);
			break;
		}
	}
	rc = j->o->ops->close(&f);
	if (rc != 0)
		err_sys(e, -rc, "close: %s", r->path);
	free(buf);
}

/* Untimed: space for the whole file. */
static void
reserve(struct job *j, struct run *r, struct err *e)
{
	struct io_file f;
	int rc = j->o->ops->open(j->ctx, r->path, made_flags(r), 0664, &f);

	if (rc == 0) {
		rc = j->o->ops->reserve(&f, plan_file_size(&j->plan));
		j->o->ops->close(&f);
	}
	if (rc != 0)
		err_sys(e, -rc, "preallocate: %s", r->path);
}

static void
open_queue(struct job *j, struct run *r, struct err *e)
{
	int rc =
	    j->o->engine->open((unsigned)j->o->queue_depth, j->buf, j->o->transfer, &r->x.queue);

	if (rc != 0)
		err_sys(e, -rc, "--queue-depth=%d: %s", j->o->queue_depth, j->o->engine->name);
}

/* Whatever has to happen before the clock starts. */
static void
prepare(struct job *j, struct run *r, struct err *e)
{
	bool real = j->o->ops->caps & IO_PATHS;

	r->me.resident = r->me.device = NOT_KNOWN;
	if (r->kind == PHASE_WRITE && (j->o->fpp || j->rank == 0) && !j->o->keep && !j->o->existing)
		sweep_add(j->sweep, r->path);
	if (r->kind == PHASE_WRITE && j->o->needs & IO_LAYS &&
	    (j->o->preallocate || j->o->prefill > 0))
		make_early(j, r, e);
	if (r->kind == PHASE_WRITE && j->o->preallocate && j->o->ops->reserve != NULL &&
	    (j->o->fpp || j->rank == 0))
		reserve(j, r, e);
	if (j->o->queue_depth > 1)
		open_queue(j, r, e);
	if (r->kind == PHASE_WRITE && j->o->prefill > 0)
		prefill(j, r, e);
	if (r->kind == PHASE_READ && j->o->drop_cache)
		make_cold(j, r, e);
	if (r->kind == PHASE_READ && real) {
		r->me.resident = resident_share(r->path);
		r->device = resident_device(r->path);
	}
	xfer_prepare(&r->x);
}

static void
open_file(struct job *j, struct run *r, struct err *e)
{
	unsigned flags = r->kind == PHASE_WRITE ? made_flags(r) : IO_READ;
	int rc;

	if (j->o->direct && r->kind != PHASE_CHECK_WRITE)
		flags |= IO_DIRECT;
	j->shape.owner = r->owner;
	stamp(j, r, OPEN_START);
	rc = open_phase(j, r, flags, e);
	stamp(j, r, OPEN_STOP);
	r->opened = rc == 0;
	if (rc != 0)
		par_stop(j->par);
}

/*
 * After the deadline, until every task has moved as much as the fastest one.  Collective: also
 * ranks that failed come here.
 */
static int
wear_out(struct job *j, struct run *r, int rc, struct err *e)
{
	double fastest = par_max(j->par, (double)r->x.ops_done);

	r->me.stone_seconds = clock_now() - j->offset - r->x.left_out - r->me.at[MOVE_START];
	r->me.stone_bytes = r->x.bytes;
	r->me.stone_ops = r->x.ops_done;
	if (j->o->wear_out_count > (uint64_t)fastest)
		fastest = (double)j->o->wear_out_count;
	j->worn = (uint64_t)fastest;
	r->x.deadline = 0;
	r->x.most = (uint64_t)fastest;
	return rc == 0 ? xfer_run(&r->x, e) : rc;
}

/* Whether the phase goes on to fsync; where that is collective all tasks go, or none. */
static bool
all_well(struct job *j, int rc)
{
	bool bad = rc != 0 || par_stopped(j->par);

	if (j->o->ops->caps & IO_COLLECTIVE && !j->o->fpp)
		return par_max(j->par, bad) == 0;
	return !bad;
}

static void
move(struct job *j, struct run *r, struct err *e)
{
	bool bounded = j->o->deadline > 0 && r->kind != PHASE_CHECK_WRITE,
	     usable = r->opened && !failed(e);
	int rc = usable ? 0 : -EIO;

	r->x.deadline = bounded ? j->o->deadline : 0;
	if (usable && (j->o->collective || !par_stopped(j->par)))
		rc = xfer_run(&r->x, e);
	if (bounded && j->o->wear_out)
		rc = wear_out(j, r, rc, e);
	if (r->kind == PHASE_WRITE && j->o->fsync && all_well(j, rc)) {
		r->me.moved = clock_now() - j->offset - r->x.left_out;
		rc = j->o->ops->sync(&r->file);
		if (rc != 0)
			err_sys(e, -rc, "fsync: %s", r->path);
	}
	if (rc != 0)
		par_stop(j->par);
}

/* includeDeleteTime; a shared file goes when all have closed it. */
static void
delete_file(struct job *j, const struct run *r, struct err *e)
{
	int rc = 0;

	if (!j->o->fpp)
		par_barrier(j->par);
	if (j->o->fpp || j->rank == 0)
		rc = j->o->ops->unlink(j->ctx, r->path);
	if (rc != 0 && !failed(e))
		err_sys(e, -rc, "remove: %s", r->path);
}

static void
close_file(struct job *j, struct run *r, struct err *e)
{
	int rc = r->opened ? j->o->ops->close(&r->file) : 0;

	if (rc != 0) {
		err_sys(e, -rc, "close: %s", r->path);
		par_stop(j->par);
	}
	if (r->kind == PHASE_WRITE && j->o->delete_time)
		delete_file(j, r, e);
}

/* The timed part.  Every rank goes through the same barriers, whatever failed. */
static void
timed(struct job *j, struct run *r, struct err *e)
{
	bool fence = j->o->barriers;

	open_file(j, r, e);
	if (fence)
		par_barrier(j->par);
	stamp(j, r, MOVE_START);
	move(j, r, e);
	stamp(j, r, MOVE_STOP);
	if (fence)
		par_barrier(j->par);
	stamp(j, r, CLOSE_START);
	close_file(j, r, e);
	stamp(j, r, CLOSE_STOP);
}

static void
setup(struct job *j, struct run *r)
{
	const struct opts *o = j->o;
	struct xfer *x = &r->x;

	r->owner = r->kind == PHASE_READ          ? j->reader[j->rank]
		   : r->kind == PHASE_CHECK_WRITE ? j->checker[j->rank]
						  : j->rank;
	r->path = names_file(o, r->owner, r->rep);
	*x = (struct xfer){ .o = o,
		.file = &r->file,
		.path = r->path,
		.par = j->par,
		.plan = &j->plan,
		.owner = r->owner,
		.buf = j->buf,
		.latency = r->kind != PHASE_CHECK_WRITE ? j->latency : NULL };
	x->write = r->kind == PHASE_WRITE;
	x->verify = r->kind == PHASE_CHECK_WRITE || (r->kind == PHASE_READ && o->check_read);
	x->most = x->write ? 0 : j->most;
	if (!x->write && j->written != NULL && (x->most == 0 || j->written[r->owner] < x->most))
		x->most = j->written[r->owner];
	if (j->latency != NULL)
		memset(j->latency, 0, sizeof *j->latency);
}

static void
sum_times(struct phase *p, const struct phase_task *task, int n)
{
	double first[STAMPS], last[STAMPS], per_op = 0, moved = 0;
	int with_ops = 0;

	memcpy(first, task[0].at, sizeof first);
	memcpy(last, task[0].at, sizeof last);
	for (int r = 0; r < n; r++) {
		const struct phase_task *t = &task[r];

		for (int s = 0; s < STAMPS; s++) {
			first[s] = t->at[s] < first[s] ? t->at[s] : first[s];
			last[s] = t->at[s] > last[s] ? t->at[s] : last[s];
		}
		p->open_mean += (t->at[OPEN_STOP] - t->at[OPEN_START]) / n;
		p->move_mean += (t->at[MOVE_STOP] - t->at[MOVE_START]) / n;
		p->close_mean += (t->at[CLOSE_STOP] - t->at[CLOSE_START]) / n;
		if (t->moved > 0 && t->moved - task[0].at[OPEN_START] > moved)
			moved = t->moved - task[0].at[OPEN_START];
		p->checked = t->left_out > p->checked ? t->left_out : p->checked;
		if (t->ops > 0) {
			per_op += (t->at[MOVE_STOP] - t->at[MOVE_START]) / (double)t->ops;
			with_ops++;
		}
	}
	p->operation = with_ops > 0 ? per_op / with_ops : 0;
	p->open = last[OPEN_STOP] - first[OPEN_START];
	p->move = last[MOVE_STOP] - first[MOVE_START];
	p->close = last[CLOSE_STOP] - first[CLOSE_START];
	p->total = last[CLOSE_STOP] - first[OPEN_START];
	if (moved > 0)
		p->unsynced = task[0].at[OPEN_START] + moved - first[OPEN_START];
}

/* The sum of what is known; NOT_KNOWN where nothing is. */
static void
add_known(uint64_t *sum, uint64_t x)
{
	if (x != NOT_KNOWN)
		*sum = *sum == NOT_KNOWN ? x : *sum + x;
}

static void
sum_stone(struct phase *p, const struct phase_task *t)
{
	if (t->stone_ops == 0)
		return;
	if (p->stone_bytes == 0 || t->stone_ops < p->stone_min)
		p->stone_min = t->stone_ops;
	if (t->stone_ops > p->stone_max)
		p->stone_max = t->stone_ops;
	if (t->stone_seconds > p->stone_seconds)
		p->stone_seconds = t->stone_seconds;
	p->stone_bytes += t->stone_bytes;
}

void
phase_sum(struct phase *p, const struct phase_task *task, int n, bool fpp)
{
	uint64_t known = 0, resident = 0;

	sum_times(p, task, n);
	p->device = NOT_KNOWN;
	for (int r = 0; r < n; r++) {
		const struct phase_task *t = &task[r];

		p->bytes += t->bytes;
		p->ops += t->ops;
		p->bad_bytes += t->bad_bytes;
		p->bad_ops += t->bad_ops;
		if (fpp)
			p->size += t->size;
		else if (r == 0 || t->size < p->size)
			p->size = t->size;
		p->sizes_differ |= !fpp && t->size != task[0].size;
		known += t->resident != NOT_KNOWN;
		resident += t->resident != NOT_KNOWN ? t->resident : 0;
		add_known(&p->device, t->device);
		sum_stone(p, t);
	}
	p->resident = known > 0 ? resident / known : NOT_KNOWN;
}

void
phase_percentiles(struct phase_latency *l, const struct latency *all, double tick)
{
	l->n = latency_total(all);
	l->p50 = latency_percentile(all, 0.5) * tick;
	l->p90 = latency_percentile(all, 0.9) * tick;
	l->p99 = latency_percentile(all, 0.99) * tick;
	l->p999 = latency_percentile(all, 0.999) * tick;
	l->max = latency_percentile(all, 1) * tick;
}

static void
sum_latency(struct job *j, struct run *r, struct phase *out)
{
	struct phase_latency *l = &out->latency;
	double rate = tick_rate(&r->x.tick);
	struct latency *all = j->latency;

	if (all == NULL || r->kind == PHASE_CHECK_WRITE)
		return;
	rate = par_max(j->par, rate); /* one kind of CPU, one rate */
	par_sum_root(j->par, all->count, all->count, LATENCY_BUCKETS);
	if (j->rank != 0)
		return;
	phase_percentiles(l, all, rate);
	l->curve = mem_zero(LATENCY_BUCKETS, sizeof *l->curve);
	memcpy(l->curve, all->count, sizeof all->count);
	j->trial->tick = rate;
}

/* What was wrong, to rank 0: rare enough not to be sent with every phase. */
static void
share_bad(struct job *j, const struct xfer *x)
{
	if (j->rank == 0 && j->bad == NULL)
		j->bad = mem_zero((size_t)par_size(j->par) * XFER_BAD, sizeof *j->bad);
	par_gather(j->par, x->bad, sizeof x->bad, j->bad);
}

/* After the clock: sizes, and every task's figures to rank 0. */
static void
collect(struct job *j, struct run *r, struct phase *out)
{
	struct xfer *x = &r->x;
	uint64_t wrong;

	r->me.bytes = x->bytes;
	r->me.ops = x->ops_done;
	r->me.left_out = x->left_out;
	r->me.size = x->bytes;
	r->me.bad_bytes = x->bad_bytes;
	r->me.bad_ops = x->bad_ops;
	if (x->reached && r->me.stone_ops == 0) {
		r->me.stone_bytes = x->bytes;
		r->me.stone_ops = x->ops_done;
		r->me.stone_seconds = r->me.at[MOVE_STOP] - r->me.at[MOVE_START];
	}
	if (!j->o->delete_time && j->o->ops->size != NULL &&
	    j->o->ops->size(j->ctx, r->path, &r->me.size) != 0)
		r->me.size = 0;
	par_gather(j->par, &r->me, sizeof r->me, j->task);
	memset(out, 0, sizeof *out);
	out->kind = r->kind;
	out->rep = r->rep;
	if (j->rank == 0)
		phase_sum(out, j->task, par_size(j->par), j->o->fpp);
	sum_latency(j, r, out);
	wrong = par_sum(j->par, x->bad_bytes);
	j->bad_bytes += wrong;
	if (wrong > 0)
		share_bad(j, x);
}

/* Remember how far each task came, so that a later read stops there. */
static void
remember(struct job *j, const struct run *r)
{
	size_t n = (size_t)par_size(j->par);

	if (r->kind != PHASE_WRITE || j->written == NULL)
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
	double calendar;
	int rc;

	setup(j, &r);
	prepare(j, &r, &mine);
	if (j->rank == 0 && j->o->delay > 0 && kind != PHASE_CHECK_WRITE)
		clock_sleep(j->o->delay);
	par_clocks(j->par, &j->offset, &calendar);
	rc = par_agree(j->par, &mine);
	if (rc == 0) {
		timeout_begin(
		    j->timeout, phase_name(kind), r.path, &r.x.ops_done, plan_count(&j->plan));
		timed(j, &r, &mine);
		timeout_idle(j->timeout);
		if (r.me.resident != NOT_KNOWN)
			r.me.device = resident_device_since(r.path, r.device);
		rc = par_agree(j->par, &mine);
		timeout_end(j->timeout);
	}
	if (rc == 0) {
		collect(j, &r, out);
		remember(j, &r);
	}
	if (rc == 0 && j->o->op_csv != NULL) {
		details_operations(j, &r.x, kind, rep, &mine);
		rc = par_agree(j->par, &mine);
	}
	if (r.x.queue != NULL)
		j->o->engine->close(r.x.queue);
	free(r.x.op);
	free(r.path);
	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine.text);
}
