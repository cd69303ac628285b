#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/verdict.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"
#include "core/units.h"
#include "core/version.h"
#include "report/chart.h"
#include "report/clean.h"
#include "report/facts.h"
#include "report/figure.h"
#include "report/html.h"
#include "report/lanes.h"
#include "report/page.h"
#include "report/plots.h"
#include "report/report.h"
#include "report/strip.h"
#include "report/table.h"
#include "report/words.h"

enum { LOG_END = 100000 };

static const char *
sign(enum word w)
{
	switch (words_word_tone(w)) {
	case TONE_GOOD:
		return "✓";
	case TONE_BAD:
		return w == WORD_COULD_NOT_MEASURE ? "!" : "✗";
	case TONE_WARN:
		return "?";
	case TONE_NOTE:
	case TONE_DULL:
		break;
	}
	return "i";
}

/* The worst metrics, in a line: what a reader in a hurry takes away. */
static void
slowest(struct page *p, const struct verdicts *vs)
{
	bool any = false;

	for (size_t i = 0; i < vs->n; i++) {
		const struct verdict *v = &vs->v[i];
		char change[40], *step;

		if (v->outcome != OUT_FAIL && v->outcome != OUT_SUSPECT)
			continue;
		step = words_step(v->metric);
		if (!any)
			page_open(p, "p", NULL);
		any = true;
		page_open(p, "span", v->outcome == OUT_FAIL ? "tag bad" : "tag warn");
		page_text(p, "%s: %s %s", *step ? step : "other", words_metric(v->metric),
		    words_change(change, sizeof change, v->ratio));
		page_close(p);
		page_text(p, " ");
		free(step);
	}
	if (any)
		page_close(p);
}

/* Nodes that were much slower than the others, and what that comes from. */
static void
slow_nodes(struct page *p, const struct verdicts *vs)
{
	for (size_t i = 0; i < vs->nslow; i++) {
		const struct slow_node *n = &vs->slow[i];

		page_open(p, "p", NULL);
		page_elem(p, "span", "tag warn", "slow node %s: %s", n->host, words_side(n->side));
		page_text(p, " ");
		page_elem(p, "span", "soft", "%s", n->why);
		page_close(p);
	}
}

static void
banner(struct page *p, const struct report_in *in)
{
	const struct verdicts *vs = in->verdicts;
	char *class = mem_fmt("banner %s", words_tone_name(words_word_tone(vs->word)));
	char *where = facts_where(in), *when = facts_when(in);

	page_open(p, "header", class);
	page_open(p, "div", "sign");
	page_attr(p, "aria-hidden", "true");
	page_text(p, "%s", sign(vs->word));
	page_close(p);
	page_open(p, "div", NULL);
	page_elem(p, "h1", NULL, "%s", vs->headline ? vs->headline : verdict_word(vs->word));
	slowest(p, vs);
	slow_nodes(p, vs);
	page_open(p, "p", NULL);
	page_elem(p, "strong", NULL, "%s", vs->machine ? vs->machine : "-");
	page_text(p, ": %s", where);
	page_close(p);
	page_elem(p, "p", "soft", "Measured %s. Baseline: %s. Exit status %d (%s).", when,
	    vs->baseline ? vs->baseline : "none", vs->code, verdict_word(vs->word));
	if (vs->advice != NULL) {
		page_open(p, "p", NULL);
		page_elem(p, "strong", NULL, "Next: ");
		page_text(p, "%s", vs->advice);
		page_close(p);
	}
	page_close(p);
	page_close(p);
	free(class);
	free(where);
	free(when);
}

/* The charts a page may have, and what to say of each. */
static const struct {
	bool (*fill)(const struct report_in *in, struct chart *c);
	const char *file, *caption;
	const char *unbased; /* the caption where there is no baseline; NULL: the same */
} all_charts[] = {
	{ plots_ratio, "ratio.png",
	    "Coloured marks: this run's medians, with their 95 % interval where there is one. "
	    "Small circles: the "
	    "repetitions. Shaded: within the tolerance. What lies beyond the axis stands at its "
	    "edge.",
	    "Small circles: the repetitions, around their median." },
	{ plots_trend, "trend.png",
	    "History: the medians of the accepted sessions and, as the last mark, of this run, in "
	    "percent of the baseline. "
	    "A vertical line: something of the environment changed.",
	    NULL },
	{ lanes_chart, "ranks.png",
	    "Ranks by host: each one's rate against the median of its metric, orange is slower.",
	    NULL },
	{ strip_chart, "nodes.png",
	    "Each node alone and in the job: the rate of its ranks against the median node, orange "
	    "is slower. Orange in both rows: the node itself. Orange only in the job: the servers, "
	    "or what the node shares with others.",
	    NULL },
	{ lanes_latency, "latency.png",
	    "The time of single operations: the share that took at most so long.", NULL },
};

static void
charts(struct page *p, const struct report_in *in)
{
	if (in->verdicts->n == 0)
		return;
	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "Charts");
	if (in->gnuplot == NULL || in->charts == NULL)
		page_elem(p, "p", "soft",
		    "No charts: gnuplot was not found when this report was written. The table "
		    "above has the figures.");
	for (size_t i = 0; in->gnuplot && in->charts && i < sizeof all_charts / sizeof *all_charts;
	     i++) {
		struct chart c;

		if (!all_charts[i].fill(in, &c))
			continue;
		figure_put(p, &c, (int)i + 1,
		    all_charts[i].unbased && !facts_based(in) ? all_charts[i].unbased
							      : all_charts[i].caption);
		chart_free(&c);
	}
	page_close(p);
}

int
html_png(const char *dir, const struct report_in *in, struct err *e)
{
	int rc = 0, n = 0;

	if (in->gnuplot == NULL || in->charts == NULL)
		return err_set(e, ENOENT, "--png: gnuplot is not installed");
	for (size_t i = 0; rc == 0 && i < sizeof all_charts / sizeof *all_charts; i++) {
		char *path = file_join(dir, all_charts[i].file), *png = NULL;
		struct chart c;
		size_t len;

		if (all_charts[i].fill(in, &c)) {
			rc = chart_png(&c, &png, &len, e);
			if (rc == 0)
				rc = file_write(path, png, len, e);
			n++;
			chart_free(&c);
		}
		free(png);
		free(path);
	}
	return rc != 0 ? rc : n;
}

static void
caveat_items(struct page *p, const struct session *s)
{
	for (size_t i = 0; i < s->nmetric; i++) {
		const char *code = s->metric[i].caveat;
		size_t k = 0;

		while (code != NULL && k < i &&
		       (s->metric[k].caveat == NULL || strcmp(s->metric[k].caveat, code) != 0))
			k++;
		if (code == NULL || k < i)
			continue;
		page_open(p, "li", NULL);
		page_elem(p, "strong", NULL, "%s: ", words_caveat(code));
		for (k = i; k < s->nmetric; k++)
			if (s->metric[k].caveat != NULL && strcmp(s->metric[k].caveat, code) == 0)
				page_text(p, "%s%s", k > i ? ", " : "", s->metric[k].id);
		page_text(p, ". %s", words_caveat_help(code));
		page_close(p);
	}
}

static void
warnings(struct page *p, const struct report_in *in)
{
	const struct session *s = in->session;
	bool any = false;

	for (size_t i = 0; i < s->nwarning; i++)
		any = any || !facts_said(in, &s->warning[i]);
	for (size_t i = 0; i < s->nmetric; i++)
		any = any || s->metric[i].caveat != NULL;
	if (!any)
		return;
	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "Read with care");
	page_open(p, "ul", NULL);
	caveat_items(p, s);
	for (size_t i = 0; i < s->nwarning; i++)
		if (!facts_said(in, &s->warning[i]))
			page_elem(p, "li", NULL, "%s", s->warning[i].text);
	page_close(p);
	page_close(p);
}

static void
changes(struct page *p, const struct verdicts *vs)
{
	if (vs->nchange == 0)
		return;
	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "Changed since the baseline");
	page_scroll(p, "Table of changes");
	page_open(p, "table", "facts");
	page_open(p, "thead", NULL);
	page_open(p, "tr", NULL);
	page_head(p, NULL, "What");
	page_head(p, NULL, "Baseline");
	page_head(p, NULL, "This run");
	page_close(p);
	page_close(p);
	page_open(p, "tbody", NULL);
	for (size_t i = 0; i < vs->nchange; i++) {
		const struct change *c = &vs->change[i];

		page_open(p, "tr", c->blocks ? "bad" : NULL);
		page_open(p, "th", NULL);
		page_attr(p, "scope", "row");
		page_text(p, "%s", words_env(c->key));
		if (c->blocks)
			page_elem(p, "span", "why", "makes it not comparable");
		page_close(p);
		page_elem(p, "td", NULL, "%s", c->was ? c->was : "not recorded");
		page_elem(p, "td", NULL, "%s", c->is ? c->is : "not recorded");
		page_close(p);
	}
	page_close(p);
	page_close(p);
	page_close(p);
	page_close(p);
}

static void
fact(struct page *p, const char *what, const char *value)
{
	page_open(p, "tr", NULL);
	page_open(p, "th", NULL);
	page_attr(p, "scope", "row");
	page_text(p, "%s", what);
	page_close(p);
	page_elem(p, "td", NULL, "%s", value ? value : "-");
	page_close(p);
}

/* Byte counts are easier to read with a unit. */
static void
env_fact(struct page *p, const struct setting *s)
{
	char buf[64], *text, *end = NULL;
	double bytes =
	    s->value && str_ends(words_env(s->key), ", bytes") ? strtod(s->value, &end) : 0;

	if (end == NULL || end == s->value || *end != '\0') {
		fact(p, words_env(s->key), s->value);
		return;
	}
	text = mem_fmt("%s (%s)", units_human(buf, sizeof buf, bytes, "B"), s->value);
	fact(p, words_env(s->key), text);
	free(text);
}

static void
environment(struct page *p, const struct session *s)
{
	if (s->nenv == 0)
		return;
	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "Where it ran");
	page_open(p, "table", "facts");
	page_open(p, "tbody", NULL);
	fact(p, "target", s->target);
	for (size_t i = 0; i < s->nenv; i++)
		env_fact(p, &s->env[i]);
	page_close(p);
	page_close(p);
	page_close(p);
}

static void
commands(struct page *p, const struct report_in *in)
{
	const struct session *s = in->session;
	char *again = facts_repeat(in), *accept = facts_accept(in);

	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "How to repeat or accept this run");
	page_elem(p, "p", NULL, "Measure again with the same settings:");
	page_elem(p, "pre", "wrap", "%s", again);
	if (s->nmetric > 0 && in->verdicts->word != WORD_COULD_NOT_MEASURE) {
		page_elem(p, "p", NULL,
		    "If these figures are how the file system should be, make them part of the "
		    "baseline:");
		page_elem(p, "pre", "wrap", "%s", accept);
	}
	if (s->nrecipe > 0)
		page_elem(p, "p", NULL,
		    "What was run, with {dir} for the step's directory under the target:");
	for (size_t i = 0; i < s->nrecipe; i++)
		page_elem(p, "pre", "wrap", "# %s\n%s", s->recipe[i].key, s->recipe[i].value);
	page_close(p);
	free(again);
	free(accept);
}

/* The log, or its two ends where it is long. */
static void
log_text(struct page *p, const char *text, size_t len)
{
	page_open(p, "pre", NULL);
	page_attr(p, "tabindex", "0");
	if (len <= 2 * LOG_END) {
		page_block(p, text, len);
	} else {
		page_block(p, text, LOG_END);
		page_text(p,
		    "\n[... %zu bytes are left out here; the file beside this page has them ...]\n",
		    len - 2 * LOG_END);
		page_block(p, text + len - LOG_END, LOG_END);
	}
	page_close(p);
}

static int
is_log(const struct dirent *d)
{
	return str_ends(d->d_name, ".log");
}

static void
logs(struct page *p, const struct report_in *in)
{
	struct dirent **list = NULL;
	int n = in->logs ? scandir(in->logs, &list, is_log, alphasort) : 0;

	if (n <= 0)
		return;
	page_open(p, "section", "logs");
	page_elem(p, "h2", NULL, "Raw output");
	for (int i = 0; i < n; i++) {
		char *path = file_join(in->logs, list[i]->d_name), *text = NULL;
		size_t len = 0;

		if (file_read(path, &text, &len, NULL) == 0) {
			page_open(p, "details", NULL);
			page_elem(p, "summary", NULL, "%s (%zu bytes)", list[i]->d_name, len);
			log_text(p, text, len);
			page_close(p);
		}
		free(text);
		free(path);
		free(list[i]);
	}
	free(list);
	page_close(p);
}

static int
write_html(FILE *f, const struct report_in *in, struct err *e)
{
	const struct verdicts *vs = in->verdicts;
	char *title = mem_fmt(
		 "%s: %s, check-fs", vs->machine ? vs->machine : "-", verdict_word(vs->word)),
	     stamp[40];
	struct page *p = page_new(title);

	free(title);
	banner(p, in);
	if (vs->n > 0)
		table_metrics(p, in);
	charts(p, in);
	if (!strip_table(p, in))
		lanes_table(p, in);
	warnings(p, in);
	changes(p, vs);
	commands(p, in);
	environment(p, in->session);
	logs(p, in);
	page_elem(p, "footer", NULL, "check-fs %s, run %s of series %s, written %s.", VERSION_TEXT,
	    vs->run ? vs->run : "-", vs->series ? vs->series : "-",
	    clock_iso(stamp, sizeof stamp, (time_t)in->now));
	return page_finish(p, f, e);
}

const struct report_ops report_html = {
	.name = "html",
	.file = "report.html",
	.help = "one self-contained page with charts",
	.write = write_html,
};
