#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/verdict.h"
#include "core/mem.h"
#include "core/session.h"
#include "report/chart.h"
#include "report/clean.h"
#include "report/facts.h"
#include "report/plots.h"
#include "report/report.h"
#include "report/words.h"

enum { ROW_HIGH = 22, PART_MOST = 24, WIDE = 1000 };

/* What a metric's figures are divided by. */
static double
base_of(const struct verdict *v)
{
	return isfinite(v->want) && v->want > 0 ? v->want : v->got;
}

/* A value as a ratio that is above 1 where it is better, whatever the direction. */
static double
ratio_of(const struct verdict *v, double value)
{
	return v->better == BETTER_LOWER ? base_of(v) / value : value / base_of(v);
}

static bool
drawable(const struct verdict *v)
{
	return isfinite(base_of(v)) && base_of(v) > 0 && isfinite(v->got) && v->got > 0;
}

struct span {
	double low, high;
};

static void
widen(struct span *s, double x)
{
	if (!isfinite(x) || x <= 0)
		return;
	s->low = x < s->low ? x : s->low;
	s->high = x > s->high ? x : s->high;
}

/* Values outside the axis stand at its edge: the text beside the row has the figure. */
static double
clamp(const struct span *s, double x)
{
	return !isfinite(x) ? NAN : x < s->low ? s->low : x > s->high ? s->high : x;
}

static struct span
span_of(const struct report_in *in)
{
	struct span s = { 0.8, 1.25 };

	for (size_t i = 0; i < in->verdicts->n; i++) {
		const struct verdict *v = &in->verdicts->v[i];
		const struct session_metric *m = facts_samples(in, v);

		if (!drawable(v))
			continue;
		widen(&s, v->ratio);
		widen(&s, v->ci_low);
		widen(&s, v->ci_high);
		for (size_t k = 0; m != NULL && k < m->n; k++)
			widen(&s, ratio_of(v, m->sample[k]));
	}
	s.low = fmax(s.low / 1.05, 1.0 / 32);
	s.high = fmin(s.high * 1.05, 32);
	return s;
}

/* ("-20 %" 0.8, ...): round changes that keep a distance on the axis. */
static void
tics(FILE *f, const struct span *s)
{
	static const struct {
		const char *text;
		double at;
	} all[] = { { "100 %%", 1 }, { "50 %%", 0.5 }, { "200 %%", 2 }, { "25 %%", 0.25 },
		{ "400 %%", 4 }, { "90 %%", 0.9 }, { "110 %%", 1.1 }, { "75 %%", 0.75 },
		{ "150 %%", 1.5 }, { "10 %%", 0.1 }, { "1000 %%", 10 }, { "5 %%", 0.05 },
		{ "2000 %%", 20 }, { "60 %%", 0.6 }, { "120 %%", 1.2 }, { "80 %%", 0.8 },
		{ "300 %%", 3 } };
	double wide = log(s->high / s->low), taken[sizeof all / sizeof *all];
	size_t n = 0;

	fputs("tics = '(", f);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		bool free_place = all[i].at >= s->low && all[i].at <= s->high;

		for (size_t k = 0; k < n; k++)
			free_place = free_place && fabs(log(all[i].at / taken[k])) > wide * 0.09;
		if (!free_place)
			continue;
		fprintf(f, "%s\"%s\" %g", n ? ", " : "", all[i].text, all[i].at);
		taken[n++] = all[i].at;
	}
	fputs(")'\n", f);
}

/* Step and name are shortened each for itself: what tells long ones apart stands at their ends. */
static char *
name_of(const struct verdict *v)
{
	char *whole = words_step(v->metric), *step = clean_line(whole, PART_MOST);
	char *name = clean_line(words_metric(v->metric), PART_MOST);
	char *both = mem_fmt("%s%s%s", step, *step ? "  " : "", name);

	free(whole);
	free(step);
	free(name);
	return both;
}

/* What stands at the end of a row: the change, or how far the repetitions are apart where there is
 * no baseline. */
static void
remark(FILE *f, const struct report_in *in, const struct verdict *v)
{
	const struct session_metric *m = facts_samples(in, v);
	double far = 0;
	char change[40];

	if (isfinite(v->want)) {
		fputs(words_change(change, sizeof change, v->ratio), f);
		return;
	}
	for (size_t k = 0; m != NULL && k < m->n; k++)
		far = fmax(far, fabs(m->sample[k] / v->got - 1));
	fprintf(f, "within %.2g %%", far * 100);
}

static void
row(FILE *f, const struct report_in *in, size_t y, const struct verdict *v, const struct span *s)
{
	char *name = name_of(v);
	bool based = isfinite(v->want) && v->want > 0;
	double limit = based && isfinite(v->limit) ? ratio_of(v, v->limit) : NAN;

	fprintf(f, "%zu\t", y);
	chart_label(f, name, 0);
	fprintf(f, "\t%g\t%g\t%g\t%g\t%d\t", clamp(s, based ? v->ratio : 1), clamp(s, v->ci_low),
	    clamp(s, v->ci_high), clamp(s, limit), words_tone(v->outcome));
	remark(f, in, v);
	fputc('\n', f);
	free(name);
}

static size_t
rows(FILE *f, const struct report_in *in, const struct span *s, size_t *longest)
{
	size_t n = 0;

	fputs("$rows << EOD\n", f);
	for (size_t i = 0; i < in->verdicts->n; i++) {
		char *name = name_of(&in->verdicts->v[i]);

		if (drawable(&in->verdicts->v[i])) {
			row(f, in, n++, &in->verdicts->v[i], s);
			*longest = clean_length(name) > *longest ? clean_length(name) : *longest;
		}
		free(name);
	}
	fputs("EOD\n", f);
	return n;
}

static void
repetitions(FILE *f, const struct report_in *in, const struct span *s)
{
	size_t y = 0;

	fputs("$reps << EOD\n", f);
	for (size_t i = 0; i < in->verdicts->n; i++) {
		const struct verdict *v = &in->verdicts->v[i];
		const struct session_metric *m = facts_samples(in, v);

		if (!drawable(v))
			continue;
		for (size_t k = 0; m != NULL && k < m->n; k++)
			fprintf(f, "%zu\t%g\n", y, clamp(s, ratio_of(v, m->sample[k])));
		y++;
	}
	fputs("EOD\n", f);
}

bool
plots_ratio(const struct report_in *in, struct chart *c)
{
	struct span s = span_of(in);
	size_t n, longest = 8;
	bool based = false;
	FILE *f;

	for (size_t i = 0; i < in->verdicts->n; i++)
		based =
		    based || (isfinite(in->verdicts->v[i].want) && drawable(&in->verdicts->v[i]));
	memset(c, 0, sizeof *c);
	c->gnuplot = in->gnuplot;
	c->dir = in->charts;
	c->script = "ratio.gp";
	c->title = based ? "Each metric as a percentage of its baseline; the table above has the "
			   "same figures"
			 : "Each repetition as a percentage of its metric's median; the table "
			   "above has the medians";
	f = chart_begin(c);
	n = rows(f, in, &s, &longest);
	repetitions(f, in, &s);
	tics(f, &s);
	c->width = WIDE;
	c->height = 74 + ROW_HIGH * (int)n;
	fprintf(f,
	    "n = %zu\nwide = %d\nhigh = %d\nleft = %zu\nxmin = %g\nxmax = %g\nagainst = '%s'\n", n,
	    c->width, c->height, longest, s.low, s.high,
	    based ? "of the baseline (100 %), log axis; right is better"
		  : "of the median of the repetitions, log axis");
	fclose(f);
	if (n == 0)
		chart_free(c);
	return n > 0;
}

enum { PANELS_MOST = 48, PANEL_COLUMNS = 3, PANEL_HIGH = 118 };

/* Sessions that were accepted before this run. */
static bool
is_past(const struct report_in *in, size_t i)
{
	return in->history[i]->started < in->session->started;
}

/* Panels are for what is judged; where nothing is, for everything. */
static bool
has_panel(const struct report_in *in, const struct verdict *v)
{
	bool judged = false;

	for (size_t i = 0; i < in->verdicts->n; i++)
		judged = judged || in->verdicts->v[i].judged;
	return drawable(v) && (v->judged || !judged);
}

/* One metric's points; how many of the past there were. */
static size_t
panel(FILE *f, const struct report_in *in, size_t number, const struct verdict *v, struct span *y)
{
	size_t n = 0;

	for (size_t i = 0; i < in->nhistory; i++) {
		const struct session_metric *m =
		    is_past(in, i) ? session_find(in->history[i], v->metric) : NULL;
		double percent = m != NULL ? 100 * ratio_of(v, session_median(m)) : NAN;

		if (!isfinite(percent))
			continue;
		fprintf(f, "%zu\t%lld\t%g\t0\n", number, in->history[i]->started, percent);
		widen(y, percent);
		n++;
	}
	fprintf(f, "%zu\t%lld\t%g\t1\n", number, in->session->started, 100 * ratio_of(v, v->got));
	widen(y, 100 * ratio_of(v, v->got));
	return n;
}

/* Did anything that a person can change differ between two sessions? */
static bool
differs(const struct session *a, const struct session *b)
{
	static const char *const keys[] = { "fs.options", "fs.source", "fs.uuid", "host.kernel",
		"mpi.version", "tool.version" };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const char *x = session_env_get(a, keys[i]), *y = session_env_get(b, keys[i]);

		if (x != NULL && y != NULL && strcmp(x, y) != 0)
			return true;
	}
	return false;
}

static void
marks(FILE *f, const struct report_in *in)
{
	const struct session *last = NULL;

	fputs("$marks << EOD\n", f);
	for (size_t i = 0; i <= in->nhistory; i++) {
		const struct session *s = i == in->nhistory ? in->session : in->history[i];

		if (i < in->nhistory && !is_past(in, i))
			continue;
		if (last != NULL && differs(last, s))
			fprintf(f, "%lld\n", (last->started + s->started) / 2);
		last = s;
	}
	fputs("EOD\n", f);
}

static void
panel_names(FILE *f, const struct report_in *in, size_t n)
{
	size_t k = 0;

	fprintf(f, "array name[%zu]\narray tone[%zu]\n", n, n);
	for (size_t i = 0; i < in->verdicts->n && k < n; i++) {
		const struct verdict *v = &in->verdicts->v[i];
		char *name;

		if (!has_panel(in, v))
			continue;
		name = name_of(v);
		fprintf(f, "tone[%zu] = %d\nname[%zu] = \"", k + 1, words_tone(v->outcome), k + 1);
		k++;
		chart_label(f, name, 0);
		fputs("\"\n", f);
		free(name);
	}
}

bool
plots_trend(const struct report_in *in, struct chart *c)
{
	struct span y = { 80, 120 };
	long long first = in->session->started, wide;
	size_t n = 0, past = 0;
	FILE *f;

	memset(c, 0, sizeof *c);
	c->gnuplot = in->gnuplot;
	c->dir = in->charts;
	c->script = "trend.gp";
	c->title = "The history of each metric in percent of its baseline";
	f = chart_begin(c);
	fputs("$points << EOD\n", f);
	for (size_t i = 0; i < in->verdicts->n && n < PANELS_MOST; i++)
		if (has_panel(in, &in->verdicts->v[i])) {
			size_t k = panel(f, in, ++n, &in->verdicts->v[i], &y);

			past = k > past ? k : past;
		}
	fputs("EOD\n", f);
	for (size_t i = 0; i < in->nhistory; i++)
		first = is_past(in, i) && in->history[i]->started < first ? in->history[i]->started
									  : first;
	wide = in->session->started - first > 3600 ? in->session->started - first : 3600;
	marks(f, in);
	panel_names(f, in, n ? n : 1);
	c->width = WIDE;
	c->height = 60 + PANEL_HIGH * (int)((n + PANEL_COLUMNS - 1) / PANEL_COLUMNS);
	fprintf(f,
	    "n = %zu\ncolumns = %d\nwide = %d\nhigh = %d\ntmin = %lld\ntmax = %lld\nymin = "
	    "%g\nymax = %g\n",
	    n, PANEL_COLUMNS, c->width, c->height, first - wide / 25,
	    in->session->started + wide / 25, fmax(0, y.low - 10), fmin(y.high + 10, 400));
	fclose(f);
	if (n == 0 || past < 2)
		chart_free(c);
	return n > 0 && past >= 2;
}
