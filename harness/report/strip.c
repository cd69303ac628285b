#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/verdict.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"
#include "core/units.h"
#include "report/chart.h"
#include "report/clean.h"
#include "report/lanes.h"
#include "report/page.h"
#include "report/ranks.h"
#include "report/report.h"
#include "report/strip.h"

#define SLOW 0.75 /* of the median node, as in the rule */

enum { WIDE = 1000, ROW_HIGH = 22, TEXT_MOST = 16, NAME_MOST = 24 };

/* One metric that was measured both ways. */
struct row {
	const struct session_metric *job, *alone;
	double job_median, alone_median; /* of the nodes, in the metric's unit */
};

struct strip {
	struct strv host;
	struct row *row;
	size_t n;
};

static bool
begin(const struct report_in *in, struct strip *s)
{
	memset(s, 0, sizeof *s);
	if (in->session->alone == NULL)
		return false;
	ranks_hosts(in->session, &s->host);
	s->row = mem_zero(in->session->nmetric + 1, sizeof *s->row);
	for (size_t i = 0; i < in->session->nmetric; i++) {
		const struct session_metric *job = &in->session->metric[i],
					    *alone = session_find(in->session->alone, job->id);

		if (!ranks_any(job) || alone == NULL || alone->detail.nshare == 0)
			continue;
		s->row[s->n++] =
		    (struct row){ job, alone, ranks_host_median(job), ranks_host_median(alone) };
	}
	return s->n > 0;
}

static void
end(struct strip *s)
{
	strv_free(&s->host);
	free(s->row);
}

/* ---- chart ---- */

static void
cells(FILE *f, const struct strip *s)
{
	fputs("$cells << EOD\n", f);
	for (size_t i = 0; i < s->n; i++)
		for (size_t h = 0; h < s->host.n; h++) {
			const struct row *r = &s->row[i];
			double alone = ranks_rate(r->alone, s->host.v[h]) / r->alone_median,
			       job = ranks_rate(r->job, s->host.v[h]) / r->job_median;

			if (isfinite(alone))
				fprintf(f, "%zu\t%zu\t%g\n", h, 2 * i, alone);
			if (isfinite(job))
				fprintf(f, "%zu\t%zu\t%g\n", h, 2 * i + 1, job);
		}
	fputs("EOD\n", f);
}

/* Names of the rows; how long the longest is. */
static size_t
names(FILE *f, const struct strip *s)
{
	static const char *const ways[] = { "alone", "in the job" };
	size_t longest = 8;

	fputs("$names << EOD\n", f);
	for (size_t i = 0; i < 2 * s->n; i++) {
		char *metric = ranks_name(s->row[i / 2].job->id),
		     *name = mem_fmt("%s  %s", metric, ways[i % 2]);

		fprintf(f, "%zu\t", i);
		chart_label(f, name, 0);
		fputc('\n', f);
		longest = clean_length(name) > longest ? clean_length(name) : longest;
		free(metric);
		free(name);
	}
	fputs("EOD\n", f);
	return longest;
}

bool
strip_chart(const struct report_in *in, struct chart *c)
{
	size_t longest, below;
	struct strip s;
	bool any = begin(in, &s);
	FILE *f;

	memset(c, 0, sizeof *c);
	if (!any) {
		end(&s);
		return false;
	}
	c->gnuplot = in->gnuplot;
	c->dir = in->charts;
	c->script = "heat.gp";
	c->title = "Each node alone and in the job, against the median node; the table of nodes "
		   "has the figures";
	f = chart_begin(c);
	cells(f, &s);
	longest = names(f, &s);
	lanes_tics(f, &s.host);
	fputs("$edges << EOD\nEOD\n", f);
	below = s.host.n > 6 ? 150 : 30;
	c->width = WIDE;
	c->height = (int)(below + 10 + ROW_HIGH * 2 * s.n);
	fprintf(f, "n = %zu\nm = %zu\nwide = %d\nhigh = %d\nleft = %zu\nbelow = %zu.0\nturn = %d\n",
	    2 * s.n, s.host.n, c->width, c->height, longest, below, s.host.n > 6 ? 60 : 0);
	fclose(f);
	end(&s);
	return true;
}

/* ---- HTML ---- */

static void
cell(struct page *p, const struct session_metric *m, const char *host, double median)
{
	double rate = ranks_rate(m, host), ratio = rate / median;
	char buf[48];

	page_open(p, "td", "n");
	if (isfinite(ratio) && ratio < SLOW)
		page_elem(p, "span", "tag bad", "%.0f %%", 100 * ratio);
	else if (isfinite(ratio))
		page_text(p, "%.0f %%", 100 * ratio);
	else
		page_text(p, "-");
	if (isfinite(rate))
		page_elem(p, "span", "why", "%s", units_human(buf, sizeof buf, rate, m->unit));
	page_close(p);
}

static void
heads(struct page *p, const struct strip *s)
{
	page_open(p, "thead", NULL);
	page_open(p, "tr", NULL);
	page_open(p, "th", NULL);
	page_attr(p, "scope", "col");
	page_attr(p, "rowspan", "2");
	page_text(p, "Node");
	page_close(p);
	for (size_t i = 0; i < s->n; i++) {
		page_open(p, "th", "n");
		page_attr(p, "scope", "colgroup");
		page_attr(p, "colspan", "2");
		page_text(p, "%s", s->row[i].job->id);
		page_close(p);
	}
	page_close(p);
	page_open(p, "tr", NULL);
	for (size_t i = 0; i < s->n; i++) {
		page_head(p, "n", "alone");
		page_head(p, "n", "in the job");
	}
	page_close(p);
	page_close(p);
}

bool
strip_table(struct page *p, const struct report_in *in)
{
	struct strip s;
	bool any = begin(in, &s);

	if (any) {
		page_open(p, "section", NULL);
		page_elem(p, "h2", NULL, "Nodes");
		page_elem(p, "p", "soft",
		    "Each node alone, and in the job with all: the rate of one of its ranks (their "
		    "median), and that in percent of the median node; below 75 %% is marked.  A "
		    "node that is slow alone too is slow itself; one that is slow only in the job "
		    "is kept waiting by the servers, or by what it shares with others.");
		page_scroll(p, "Table of nodes");
		page_open(p, "table", NULL);
		heads(p, &s);
		page_open(p, "tbody", NULL);
		for (size_t h = 0; h < s.host.n; h++) {
			page_open(p, "tr", NULL);
			page_open(p, "th", NULL);
			page_attr(p, "scope", "row");
			page_text(p, "%s", s.host.v[h]);
			page_close(p);
			for (size_t i = 0; i < s.n; i++) {
				cell(p, s.row[i].alone, s.host.v[h], s.row[i].alone_median);
				cell(p, s.row[i].job, s.host.v[h], s.row[i].job_median);
			}
			page_close(p);
		}
		page_close(p);
		page_close(p);
		page_close(p);
		page_close(p);
	}
	end(&s);
	return any;
}

/* ---- text ---- */

/* A node in the metric that it is slowest in, alone or in the job. */
struct line {
	const char *host;
	const struct row *row;
	double worst;
};

static struct line
line_of(const struct strip *s, const char *host)
{
	struct line l = { host, NULL, INFINITY };

	for (size_t i = 0; i < s->n; i++) {
		const struct row *r = &s->row[i];
		double least = fmin(ranks_rate(r->alone, host) / r->alone_median,
		    ranks_rate(r->job, host) / r->job_median);

		if (isfinite(least) && least < l.worst) {
			l.worst = least;
			l.row = r;
		}
	}
	return l;
}

static int
slowest_first(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	return x->worst < y->worst ? -1 : x->worst > y->worst;
}

static void
figures(FILE *f, const struct session_metric *m, const char *host, double median)
{
	double rate = ranks_rate(m, host);
	char buf[48];

	if (!isfinite(rate))
		fprintf(f, "  %13s %6s", "-", "");
	else
		fprintf(f, "  %13s %4.0f %%", units_human(buf, sizeof buf, rate, m->unit),
		    100 * rate / median);
}

/* The rule's word, not a bound of its own: with few nodes, or all of them unlike, none is slow. */
static bool
named(const struct verdicts *v, const char *host)
{
	for (size_t i = 0; i < v->nslow; i++)
		if (strcmp(v->slow[i].host, host) == 0)
			return true;
	return false;
}

static void
print(FILE *f, const struct line *l, int width, bool slow)
{
	char *host = clean_line(l->host, NAME_MOST),
	     *id = clean_line(l->row->job->id, NAME_MOST + 6);

	fprintf(f, "%c %-*s", slow ? '!' : ' ', width, host);
	figures(f, l->row->alone, l->host, l->row->alone_median);
	figures(f, l->row->job, l->host, l->row->job_median);
	fprintf(f, "  %s\n", id);
	free(host);
	free(id);
}

void
strip_text(FILE *f, const struct report_in *in)
{
	struct strip s;
	struct line *line;
	size_t n = 0, most;
	int width = 4;

	if (!begin(in, &s)) {
		end(&s);
		return;
	}
	line = mem_zero(s.host.n + 1, sizeof *line);
	for (size_t h = 0; h < s.host.n; h++) {
		struct line l = line_of(&s, s.host.v[h]);
		int len = (int)strlen(l.host);

		width = len > width ? len : width;
		if (l.row != NULL)
			line[n++] = l;
	}
	width = width > NAME_MOST ? NAME_MOST : width;
	qsort(line, n, sizeof *line, slowest_first);
	most = in->detail > 0 || n <= TEXT_MOST ? n : TEXT_MOST;
	fprintf(f,
	    "Nodes: a rank's rate, %% of the median node; each in what it is slowest in\n"
	    "  %-*s  %20s  %20s\n",
	    width, "", "alone", "in the job");
	for (size_t i = 0; i < most; i++)
		print(f, &line[i], width, named(in->verdicts, line[i].host));
	if (most < n)
		fprintf(f, "  and %zu more, none of them below %.0f %%\n", n - most,
		    floor(100 * line[most].worst));
	fputc('\n', f);
	free(line);
	end(&s);
}
