#ifndef TESTS_MADE_H
#define TESTS_MADE_H

#include <stdlib.h>

#include "compare/verdict.h"
#include "core/mem.h"
#include "core/session.h"

/* Sessions made by hand: the judged metrics with figures of a small disk, five repetitions each. */
enum { MADE_REPS = 5, MADE_DAY = 86400, MADE_START = 1793000000 };

static const char *const made_metrics[] = { "mdtest-unique/dir-create", "mdtest-unique/dir-remove",
	"mdtest-unique/file-create", "mdtest-unique/file-stat", "mdtest-unique/file-read",
	"mdtest-unique/file-remove", "ior-fpp/write", "ior-fpp/read", "ior-shared/write",
	"ior-shared/read", "ior-small/write" };
enum { MADE_METRICS = sizeof made_metrics / sizeof *made_metrics };

static inline void
made_samples(struct session_metric *m, double value, double wobble)
{
	m->n = MADE_REPS;
	m->sample = mem_zero(m->n, sizeof *m->sample);
	m->seconds = mem_zero(m->n, sizeof *m->seconds);
	m->work = 1e9;
	for (size_t i = 0; i < m->n; i++) {
		m->sample[i] = value * (1 + wobble * ((double)i - 2) / 2);
		m->seconds[i] = m->work / m->sample[i];
	}
}

/* A session that starts `start` seconds after the first one ever; every rate times factor. */
static inline struct session *
made_session(long long start, double factor)
{
	struct session *s = session_new();

	s->id = mem_fmt("S%lld", start);
	s->machine = mem_dup("node1");
	s->series = mem_dup("scratch-quick-4x1");
	s->target = mem_dup("/scratch");
	s->profile = mem_dup("quick");
	s->ranks = 4;
	s->nodes = 1;
	s->started = MADE_START + start;
	s->finished = s->started + 100;
	session_env(s, "fs.type", "ext4");
	session_env(s, "fs.device", "disk");
	session_env(s, "host.kernel", "6.1");
	session_recipe(s, "mdtest-unique", "mdtest -n 1000 -u -d {dir}");
	for (int i = 0; i < MADE_METRICS; i++) {
		int data = i >= 6;

		made_samples(
		    session_metric(s, made_metrics[i], data ? "B/s" : "ops/s", BETTER_HIGHER),
		    factor * (data ? 1e8 * (i + 1) : 1000.0 * (i + 1)), 0.01);
	}
	return s;
}

static inline struct session_metric *
made_metric(struct session *s, const char *id)
{
	return session_metric(s, id, "B/s", BETTER_HIGHER);
}

static inline void
made_scale(struct session *s, const char *id, double factor)
{
	struct session_metric *m = made_metric(s, id);

	for (size_t i = 0; i < m->n; i++)
		m->sample[i] *= factor;
}

/* n sessions, one a day, whose factors go 1, 1 + sway, 1 - sway, 1, ... */
static inline struct session **
made_baseline(size_t n, double sway)
{
	struct session **b = mem_zero(n + 1, sizeof *b);

	for (size_t i = 0; i < n; i++)
		b[i] = made_session((long long)i * MADE_DAY, 1 + sway * (i % 3 == 1      ? 1
									    : i % 3 == 2 ? -1
											 : 0));
	return b;
}

static inline void
made_free(struct session **b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		session_free(b[i]);
	free(b);
}

static inline const struct verdict *
made_find(const struct verdicts *v, const char *id)
{
	for (size_t i = 0; i < v->n; i++)
		if (strcmp(v->v[i].metric, id) == 0)
			return &v->v[i];
	return NULL;
}

#endif
