#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/look.h"
#include "cmd/nodes.h"
#include "cmd/order.h"
#include "cmd/rotate.h"
#include "cmd/site.h"
#include "compare/straggler.h"
#include "core/clock.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/stop.h"

#define SLACK 1.5 /* times what the steps should take must be left before the deadline */

/* A metric that a node was slow in belongs to that group. */
static bool
slow_in(const struct straggler *v, size_t n, const char *group)
{
	for (size_t i = 0; i < n; i++) {
		size_t len = strcspn(v[i].metric, "/");

		if (strlen(group) == len && strncmp(v[i].metric, group, len) == 0)
			return true;
	}
	return false;
}

/* As session, but only the steps of groups that a node was slow in. */
static struct session *
part(const struct site *s, const struct session *session, const struct straggler *v, size_t n)
{
	struct session *part = look_again(session);
	size_t kept = 0;

	for (size_t i = 0; i < part->nrecipe; i++) {
		const struct step *step = plan_find(&s->plan, part->recipe[i].key);

		if (slow_in(v, n, step->group)) {
			part->recipe[kept++] = part->recipe[i];
			continue;
		}
		free(part->recipe[i].key);
		free(part->recipe[i].value);
	}
	part->nrecipe = kept;
	return part;
}

/* The first host last: each has the ranks of the one before it. */
static void
shift(struct order_host *h, size_t n)
{
	struct order_host first = h[0];

	memmove(h, h + 1, (n - 1) * sizeof *h);
	h[n - 1] = first;
}

static bool
even(const struct order_host *h, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (h[i].ranks != h[0].ranks)
			return false;
	return n > 1;
}

static void
cannot(struct site *s, struct session *session, const char *host, const char *why)
{
	progress_note(
	    &s->progress, "node %s was slow; not looked at again with moved ranks: %s", host, why);
	session_warn(session, "not-rotated",
	    "whether the slowness of node %s goes with its files was not tried (its ranks on "
	    "another node): %s",
	    host, why);
}

/* Take away what a look that has failed left in the directories of its steps. */
static void
sweep(struct site *s, const struct session *again)
{
	for (size_t i = 0; i < again->nrecipe; i++) {
		struct failure ignored = { "", "" };

		site_remove(s, plan_find(&s->plan, again->recipe[i].key)->group, &ignored);
	}
}

/* Each host as often as it has ranks. */
static bool
same_places(const struct strv *seen, const struct order_host *h, size_t n)
{
	size_t rank = 0;

	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < h[i].ranks; k++, rank++)
			if (rank >= seen->n || strcmp(seen->v[rank], h[i].name) != 0)
				return false;
	return rank == seen->n;
}

/* Once more in the order of h.  0 or -1 with why. */
static int
look(struct site *s, struct session *again, const struct order_host *h, size_t n,
    struct failure *why)
{
	struct strv was = s->placed;
	char *path = NULL;
	int rc = order_write(s, h, n, &path, why);

	s->order = path;
	memset(&s->placed, 0, sizeof s->placed);
	if (rc == 0)
		rc = nodes_placed(s, &s->placed, why);
	if (rc == 0 && !same_places(&s->placed, h, n))
		rc = failure_set(
		    why, "launch", "the launcher did not place the ranks as it was told to");
	if (rc == 0)
		rc = look_take(s, again, NULL, NULL, "rotated-", why);
	s->order = NULL;
	strv_free(&s->placed);
	s->placed = was;
	order_drop(path);
	again->finished = (long long)clock_wall();
	return rc;
}

static int
rotated(struct site *s, struct session *session, struct session *again, const struct order_host *h,
    size_t n, const char *host, struct failure *f)
{
	struct failure why = { "", "" };

	progress_note(&s->progress,
	    "node %s was slow: looking again with every node's ranks moved on by one node", host);
	if (look(s, again, h, n, &why) == 0) {
		session->rotated = again;
		return 0;
	}
	/* the job itself has been measured, and that is not lost: only a request to stop is heard
	 */
	if (!stop_asked())
		sweep(s, again);
	session_free(again);
	if (stop_asked())
		return failure_set(f, why.reason, "%s", why.text);
	cannot(s, session, host, why.text);
	return 0;
}

int
rotate_take(struct site *s, struct session *session, struct failure *f)
{
	struct straggler *v;
	struct order_host *h = NULL;
	size_t n = straggler_find(session, &v), hosts;
	struct session *again;
	int rc = 0;

	if (n == 0)
		return 0;
	hosts = order_placed(session, &h);
	again = part(s, session, v, n);
	if (hosts == 0 || !even(h, hosts)) {
		cannot(s, session, v[0].host, "the ranks are not spread evenly, node after node");
		session_free(again);
	} else if (site_left(s) < SLACK * look_seconds(s, again)) {
		cannot(s, session, v[0].host,
		    "the deadline leaves no time for it: give a longer --deadline");
		session_free(again);
	} else {
		shift(h, hosts);
		rc = rotated(s, session, again, h, hosts, v[0].host, f);
	}
	order_hosts_free(h, hosts);
	free(v);
	return rc;
}
