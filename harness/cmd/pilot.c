#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cgroup.h"
#include "cmd/estimate.h"
#include "cmd/pilot.h"
#include "cmd/site.h"
#include "core/err.h"
#include "core/file.h"
#include "core/fsinfo.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/session.h"
#include "core/units.h"
#include "plan/size.h"

#define TRIALS       3
#define ITEM_MEMORY  2048 /* bytes of an inode and its name on a tmpfs, with room to spare */
#define ITEM_STORAGE 4096 /* a directory takes a block on most file systems */

/* MemAvailable in bytes; UINT64_MAX where the system does not say. */
static uint64_t
available(void)
{
	FILE *f = fopen("/proc/meminfo", "re");
	unsigned long long kib;
	uint64_t n = UINT64_MAX;
	char line[256];

	if (f == NULL)
		return n;
	while (fgets(line, sizeof line, f) != NULL)
		if (sscanf(line, "MemAvailable: %llu", &kib) == 1)
			n = (uint64_t)kib * 1024;
	fclose(f);
	return n;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* A quarter of what is free; of memory too, where that is what the target is made of. */
static int
limits(const struct site *s, struct size_limits *l, struct failure *f)
{
	struct fsinfo fs;
	struct err e = { 0, "" };
	int rc = fsinfo_get(s->target, &fs, &e);
	uint64_t bytes;

	if (rc != 0)
		return failure_errno(f, rc, e.text);
	bytes = fs.avail;
	if (strcmp(fs.device, "memory") == 0)
		bytes = least(bytes, least(available(), cgroup_own_memory()));
	l->readonly = fs.readonly;
	l->ranks = s->ranks;
	l->nodes = s->nodes;
	l->bytes = bytes / 4;
	l->inodes = fs.inodes > 0 ? fs.inodes_free / 4 : UINT64_MAX;
	l->inode_bytes = strcmp(fs.device, "memory") == 0 ? ITEM_MEMORY : ITEM_STORAGE;
	return 0;
}

/* Duration of one iteration of r and the rate of its fastest phase.  False where r has no rate. */
static bool
measure(const struct result *r, struct size_trial *t)
{
	const char *items = result_get(r, "items"), *bytes = result_get(r, "aggregate");
	double work = items ? strtod(items, NULL) : bytes ? strtod(bytes, NULL) : 0;

	t->seconds = t->fastest = 0;
	for (size_t i = 0; i < r->nmetric; i++) {
		const struct metric *m = &r->metric[i];
		bool tree = strncmp(m->name, "tree-", 5) == 0;

		if (strcmp(m->unit, items ? "ops/s" : "B/s") != 0 || tree || !(m->mean > 0))
			continue;
		t->seconds += work / m->mean;
		t->fastest = fmax(t->fastest, m->mean);
	}
	return work > 0 && t->fastest > 0;
}

/* One trial of a step. */
static int
trial(struct site *s, const struct step *step, const struct size_limits *l, struct size_trial *t,
    struct failure *f)
{
	char *command = size_command(step, l, t->size, 1),
	     *log = mem_fmt("pilot-%s.log", step->name);
	char *what = mem_fmt("pilot of %s", step->name), *path = file_join(s->dir, log);
	struct result r;
	int rc;

	unlink(path);
	progress_step(&s->progress, what, 0, false);
	rc = site_bench(s, what, command, step->group, log, 10, &r, f);
	if (rc == 0) {
		if (!measure(&r, t))
			rc = failure_set(
			    f, "invalid", "%s: its output holds no rate, see %s", what, path);
		else
			unlink(path); /* kept only where it shows what went wrong */
		result_free(&r);
	}
	if (rc == 0)
		rc = site_remove(s, step->group, f);
	free(command);
	free(log);
	free(what);
	free(path);
	return rc;
}

/* The steps of a group do about the same work: all of them as long as the first. */
static void
expect(struct site *s, const struct step *first, double seconds)
{
	for (size_t i = 0; i < s->plan.nstep; i++)
		if (strcmp(s->plan.step[i].group, first->group) == 0)
			estimate_put(s, &s->plan.step[i], seconds);
}

/* The size of a step's group, by trials that grow until one is long enough to tell. */
static int
size_group(struct site *s, const struct step *step, const struct size_limits *l, uint64_t *size,
    struct failure *f)
{
	struct size_trial t = { 0, 0, 0 };
	struct err e = { 0, "" };
	uint64_t next = size_first(step, l);

	for (int i = 0; i < TRIALS && next > 0; i++) {
		int rc = size_fit(&s->plan, step, l, next, &next, &e);

		if (rc != 0)
			return failure_errno(f, rc, e.text);
		if (next == t.size)
			break;
		t.size = next;
		if (trial(s, step, l, &t, f) != 0)
			return -1;
		next = size_again(step, &t);
	}
	if (size_final(&s->plan, step, l, &t, size, &e) != 0)
		return failure_errno(f, ENOSPC, e.text);
	expect(s, step, t.seconds * (double)*size / (double)t.size);
	return 0;
}

/* Whether the least that each step can do fits at all. */
static int
room_for_new(const struct site *s, const struct size_limits *l, struct failure *f)
{
	struct err e = { 0, "" };
	uint64_t least_size;

	for (size_t i = 0; i < s->plan.nstep; i++)
		if (size_needed(&s->plan.step[i]) &&
		    size_fit(&s->plan, &s->plan.step[i], l, 1, &least_size, &e) != 0)
			return failure_errno(f, e.code, e.text);
	return 0;
}

/* Whether the commands of a recipe fit into what is free. */
static int
room_for_recipe(const struct site *s, const struct session *session, const struct size_limits *l,
    struct failure *f)
{
	uint64_t bytes = 0, items = 0;
	uint64_t free_bytes = l->bytes * 4,
		 free_items = l->inodes == UINT64_MAX ? l->inodes : l->inodes * 4;
	char a[32], b[32];

	for (size_t i = 0; i < session->nrecipe; i++) {
		const struct step *step = plan_find(&s->plan, session->recipe[i].key);
		uint64_t more, n;

		size_demand(session->recipe[i].value, s->ranks, &more, &n);
		items = n > items ? n : items;
		/* the steps of a group share their files */
		if (step != NULL && plan_last_of_group(&s->plan, (size_t)(step - s->plan.step)))
			bytes += more;
	}
	if (bytes > free_bytes)
		return failure_set(f, "no-space",
		    "%s: the baseline's commands need %s, and %s is free", s->target,
		    units_human(a, sizeof a, (double)bytes, "B"),
		    units_human(b, sizeof b, (double)free_bytes, "B"));
	if (items > free_items)
		return failure_set(f, "no-space",
		    "%s: the baseline's commands need %llu inodes, and %llu are free", s->target,
		    (unsigned long long)items, (unsigned long long)free_items);
	return 0;
}

int
pilot_room(const struct site *s, const struct session *session, struct failure *f)
{
	struct size_limits l;

	if (limits(s, &l, f) != 0)
		return -1;
	if (l.readonly)
		return failure_set(
		    f, "io-error", "%s: its file system is mounted read-only", s->target);
	if (l.bytes == 0 || l.inodes == 0)
		return failure_set(f, "no-space", "%s: is full: no %s left", s->target,
		    l.bytes == 0 ? "space is" : "inodes are");
	return session->nrecipe == 0 ? room_for_new(s, &l, f) : room_for_recipe(s, session, &l, f);
}

int
pilot_size(struct site *s, struct session *session, struct failure *f)
{
	uint64_t *size = mem_zero(s->plan.nstep, sizeof *size);
	struct size_limits l;
	int rc = limits(s, &l, f);

	for (size_t i = 0; i < s->plan.nstep && rc == 0; i++) {
		const struct step *step = &s->plan.step[i];
		char *command;
		size_t first = 0;

		/* steps of a group share the size that the first of them was given */
		while (strcmp(s->plan.step[first].group, step->group) != 0)
			first++;
		if (first == i && size_needed(step))
			rc = size_group(s, step, &l, &size[i], f);
		if (rc != 0)
			break;
		command = size_command(step, &l, size[first], s->plan.iterations);
		session_recipe(session, step->name, command);
		free(command);
	}
	if (rc == 0)
		rc = site_sync(s, f);
	free(size);
	return rc;
}
