#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/estimate.h"
#include "cmd/look.h"
#include "cmd/shares.h"
#include "cmd/site.h"
#include "core/clock.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/session.h"
#include "core/str.h"

#define CACHED "cached-read" /* a warning of ior, and a caveat of its metric */

double
look_seconds(const struct site *s, const struct session *session)
{
	double seconds = 0;

	for (size_t i = 0; i < session->nrecipe; i++)
		seconds += estimate_step(s, plan_find(&s->plan, session->recipe[i].key));
	return seconds;
}

/* The program that a recipe's command runs. */
static const char *
tool_of(const char *command)
{
	return str_starts(command, "mdtest") ? "mdtest" : "ior";
}

int
look_check(const struct site *s, const struct session *session, struct failure *f)
{
	for (size_t i = 0; i < session->nrecipe; i++)
		if (plan_find(&s->plan, session->recipe[i].key) == NULL)
			return failure_set(f, "invalid",
			    "the baseline's recipe has a step '%s' that profile %s does not have: "
			    "the profile has changed "
			    "since; measure with the old one, or accept a new baseline",
			    session->recipe[i].key, s->plan.name);
	return 0;
}

/* No later step of the recipe works in the directory of step i. */
static bool
last_of_group(const struct site *s, const struct session *session, size_t i)
{
	const struct step *step = plan_find(&s->plan, session->recipe[i].key);

	for (size_t k = i + 1; k < session->nrecipe; k++)
		if (strcmp(plan_find(&s->plan, session->recipe[k].key)->group, step->group) == 0)
			return false;
	return true;
}

static void
caveat(struct session *session, const char *id, const char *word)
{
	struct session_metric *m;

	if (session_find(session, id) == NULL)
		return;
	m = session_metric(session, id, "", BETTER_HIGHER);
	free(m->caveat);
	m->caveat = mem_dup(word);
}

static void
caveat_of(struct session *session, const struct step *step, const char *name, const char *word)
{
	char *id = mem_fmt("%s/%s", step->group, name);

	caveat(session, id, word);
	free(id);
}

static bool
has_word(const struct step *step, const char *word)
{
	for (size_t i = 0; i < step->argv.n; i++)
		if (strcmp(step->argv.v[i], word) == 0)
			return true;
	return false;
}

/*
 * What the node that looks at an item made itself may be answered from its client's cache.  With -N
 * the items of the next node are stat'ed and those of the node after it are read: on two nodes
 * these are the own again.
 */
static void
mark_local(const struct site *s, struct session *session, const struct step *step)
{
	int shifts = has_word(step, "-N") ? s->nodes - 1 : 0;

	if (strcmp(step->tool, "mdtest") != 0)
		return;
	if (shifts < 1) {
		caveat_of(session, step, "dir-stat", "local-stat");
		caveat_of(session, step, "file-stat", "local-stat");
	}
	if (shifts < 2)
		caveat_of(session, step, "file-read", "local-read");
}

static bool
in_memory(const struct session *session)
{
	const char *device = session_env_get(session, "fs.device");

	return device != NULL && strcmp(device, "memory") == 0;
}

static bool
was_cached(const struct result *r)
{
	for (size_t i = 0; i < r->nwarning; i++)
		if (strcmp(r->warning[i].code, CACHED) == 0)
			return true;
	return false;
}

/* Data that did not come from a device: because there is none, or in spite of all dropping. */
static void
mark_cached(struct session *session, const struct step *step, const struct result *r)
{
	if (strcmp(step->tool, "ior") != 0)
		return;
	if (in_memory(session))
		caveat_of(session, step, "read", "memory");
	else if (was_cached(r))
		caveat_of(session, step, "read", "cached-read");
}

/* Advice on the page cache is of no use where the file system is nothing else. */
static void
drop_cached(struct result *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->nwarning; i++) {
		if (strcmp(r->warning[i].code, CACHED) != 0) {
			r->warning[n++] = r->warning[i];
			continue;
		}
		free(r->warning[i].code);
		free(r->warning[i].text);
	}
	r->nwarning = n;
}

static void
take(const struct site *s, struct session *session, const struct step *step, struct result *r)
{
	if (in_memory(session))
		drop_cached(r);
	session_take(session, step->group, r);
	mark_local(s, session, step);
	mark_cached(session, step, r);
}

static int
one(struct site *s, struct session *session, size_t i, const char *prefix, struct failure *f)
{
	const struct setting *r = &session->recipe[i];
	const struct step *step = plan_find(&s->plan, r->key);
	char *log = mem_fmt("%s%s.log", prefix, step->name),
	     *what = mem_fmt("%s%s", prefix, step->name);
	double seconds = estimate_step(s, step);
	struct result result;
	int rc;

	progress_step(&s->progress, what, seconds, true);
	rc = site_bench(s, what, r->value, step->group, log,
	    fmax(seconds, step->seconds * s->plan.iterations), &result, f);
	if (rc == 0) {
		take(s, session, step, &result);
		result_free(&result);
		if (last_of_group(s, session, i))
			rc = site_remove(s, step->group, f);
	}
	if (rc == 0)
		rc = site_sync(s, f);
	progress_end(&s->progress);
	free(log);
	free(what);
	return rc;
}

/* Put the metrics of a group side by side: its steps need not follow each other. */
static void
sort_groups(struct session *session)
{
	for (size_t i = 1; i < session->nmetric; i++) {
		struct session_metric m = session->metric[i];
		size_t len = strcspn(m.id, "/") + 1, to = i;

		for (size_t k = 0; k < i; k++)
			if (strncmp(session->metric[k].id, m.id, len) == 0)
				to = k + 1;
		memmove(&session->metric[to + 1], &session->metric[to], (i - to) * sizeof m);
		session->metric[to] = m;
	}
}

int
look_take(struct site *s, struct session *session,
    bool (*wanted)(const char *tool, const void *arg), const void *arg, const char *prefix,
    struct failure *f)
{
	double seconds = 0;
	size_t steps = 0;

	for (size_t i = 0; i < session->nrecipe; i++)
		if (wanted == NULL || wanted(tool_of(session->recipe[i].value), arg)) {
			steps++;
			seconds += estimate_step(s, plan_find(&s->plan, session->recipe[i].key));
		}
	progress_plan(&s->progress, steps, seconds);
	for (size_t i = 0; i < session->nrecipe; i++)
		if ((wanted == NULL || wanted(tool_of(session->recipe[i].value), arg)) &&
		    one(s, session, i, prefix, f) != 0)
			return -1;
	shares_hosts(session, &s->placed);
	sort_groups(session);
	return 0;
}

struct session *
look_again(const struct session *first)
{
	struct session *s = session_new();
	char stamp[32];

	s->started = (long long)clock_wall();
	s->id = mem_dup(clock_stamp(stamp, sizeof stamp, (time_t)s->started));
	s->machine = mem_dup(first->machine);
	s->series = mem_dup(first->series);
	s->target = mem_dup(first->target);
	s->profile = mem_dup(first->profile);
	s->ranks = first->ranks;
	s->nodes = first->nodes;
	for (size_t i = 0; i < first->nenv; i++)
		session_env(s, first->env[i].key, "%s", first->env[i].value);
	for (size_t i = 0; i < first->nrecipe; i++)
		session_recipe(s, first->recipe[i].key, first->recipe[i].value);
	return s;
}
