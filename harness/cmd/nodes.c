#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/node.h"
#include "cmd/nodes.h"
#include "cmd/rundir.h"
#include "cmd/site.h"
#include "compare/verdict.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/stop.h"

#define LIMIT 120.0 /* seconds */
#define CLOCK_SLACK                                                                                \
	5.0 /* seconds between clocks; the processes do not start at the same moment               \
	     */
#define LOCAL_SLACK (16.0 * 1024 * 1024) /* bytes of a local disk that MPI needs for itself */

/* The ranks of one host. */
struct host {
	const struct node_view *view; /* of its first rank */
	int ranks;
};

struct hosts {
	struct host *h;
	size_t n;
};

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct host *)a)->view->host, ((const struct host *)b)->view->host);
}

static void
group(const struct node_view *v, size_t n, struct hosts *out)
{
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < out->n && strcmp(out->h[k].view->host, v[i].host) != 0)
			k++;
		if (k == out->n) {
			out->h = mem_grow(out->h, out->n + 1, sizeof *out->h);
			out->h[out->n++] = (struct host){ &v[i], 0 };
		}
		out->h[k].ranks++;
	}
	if (out->n > 1)
		qsort(out->h, out->n, sizeof *out->h, by_name);
}

/* "a:4 b:4"; caller frees. */
static char *
list(const struct hosts *h)
{
	char *text = mem_dup("");

	for (size_t i = 0; i < h->n; i++) {
		char *more =
		    mem_fmt("%s%s%s:%d", text, i > 0 ? " " : "", h->h[i].view->host, h->h[i].ranks);

		free(text);
		text = more;
	}
	return text;
}

/* Ranks and nodes are as asked. */
static int
check_layout(const struct site *s, const struct hosts *h, size_t ranks, struct failure *f)
{
	char *text = list(h);
	int rc = 0;

	if (ranks != (size_t)s->ranks)
		rc = failure_set(f, "launch", "%s started %zu processes (%s), not %d",
		    s->launcher->name, ranks, text, s->ranks);
	else if (h->n != (size_t)s->nodes)
		rc = failure_set(f, "launch",
		    "the ranks run on %zu node%s (%s), not on %d: look at the host file or the "
		    "allocation, or say "
		    "--nodes=%zu",
		    h->n, h->n == 1 ? "" : "s", text, s->nodes, h->n);
	free(text);
	return rc;
}

/* Every node sees the directory that this one has made. */
static int
check_target(const struct site *s, const struct hosts *h, struct failure *f)
{
	char mark[512], *bad = NULL;
	size_t n = 0;

	if (rundir_mark(s->work, mark, sizeof mark, NULL) != 0)
		return failure_set(f, "io-error", "%s: has lost its marker", s->work);
	for (size_t i = 0; i < h->n; i++) {
		const struct node_view *v = h->h[i].view;
		char *more;

		if (strcmp(v->mark, mark) == 0)
			continue;
		more = mem_fmt("%s%s%s", bad ? bad : "", bad ? ", " : "", v->host);
		free(bad);
		bad = more;
		n++;
	}
	if (n == 0)
		return 0;
	failure_set(f, "io-error",
	    "%s: is not the same file system on every node: %s %s not see what is written to it "
	    "here: mount it there, or "
	    "leave %s out",
	    s->target, bad, n == 1 ? "does" : "do", n == 1 ? "that node" : "those nodes");
	free(bad);
	return -1;
}

static void
warn_uneven(const struct hosts *h, struct session *session)
{
	char *text = list(h);

	for (size_t i = 1; i < h->n; i++) {
		const struct node_view *a = h->h[0].view, *b = h->h[i].view;

		if (h->h[i].ranks != h->h[0].ranks)
			session_warn(session, "uneven-nodes",
			    "the ranks are spread unevenly over the nodes: %s", text);
		if (strcmp(a->type, b->type) != 0)
			session_warn(session, "uneven-mounts", "%s has the target as %s, %s as %s",
			    a->host, a->type, b->host, b->type);
		if (strcmp(a->kernel, b->kernel) != 0)
			session_warn(session, "uneven-kernels", "%s runs kernel %s, %s runs %s",
			    a->host, a->kernel, b->host, b->kernel);
	}
	free(text);
}

static void
warn_clocks(const struct hosts *h, struct session *session)
{
	size_t low = 0, high = 0;

	for (size_t i = 1; i < h->n; i++) {
		if (h->h[i].view->clock < h->h[low].view->clock)
			low = i;
		if (h->h[i].view->clock > h->h[high].view->clock)
			high = i;
	}
	if (h->h[high].view->clock - h->h[low].view->clock > CLOCK_SLACK)
		session_warn(session, "clock-skew",
		    "the clock of %s is %.0f s ahead of that of %s: set the time (chrony, ntp)",
		    h->h[high].view->host, h->h[high].view->clock - h->h[low].view->clock,
		    h->h[low].view->host);
}

static void
warn_each(const struct hosts *h, struct session *session)
{
	for (size_t i = 0; i < h->n; i++) {
		const struct node_view *v = h->h[i].view;

		if (v->local < LOCAL_SLACK)
			session_warn(session, "local-disk-full",
			    "%s has only %.0f MiB left for temporary files", v->host,
			    v->local / (1024 * 1024));
		if (h->h[i].ranks > v->cores)
			session_warn(session, "oversubscribed", "%s runs %d ranks on %d cores",
			    v->host, h->h[i].ranks, v->cores);
	}
}

static int
judge(const struct site *s, struct session *session, const struct node_view *v, size_t n,
    struct failure *f)
{
	struct hosts h = { NULL, 0 };
	char *hosts;
	int rc;

	group(v, n, &h);
	hosts = list(&h);
	session_env(session, "job.hosts", "%s", hosts);
	free(hosts);
	rc = check_layout(s, &h, n, f) == 0 ? check_target(s, &h, f) : -1;
	if (rc == 0) {
		warn_uneven(&h, session);
		warn_clocks(&h, session);
		warn_each(&h, session);
	}
	free(h.h);
	return rc;
}

/* The hosts in the order of the ranks; none, and false, where not every rank has told its number.
 */
static bool
by_rank(const struct node_view *v, size_t n, struct strv *hosts)
{
	strv_free(hosts);
	for (size_t rank = 0; rank < n; rank++) {
		size_t i = 0;

		while (i < n && v[i].rank != (int)rank)
			i++;
		if (i == n) {
			strv_free(hosts);
			return false;
		}
		strv_add(hosts, "%s", v[i].host);
	}
	return true;
}

/* Seconds that starting the job may take. */
static double
limit(const struct site *s)
{
	double left = site_left(s);

	return left < LIMIT ? left : LIMIT;
}

/* What every rank of the job sees; the caller frees *out. */
static int
ask(struct site *s, const char *what, struct node_view **out, size_t *n, struct failure *f)
{
	struct strv argv = { NULL, 0, 0 }, vars = { NULL, 0, 0 };
	struct launch_status st;
	struct err e = { 0, "" };
	char *log = file_join(s->dir, "nodes.log"), *text = NULL;
	int rc = 0;

	*out = NULL;
	*n = 0;
	progress_plan(&s->progress, 0, 0);
	progress_step(&s->progress, what, 0, false);
	if (site_words(s, "check-fs node {dir}", NULL, s->work, &argv, &vars, &e) != 0 ||
	    launch_run(
		&argv, &vars, s->launcher->stop_signal, log, limit(s), NULL, NULL, &st, &e) != 0)
		rc = failure_set(f, "launch", "%s", e.text);
	else if (st.stopped)
		rc = failure_set(f, "signal", "stopped by signal %d", stop_asked());
	else if (file_read(log, &text, NULL, &e) != 0)
		rc = failure_set(f, "launch", "%s", e.text);
	else if (st.exit != 0)
		rc = site_ended(s, what, log, &st, f);
	else
		*n = node_read(text, out);
	if (rc == 0)
		unlink(log); /* kept only where it shows what went wrong */
	strv_free(&argv);
	strv_free(&vars);
	free(text);
	free(log);
	return rc;
}

int
nodes_check(struct site *s, struct session *session, struct failure *f)
{
	const char *host = session_env_get(session, "host.name");
	struct node_view *v;
	size_t n;
	int rc;

	if (s->nodes == 1) {
		session_env(
		    session, "job.hosts", "%s:%d", host != NULL ? host : "localhost", s->ranks);
		return 0;
	}
	rc = ask(s, "asking every node what it sees", &v, &n, f);
	if (rc == 0)
		rc = judge(s, session, v, n, f);
	if (rc == 0)
		by_rank(v, n, &s->placed);
	free(v);
	return rc;
}

int
nodes_placed(struct site *s, struct strv *hosts, struct failure *f)
{
	struct node_view *v;
	size_t n;
	int rc = ask(s, "seeing where the ranks are started", &v, &n, f);

	strv_free(hosts);
	if (rc == 0 && n != (size_t)s->ranks)
		rc = failure_set(f, "launch", "%s started %zu processes, not %d", s->launcher->name,
		    n, s->ranks);
	if (rc == 0 && !by_rank(v, n, hosts))
		for (size_t i = 0; i < n; i++)
			strv_add(hosts, "%s", v[i].host);
	free(v);
	return rc;
}

void
nodes_slow(struct session *session, const struct verdicts *v)
{
	for (size_t i = 0; i < v->nslow; i++)
		session_warn(session, "slow-node", "%s", v->slow[i].why);
}
