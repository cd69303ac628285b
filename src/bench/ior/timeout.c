#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/ior/timeout.h"
#include "core/mem.h"

enum state { OUTSIDE, WORKING, WAITING, STOPPING };

struct timeout {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	enum state state;
	double seconds;
	struct timespec limit;
	int rank;
	const char *host, *phase, *path;
	const uint64_t *done;
	uint64_t total;
};

/* One write(2), so that lines of several ranks do not mix. */
static void
say(const struct timeout *t)
{
	char line[1024];
	int n = snprintf(line, sizeof line,
	    "ior: phase-timeout: %s: rank %d on %s is still at work after %g s: %llu of %llu "
	    "transfers of %s\n",
	    t->phase, t->rank, t->host, t->seconds, (unsigned long long)*t->done,
	    (unsigned long long)t->total, t->path);

	if (n > 0 && write(2, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1) < 0)
		return;
}

static void *
watch(void *arg)
{
	struct timeout *t = arg;

	pthread_mutex_lock(&t->lock);
	while (t->state != STOPPING) {
		int rc;

		if (t->state == OUTSIDE) {
			pthread_cond_wait(&t->changed, &t->lock);
			continue;
		}
		rc = pthread_cond_timedwait(&t->changed, &t->lock, &t->limit);
		if (rc == 0 || (t->state != WORKING && t->state != WAITING))
			continue;
		if (t->state == WORKING)
			say(t);
		/* the late ones speak first; then the launcher ends all */
		nanosleep(&(struct timespec){ 1, 0 }, NULL);
		_exit(1);
	}
	pthread_mutex_unlock(&t->lock);
	return NULL;
}

struct timeout *
timeout_start(double seconds, int rank, const char *host)
{
	struct timeout *t;
	pthread_condattr_t attr;

	if (seconds <= 0)
		return NULL;
	t = mem_zero(1, sizeof *t);
	t->seconds = seconds;
	t->rank = rank;
	t->host = host;
	pthread_mutex_init(&t->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&t->changed, &attr);
	pthread_condattr_destroy(&attr);
	if (pthread_create(&t->thread, NULL, watch, t) != 0) {
		free(t);
		return NULL;
	}
	return t;
}

static void
set(struct timeout *t, enum state s)
{
	pthread_mutex_lock(&t->lock);
	t->state = s;
	pthread_cond_signal(&t->changed);
	pthread_mutex_unlock(&t->lock);
}

void
timeout_begin(
    struct timeout *t, const char *phase, const char *path, const uint64_t *done, uint64_t total)
{
	if (t == NULL)
		return;
	t->phase = phase, t->path = path, t->done = done, t->total = total;
	clock_gettime(CLOCK_MONOTONIC, &t->limit);
	t->limit.tv_sec += (time_t)t->seconds;
	t->limit.tv_nsec += (long)((t->seconds - (double)(time_t)t->seconds) * 1e9);
	if (t->limit.tv_nsec >= 1000000000L) {
		t->limit.tv_nsec -= 1000000000L;
		t->limit.tv_sec++;
	}
	set(t, WORKING);
}

void
timeout_idle(struct timeout *t)
{
	if (t != NULL)
		set(t, WAITING);
}

void
timeout_end(struct timeout *t)
{
	if (t != NULL)
		set(t, OUTSIDE);
}

void
timeout_stop(struct timeout *t)
{
	if (t == NULL)
		return;
	set(t, STOPPING);
	pthread_join(t->thread, NULL);
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->lock);
	free(t);
}
