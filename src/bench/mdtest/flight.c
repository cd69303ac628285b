#define _GNU_SOURCE /* AT_FDCWD */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#include "bench/mdtest/flight.h"
#include "bench/mdtest/held.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/turns.h"
#include "bench/mdtest/stream.h"
#include "core/err.h"
#include "core/hot.h"
#include "core/mem.h"
#include "io/ring.h"

/* Positions that are taken at a time. */
enum { TAKE = 8, DIR_MODE = 0775, FILE_MODE = 0664 };

/* One operation in flight; opening is followed by closing. */
struct slot {
	struct cursor cursor;
	uint64_t index, since;
	bool closing;
};

struct flight {
	const struct pass *pass;
	struct io_ring *ring;
	unsigned depth, free_n;
	unsigned *free_slot;
	struct io_ring_done *done;
	uint64_t next, left; /* of the positions that were taken */
	struct slot slot[];
};

int
flight_new(struct flight **out, const struct pass *s, const struct cursor *c, unsigned depth,
    struct err *e)
{
	struct flight *f = mem_zero(1, sizeof *f + depth * sizeof f->slot[0]);

	*out = f;
	f->pass = s;
	f->depth = depth;
	f->free_slot = mem_zero(depth, sizeof *f->free_slot);
	f->done = mem_zero(depth, sizeof *f->done);
	while (f->free_n < depth) {
		f->slot[f->free_n].cursor = *c;
		f->free_slot[f->free_n] = f->free_n;
		f->free_n++;
	}
	return io_ring_open(&f->ring, depth, e);
}

/* Put the operation of that position into a free slot. */
HOT static void
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

/* Fill the free slots. */
HOT static void
launch_all(struct flight *f, struct turns *turns)
{
	while (f->free_n > 0 && !turns_over(turns)) {
		if (f->left == 0)
			f->left = turns_take(turns, TAKE, &f->next);
		if (f->left == 0)
			return;
		f->left--;
		launch(f, f->next++);
	}
}

/* One result.  true where an operation is over. */
HOT static bool
land(struct flight *f, struct stream *w, const struct io_ring_done *d, uint64_t now)
{
	const struct job *j = f->pass->j;
	struct slot *t = &f->slot[d->tag];
	bool opens = f->pass->p->ring == IO_RING_OPEN || f->pass->p->ring == IO_RING_CREATE;

	if (d->result >= 0 && opens && !t->closing) {
		const struct io_ring_work close = { IO_RING_CLOSE, AT_FDCWD, d->result, NULL, 0,
			d->tag };

		t->closing = true;
		io_ring_put(f->ring, &close);
		return false;
	}
	f->free_slot[f->free_n++] = (unsigned)d->tag;
	if (d->result < 0 && w->err.code == 0)
		err_sys(&w->err, -d->result, "%s: %s", t->closing ? "close" : f->pass->p->metric,
		    t->cursor.path);
	if (w->hist != NULL)
		hist_add(w->hist, tick_ns(&j->tick, now - t->since));
	return d->result >= 0;
}

/* Operations that were over when the ring was looked at, all at once. */
HOT static uint64_t
land_all(struct flight *f, struct stream *w, struct turns *turns)
{
	const struct pass *s = f->pass;
	int n = io_ring_wait(f->ring, f->done, f->depth);
	uint64_t now = tick_now(&s->j->tick), done = 0;

	if (n < 0)
		err_sys(&w->err, -n, "io_uring");
	for (int i = 0; i < n; i++)
		done += land(f, w, &f->done[i], now);
	if (w->err.code != 0 || (s->deadline != 0 && now >= s->deadline))
		turns_end(turns);
	return n < 0 ? UINT64_MAX : done;
}

uint64_t
flight_run(struct flight *f, struct stream *w, struct turns *turns)
{
	uint64_t done = 0, more = 0;

	if (io_ring_begin(f->ring, &w->err) != 0) {
		turns_end(turns);
		return 0;
	}
	do {
		done += more;
		launch_all(f, turns);
		more = f->free_n < f->depth ? land_all(f, w, turns) : UINT64_MAX;
	} while (more != UINT64_MAX);
	return done;
}

void
flight_free(struct flight *f)
{
	if (f == NULL)
		return;
	io_ring_close(f->ring);
	free(f->free_slot);
	free(f->done);
	free(f);
}
