#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/version.h"
#include "report/chart.h"
#include "report/figure.h"
#include "report/index.h"
#include "report/page.h"
#include "report/words.h"

enum { SPARK_MOST = 60, CHARTS_MOST = 12, SERIES_MOST = 6, WIDE = 1000 };

/* A run that was made slower on purpose is none of its series: it is neither its state nor its
 * trend. */
static char *
series_of(const struct session *s)
{
	const char *series = s->series != NULL ? s->series : "-";

	return session_env_get(s, "check-fs.injected") != NULL ? mem_fmt("%s, injected", series)
							       : mem_dup(series);
}

void
index_add(struct index *x, const struct session *s, const struct verdicts *v, const char *href)
{
	struct index_run *r;
	double sum = 0;
	size_t n = 0;

	x->run = mem_room(x->run, x->n, &x->room, sizeof *x->run);
	r = &x->run[x->n++];
	*r = (struct index_run){ .machine = mem_dup(s->machine ? s->machine : "-"),
		.series = series_of(s),
		.id = mem_dup(s->id ? s->id : "-"),
		.target = mem_dup(s->target ? s->target : "-"),
		.href = mem_dup(href),
		.headline = mem_dup(v->headline),
		.word = v->word,
		.code = v->code,
		.started = s->started,
		.middle = NAN,
		.worst = NAN };
	for (size_t i = 0; i < v->n; i++) {
		const struct verdict *m = &v->v[i];

		if (!m->judged || !(m->ratio > 0) || !isfinite(m->ratio))
			continue;
		sum += log(m->ratio);
		n++;
		if (r->worst_metric == NULL || m->ratio < r->worst) {
			r->worst = m->ratio;
			free(r->worst_metric);
			r->worst_metric = mem_dup(m->metric);
		}
	}
	if (n > 0)
		r->middle = exp(sum / (double)n);
}

void
index_free(struct index *x)
{
	for (size_t i = 0; i < x->n; i++) {
		struct index_run *r = &x->run[i];

		free(r->machine);
		free(r->series);
		free(r->id);
		free(r->target);
		free(r->href);
		free(r->headline);
		free(r->worst_metric);
	}
	free(x->run);
	x->run = NULL;
	x->n = x->room = 0;
}

/* Does run i stand last in its series? */
static bool
is_last(const struct index *x, size_t i)
{
	for (size_t k = i + 1; k < x->n && strcmp(x->run[k].machine, x->run[i].machine) == 0; k++)
		if (strcmp(x->run[k].series, x->run[i].series) == 0)
			return false;
	return true;
}

static bool
same_series(const struct index_run *a, const struct index_run *b)
{
	return strcmp(a->series, b->series) == 0 && strcmp(a->machine, b->machine) == 0;
}

static void
tag(struct page *p, const struct index_run *r)
{
	char *class = mem_fmt("tag %s", words_tone_name(words_word_tone(r->word)));

	page_elem(p, "span", class, "%s", verdict_word(r->word));
	free(class);
}

static void
link_to(struct page *p, const struct index_run *r)
{
	char at[40];

	page_open(p, "a", NULL);
	page_attr(p, "href", "%s", r->href);
	page_text(p, "%s", words_time(at, sizeof at, r->started));
	page_close(p);
}

static void
worst(struct page *p, const struct index_run *r)
{
	char change[40];

	page_open(p, "td", NULL);
	if (r->worst_metric != NULL)
		page_text(
		    p, "%s %s", words_change(change, sizeof change, r->worst), r->worst_metric);
	page_close(p);
}

/* A scrolling table, its head written; close with end_table. */
static void
begin_table(struct page *p, const char *label, const char *const *heads)
{
	page_scroll(p, label);
	page_open(p, "table", NULL);
	page_open(p, "thead", NULL);
	page_open(p, "tr", NULL);
	for (; *heads != NULL; heads++)
		page_head(p, NULL, *heads);
	page_close(p);
	page_close(p);
	page_open(p, "tbody", NULL);
}

static void
end_table(struct page *p)
{
	page_close(p);
	page_close(p);
	page_close(p);
}

static void
series_row(struct page *p, const struct index *x, size_t last)
{
	const struct index_run *r = &x->run[last];
	double trend[SPARK_MOST];
	size_t n = 0, runs = 0;

	for (size_t i = last + 1; i-- > 0;) {
		if (strcmp(x->run[i].machine, r->machine) != 0)
			break;
		if (!same_series(&x->run[i], r))
			continue;
		runs++;
		if (n < SPARK_MOST && isfinite(x->run[i].middle))
			trend[SPARK_MOST - ++n] = 100 * x->run[i].middle;
	}
	page_open(p, "tr", words_word_tone(r->word) == TONE_BAD ? "bad" : NULL);
	page_open(p, "td", NULL);
	tag(p, r);
	page_close(p);
	page_open(p, "th", NULL);
	page_attr(p, "scope", "row");
	page_text(p, "%s", r->machine);
	page_elem(p, "span", "why", "%s", r->series);
	page_close(p);
	page_open(p, "td", NULL);
	link_to(p, r);
	if (r->headline != NULL)
		page_elem(p, "span", "why", "%s", r->headline);
	page_close(p);
	worst(p, r);
	page_elem(p, "td", "n", "%zu", runs);
	page_open(p, "td", NULL);
	page_spark(p, trend + SPARK_MOST - n, n, "%");
	page_close(p);
	page_close(p);
}

static void
series_table(struct page *p, const struct index *x)
{
	static const char *const heads[] = { "Last verdict", "Machine and series", "Last run",
		"Worst metric", "Runs", "Trend", NULL };

	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "Where each stands");
	begin_table(p, "Last run of each series", heads);
	for (size_t i = 0; i < x->n; i++)
		if (is_last(x, i))
			series_row(p, x, i);
	end_table(p);
	page_close(p);
}

/* Runs first to first + n - 1 are one machine's; its series in order of appearance, at most
 * SERIES_MOST. */
static size_t
points(FILE *f, const struct index *x, size_t first, size_t n, const char **names, double *low,
    double *high)
{
	size_t series = 0, drawn = 0;

	fputs("$points << EOD\n", f);
	for (size_t i = first; i < first + n; i++) {
		const struct index_run *r = &x->run[i];
		size_t k = 0;

		while (k < series && strcmp(names[k], r->series) != 0)
			k++;
		if (!isfinite(r->middle) || k == SERIES_MOST)
			continue;
		if (k == series)
			names[series++] = r->series;
		fprintf(f, "%zu\t%lld\t%g\t%d\n", k + 1, r->started, 100 * r->middle,
		    words_word_tone(r->word));
		*low = fmin(*low, 100 * r->middle);
		*high = fmax(*high, 100 * r->middle);
		drawn++;
	}
	fputs("EOD\n", f);
	return drawn > 1 ? series : 0;
}

static bool
chart_of(const struct index *x, size_t first, size_t n, struct chart *c)
{
	const char *names[SERIES_MOST];
	double low = 80, high = 120;
	long long from = x->run[first].started, to = x->run[first + n - 1].started;
	long long wide = to - from > 3600 ? to - from : 3600;
	size_t series;
	FILE *f;

	memset(c, 0, sizeof *c);
	c->gnuplot = x->gnuplot;
	c->dir = x->charts;
	c->script = "runs.gp";
	c->title = "The judged metrics together in percent of the baseline, over time";
	f = chart_begin(c);
	series = points(f, x, first, n, names, &low, &high);
	c->width = WIDE;
	c->height = 240 + 20 * (int)series;
	fprintf(f,
	    "series = %zu\nwide = %d\nhigh = %d\ntmin = %lld\ntmax = %lld\nymin = %g\nymax = "
	    "%g\narray name[%d]\n",
	    series, c->width, c->height, from - wide / 40, to + wide / 40, fmax(0, low - 5),
	    fmin(high + 5, 1000), SERIES_MOST);
	for (size_t i = 0; i < series; i++) {
		fprintf(f, "name[%zu] = \"", i + 1);
		chart_label(f, names[i], 60);
		fputs("\"\n", f);
	}
	fclose(f);
	if (series == 0)
		chart_free(c);
	return series > 0;
}

static void
machine_chart(struct page *p, const struct index *x, size_t first, size_t n, int number)
{
	struct chart c;

	if (x->gnuplot == NULL || x->charts == NULL || number > CHARTS_MOST ||
	    !chart_of(x, first, n, &c))
		return;
	figure_put(p, &c, number,
	    "The judged metrics together (geometric mean) in percent of the baseline. Green "
	    "circles: healthy, "
	    "squares: slower, triangles: not decided.");
	chart_free(&c);
}

static void
run_row(struct page *p, const struct index_run *r)
{
	page_open(p, "tr", NULL);
	page_open(p, "td", NULL);
	tag(p, r);
	page_close(p);
	page_open(p, "td", NULL);
	link_to(p, r);
	page_close(p);
	page_elem(p, "td", NULL, "%s", r->series);
	worst(p, r);
	page_elem(p, "td", NULL, "%s", r->headline ? r->headline : "");
	page_close(p);
}

static void
machine(struct page *p, const struct index *x, size_t first, size_t n, int number)
{
	static const char *const heads[] = { "Verdict", "Run", "Series", "Worst metric",
		"In a line", NULL };
	char *label = mem_fmt("Runs of %s", x->run[first].machine);

	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "%s: %zu run%s", x->run[first].machine, n, n == 1 ? "" : "s");
	machine_chart(p, x, first, n, number);
	begin_table(p, label, heads);
	for (size_t i = first + n; i-- > first;)
		run_row(p, &x->run[i]);
	end_table(p);
	page_close(p);
	free(label);
}

int
index_html(FILE *f, const struct index *x, struct err *e)
{
	struct page *p = page_new("check-fs: all runs");
	char stamp[40];
	int number = 0;

	page_open(p, "header", "banner note");
	page_open(p, "div", NULL);
	page_elem(p, "h1", NULL, "check-fs: %zu run%s", x->n, x->n == 1 ? "" : "s");
	page_elem(p, "p", "soft",
	    "Every run of every machine whose reports are kept here, newest first.");
	page_close(p);
	page_close(p);
	if (x->n > 0)
		series_table(p, x);
	for (size_t i = 0, n; i < x->n; i += n) {
		for (n = 1; i + n < x->n && strcmp(x->run[i + n].machine, x->run[i].machine) == 0;
		     n++)
			;
		machine(p, x, i, n, ++number);
	}
	page_elem(p, "footer", NULL, "check-fs %s, written %s.", VERSION_TEXT,
	    clock_iso(stamp, sizeof stamp, (time_t)x->now));
	return page_finish(p, f, e);
}
