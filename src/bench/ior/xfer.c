#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ior/latency.h"
#include "bench/ior/xfer.h"
#include "bench/ior/xfer_queue.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/hot.h"
#include "core/mem.h"
#include "core/stop.h"
#include "par/par.h"

#define U(x) ((unsigned long long)(x))

void
xfer_spoil(struct xfer *x, void *buf, size_t n)
{
	memset(buf, 0xa5, n * x->plan->transfer);
}

void
xfer_prepare(struct xfer *x)
{
	x->pattern = pattern_of(x->o->packet, x->owner, x->o->signature);
	x->walk = plan_start(x->plan, (uint64_t)x->owner);
	x->last = UINT64_MAX;
	if (x->verify)
		xfer_spoil(x, x->buf, (size_t)x->o->queue_depth);
	x->ops = x->o->ops;
	x->len = x->plan->transfer;
	x->timed = x->latency != NULL || x->o->op_csv != NULL;
	x->fills = x->write && x->o->ops->caps & IO_DATA;
	x->after = x->verify || x->o->io_delay > 0 || (x->write && x->o->fsync_per_write);
	tick_start(&x->tick);
}

/* Seconds since the loop began, without what is left out. */
static double
elapsed(const struct xfer *x)
{
	return clock_now() - x->began - (double)x->ticks_out * tick_rate(&x->tick);
}

/*
 * Collective transfers need every task: whether to end is agreed on, once in a while, and a task
 * that failed goes on until then.  All tasks have the same number of transfers.
 */
enum { TOGETHER = 16 };

static bool
all_over(struct xfer *x)
{
	bool end = x->failed || stop_asked() || par_stopped(x->par) ||
		   (x->deadline > 0 && x->ops_done > 0 && elapsed(x) >= x->deadline);

	if (x->ops_done % TOGETHER != 0)
		return false;
	if (par_max(x->par, end) == 0)
		return false;
	x->reached = x->deadline > 0;
	return true;
}

static bool
over(struct xfer *x)
{
	if (x->o->collective && (x->most == 0 || x->ops_done < x->most))
		return all_over(x);
	if (x->most > 0 && x->ops_done >= x->most)
		return true;
	if (x->deadline > 0 && x->ops_done > 0 && elapsed(x) >= x->deadline)
		return x->reached = true;
	return par_stopped(x->par);
}

HOT bool
xfer_next(struct xfer *x, uint64_t *at)
{
	if (over(x))
		return false;
	if (plan_next(&x->walk, at))
		return true;
	/* from the start again while the phase is too short */
	if (x->o->min_time <= 0 || elapsed(x) >= x->o->min_time)
		return false;
	x->walk = plan_start(x->plan, (uint64_t)x->owner);
	return plan_next(&x->walk, at);
}

int
xfer_failed(const struct xfer *x, uint64_t at, int code, struct err *e)
{
	const char *op = x->write ? "write" : "read";

	if (code == EINVAL && x->o->direct)
		return err_set(e, code,
		    "%s: %s: at byte %llu: invalid argument (O_DIRECT: is -t %llu a multiple of "
		    "the device's block "
		    "size?)",
		    op, x->path, U(at), U(x->plan->transfer));
	return io_failed(
	    x->o->ops, x->file->ctx, e, code, "%s: %s: at byte %llu", op, x->path, U(at));
}

int
xfer_short(const struct xfer *x, uint64_t at, ssize_t got, struct err *e)
{
	if (x->write)
		return err_set(e, EIO,
		    "write: %s: at byte %llu: %lld of %llu bytes, and -x asks for one attempt only",
		    x->path, U(at), (long long)got, U(x->plan->transfer));
	if (x->o->single_attempt && got > 0)
		return err_set(e, EIO,
		    "read: %s: at byte %llu: %lld of %llu bytes, and -x asks for one attempt only",
		    x->path, U(at), (long long)got, U(x->plan->transfer));
	return err_set(e, EIO, "read: %s: at byte %llu: the file ends here (%llu bytes expected)",
	    x->path, U(at) + U(got), U(plan_file_size(x->plan)));
}

void
xfer_fill(struct xfer *x, void *buf, uint64_t at)
{
	if (x->fills)
		pattern_fill(&x->pattern, buf, x->plan->transfer, at);
}

/* Remember what is wrong, with the bytes that should be there. */
static void
note_bad(struct xfer *x, const unsigned char *buf, uint64_t at, size_t bytes, size_t first)
{
	struct xfer_bad *b = &x->bad[x->bad_ops];
	size_t left = x->plan->transfer - first;

	b->at = at + first;
	b->bytes = bytes;
	b->shown = left < sizeof b->want ? (uint32_t)left : (uint32_t)sizeof b->want;
	memcpy(b->got, buf + first, b->shown);
	pattern_fill(&x->pattern, b->want, b->shown, b->at);
}

int
xfer_verify(struct xfer *x, const void *buf, uint64_t at, struct err *e)
{
	size_t first, bytes;
	uint64_t writer = plan_writer(x->plan, (uint64_t)x->owner, at);

	if (writer != (uint64_t)x->owner || x->o->random > 1)
		x->pattern = pattern_of(x->o->packet, (int)writer, x->o->signature);
	bytes = pattern_check(&x->pattern, buf, x->plan->transfer, at, &first);
	if (bytes == 0)
		return 0;
	x->bad_bytes += bytes;
	if (x->bad_ops < XFER_BAD)
		note_bad(x, buf, at, bytes, first);
	x->bad_ops++;
	if (x->o->quit_error)
		return err_set(e, EILSEQ,
		    "read: %s: at byte %llu: wrong data, and -q ends the run here", x->path,
		    U(at) + first);
	return 0;
}

static inline ssize_t
call(struct xfer *x, uint64_t at)
{
	return x->write ? x->ops->pwrite(x->file, x->buf, x->len, (off_t)at)
			: x->ops->pread(x->file, x->buf, x->len, (off_t)at);
}

/* What is missing of a transfer whose call moved k bytes; the bytes of all calls, or -errno. */
static ssize_t
rest(struct xfer *x, uint64_t at, ssize_t k)
{
	size_t done = k < 0 ? 0 : (size_t)k, left = x->len - done;
	char *buf = (char *)x->buf + done;
	ssize_t more;

	if ((x->o->single_attempt && k >= 0) || (k < 0 && k != -EINTR))
		return k;
	more = x->write ? io_write(x->ops, x->file, buf, left, (off_t)(at + done))
			: io_read(x->ops, x->file, buf, left, (off_t)(at + done));
	return more < 0 ? more : (ssize_t)done + more;
}

/* One call, its pieces put together; the bytes that were moved, or -errno. */
static inline ssize_t
transfer(struct xfer *x, uint64_t at)
{
	ssize_t k = call(x, at);

	return k == (ssize_t)x->len ? k : rest(x, at, k);
}

HOT void
xfer_account(struct xfer *x, uint64_t start, uint64_t end)
{
	x->bytes += x->len;
	x->ops_done++;
	if (!x->timed)
		return;
	if (x->latency != NULL)
		latency_add(x->latency, end - start);
	if (x->o->op_csv == NULL)
		return;
	x->op = mem_room(x->op, x->nop, &x->op_room, sizeof *x->op);
	x->op[x->nop].start = (double)(start - x->tick.ticks);
	x->op[x->nop++].seconds = (double)(end - start);
}

/* After a transfer that went well: fsync (timed), checking and pauses (not timed). */
HOT static int
afterwards(struct xfer *x, uint64_t at, struct err *e)
{
	uint64_t start;
	int rc = 0;

	if (x->write && x->o->fsync_per_write) {
		rc = x->o->ops->sync(x->file);
		if (rc != 0)
			return err_sys(e, -rc, "fsync: %s", x->path);
	}
	if (!x->verify && x->o->io_delay == 0)
		return 0;
	start = tick_now(&x->tick);
	if (x->verify)
		rc = xfer_verify(x, x->buf, at, e);
	if (x->o->io_delay > 0)
		clock_sleep((double)x->o->io_delay * 1e-6);
	x->ticks_out += tick_since(&x->tick, start);
	return rc;
}

/*
 * What is in the buffer before a transfer: the pattern, or nothing that could pass for it.
 * A read that did nothing must not pass.  What an earlier transfer left in the buffer is wrong in
 * every second word at least, for data depend on their place; only the same place again needs the
 * buffer spoiled.
 */
HOT static void
beforehand(struct xfer *x, uint64_t at)
{
	uint64_t start;
	bool again = x->verify && at == x->last;

	x->last = at;
	if (!x->fills && !again)
		return;
	start = tick_now(&x->tick);
	if (x->write)
		xfer_fill(x, x->buf, at);
	else
		xfer_spoil(x, x->buf, 1);
	x->ticks_out += tick_since(&x->tick, start);
}

HOT static int
one_by_one(struct xfer *x, struct err *e)
{
	uint64_t at, start = 0, end = 0;
	int rc = 0;

	while (rc == 0 && xfer_next(x, &at)) {
		ssize_t k;

		beforehand(x, at);
		if (x->timed)
			start = tick_now(&x->tick);
		k = transfer(x, at);
		if (x->timed)
			end = tick_now(&x->tick);
		if (k < (ssize_t)x->len)
			rc = k < 0 ? xfer_failed(x, at, (int)-k, e) : xfer_short(x, at, k, e);
		xfer_account(x, start, end);
		if (rc == 0 && x->after)
			rc = afterwards(x, at, e);
		if (rc != 0 &&
		    x->o->collective) { /* the others wait for this task's next transfer */
			x->failed = rc;
			rc = 0;
		}
	}
	return rc != 0 ? rc : x->failed;
}

/* Small transfers look at the other ranks once for so many bytes. */
enum { LOOK = 64 << 10 };

/* The same where there is nothing to do between the transfers but filling: as short as can be. */
HOT static int
straight(struct xfer *x, struct err *e)
{
	ssize_t len = (ssize_t)x->len, k = len;
	uint64_t at = 0, n = 0, each = x->len < LOOK ? LOOK / x->len : 1, look = 1;

	while (k == len && (--look > 0 || !par_stopped(x->par)) && plan_next(&x->walk, &at)) {
		if (look == 0)
			look = each;
		if (x->fills)
			beforehand(x, at);
		k = call(x, at);
		if (k != len)
			k = rest(x, at, k);
		n++;
	}
	if (k != len)
		n--;
	x->ops_done += n;
	x->bytes += n * x->len;
	if (k == len)
		return 0;
	return k < 0 ? xfer_failed(x, at, (int)-k, e) : xfer_short(x, at, k, e);
}

HOT int
xfer_run(struct xfer *x, struct err *e)
{
	bool bounded = x->o->collective || x->most > 0 || x->deadline > 0;
	int rc;

	if (x->began == 0)
		x->began = clock_now();
	if (x->o->queue_depth > 1)
		rc = xfer_queue(x, e);
	else if (bounded || x->timed || x->after || x->o->min_time > 0)
		rc = one_by_one(x, e);
	else
		rc = straight(x, e);
	x->left_out = (double)x->ticks_out * tick_rate(&x->tick);
	return rc;
}
