#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/alone.h"
#include "cmd/look.h"
#include "cmd/nodes.h"
#include "cmd/order.h"
#include "cmd/site.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/session.h"

#define SLACK 2.0 /* times what the steps should take */
#define START 2.0 /* seconds beside the measuring, a step */

double
alone_seconds(const struct plan *plan, int nodes)
{
	double seconds = 0;

	for (size_t i = 0; i < plan->nstep; i++)
		seconds += SLACK * plan->step[i].seconds + START;
	return nodes * seconds;
}

/* A recipe's command with one iteration; the caller frees. */
static char *
one_iteration(const char *command)
{
	struct strv words = { NULL, 0, 0 };
	char *text;

	if (strv_split(&words, command) != 0)
		return mem_dup(command);
	for (size_t i = 0; i + 1 < words.n; i++)
		if (strcmp(words.v[i], "-i") == 0) {
			free(words.v[i + 1]);
			words.v[i + 1] = mem_dup("1");
		}
	text = strv_line(&words);
	strv_free(&words);
	return text;
}

static struct session *
small(const struct session *session, int ranks)
{
	struct session *s = look_again(session);

	for (size_t i = 0; i < session->nrecipe; i++) {
		char *command = one_iteration(session->recipe[i].value);

		session_recipe(s, session->recipe[i].key, command);
		free(command);
	}
	s->ranks = ranks;
	s->nodes = 1;
	return s;
}

/* What host's ranks did, as ranks of the job: `first` is the first of them there. */
static void
merge(struct session *all, const struct session *one, const char *host, int first)
{
	for (size_t i = 0; i < one->nmetric; i++) {
		const struct session_metric *from = &one->metric[i];
		struct session_metric *m = session_metric(all, from->id, from->unit, from->better);

		for (size_t k = 0; k < from->detail.nshare; k++)
			detail_share(&m->detail, host, first + from->detail.share[k].rank,
			    from->detail.share[k].rate);
		if (from->caveat != NULL && m->caveat == NULL)
			m->caveat = mem_dup(from->caveat);
		if (from->invalid != NULL && m->invalid == NULL)
			m->invalid = mem_dup(from->invalid);
	}
}

/* They are kept only where they show what went wrong: the report shows all logs. */
static void
drop_logs(const struct site *s, const struct session *one, const char *prefix)
{
	for (size_t i = 0; i < one->nrecipe; i++) {
		char *name = mem_fmt("%s%s.log", prefix, one->recipe[i].key),
		     *path = file_join(s->dir, name);

		unlink(path);
		free(path);
		free(name);
	}
}

/* The launcher has really started them there: another node's rates would be told as this one's. */
static int
check_there(struct site *s, const char *host, struct failure *f)
{
	struct strv seen = { NULL, 0, 0 };
	int rc = nodes_placed(s, &seen, f);

	for (size_t i = 0; rc == 0 && i < seen.n; i++)
		if (strcmp(seen.v[i], host) != 0)
			rc = failure_set(f, "launch",
			    "--per-node: %s was asked to start ranks on %s, and started them on "
			    "%s",
			    s->launcher->name, host, seen.v[i]);
	strv_free(&seen);
	return rc;
}

/* Measure `one` on a host by itself, or (NULL) only see that ranks are started there. */
static int
on_host(struct site *s, const struct order_host *host, struct session *one, const char *prefix,
    struct failure *f)
{
	struct site lone = *s;
	char *order = NULL;
	int rc = order_write(s, host, 1, &order, f);

	lone.order = order;
	lone.alone = host->name;
	lone.ranks = host->ranks;
	lone.nodes = 1;
	lone.plan.iterations = 1;
	memset(&lone.placed, 0, sizeof lone.placed);
	if (rc == 0 && one == NULL)
		rc = check_there(&lone, host->name, f);
	else if (rc == 0)
		rc = look_take(&lone, one, NULL, NULL, prefix, f);
	s->progress = lone.progress;
	order_drop(order);
	return rc;
}

static int
one_node(struct site *s, const struct session *session, struct session *all,
    const struct order_host *host, int first, struct failure *f)
{
	struct session *one = small(session, host->ranks);
	char *prefix = mem_fmt("alone-%s-", host->name);
	int rc = on_host(s, host, one, prefix, f);

	if (rc == 0) {
		merge(all, one, host->name, first);
		drop_logs(s, one, prefix);
	}
	session_free(one);
	free(prefix);
	return rc;
}

/* A launcher that does as it is told for the first host and for the last does so for the others. */
static int
check_launcher(struct site *s, const struct order_host *host, size_t n, struct failure *f)
{
	if (on_host(s, &host[0], NULL, "", f) != 0)
		return -1;
	return n > 1 ? on_host(s, &host[n - 1], NULL, "", f) : 0;
}

/* The job itself must still fit before the deadline. */
static bool
too_late(const struct site *s, const struct session *session, size_t done)
{
	return done > 0 &&
	       site_left(s) < SLACK * look_seconds(s, session) + alone_seconds(&s->plan, 1);
}

int
alone_take(struct site *s, struct session *session, struct failure *f)
{
	struct order_host *host;
	size_t n = order_hosts(session, &host), done = 0;
	int rc = n > 0 ? check_launcher(s, host, n, f) : 0, first = 0;

	session->alone = look_again(session);
	for (; rc == 0 && done < n && !too_late(s, session, done); done++) {
		rc = one_node(s, session, session->alone, &host[done], first, f);
		first += host[done].ranks;
	}
	if (rc == 0 && done < n)
		session_warn(session, "per-node-cut",
		    "only %zu of %zu nodes were run alone, the deadline left no time for more: "
		    "give a longer --deadline",
		    done, n);
	session->alone->finished = session->alone->started;
	order_hosts_free(host, n);
	return rc;
}
