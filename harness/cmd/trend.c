#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/generated.h"
#include "cmd/judging.h"
#include "cmd/trend_history.h"
#include "compare/sentence.h"
#include "compare/trend.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/units.h"
#include "launch/which.h"
#include "report/history.h"

struct args {
	struct settings s;
	const char *series, *page;
};

#define AT(m) offsetof(struct args, m)
static const struct opt opts[] = {
	{ 0, "series", OPT_STR, AT(series), "NAME", "one series of the machine (default: each)", 0,
	    0, NULL, 0 },
	{ 'o', "output", OPT_STR, AT(page), "FILE", "the page (default: in --reports)", 0, 0, NULL,
	    0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "this text", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

extern const struct cmd_ops cmd_trend;

/* Texts that one metric's row is made of. */
struct texts {
	char now[48], first[32], last[32], *told;
	long long *change;
};

static void
against(char *buf, size_t size, double ratio)
{
	if (isnan(ratio))
		snprintf(buf, size, "-");
	else
		sentence_percent(buf, size, ratio);
}

/* "2026-11-28: 100 MiB/s -> 80 MiB/s (-20 %); ..." and what it is slower than. */
static char *
told(const struct trend *t)
{
	char *text = mem_dup(""), *longer, day[32], before[48], after[48], percent[24];

	for (size_t i = 0; i < t->nchange; i++) {
		const struct trend_change *c = &t->change[i];

		clock_iso(day, sizeof day, (time_t)t->when[c->at]);
		day[10] = '\0';
		longer = mem_fmt("%s%s%s: %s -> %s (%s)", text, *text ? "; " : "", day,
		    units_human(before, sizeof before, c->before, t->unit),
		    units_human(after, sizeof after, c->after, t->unit),
		    sentence_percent(percent, sizeof percent, c->after / c->before));
		free(text);
		text = longer;
	}
	if (t->first_slower || t->last_slower) {
		longer =
		    mem_fmt("%s%sslower than the %s accepted sessions", text, *text ? "; " : "",
			t->first_slower && t->last_slower ? "first and the last"
			: t->first_slower                 ? "first"
							  : "last");
		free(text);
		text = longer;
	}
	if (*text)
		return text;
	free(text);
	return NULL;
}

static void
row(const struct trend *t, struct texts *x, struct report_history_metric *m)
{
	units_human(x->now, sizeof x->now, t->now, t->unit);
	against(x->first, sizeof x->first, t->first_ratio);
	against(x->last, sizeof x->last, t->last_ratio);
	x->told = told(t);
	x->change = mem_zero(t->nchange + 1, sizeof *x->change);
	for (size_t i = 0; i < t->nchange; i++)
		x->change[i] = t->when[t->change[i].at];
	*m = (struct report_history_metric){ .name = t->metric,
		.unit = t->unit,
		.value = t->value,
		.when = t->when,
		.accepted = t->accepted,
		.n = t->n,
		.change = x->change,
		.nchange = t->nchange,
		.now = x->now,
		.first = x->first,
		.last = x->last,
		.told = x->told,
		.warn = t->first_slower || t->last_slower };
}

static int
write_page(const char *path, const struct report_history *h, struct err *e)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	int rc;

	if (f == NULL)
		return err_sys(e, errno, "%s: cannot write", path);
	rc = report_history_html(f, h, e);
	fclose(f);
	if (rc == 0)
		rc = file_write(path, text, len, e);
	free(text);
	return rc;
}

static int
show(const struct args *a, const char *series, const struct trend *t, size_t k, const char *note,
    struct err *e)
{
	struct report_history_metric *m = mem_zero(k + 1, sizeof *m);
	struct texts *x = mem_zero(k + 1, sizeof *x);
	char gnuplot[4096], *charts = settings_own("charts"),
			    *title = mem_fmt("%s, series %s", a->s.machine, series);
	char *machine = store_encode(a->s.machine);
	char *path = a->page ? mem_dup(a->page)
			     : mem_fmt("%s/trend-%s-%s.html", a->s.reports, machine, series);
	struct report_history h = { title, note, m, k, NULL, charts, 0, 0 };
	struct winsize w;
	int rc;

	generated_at(&h.now, NULL);
	for (size_t i = 0; i < k; i++)
		row(&t[i], &x[i], &m[i]);
	if (which_find("gnuplot", gnuplot, sizeof gnuplot))
		h.gnuplot = gnuplot;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0)
		h.width = w.ws_col;
	rc = report_history_text(stdout, &h, e);
	if (rc == 0)
		rc = write_page(path, &h, e);
	if (rc == 0)
		printf("check-fs: page with a chart: %s\n", path);
	for (size_t i = 0; i < k; i++) {
		free(x[i].told);
		free(x[i].change);
	}
	free(path);
	free(machine);
	free(title);
	free(charts);
	free(x);
	free(m);
	return rc;
}

/* One series: 1 where it got slower than accepted, 0, or -errno. */
static int
one_series(const struct args *a, const char *series, struct err *e)
{
	struct judging j;
	struct history h;
	struct trend *t;
	size_t k;
	char *note;
	int rc = judging_load(&a->s, a->s.machine, series, &j, e), slower = 0;

	if (rc != 0)
		return rc;
	trend_history_load(&a->s, series, &j, &h);
	k = trend_make(h.s, h.n, &j.policy, &t);
	note = mem_fmt("%zu sessions, %zu of them accepted%s", h.n, h.naccepted,
	    h.left_out ? "; runs under other conditions are left out" : "");
	if (k > 0)
		rc = show(a, series, t, k, note, e);
	else
		printf(
		    "%s, series %s: no judged metric in %zu sessions\n", a->s.machine, series, h.n);
	for (size_t i = 0; i < k; i++)
		slower = slower || t[i].first_slower || t[i].last_slower;
	trend_free(t, k);
	free(note);
	trend_history_free(&h);
	judging_free(&j);
	return rc != 0 ? rc : slower;
}

static int
every_series(const struct args *a, struct err *e)
{
	struct strv series = { 0 };
	int rc = 0, slower = 0;

	trend_history_series(&a->s, a->series, &series);
	if (series.n == 0)
		rc = err_set(e, EINVAL, "%s: has neither runs in %s nor a baseline%s%s",
		    a->s.machine, a->s.reports, a->series ? " of series " : "",
		    a->series ? a->series : "");
	for (size_t i = 0; i < series.n && rc >= 0; i++) {
		if (i > 0)
			printf("\n");
		rc = one_series(a, series.v[i], e);
		slower = slower || rc == 1;
	}
	strv_free(&series);
	return rc < 0 ? rc : slower && a->s.strict;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct args a = { .series = NULL };
	const struct opt_set sets[] = { { opts, &a, NULL },
		{ settings_opts, &a.s, "Common options" }, { NULL, NULL, NULL } };
	struct strv words = { 0 };
	int rc = opt_parse(sets, argc, argv, &words, e);

	if (rc > 0) {
		cmd_help(&cmd_trend, sets);
		strv_free(&words);
		return 0;
	}
	if (rc == 0 && words.n > 1)
		rc = err_set(e, EINVAL, "trend: '%s': it takes one machine", words.v[1]);
	if (rc == 0 && words.n == 1)
		a.s.machine = words.v[0];
	if (rc == 0)
		rc = settings_finish(&a.s, e);
	if (rc == 0)
		rc = every_series(&a, e);
	strv_free(&words);
	return rc;
}

const struct cmd_ops cmd_trend = {
	.name = "trend",
	.help = "the history of a machine: chart, changes of level, slow drifts",
	.synopsis = "[options] [MACHINE]",
	.details = "All runs in --reports and all accepted sessions of each series.  The newest "
		   "sessions are held against the\n"
		   "first and the last accepted ones, so that many small steps are seen.  Exit "
		   "status 0; with --strict 1\n"
		   "where a judged metric is slower than it was when accepted.\n",
	.run = run,
};
