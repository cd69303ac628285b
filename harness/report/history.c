#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/units.h"
#include "core/version.h"
#include "report/chart.h"
#include "report/figure.h"
#include "report/history.h"
#include "report/page.h"

enum { BARS_MOST = 40, COLUMNS = 3, PANEL_WIDE = 310, PANEL_HIGH = 190 };

/* ---- text ---- */

/* The newest values as bars of eight heights, from the lowest to the highest. */
static void
bars(FILE *f, const struct report_history_metric *m, size_t most)
{
	static const char *const bar[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	size_t from = m->n > most ? m->n - most : 0;
	double low = INFINITY, high = -INFINITY;

	for (size_t i = from; i < m->n; i++) {
		low = fmin(low, m->value[i]);
		high = fmax(high, m->value[i]);
	}
	/* a tenth of the value is the least that is shown as a full height: noise must not look
	 * like news */
	if (high - low < 0.1 * high)
		low = high - 0.1 * high;
	for (size_t i = from; i < m->n; i++)
		fputs(bar[(int)floor(7.999 * (m->value[i] - low) / (high - low))], f);
}

int
report_history_text(FILE *f, const struct report_history *h, struct err *e)
{
	size_t most = h->width > 110 ? (size_t)h->width - 84 : 26;

	fprintf(f, "%s\n%s\n\n", h->title, h->note);
	fprintf(f, "%-28s %4s %14s %12s %12s  %s\n", "metric", "n", "now", "since first",
	    "since last", "history");
	for (size_t i = 0; i < h->n; i++) {
		const struct report_history_metric *m = &h->metric[i];

		fprintf(f, "%-28s %4zu %14s %12s %12s%s ", m->name, m->n, m->now, m->first, m->last,
		    m->warn ? "!" : " ");
		bars(f, m, most > BARS_MOST ? BARS_MOST : most);
		fputc('\n', f);
	}
	fputc('\n', f);
	for (size_t i = 0; i < h->n; i++)
		if (h->metric[i].told != NULL)
			fprintf(f, "%s: %s\n", h->metric[i].name, h->metric[i].told);
	return ferror(f) ? err_set(e, EIO, "cannot write the history") : 0;
}

/* ---- page ---- */

static void
data(FILE *f, const struct report_history *h)
{
	fputs("$points << EOD\n", f);
	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->metric[i].n; k++)
			fprintf(f, "%zu\t%lld\t%g\t%d\n", i + 1, h->metric[i].when[k],
			    100 * h->metric[i].value[k] / h->metric[i].value[0],
			    h->metric[i].accepted[k]);
	fputs("EOD\n$changes << EOD\n", f);
	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->metric[i].nchange; k++)
			fprintf(f, "%zu\t%lld\n", i + 1, h->metric[i].change[k]);
	fputs("EOD\n", f);
}

/* The span of time and percent that every panel shows. */
static void
spans(FILE *f, const struct report_history *h)
{
	long long from = 0, to = 0;
	double low = 50, high = 120;

	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->metric[i].n; k++) {
			const struct report_history_metric *m = &h->metric[i];
			double percent = 100 * m->value[k] / m->value[0];

			from = from == 0 || m->when[k] < from ? m->when[k] : from;
			to = m->when[k] > to ? m->when[k] : to;
			low = fmin(low, percent);
			high = fmax(high, percent);
		}
	if (to - from < 3600)
		to = from + 3600;
	fprintf(f, "tmin = %lld\ntmax = %lld\nymin = %g\nymax = %g\n", from - (to - from) / 50,
	    to + (to - from) / 50, fmax(0, low - 5), high + 5);
}

static bool
picture(const struct report_history *h, struct chart *c)
{
	int rows = ((int)h->n + COLUMNS - 1) / COLUMNS;
	FILE *f;

	*c = (struct chart){ .gnuplot = h->gnuplot,
		.dir = h->charts,
		.script = "history.gp",
		.title = "each metric's history, in percent of its first value",
		.width = COLUMNS * PANEL_WIDE,
		.height = rows * PANEL_HIGH + 40 };
	f = chart_begin(c);
	if (f == NULL)
		return false;
	fprintf(f, "n = %zu\ncolumns = %d\nwide = %d\nhigh = %d\narray name[%zu]\n", h->n, COLUMNS,
	    c->width, c->height, h->n);
	for (size_t i = 0; i < h->n; i++) {
		fprintf(f, "name[%zu] = \"", i + 1);
		chart_label(f, h->metric[i].name, 0);
		fputs("\"\n", f);
	}
	spans(f, h);
	data(f, h);
	fclose(f);
	return true;
}

static void
draw(struct page *p, const struct report_history *h)
{
	struct chart c;

	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "History");
	if (h->gnuplot == NULL || h->charts == NULL) {
		page_elem(p, "p", "soft",
		    "No charts: gnuplot was not found when this page was written. The table has "
		    "the figures.");
	} else if (picture(h, &c)) {
		figure_put(p, &c, 1,
		    "Percent of the first value. Filled points are part of the baseline, a "
		    "vertical line is a change of "
		    "level.");
		chart_free(&c);
	}
	page_close(p);
}

static void
table(struct page *p, const struct report_history *h)
{
	static const char *const heads[] = { "metric", "runs", "now", "since the first accepted",
		"since the last accepted", "" };

	page_open(p, "section", NULL);
	page_scroll(p, "Table of metrics");
	page_open(p, "table", NULL);
	page_open(p, "thead", NULL);
	page_open(p, "tr", NULL);
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		page_head(p, i > 0 && i < 5 ? "n" : NULL, heads[i]);
	page_close(p);
	page_close(p);
	page_open(p, "tbody", NULL);
	for (size_t i = 0; i < h->n; i++) {
		const struct report_history_metric *m = &h->metric[i];

		page_open(p, "tr", NULL);
		page_open(p, "th", NULL);
		page_attr(p, "scope", "row");
		page_text(p, "%s", m->name);
		if (m->told != NULL)
			page_elem(p, "span", "why", "%s", m->told);
		page_close(p);
		page_elem(p, "td", "n", "%zu", m->n);
		page_elem(p, "td", "n", "%s", m->now);
		page_elem(p, "td", "n", "%s", m->first);
		page_elem(p, "td", "n", "%s", m->last);
		page_open(p, "td", NULL);
		if (m->warn)
			page_elem(p, "span", "tag warn", "slower than accepted");
		page_close(p);
		page_close(p);
	}
	page_close(p);
	page_close(p);
	page_close(p);
	page_close(p);
}

int
report_history_html(FILE *f, const struct report_history *h, struct err *e)
{
	struct page *p = page_new(h->title);
	char stamp[40];

	page_open(p, "header", "banner note");
	page_open(p, "div", NULL);
	page_elem(p, "h1", NULL, "%s", h->title);
	page_elem(p, "p", NULL, "%s", h->note);
	page_close(p);
	page_close(p);
	draw(p, h);
	table(p, h);
	page_elem(p, "footer", NULL, "check-fs %s, written %s.", VERSION_TEXT,
	    clock_iso(stamp, sizeof stamp, (time_t)h->now));
	return page_finish(p, f, e);
}
