#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "bench/mdtest/flight.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/pool.h"
#include "bench/mdtest/turns.h"
#include "bench/mdtest/stream.h"
#include "core/err.h"
#include "core/mem.h"
#include "par/par.h"

/* Positions that a thread takes at a time: enough to keep the shared counter cool, few enough to
 * end together. */
enum { TAKE = 4, LOOK_MS = 10 };

struct worker {
	struct pool *pool;
	struct stream stream;
	struct flight *flight; /* NULL: plain calls */
	uint64_t done;
	pthread_t thread;
};

struct pool {
	const struct pass *pass;
	int started, busy;
	bool go;
	struct turns turns;
	pthread_mutex_t lock;
	pthread_cond_t gate, idle;
	struct worker worker[];
};

static uint64_t
calls(struct worker *w)
{
	const struct pass *s = w->pool->pass;
	const struct job *j = s->j;
	struct turns *turns = &w->pool->turns;
	uint64_t last = tick_now(&j->tick), now, i, n, done = 0;

	while (!turns_over(turns) && (n = turns_take(turns, TAKE, &i)) > 0)
		for (uint64_t end = i + n; i < end; i++) {
			if (stream_one(&w->stream, s, i) != 0) {
				turns_end(turns);
				return done;
			}
			done++;
			now = tick_now(&j->tick);
			if (w->stream.hist != NULL)
				hist_add(w->stream.hist, tick_ns(&j->tick, now - last));
			last = now;
			if (s->deadline != 0 && now >= s->deadline)
				turns_end(turns);
		}
	return done;
}

static void *
run(void *arg)
{
	struct worker *w = arg;
	struct pool *p = w->pool;

	pthread_mutex_lock(&p->lock);
	while (!p->go)
		pthread_cond_wait(&p->gate, &p->lock);
	pthread_mutex_unlock(&p->lock);
	w->done = w->flight != NULL ? flight_run(w->flight, &w->stream, &p->turns) : calls(w);
	pthread_mutex_lock(&p->lock);
	if (--p->busy == 0)
		pthread_cond_signal(&p->idle);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static int
hire(struct pool *p, struct worker *w, unsigned depth, struct err *e)
{
	int rc;

	w->pool = p;
	rc = stream_init(&w->stream, p->pass->j, true, e);
	if (rc == 0)
		stream_aim(&w->stream, p->pass);
	if (rc == 0 && depth > 0)
		rc = flight_new(&w->flight, p->pass, &w->stream.cursor, depth, e);
	if (rc == 0) {
		rc = -pthread_create(&w->thread, NULL, run, w);
		if (rc != 0)
			err_sys(e, -rc, "--queue-depth: thread %d", p->started + 1);
	}
	if (rc != 0) {
		flight_free(w->flight);
		stream_release(&w->stream, true);
	}
	return rc;
}

int
pool_start(struct pool **out, const struct pass *s, int workers, int depth, struct err *e)
{
	struct pool *p = mem_zero(1, sizeof *p + (size_t)workers * sizeof p->worker[0]);
	pthread_condattr_t clock;
	int rc = 0;

	*out = p;
	p->pass = s;
	p->turns.n = s->n;
	pthread_mutex_init(&p->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&p->gate, NULL);
	pthread_cond_init(&p->idle, &clock);
	pthread_condattr_destroy(&clock);
	while (rc == 0 && p->started < workers) {
		int of_this = depth / workers + (p->started < depth % workers);

		rc = hire(p, &p->worker[p->started], (unsigned)of_this, e);
		p->started += rc == 0;
	}
	return rc;
}

/* Wait until no thread is busy, looking at the other ranks now and then. */
static void
wait_idle(struct pool *p)
{
	const struct job *j = p->pass->j;
	struct timespec until;

	while (p->busy > 0) {
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_nsec += LOOK_MS * 1000000L;
		if (until.tv_nsec >= 1000000000L) {
			until.tv_sec++;
			until.tv_nsec -= 1000000000L;
		}
		if (pthread_cond_timedwait(&p->idle, &p->lock, &until) == ETIMEDOUT &&
		    par_stopped(j->par))
			turns_end(&p->turns);
	}
}

uint64_t
pool_run(struct pool *p, struct err *e)
{
	uint64_t done = 0;

	if (p->pass->mark != NULL) /* any of them may exist from now on */
		*p->pass->mark = p->pass->n;
	pthread_mutex_lock(&p->lock);
	p->busy = p->started;
	p->go = true;
	pthread_cond_broadcast(&p->gate);
	wait_idle(p);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < p->started; i++) {
		done += p->worker[i].done;
		if (p->worker[i].stream.err.code != 0)
			err_set(
			    e, p->worker[i].stream.err.code, "%s", p->worker[i].stream.err.text);
	}
	return done;
}

void
pool_end(struct pool *p)
{
	if (p == NULL)
		return;
	if (!p->go) { /* never ran: let them go without work */
		pthread_mutex_lock(&p->lock);
		turns_end(&p->turns);
		p->busy = p->started;
		p->go = true;
		pthread_cond_broadcast(&p->gate);
		pthread_mutex_unlock(&p->lock);
	}
	for (int i = 0; i < p->started; i++) {
		pthread_join(p->worker[i].thread, NULL);
		job_take(p->pass->j, p->pass->p, &p->worker[i].stream);
		flight_free(p->worker[i].flight);
		stream_release(&p->worker[i].stream, true);
	}
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->gate);
	pthread_cond_destroy(&p->idle);
	free(p);
}
