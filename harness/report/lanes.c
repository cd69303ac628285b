#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"
#include "report/chart.h"
#include "report/clean.h"
#include "report/lanes.h"
#include "report/page.h"
#include "report/ranks.h"
#include "report/report.h"
#include "report/words.h"

/* with fewer columns a median says little of who is slow */
enum { FEWEST = 4 };
enum { WIDE = 1000, ROW_HIGH = 22, RANKS_MOST = 128, LINES_MOST = 8, NAME_MOST = 24 };

/* Above 1 is better than the metric's median. */
static double
relative(const struct session_metric *m, double rate)
{
	double median = ranks_rate(m, NULL);

	return m->better == BETTER_LOWER ? median / rate : rate / median;
}

/* What the columns of the chart are: ranks ordered by host, or hosts where there are too many. */
struct columns {
	struct strv host;
	size_t *first; /* of each host, and one more */
	bool by_rank;
	size_t n;
};

static size_t
ranks_on(const struct session *s, const char *host)
{
	size_t most = 0;

	for (size_t i = 0; i < s->nmetric; i++) {
		size_t n = 0;

		for (size_t k = 0; k < s->metric[i].detail.nshare; k++)
			n += strcmp(ranks_host(&s->metric[i].detail.share[k]), host) == 0;
		most = n > most ? n : most;
	}
	return most;
}

static void
layout(const struct session *s, struct columns *c)
{
	size_t ranks = 0;

	memset(c, 0, sizeof *c);
	ranks_hosts(s, &c->host);
	for (size_t h = 0; h < c->host.n; h++)
		ranks += ranks_on(s, c->host.v[h]);
	c->by_rank = ranks <= RANKS_MOST;
	c->first = mem_zero(c->host.n + 1, sizeof *c->first);
	for (size_t h = 0; h < c->host.n; h++)
		c->first[h + 1] = c->first[h] + (c->by_rank ? ranks_on(s, c->host.v[h]) : 1);
	c->n = c->first[c->host.n];
}

static void
layout_free(struct columns *c)
{
	strv_free(&c->host);
	free(c->first);
}

static void
cells(FILE *f, const struct columns *c, const struct session_metric *m, size_t y)
{
	for (size_t h = 0; h < c->host.n; h++) {
		size_t x = c->first[h];

		if (!c->by_rank && isfinite(ranks_rate(m, c->host.v[h])))
			fprintf(
			    f, "%zu\t%zu\t%g\n", x, y, relative(m, ranks_rate(m, c->host.v[h])));
		for (size_t k = 0; c->by_rank && k < m->detail.nshare; k++)
			if (strcmp(ranks_host(&m->detail.share[k]), c->host.v[h]) == 0)
				fprintf(f, "%zu\t%zu\t%g\n", x++, y,
				    relative(m, m->detail.share[k].rate));
	}
}

/* The list stands in single quotes and is a format: neither "'" nor '%'. */
static void
tic(FILE *f, const char *host, double at, bool first)
{
	char *line = clean_line(host, NAME_MOST);

	fputs(first ? "\"" : ", \"", f);
	for (const char *p = line; *p; p++)
		fputc(strchr("'\"`\\$@{}#%", *p) ? '_' : *p, f);
	fprintf(f, "\" %g", at);
	free(line);
}

static size_t
tic_step(size_t hosts)
{
	return (hosts + 39) / 40;
}

void
lanes_tics(FILE *f, const struct strv *hosts)
{
	fputs("tics = '(", f);
	for (size_t h = 0; h < hosts->n; h += tic_step(hosts->n))
		tic(f, hosts->v[h], (double)h, h == 0);
	fputs(")'\n", f);
}

/* Host names under the middle of their ranks, as many as there is room for. */
static void
host_tics(FILE *f, const struct columns *c)
{
	fputs("tics = '(", f);
	for (size_t h = 0; h < c->host.n; h += tic_step(c->host.n))
		tic(f, c->host.v[h], (double)(c->first[h] + c->first[h + 1] - 1) / 2, h == 0);
	fputs(")'\n$edges << EOD\n", f);
	for (size_t h = 1; c->by_rank && h < c->host.n; h++)
		fprintf(f, "%g\n", (double)c->first[h] - 0.5);
	fputs("EOD\n", f);
}

bool
lanes_chart(const struct report_in *in, struct chart *c)
{
	const struct session *s = in->session;
	size_t n = 0, longest = 8, below;
	struct columns columns;
	FILE *f;

	memset(c, 0, sizeof *c);
	layout(s, &columns);
	c->gnuplot = in->gnuplot;
	c->dir = in->charts;
	c->script = "heat.gp";
	c->title = "Each rank's rate against the median of its metric; the table of nodes has the "
		   "same by host";
	f = chart_begin(c);
	fputs("$cells << EOD\n", f);
	for (size_t i = 0; i < s->nmetric; i++)
		if (ranks_any(&s->metric[i]))
			cells(f, &columns, &s->metric[i], n++);
	fputs("EOD\n$names << EOD\n", f);
	n = 0;
	for (size_t i = 0; i < s->nmetric; i++) {
		char *name = ranks_name(s->metric[i].id);

		if (ranks_any(&s->metric[i])) {
			fprintf(f, "%zu\t", n++);
			chart_label(f, name, 0);
			fputc('\n', f);
			longest = clean_length(name) > longest ? clean_length(name) : longest;
		}
		free(name);
	}
	fputs("EOD\n", f);
	host_tics(f, &columns);
	below = columns.host.n > 6 ? 150 : 30;
	c->width = WIDE;
	c->height = (int)(below + 10 + ROW_HIGH * n);
	if (c->height < (int)below + 90)
		c->height = (int)below + 90;
	fprintf(f, "n = %zu\nm = %zu\nwide = %d\nhigh = %d\nleft = %zu\nbelow = %zu.0\nturn = %d\n",
	    n, columns.n, c->width, c->height, longest, below, columns.host.n > 6 ? 60 : 0);
	fclose(f);
	if (n == 0 || columns.n < FEWEST) {
		chart_free(c);
		n = 0;
	}
	layout_free(&columns);
	return n > 0;
}

static void
host_row(struct page *p, const struct session *s, const char *host)
{
	page_open(p, "tr", NULL);
	page_open(p, "th", NULL);
	page_attr(p, "scope", "row");
	page_text(p, "%s", host);
	page_close(p);
	for (size_t i = 0; i < s->nmetric; i++) {
		double ratio = ranks_any(&s->metric[i])
				   ? relative(&s->metric[i], ranks_rate(&s->metric[i], host))
				   : NAN;

		if (!ranks_any(&s->metric[i]))
			continue;
		page_open(p, "td", "n");
		if (isfinite(ratio) && ratio < 0.75)
			page_elem(p, "span", "tag bad", "%.0f %%", 100 * ratio);
		else if (isfinite(ratio))
			page_text(p, "%.0f %%", 100 * ratio);
		page_close(p);
	}
	page_close(p);
}

void
lanes_table(struct page *p, const struct report_in *in)
{
	const struct session *s = in->session;
	struct strv list = { NULL, 0, 0 };

	ranks_hosts(s, &list);
	if (list.n > 1) {
		page_open(p, "section", NULL);
		page_elem(p, "h2", NULL, "Nodes");
		page_elem(p, "p", "soft",
		    "Median of a node's ranks in percent of the median of all ranks; below 75 %% "
		    "is "
		    "marked.");
		page_scroll(p, "Table of nodes");
		page_open(p, "table", NULL);
		page_open(p, "thead", NULL);
		page_open(p, "tr", NULL);
		page_head(p, NULL, "Node");
		for (size_t i = 0; i < s->nmetric; i++)
			if (ranks_any(&s->metric[i]))
				page_head(p, "n", s->metric[i].id);
		page_close(p);
		page_close(p);
		page_open(p, "tbody", NULL);
		for (size_t h = 0; h < list.n; h++)
			host_row(p, s, list.v[h]);
		page_close(p);
		page_close(p);
		page_close(p);
		page_close(p);
	}
	strv_free(&list);
}

/* ("1 ms" 0.001, ...) for each power of ten. */
static void
time_tics(FILE *f, double low, double high)
{
	static const char *const names[] = { "1 ns", "10 ns", "100 ns", "1 us", "10 us", "100 us",
		"1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s" };
	int n = 0;

	fputs("tics = '(", f);
	for (int i = 0; i < 12; i++)
		if (pow(10, i - 9) >= low && pow(10, i - 9) <= high)
			fprintf(f, "%s\"%s\" 1e%d", n++ ? ", " : "", names[i], i - 9);
	fputs(")'\n", f);
}

bool
lanes_latency(const struct report_in *in, struct chart *c)
{
	const struct session *s = in->session;
	const struct session_metric *line[LINES_MOST];
	double low = INFINITY, high = 0;
	size_t n = 0;
	FILE *f;

	memset(c, 0, sizeof *c);
	for (size_t i = 0; i < s->nmetric && n < LINES_MOST; i++)
		if (s->metric[i].detail.nquantile > 1)
			line[n++] = &s->metric[i];
	if (n == 0)
		return false;
	c->gnuplot = in->gnuplot;
	c->dir = in->charts;
	c->script = "latency.gp";
	c->title = "Which share of the operations took at most how long";
	f = chart_begin(c);
	fputs("$points << EOD\n", f);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < line[i]->detail.nquantile; k++) {
			const struct quantile *q = &line[i]->detail.quantile[k];

			if (!(q->seconds > 0))
				continue;
			fprintf(f, "%zu\t%g\t%g\n", i + 1, q->seconds, 100 * q->fraction);
			low = fmin(low, q->seconds);
			high = fmax(high, q->seconds);
		}
	fprintf(f, "EOD\narray name[%d]\n", LINES_MOST);
	for (size_t i = 0; i < n; i++) {
		char *name = ranks_name(line[i]->id);

		fprintf(f, "name[%zu] = \"", i + 1);
		chart_label(f, name, 0);
		fputs("\"\n", f);
		free(name);
	}
	low = isfinite(low) ? low / 1.5 : 1e-6;
	high = high > 0 ? high * 1.5 : 1;
	time_tics(f, low, high);
	c->width = WIDE;
	c->height = 300 + 20 * (int)n;
	fprintf(f, "lines = %zu\nwide = %d\nhigh = %d\ntmin = %g\ntmax = %g\n", n, c->width,
	    c->height, low, high);
	fclose(f);
	return true;
}
