#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/held.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/stream.h"
#include "bench/mdtest/trace.h"
#include "core/hot.h"
#include "core/mem.h"
#include "par/par.h"

enum { ALIGN = 4096 };

void
pass_init(struct pass *s, struct job *j, const struct phase *p, int owner)
{
	const struct opts *o = j->o;
	bool whole = o->stonewall <= 0 && o->count_file == NULL;

	memset(s, 0, sizeof *s);
	s->j = j;
	s->p = p;
	s->op = p->op;
	s->owner = owner;
	s->n = p->on == ON_FILE ? j->files : j->tree.items;
	s->random = o->random && p->flags & PHASE_RANDOM;
	s->spread = o->depth_queue > 1 && whole && s->n > 0;
	s->dirs = s->spread ? s->n / j->tree.per_dir : 1;
	s->held = o->held;
	if (s->random)
		order_init(&s->order, s->n, (uint64_t)j->seed + (uint64_t)j->rank);
	if (p->flags & PHASE_CREATES && owner == j->sweep->owner)
		s->mark = p->on == ON_DIR ? &j->sweep->dirs : &j->sweep->files;
}

uint64_t
pass_index(const struct pass *s, uint64_t position)
{
	uint64_t i = s->random ? order_at(&s->order, position) : position;

	if (s->spread) {
		if (s->dirs == 1)
			return i;
		return i % s->dirs * s->j->tree.per_dir + i / s->dirs;
	}
	return i;
}

static int
buffer(char **out, size_t size, struct err *e)
{
	void *p = NULL;

	if (size > 0 && posix_memalign(&p, ALIGN, size) != 0)
		return err_set(e, ENOMEM, "no memory for a buffer of %zu bytes", size);
	if (size > 0)
		memset(p, '#', size);
	*out = p;
	return 0;
}

int
stream_init(struct stream *w, struct job *j, bool own_context, struct err *e)
{
	int rc;

	memset(w, 0, sizeof *w);
	w->it.o = j->o;
	w->it.io = j->io;
	w->it.ctx = j->ctx;
	w->it.size = j->buf_size;
	w->it.seed = (uint64_t)j->packet_seed;
	w->it.doing = "";
	rc = buffer(&w->it.buf, j->buf_size, e);
	if (rc == 0 && j->o->verify_write)
		rc = buffer(&w->it.check, j->buf_size, e);
	if (rc == 0 && own_context)
		rc = j->io->init(&w->it.ctx, &j->env, e);
	if (rc == 0 && j->o->latency)
		w->hist = mem_zero(1, sizeof *w->hist);
	return rc;
}

void
stream_release(struct stream *w, bool own_context)
{
	if (own_context && w->it.ctx != NULL)
		w->it.io->fini(w->it.ctx);
	free(w->it.buf);
	free(w->it.check);
	free(w->it.first_wrong);
	free(w->hist);
	free(w->ends);
}

void
stream_aim(struct stream *w, const struct pass *s)
{
	const struct job *j = s->j;
	const struct cursor_aim aim = { &j->tree, j->base, j->style, j->iteration,
		job_tree(j, s->owner), s->owner, s->p->on == ON_DIR ? "dir" : "file" };

	cursor_start(&w->cursor, &aim);
	w->it.owner = s->owner;
	w->entered = 0;
	w->looked = tick_now(&j->tick);
}

/* The name relative to the open directory, which becomes the current one of the back end. */
HOT static const char *
relative(struct stream *w, const struct pass *s, uint64_t index)
{
	if (w->entered != w->cursor.low + 1) {
		struct tree_spot at = tree_find(&s->j->tree, index);

		s->j->io->enter(w->it.ctx, held_dir(s->j, s->p->shift, at.loop, at.dir));
		w->entered = w->cursor.low + 1;
	}
	return w->cursor.path + w->cursor.dir + 1;
}

HOT int
stream_one(struct stream *w, const struct pass *s, uint64_t position)
{
	uint64_t index = s->random || s->spread ? pass_index(s, position) : position;
	const char *path = cursor_item(&w->cursor, index), *whole = path;
	int rc;

	w->it.index = index;
	if (s->held)
		path = relative(w, s, index);
	rc = s->op(&w->it, path);
	if (rc == 0)
		return 0;
	return io_failed(s->j->io, w->it.ctx, &w->err, -rc, "%s: %s", w->it.doing, whole);
}

/* Now and then: has this rank or another one been told to stop? */
HOT static bool
stopped(struct stream *w, const struct job *j, uint64_t now)
{
	w->looked = now;
	return par_stopped(j->par);
}

static void
loud(const struct stream *w, const struct pass *s, uint64_t position)
{
	struct cursor c = w->cursor;

	trace(s->j, 3, "%s: %s", s->p->metric, cursor_item(&c, pass_index(s, position)));
}

HOT uint64_t
stream_run(struct stream *w, const struct pass *s, uint64_t from, uint64_t to)
{
	const struct job *j = s->j;
	const struct tick tick = j->tick;
	bool say = j->rank == 0 && j->o->verbose >= 3;
	uint64_t look = j->look, last = tick_now(&tick), now, i;

	for (i = from; i < to; i++) {
		if (s->mark != NULL)
			*s->mark = i + 1;
		if (say)
			loud(w, s, i);
		if (stream_one(w, s, i) != 0)
			break;
		now = tick_now(&tick);
		if (w->hist != NULL)
			hist_add(w->hist, tick_ns(&tick, now - last));
		if (w->ends != NULL)
			w->ends[i] = now;
		last = now;
		if ((now - w->looked >= look && stopped(w, j, now)) ||
		    (s->deadline != 0 && now >= s->deadline)) {
			i++;
			break;
		}
	}
	if (s->held)
		j->io->enter(w->it.ctx, NULL);
	return i;
}
