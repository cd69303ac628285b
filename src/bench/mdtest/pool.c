#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/pool.h"
#include "bench/mdtest/stream.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/stop.h"
#include "par/par.h"

/* Positions that a thread takes at a time: enough to keep the shared counter cool, few enough to
 * end together. */
enum { TAKE = 4, LOOK_MS = 10 };

struct worker {
	struct pool *pool;
	struct stream stream;
	uint64_t done;
	pthread_t thread;
};

struct pool {
	const struct pass *pass;
	int started, busy;
	bool go;
	atomic_uint_fast64_t next;
	atomic_bool stop;
	pthread_mutex_t lock;
	pthread_cond_t gate, idle;
	int n;
	struct worker worker[];
};

static void
work(struct worker *w)
{
	const struct pass *s = w->pool->pass;
	const struct job *j = s->j;
	uint64_t last = tick_now(&j->tick), now;

	while (!atomic_load_explicit(&w->pool->stop, memory_order_relaxed)) {
		uint64_t i = atomic_fetch_add(&w->pool->next, TAKE), end = i + TAKE;

		if (i >= s->n)
			break;
		for (; i < end && i < s->n; i++) {
			if (stream_one(&w->stream, s, i) != 0) {
				atomic_store(&w->pool->stop, true);
				return;
			}
			w->done++;
			now = tick_now(&j->tick);
			if (w->stream.hist != NULL)
				hist_add(w->stream.hist, tick_ns(&j->tick, now - last));
			last = now;
			if (s->deadline != 0 && now >= s->deadline)
				atomic_store(&w->pool->stop, true);
		}
	}
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
	work(w);
	pthread_mutex_lock(&p->lock);
	if (--p->busy == 0)
		pthread_cond_signal(&p->idle);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

int
pool_start(struct pool **out, const struct pass *s, int threads, struct err *e)
{
	struct pool *p = mem_zero(1, sizeof *p + (size_t)threads * sizeof p->worker[0]);
	pthread_condattr_t clock;

	*out = p;
	p->pass = s;
	pthread_mutex_init(&p->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&p->gate, NULL);
	pthread_cond_init(&p->idle, &clock);
	pthread_condattr_destroy(&clock);
	for (p->n = 0; p->n < threads; p->n++) {
		struct worker *w = &p->worker[p->n];
		int rc;

		w->pool = p;
		rc = stream_init(&w->stream, s->j, true, e);
		if (rc == 0) {
			stream_aim(&w->stream, s);
			rc = -pthread_create(&w->thread, NULL, run, w);
			if (rc != 0)
				err_sys(e, -rc, "--queue-depth: thread %d", p->n + 1);
		}
		if (rc != 0) {
			stream_release(&w->stream, true);
			return rc;
		}
		p->started++;
	}
	return 0;
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
			atomic_store(&p->stop, true);
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
		atomic_store(&p->stop, true);
		p->busy = p->started;
		p->go = true;
		pthread_cond_broadcast(&p->gate);
		pthread_mutex_unlock(&p->lock);
	}
	for (int i = 0; i < p->started; i++) {
		pthread_join(p->worker[i].thread, NULL);
		job_take(p->pass->j, p->pass->p, &p->worker[i].stream);
		stream_release(&p->worker[i].stream, true);
	}
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->gate);
	pthread_cond_destroy(&p->idle);
	free(p);
}
