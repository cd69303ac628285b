#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/generated.h"
#include "cmd/judging.h"
#include "cmd/listing.h"
#include "compare/verdict.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"
#include "core/units.h"
#include "launch/which.h"
#include "report/html.h"
#include "report/report.h"
#include "store/store.h"

struct choice {
	const char *format, *output;
	int detail, keep;
	bool png;  /* the charts beside */
	bool list; /* only the list of all runs */
};

/* A run as it was stored, and what its series' baseline adds to the trends. */
struct stored {
	char *dir;
	struct session *session, *second;
	struct verdicts *verdicts;
	struct judging judging;
	bool judged; /* judging is loaded */
};

static void
stored_free(struct stored *r)
{
	if (r->judged)
		judging_free(&r->judging);
	verdict_free(r->verdicts);
	session_free(r->session);
	session_free(r->second);
	free(r->dir);
	memset(r, 0, sizeof *r);
}

/* RUN is a run's directory, its result.json, or a path below the reports folder ("latest"). */
static char *
directory(const char *reports, const char *run)
{
	char *below = file_join(reports, run), *dir = mem_dup(file_exists(run)     ? run
							      : file_exists(below) ? below
										   : run);
	char *slash = strrchr(dir, '/');

	free(below);
	if (!file_exists(dir) || file_is_dir(dir))
		return dir;
	if (slash != NULL) {
		slash[slash == dir] = '\0';
		return dir;
	}
	free(dir);
	return mem_dup(".");
}

static int
load(const struct settings *s, const char *run, struct stored *r, struct err *e)
{
	json_t *j = NULL;
	int rc;

	memset(r, 0, sizeof *r);
	r->dir = directory(s->reports, run);
	rc = store_run_read(r->dir, &r->session, &r->second, &j, e);
	if (rc == 0)
		rc = verdict_read(j, &r->verdicts, e);
	json_decref(j);
	if (rc != 0)
		return rc;
	/* without a baseline there are no trends, which is no reason to write no report */
	if (r->session->machine != NULL && r->session->series != NULL)
		r->judged = judging_load(
				s, r->session->machine, r->session->series, &r->judging, NULL) == 0;
	return 0;
}

/* One format on standard output. */
static int
print(const struct choice *c, struct report_in *in, struct err *e)
{
	const struct report_ops *f = report_find(c->format);

	if (f == NULL)
		return err_set(e, EINVAL,
		    "--format: '%s' is not one format, and --output - takes one", c->format);
	report_terminal(in, 1);
	in->detail = c->detail;
	return f->write(stdout, in, e);
}

/* Where a run's reports go: into its own directory, DIR, or DIR/ITS-NAME where there are several.
 */
static char *
destination(const struct choice *c, const struct stored *r, bool several)
{
	const char *slash = strrchr(r->dir, '/');

	if (c->output == NULL)
		return mem_dup(r->dir);
	return several ? file_join(c->output, slash ? slash + 1 : r->dir) : mem_dup(c->output);
}

static int
render(
    const struct settings *s, const struct choice *c, const char *run, bool several, struct err *e)
{
	char gnuplot[4096], *charts = settings_own("charts"), *to = NULL;
	struct report_in in;
	struct stored r;
	int rc = load(s, run, &r, e);

	memset(&in, 0, sizeof in);
	if (rc == 0)
		rc = generated_at(&in.now, e);
	if (rc != 0)
		goto out;
	in.session = r.session;
	in.second = r.second;
	in.verdicts = r.verdicts;
	in.history = r.judged ? r.judging.baseline.session : NULL;
	in.nhistory = r.judged ? r.judging.baseline.n : 0;
	in.logs = r.dir;
	in.charts = charts;
	if (which_find("gnuplot", gnuplot, sizeof gnuplot))
		in.gnuplot = gnuplot;
	if (c->output != NULL && strcmp(c->output, "-") == 0) {
		rc = print(c, &in, e);
		goto out;
	}
	to = destination(c, &r, several);
	rc = file_mkdirs(to, 0777, e);
	if (rc == 0)
		rc = report_write(to, c->format, &in, e);
	if (rc == 0 && c->png)
		rc = html_png(to, &in, e);
	if (rc >= 0)
		printf("%s\n", to);
out:
	stored_free(&r);
	free(charts);
	free(to);
	return rc > 0 ? 0 : rc;
}

#define AT(m) offsetof(struct choice, m)
static const struct opt opts[] = {
	{ 'f', "format", OPT_STR, AT(format), "LIST",
	    "formats to write, comma-separated (default: all)", 0, 0, NULL, 0 },
	{ 'o', "output", OPT_STR, AT(output), "DIR",
	    "where to write; - prints one format (default: the run's directory)", 0, 0, NULL, 0 },
	{ 'v', "verbose", OPT_COUNT, AT(detail), NULL,
	    "with --output -: everything that text has to say", 0, 0, NULL, 0 },
	{ 'k', "keep", OPT_INT, AT(keep), "N", "remove all but each machine's newest N runs", 1,
	    1000000, NULL, 0 },
	{ 'l', "list", OPT_FLAG, AT(list), NULL, "no run, only index.html, which lists all runs", 0,
	    0, NULL, 0 },
	{ 0, "png", OPT_FLAG, AT(png), NULL, "the charts as PNG files too", 0, 0, NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "show this help", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

/* The list of all runs, after pruning them. */
static int
list(const struct settings *s, const struct choice *c, struct err *e)
{
	int rc = file_is_dir(s->reports)
		     ? listing_update(s, c->keep, e)
		     : err_set(e, ENOENT, "%s: there are no reports", s->reports);

	if (rc < 0)
		return rc;
	printf("%s/index.html\n", s->reports);
	return 0;
}

static void
help(const struct opt_set *sets)
{
	cmd_help(cmd_find("report"), sets);
	printf("\nFormats:\n");
	for (const struct report_ops *const *f = report_all(); *f != NULL; f++)
		printf("  %-10s %-14s %s\n", (*f)->name, (*f)->file, (*f)->help);
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct choice c = { 0 };
	struct settings s = { 0 };
	const struct opt_set sets[] = { { opts, &c, NULL }, { settings_opts, &s, "Common options" },
		{ NULL, NULL, NULL } };
	struct strv runs = { NULL, 0, 0 };
	int rc = opt_parse(sets, argc, argv, &runs, e);

	if (rc == 1) {
		help(sets);
		strv_free(&runs);
		return 0;
	}
	if (rc == 0)
		rc = settings_finish(&s, e);
	if (rc == 0 && c.list && runs.n > 0)
		rc = err_set(e, EINVAL, "--list: takes no run");
	if (rc == 0 && runs.n == 0 && !c.list && c.keep == 0)
		strv_add(&runs, "latest");
	if (c.output != NULL && strcmp(c.output, "-") == 0 && c.format == NULL)
		c.format = "text";
	for (size_t i = 0; rc == 0 && i < runs.n; i++)
		rc = render(&s, &c, runs.v[i], runs.n > 1, e);
	if (rc == 0 && (c.list || c.keep > 0))
		rc = list(&s, &c, e);
	strv_free(&runs);
	return rc == -ENOENT ? -EINVAL : rc;
}

const struct cmd_ops cmd_report = {
	"report",
	"write the reports of a run again from its result.json",
	"[options] [RUN...]",
	"RUN is a run's directory, its result.json, or a path below the reports folder (default: "
	"latest).\n"
	"Prints the directories it wrote to.  SOURCE_DATE_EPOCH sets the time that the reports say "
	"they were written.\n",
	run,
};
