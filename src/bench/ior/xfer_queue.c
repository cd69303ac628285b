#include <errno.h>
#include <stdlib.h>

#include "bench/ior/xfer_queue.h"
#include "core/err.h"
#include "core/hot.h"
#include "core/mem.h"

/* What is in flight. */
struct flight {
	struct xfer *x;
	const struct io_queue_ops *q;
	uint64_t *at, *start; /* of each slot: offset, ticks when it was submitted */
	unsigned n;           /* in flight */
	bool over;            /* no more are submitted */
};

HOT static char *
buffer(const struct flight *f, unsigned slot)
{
	return (char *)f->x->buf + (size_t)slot * f->x->plan->transfer;
}

/* Put the next transfer into a slot.  0, also where there is none left, or -errno with e. */
HOT static int
launch(struct flight *f, unsigned slot, struct err *e)
{
	struct xfer *x = f->x;
	uint64_t before = f->at[slot];
	int rc;

	if (f->over || !xfer_next(x, &f->at[slot])) {
		f->over = true;
		return 0;
	}
	/* filling goes on beside the transfers in flight: it belongs to the time */
	if (x->write)
		xfer_fill(x, buffer(f, slot), f->at[slot]);
	else if (x->verify && f->at[slot] == before)
		xfer_spoil(x, buffer(f, slot), 1);
	if (x->timed)
		f->start[slot] = tick_now(&x->tick);
	rc = f->q->submit(x->queue, slot, x->write, (off_t)f->at[slot]);
	if (rc != 0)
		return xfer_failed(x, f->at[slot], -rc, e);
	f->n++;
	return 0;
}

/* What is missing of a short transfer, by plain calls. */
static ssize_t
complete(struct flight *f, unsigned slot, ssize_t k)
{
	const struct xfer *x = f->x;
	size_t done = k > 0 ? (size_t)k : 0, left = x->plan->transfer - done;
	off_t at = (off_t)(f->at[slot] + done);
	ssize_t more;

	if (k < 0 && k != -EINTR && k != -EAGAIN)
		return k;
	more = x->write ? io_write(x->o->ops, x->file, buffer(f, slot) + done, left, at)
			: io_read(x->o->ops, x->file, buffer(f, slot) + done, left, at);
	return more < 0 ? more : (ssize_t)done + more;
}

HOT static int
land(struct flight *f, unsigned slot, ssize_t k, struct err *e)
{
	struct xfer *x = f->x;
	size_t len = x->plan->transfer;
	uint64_t end = x->timed ? tick_now(&x->tick) : 0;

	f->n--;
	if (k < (ssize_t)len && !(x->o->single_attempt && k >= 0))
		k = complete(f, slot, k);
	if (k < 0)
		return xfer_failed(x, f->at[slot], (int)-k, e);
	if (k < (ssize_t)len)
		return xfer_short(x, f->at[slot], k, e);
	xfer_account(x, f->start[slot], end);
	return x->verify ? xfer_verify(x, buffer(f, slot), f->at[slot], e) : 0;
}

HOT static int
loop(struct flight *f, struct err *e)
{
	unsigned depth = (unsigned)f->x->o->queue_depth;
	int rc = 0;

	for (unsigned s = 0; s < depth && rc == 0; s++)
		rc = launch(f, s, e);
	while (f->n > 0) {
		unsigned slot;
		ssize_t k;
		int got = f->q->wait(f->x->queue, &slot, &k);

		if (got != 0)
			return err_sys(
			    e, -got, "%s: %s: queue", f->x->write ? "write" : "read", f->x->path);
		got = land(f, slot, k, e);
		rc = rc != 0 ? rc : got;
		/* after a failure what is in flight is only waited for */
		f->over |= rc != 0;
		if (rc == 0)
			rc = launch(f, slot, e);
	}
	return rc;
}

int
xfer_queue(struct xfer *x, struct err *e)
{
	size_t depth = (size_t)x->o->queue_depth;
	struct flight f = { .x = x,
		.q = x->o->engine,
		.at = mem_zero(depth, sizeof *f.at),
		.start = mem_zero(depth, sizeof *f.start) };
	int rc = f.q->attach(x->queue, x->file);

	rc = rc != 0 ? err_sys(e, -rc, "%s: queue", x->path) : loop(&f, e);
	free(f.at), free(f.start);
	return rc;
}
