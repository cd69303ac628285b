#define _GNU_SOURCE /* AT_FDCWD */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/flight.h"
#include "bench/mdtest/held.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/stream.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/stop.h"
#include "io/ring.h"
#include "par/par.h"

enum { DIR_MODE = 0775, FILE_MODE = 0664 };

/* One operation in flight; opening is followed by closing. */
struct slot {
	struct cursor cursor;
	uint64_t index, since;
	bool closing;
};

struct flight {
	const struct pass *pass;
	struct io_ring *ring;
	struct stream stream; /* holds the figures */
	unsigned depth, free_n;
	unsigned *free_slot;
	struct io_ring_done *done;
	struct slot slot[];
};

int
flight_start(struct flight **out, const struct pass *s, int depth, struct err *e)
{
	struct flight *f = mem_zero(1, sizeof *f + (size_t)depth * sizeof f->slot[0]);
	int rc;

	*out = f;
	f->pass = s;
	f->depth = (unsigned)depth;
	f->free_slot = mem_zero(f->depth, sizeof *f->free_slot);
	f->done = mem_zero(f->depth, sizeof *f->done);
	rc = stream_init(&f->stream, s->j, false, e);
	stream_aim(&f->stream, s);
	for (unsigned i = 0; i < f->depth; i++) {
		f->free_slot[f->free_n++] = i;
		f->slot[i].cursor = f->stream.cursor;
	}
	return rc == 0 ? io_ring_open(&f->ring, f->depth, e) : rc;
}

/* Put the operation of that position into a free slot. */
static void
launch(struct flight *f, uint64_t position)
{
	const struct pass *s = f->pass;
	const struct job *j = s->j;
	unsigned k = f->free_slot[--f->free_n];
	struct slot *t = &f->slot[k];
	struct io_ring_work w = { (enum io_ring_op)s->p->ring, AT_FDCWD, -1, NULL,
		s->p->ring == IO_RING_MKDIR ? DIR_MODE : FILE_MODE, k };

	t->index = pass_index(s, position);
	t->closing = false;
	t->since = tick_now(&j->tick);
	w.path = cursor_item(&t->cursor, t->index);
	if (s->held) {
		struct tree_spot at = tree_find(&j->tree, t->index);

		w.dir = held_dir(j, s->p->shift, at.loop, at.dir)->fd;
		w.path += t->cursor.dir + 1;
	}
	io_ring_put(f->ring, &w);
}

/* One result.  true where an operation is over. */
static bool
land(struct flight *f, const struct io_ring_done *d, struct err *e)
{
	const struct job *j = f->pass->j;
	struct slot *t = &f->slot[d->tag];
	bool opens = f->pass->p->ring == IO_RING_OPEN || f->pass->p->ring == IO_RING_CREATE;

	if (d->result >= 0 && opens && !t->closing) {
		const struct io_ring_work w = { IO_RING_CLOSE, AT_FDCWD, d->result, NULL, 0,
			d->tag };

		t->closing = true;
		io_ring_put(f->ring, &w);
		return false;
	}
	f->free_slot[f->free_n++] = (unsigned)d->tag;
	if (d->result < 0)
		err_sys(e, -d->result, "%s: %s", t->closing ? "close" : f->pass->p->metric,
		    t->cursor.path);
	if (f->stream.hist != NULL)
		hist_add(f->stream.hist, tick_ns(&j->tick, tick_now(&j->tick) - t->since));
	return d->result >= 0;
}

uint64_t
flight_run(struct flight *f, struct err *e)
{
	const struct pass *s = f->pass;
	const struct job *j = s->j;
	uint64_t next = 0, done = 0, looked = tick_now(&j->tick), now;
	bool stop = false;

	if (s->mark != NULL) /* any of them may exist from now on */
		*s->mark = s->n;
	while (done < s->n) {
		int n;

		while (f->free_n > 0 && next < s->n && !stop)
			launch(f, next++);
		if (f->free_n == f->depth) /* nothing in flight any more */
			break;
		n = io_ring_wait(f->ring, f->done, f->depth);
		if (n < 0) {
			err_sys(e, -n, "io_uring");
			break;
		}
		for (int i = 0; i < n; i++)
			done += land(f, &f->done[i], e);
		now = tick_now(&j->tick);
		if (stop_asked() || now - looked >= j->look) {
			looked = now;
			stop |= par_stopped(j->par);
		}
		stop |= e->code != 0 || (s->deadline != 0 && now >= s->deadline);
	}
	return done;
}

void
flight_end(struct flight *f)
{
	if (f == NULL)
		return;
	job_take(f->pass->j, f->pass->p, &f->stream);
	io_ring_close(f->ring);
	stream_release(&f->stream, false);
	free(f->free_slot);
	free(f->done);
	free(f);
}
