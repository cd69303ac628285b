#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/generated.h"
#include "cmd/listing.h"
#include "compare/verdict.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/session.h"
#include "launch/which.h"
#include "report/index.h"
#include "store/store.h"

/* "node%2001/20261130T185845Z/report.html" as a link: a folder's own '%' is one more escape. */
static char *
link_of(const char *reports, const char *dir)
{
	size_t n = strlen(reports);
	const char *below = strncmp(dir, reports, n) == 0 ? dir + n : dir;
	char *out, *o;

	while (*below == '/')
		below++;
	out = o = mem_zero(3 * strlen(below) + 16, 1);
	for (; *below; below++)
		o += snprintf(o, 4,
		    strchr("%?#\"<>", *below) || (unsigned char)*below <= ' ' ? "%%%02X" : "%c",
		    (unsigned char)*below);
	snprintf(o, 16, "/report.html");
	return out;
}

static void
add(struct index *x, const char *reports, const char *dir)
{
	struct session *session = NULL;
	struct verdicts *v = NULL;
	struct err e = { 0, "" };
	json_t *j = NULL;
	char *href = link_of(reports, dir);
	int rc = store_run_read(dir, &session, NULL, &j, &e);

	if (rc == 0)
		rc = verdict_read(j, &v, &e);
	if (rc == 0)
		index_add(x, session, v, href);
	else
		fprintf(stderr, "check-fs: %s, left out of index.html\n", e.text);
	json_decref(j);
	verdict_free(v);
	session_free(session);
	free(href);
}

static int
prune(const struct settings *s, const struct index *x, int keep, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc >= 0 && i < x->n; i++)
		if (i == 0 || strcmp(x->run[i].machine, x->run[i - 1].machine) != 0)
			rc = store_run_prune(s->reports, x->run[i].machine, (size_t)keep, e);
	return rc;
}

static void
collect(const struct settings *s, struct index *x)
{
	struct strv dirs = { NULL, 0, 0 };

	store_runs(s->reports, &dirs);
	for (size_t i = 0; i < dirs.n; i++)
		add(x, s->reports, dirs.v[i]);
	strv_free(&dirs);
}

static int
save(const struct settings *s, const struct index *x, struct err *e)
{
	char *path = file_join(s->reports, "index.html"), *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	int rc = index_html(f, x, e);

	fclose(f);
	if (rc == 0)
		rc = file_write(path, text, len, e);
	free(text);
	free(path);
	return rc;
}

int
listing_update(const struct settings *s, int keep, struct err *e)
{
	char gnuplot[4096], *charts = settings_own("charts");
	struct index x;
	int rc;

	memset(&x, 0, sizeof x);
	rc = generated_at(&x.now, e);
	if (which_find("gnuplot", gnuplot, sizeof gnuplot))
		x.gnuplot = gnuplot;
	x.charts = charts;
	if (rc == 0)
		collect(s, &x);
	if (rc == 0 && keep > 0) {
		rc = prune(s, &x, keep, e);
		index_free(&x);
		collect(s, &x);
	}
	if (rc >= 0)
		rc = save(s, &x, e);
	if (rc == 0)
		rc = (int)x.n;
	index_free(&x);
	free(charts);
	return rc;
}
