#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/verdict.h"
#include "core/mem.h"
#include "core/units.h"
#include "report/facts.h"
#include "report/page.h"
#include "report/report.h"
#include "report/table.h"
#include "report/words.h"

/* The ratio as a bar from 0 to twice the baseline, with marks at the limit and the baseline. */
static void
ratio_bar(struct page *p, const struct verdict *v)
{
	double ratio = isfinite(v->ratio) ? v->ratio : 0, wide = fmin(ratio, 2) * 50;
	char change[40];

	if (!isfinite(v->ratio))
		return;
	page_open(p, "svg",
	    words_tone(v->outcome) == TONE_BAD    ? "ratio bad"
	    : words_tone(v->outcome) == TONE_WARN ? "ratio warn"
	    : words_tone(v->outcome) == TONE_GOOD ? "ratio good"
						  : "ratio dull");
	page_attr(p, "width", "102");
	page_attr(p, "height", "16");
	page_attr(p, "role", "img");
	page_attr(p, "aria-label", "%s against the baseline",
	    words_change(change, sizeof change, v->ratio));
	page_open(p, "rect", "f");
	page_attr(p, "x", "1");
	page_attr(p, "y", "3");
	page_attr(p, "width", "%.1f", wide);
	page_attr(p, "height", "10");
	page_close(p);
	page_open(p, "line", NULL);
	page_attr(p, "x1", "51");
	page_attr(p, "x2", "51");
	page_attr(p, "y1", "0");
	page_attr(p, "y2", "16");
	page_close(p);
	page_close(p);
}

/* What is well, or only shown, needs no sentence. */
static bool
tells_why(const struct verdict *v)
{
	enum tone t = words_tone(v->outcome);

	return t == TONE_BAD || t == TONE_WARN || v->outcome == OUT_KNOWN;
}

static void
metric_name(struct page *p, const struct verdict *v)
{
	page_open(p, "th", NULL);
	page_attr(p, "scope", "row");
	page_text(p, "%s", words_metric(v->metric));
	if (v->caveat != NULL) {
		page_text(p, " ");
		page_elem(p, "span", "tag warn", "%s", words_caveat(v->caveat));
	}
	if (v->why != NULL && tells_why(v))
		page_elem(p, "span", "why", "%s", v->why);
	if (isfinite(v->p))
		page_elem(p, "span", "why", "p %.2g, %d day%s, %zu repetitions", v->p, v->blocks,
		    v->blocks == 1 ? "" : "s", v->reps);
	page_close(p);
}

/* Baseline, limit, change and its bar. */
static void
baseline_cells(struct page *p, const struct verdict *v)
{
	char *interval = facts_interval(v), buf[64];

	page_open(p, "td", "n");
	page_text(p, "%s", units_human(buf, sizeof buf, v->want, v->unit));
	if (isfinite(v->detectable))
		page_elem(p, "span", "why", "finds %.3g %%", v->detectable * 100);
	page_close(p);
	page_open(p, "td", "n");
	page_text(p, "%s", units_human(buf, sizeof buf, v->limit, v->unit));
	if (verdict_provisional(v))
		page_elem(p, "span", "why", "provisional, %.3g %%", v->detectable * 100);
	else if (isfinite(v->limit))
		page_elem(p, "span", "why", "tolerance %.3g %%", v->tolerance * 100);
	page_close(p);
	page_open(p, "td", "n");
	page_text(p, "%s", words_change(buf, sizeof buf, v->ratio));
	if (isfinite(v->ci_low))
		page_elem(p, "span", "why", "%s", interval);
	page_close(p);
	page_open(p, "td", NULL);
	ratio_bar(p, v);
	page_close(p);
	free(interval);
}

/* Where there is no baseline: how far the repetitions are apart. */
static void
range_cells(struct page *p, const struct report_in *in, const struct verdict *v)
{
	char buf[64];
	double low, high;

	facts_range(in, v, &low, &high);
	page_elem(p, "td", "n", "%s", units_human(buf, sizeof buf, low, v->unit));
	page_elem(p, "td", "n", "%s", units_human(buf, sizeof buf, high, v->unit));
}

static void
metric_row(struct page *p, const struct report_in *in, const struct verdict *v, bool based)
{
	const char *name = words_tone_name(words_tone(v->outcome));
	char *class = mem_fmt("tag %s", name), buf[64];
	double *history;
	size_t n = facts_history(in, v, &history);

	page_open(p, "tr", name);
	page_open(p, "td", NULL);
	page_open(p, "span", class);
	page_attr(p, "title", "%s", words_outcome_help(v->outcome));
	page_text(p, "%s %s", words_mark(v->outcome), verdict_outcome(v->outcome));
	page_close(p);
	page_close(p);
	metric_name(p, v);
	page_open(p, "td", "n");
	page_text(p, "%s", units_human(buf, sizeof buf, v->got, v->unit));
	if (isfinite(v->second))
		page_elem(p, "span", "why", "again: %s",
		    units_human(buf, sizeof buf, v->second, v->unit));
	page_close(p);
	if (based)
		baseline_cells(p, v);
	else
		range_cells(p, in, v);
	page_open(p, "td", NULL);
	page_spark(p, history, n, v->unit);
	page_close(p);
	page_close(p);
	free(history);
	free(class);
}

static void
step_row(struct page *p, const char *step, int columns)
{
	page_open(p, "tr", "step");
	page_open(p, "th", NULL);
	page_attr(p, "scope", "colgroup");
	page_attr(p, "colspan", "%d", columns);
	page_text(p, "%s", *step ? step : "other");
	page_close(p);
	page_close(p);
}

static void
head(struct page *p, const char *const *heads)
{
	page_open(p, "thead", NULL);
	page_open(p, "tr", NULL);
	for (int i = 0; heads[i] != NULL; i++)
		page_head(
		    p, i >= 2 && i <= 5 && strcmp(heads[i], "History") != 0 ? "n" : NULL, heads[i]);
	page_close(p);
	page_close(p);
}

static void
rows(struct page *p, const struct report_in *in, bool based, int columns)
{
	const struct verdict **v = facts_grouped(in);
	char *last = NULL;

	page_open(p, "tbody", NULL);
	for (size_t i = 0; v[i] != NULL; i++) {
		char *step = words_step(v[i]->metric);

		if (last == NULL || strcmp(last, step) != 0)
			step_row(p, step, columns);
		metric_row(p, in, v[i], based);
		free(last);
		last = step;
	}
	free(last);
	free(v);
	page_close(p);
}

void
table_metrics(struct page *p, const struct report_in *in)
{
	static const char *const judged[] = { "Result", "Metric", "Measured", "Baseline", "Limit",
		"Change", "0 to twice", "History", NULL };
	static const char *const first[] = { "Result", "Metric", "Measured", "Lowest", "Highest",
		"History", NULL };
	bool based = facts_based(in);

	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "Metrics");
	page_elem(p, "p", "soft", "%s",
	    based
		? "Medians of the repetitions, with the 95 % interval of the change. At its limit "
		  "a "
		  "metric fails: that is its tolerance, or more where so few sessions cannot prove "
		  "so little (provisional: with sessions of one or two days, a drop of 40 %); "
		  "\"finds\" is the smallest slowdown that this baseline can prove."
		: "Medians of the repetitions, and the lowest and highest of them. There is no "
		  "baseline to compare with yet.");
	page_scroll(p, "Table of metrics");
	page_open(p, "table", NULL);
	head(p, based ? judged : first);
	rows(p, in, based, based ? 8 : 6);
	page_close(p);
	page_close(p);
	page_close(p);
}
