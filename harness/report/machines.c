#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"
#include "core/units.h"
#include "core/version.h"
#include "report/chart.h"
#include "report/clean.h"
#include "report/figure.h"
#include "report/machines.h"
#include "report/page.h"
#include "report/words.h"

enum { USUAL = 80, W_VALUE = 13, W_RATIO = 9, PART_MOST = 24, ROW_HIGH = 24, WIDE = 1000 };

/* Every metric that any side has, in order of first appearance. */
struct union_row {
	const char *id, *unit;
	enum metric_better better;
};

struct rows {
	struct union_row *row;
	size_t n, room;
};

static void
collect(const struct report_machines *m, struct rows *r)
{
	memset(r, 0, sizeof *r);
	for (size_t i = 0; i < m->n; i++)
		for (size_t k = 0; k < m->side[i].session->nmetric; k++) {
			const struct session_metric *x = &m->side[i].session->metric[k];
			size_t at = 0;

			while (at < r->n && strcmp(r->row[at].id, x->id) != 0)
				at++;
			if (at < r->n)
				continue;
			r->row = mem_room(r->row, r->n, &r->room, sizeof *r->row);
			r->row[r->n++] = (struct union_row){ x->id, x->unit, x->better };
		}
}

static const struct session_metric *
cell_of(const struct report_machines *m, size_t side, const struct union_row *r)
{
	const struct session_metric *x = session_find(m->side[side].session, r->id);

	return x != NULL && strcmp(x->unit, r->unit) == 0 ? x : NULL;
}

static double
value_of(const struct report_machines *m, size_t side, const struct union_row *r)
{
	const struct session_metric *x = cell_of(m, side, r);

	return x ? session_median(x) : NAN;
}

/* Above 1 where this side is better than the first. */
static double
ratio_of(const struct report_machines *m, size_t side, const struct union_row *r)
{
	double first = value_of(m, 0, r), here = value_of(m, side, r);

	return r->better == BETTER_LOWER ? first / here : here / first;
}

static const char *
caveat_of(const struct report_machines *m, size_t side, const struct union_row *r)
{
	const struct session_metric *x = cell_of(m, side, r);

	return x == NULL    ? NULL
	       : x->invalid ? x->invalid
	       : x->caveat  ? words_caveat(x->caveat)
			    : NULL;
}

static char *
times(char *buf, size_t size, double ratio)
{
	if (!isfinite(ratio))
		snprintf(buf, size, "-");
	else if (ratio >= 1000 && ratio < 1e7)
		snprintf(buf, size, "x %.0f", ratio);
	else if (ratio >= 10 || ratio < 0.1)
		snprintf(buf, size, "x %.3g", ratio);
	else
		snprintf(buf, size, "x %.2f", ratio);
	return buf;
}

/* -- terminal -- */

static void
padded(FILE *f, const char *text, int width)
{
	char *cut = clean_line(text, (size_t)width);
	int pad = width - (int)clean_length(cut);

	fprintf(f, " %*s%s", pad > 0 ? pad : 0, "", cut);
	free(cut);
}

static void
text_row(FILE *f, const struct report_machines *m, const struct union_row *r, int name)
{
	char *full = clean_line(r->id, (size_t)name), buf[64];

	fprintf(f, "%s%*s", full, name - (int)clean_length(full), "");
	for (size_t i = 0; i < m->n; i++) {
		double ratio = i > 0 ? ratio_of(m, i, r) : NAN;

		padded(f, units_human(buf, sizeof buf, value_of(m, i, r), r->unit), W_VALUE);
		fputc(caveat_of(m, i, r) ? '*' : ' ', f);
		if (i == 0)
			continue;
		if (m->colour && isfinite(ratio) && (ratio > 1.1 || ratio < 0.9))
			fputs(ratio > 1 ? "\033[32m" : "\033[31;1m", f);
		padded(f, times(buf, sizeof buf, ratio), W_RATIO);
		if (m->colour)
			fputs("\033[0m", f);
	}
	fputc('\n', f);
	free(full);
}

static void
text_notes(FILE *f, const struct report_machines *m, const struct rows *rows)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->side[i].note != NULL) {
			char *note = clean_line(m->side[i].note, 0),
			     *name = clean_line(m->side[i].name, 0);

			fprintf(f, "%s: %s\n", name, note);
			free(note);
			free(name);
		}
	for (size_t k = 0; k < rows->n; k++)
		for (size_t i = 0; i < m->n; i++) {
			const char *why = caveat_of(m, i, &rows->row[k]);
			char *line =
			    why ? mem_fmt("* %s, %s: %s", m->side[i].name, rows->row[k].id, why)
				: NULL;
			char *clean = line ? clean_line(line, 0) : NULL;

			if (clean != NULL)
				fprintf(f, "%s\n", clean);
			free(clean);
			free(line);
		}
}

int
report_machines_text(FILE *f, const struct report_machines *m, struct err *e)
{
	int width = m->width > 0 ? m->width : USUAL, name = 12, left;
	struct rows rows;

	(void)e;
	collect(m, &rows);
	left = width - (int)m->n * (W_VALUE + 2) - (int)(m->n - 1) * (W_RATIO + 1);
	for (size_t i = 0; i < rows.n; i++) {
		int n = (int)clean_length(rows.row[i].id);

		name = n > name ? n : name;
	}
	name = name > left && left >= 12 ? left : name > left ? 12 : name;
	fprintf(f, "%*s", name, "");
	for (size_t i = 0; i < m->n; i++) {
		padded(f, m->side[i].name, W_VALUE);
		fputc(' ', f);
		if (i > 0)
			padded(f, "ratio", W_RATIO);
	}
	fputc('\n', f);
	for (size_t i = 0; i < rows.n; i++)
		text_row(f, m, &rows.row[i], name);
	if (rows.n == 0)
		fputs("Neither has a measured value.\n", f);
	fputc('\n', f);
	text_notes(f, m, &rows);
	free(rows.row);
	return 0;
}

/* -- page -- */

/* "10.00 k ops/s" -> "10 k ops/s" */
static char *
short_value(char *buf, size_t size, double x, const char *unit)
{
	char *dot, *end, *zero;

	units_human(buf, size, x, unit);
	dot = strchr(buf, '.');
	end = strchr(buf, ' ');
	if (dot == NULL || end == NULL || end < dot)
		return buf;
	zero = end;
	while (zero[-1] == '0')
		zero--;
	if (zero[-1] == '.')
		zero--;
	memmove(zero, end, strlen(end) + 1);
	return buf;
}

/* Powers of ten (of two for bytes) that keep a distance; 1, 2, 5 where there are few; written with
 * their unit. */
static void
tics(FILE *f, double low, double high, const char *unit)
{
	static const double parts[] = { 1, 2, 5 };
	double base = strcmp(unit, "B/s") == 0 ? 2 : 10, step = base;
	size_t nparts = base == 10 && high / low < 100 ? 3 : 1;
	char buf[64];
	int n = 0;

	while (log(high / low) / log(step) > 7)
		step *= base;
	fputs("tics = '(", f);
	for (double power = -6, at; (at = pow(step, power)) <= high; power++)
		for (size_t k = 0; k < nparts; k++)
			if (at * parts[k] >= low && at * parts[k] <= high)
				fprintf(f, "%s\"%s\" %g", n++ ? ", " : "",
				    short_value(buf, sizeof buf, at * parts[k], unit),
				    at * parts[k]);
	fputs(")'\n", f);
}

static bool
in_chart(const struct report_machines *m, const struct union_row *r, const char *unit)
{
	if (strcmp(r->unit, unit) != 0)
		return false;
	for (size_t i = 0; i < m->n; i++)
		if (value_of(m, i, r) > 0)
			return true;
	return false;
}

static char *
label_of(const struct union_row *r)
{
	char *whole = words_step(r->id), *step = clean_line(whole, PART_MOST);
	char *name = clean_line(words_metric(r->id), PART_MOST),
	     *both = mem_fmt("%s%s%s", step, *step ? "  " : "", name);

	free(whole);
	free(step);
	free(name);
	return both;
}

struct extent {
	double low, high;
	size_t n, longest;
	bool care;
};

/* The data blocks of one unit's chart. */
static void
blocks(FILE *f, const struct report_machines *m, const struct rows *rows, const char *unit,
    struct extent *x)
{
	char *points = NULL;
	size_t len = 0;
	FILE *p = open_memstream(&points, &len);

	fputs("$rows << EOD\n", f);
	for (size_t k = 0; k < rows->n; k++) {
		const struct union_row *r = &rows->row[k];
		double low = INFINITY, high = 0;
		char *name;

		if (!in_chart(m, r, unit))
			continue;
		for (size_t i = 0; i < m->n; i++) {
			double v = value_of(m, i, r);

			if (!(v > 0))
				continue;
			low = fmin(low, v);
			high = fmax(high, v);
			fprintf(
			    p, "%zu\t%.9g\t%zu\t%d\n", x->n, v, i + 1, caveat_of(m, i, r) != NULL);
			x->care = x->care || caveat_of(m, i, r) != NULL;
		}
		name = label_of(r);
		fprintf(f, "%zu\t", x->n++);
		chart_label(f, name, 0);
		fprintf(f, "\t%.9g\t%.9g\n", low, high);
		x->longest = clean_length(name) > x->longest ? clean_length(name) : x->longest;
		x->low = fmin(x->low, low);
		x->high = fmax(x->high, high);
		free(name);
	}
	fclose(p);
	fprintf(f, "EOD\n$points << EOD\n%sEOD\n", points);
	free(points);
}

static bool
chart_of(
    const struct report_machines *m, const struct rows *rows, const char *unit, struct chart *c)
{
	struct extent x = { INFINITY, 0, 0, 8, false };
	FILE *f;

	memset(c, 0, sizeof *c);
	c->gnuplot = m->gnuplot;
	c->dir = m->charts;
	c->script = "machines.gp";
	c->title =
	    "The machines' values of each metric on a log axis; the table has the same figures";
	f = chart_begin(c);
	blocks(f, m, rows, unit, &x);
	c->width = WIDE;
	c->height = 84 + 20 * (int)(m->n + x.care) + ROW_HIGH * (int)x.n;
	tics(f, x.low / 1.5, x.high * 1.5, unit);
	fprintf(f,
	    "n = %zu\nsides = %zu\ncare = %d\nwide = %d\nhigh = %d\nleft = %zu\nxmin = %g\nxmax = "
	    "%g\n",
	    x.n, m->n, x.care, c->width, c->height, x.longest, x.low / 1.5, x.high * 1.5);
	fprintf(f, "what = '%s, log axis'\narray name[%zu]\n",
	    strcmp(unit, "B/s") == 0     ? "bytes per second"
	    : strcmp(unit, "ops/s") == 0 ? "operations per second"
					 : "value",
	    m->n);
	for (size_t i = 0; i < m->n; i++) {
		fprintf(f, "name[%zu] = '", i + 1);
		for (char *line = clean_line(m->side[i].name, 60), *p = line;; p++) {
			if (*p == '\0') {
				free(line);
				break;
			}
			fputc(strchr("'\"`\\$@{}#", *p) ? ' ' : *p, f);
		}
		fputs("'\n", f);
	}
	fclose(f);
	if (x.n == 0)
		chart_free(c);
	return x.n > 0;
}

static void
charts(struct page *p, const struct report_machines *m, const struct rows *rows)
{
	static const char *const units[] = { "ops/s", "B/s", "s" };
	int number = 0;

	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "Charts");
	if (m->gnuplot == NULL || m->charts == NULL)
		page_elem(p, "p", "soft",
		    "No charts: gnuplot was not found when this page was written. The table has "
		    "the figures.");
	for (size_t i = 0; m->gnuplot && m->charts && i < sizeof units / sizeof *units; i++) {
		struct chart c;

		if (!chart_of(m, rows, units[i], &c))
			continue;
		figure_put(p, &c, ++number, NULL);
		chart_free(&c);
	}
	page_close(p);
}

static void
html_row(struct page *p, const struct report_machines *m, const struct union_row *r)
{
	char buf[64], *step = words_step(r->id);

	page_open(p, "tr", NULL);
	page_open(p, "th", NULL);
	page_attr(p, "scope", "row");
	page_text(p, "%s", words_metric(r->id));
	page_elem(p, "span", "why", "%s", step);
	page_close(p);
	for (size_t i = 0; i < m->n; i++) {
		const char *why = caveat_of(m, i, r);

		page_open(p, "td", "n");
		page_text(p, "%s ", units_human(buf, sizeof buf, value_of(m, i, r), r->unit));
		if (why != NULL)
			page_elem(p, "span", "tag warn", "%s", why);
		page_close(p);
		if (i > 0)
			page_elem(p, "td", "n", "%s", times(buf, sizeof buf, ratio_of(m, i, r)));
	}
	page_close(p);
	free(step);
}

static void
html_table(struct page *p, const struct report_machines *m, const struct rows *rows)
{
	page_open(p, "section", NULL);
	page_elem(p, "h2", NULL, "Metrics");
	page_scroll(p, "Table of metrics");
	page_open(p, "table", NULL);
	page_elem(
	    p, "caption", NULL, "Medians; ratios are to %s, above 1 is better.", m->side[0].name);
	page_open(p, "thead", NULL);
	page_open(p, "tr", NULL);
	page_head(p, NULL, "Metric");
	for (size_t i = 0; i < m->n; i++) {
		page_head(p, "n", m->side[i].name);
		if (i > 0)
			page_head(p, "n", "Ratio");
	}
	page_close(p);
	page_close(p);
	page_open(p, "tbody", NULL);
	for (size_t i = 0; i < rows->n; i++)
		html_row(p, m, &rows->row[i]);
	page_close(p);
	page_close(p);
	page_close(p);
	page_close(p);
}

/* Environment keys that any side has, one column a machine: the reasons for a difference. */
static void
html_env(struct page *p, const struct report_machines *m)
{
	struct strv keys = { NULL, 0, 0 };

	for (size_t i = 0; i < m->n; i++)
		for (size_t k = 0; k < m->side[i].session->nenv; k++) {
			const char *key = m->side[i].session->env[k].key;
			size_t at = 0;

			while (at < keys.n && strcmp(keys.v[at], key) != 0)
				at++;
			if (at == keys.n)
				strv_add(&keys, "%s", key);
		}
	if (keys.n > 0) {
		page_open(p, "section", NULL);
		page_elem(p, "h2", NULL, "Where they ran");
		page_scroll(p, "Table of environments");
		page_open(p, "table", "facts");
		page_open(p, "thead", NULL);
		page_open(p, "tr", NULL);
		page_head(p, NULL, "What");
		for (size_t i = 0; i < m->n; i++)
			page_head(p, NULL, m->side[i].name);
		page_close(p);
		page_close(p);
		page_open(p, "tbody", NULL);
		for (size_t k = 0; k < keys.n; k++) {
			page_open(p, "tr", NULL);
			page_open(p, "th", NULL);
			page_attr(p, "scope", "row");
			page_text(p, "%s", words_env(keys.v[k]));
			page_close(p);
			for (size_t i = 0; i < m->n; i++) {
				const char *v = session_env_get(m->side[i].session, keys.v[k]);

				page_elem(p, "td", NULL, "%s", v ? v : "-");
			}
			page_close(p);
		}
		page_close(p);
		page_close(p);
		page_close(p);
		page_close(p);
	}
	strv_free(&keys);
}

int
report_machines_html(FILE *f, const struct report_machines *m, struct err *e)
{
	char *title = mem_dup(m->side[0].name), stamp[40];
	struct rows rows;
	struct page *p;

	for (size_t i = 1; i < m->n; i++) {
		char *longer = mem_fmt("%s and %s", title, m->side[i].name);

		free(title);
		title = longer;
	}
	collect(m, &rows);
	p = page_new(title);
	page_open(p, "header", "banner note");
	page_open(p, "div", NULL);
	page_elem(p, "h1", NULL, "%s side by side", title);
	for (size_t i = 0; i < m->n; i++)
		if (m->side[i].note != NULL) {
			page_open(p, "p", NULL);
			page_elem(p, "strong", NULL, "%s", m->side[i].name);
			page_text(p, ": %s", m->side[i].note);
			page_close(p);
		}
	page_close(p);
	page_close(p);
	html_table(p, m, &rows);
	charts(p, m, &rows);
	html_env(p, m);
	page_elem(p, "footer", NULL, "check-fs %s, written %s.", VERSION_TEXT,
	    clock_iso(stamp, sizeof stamp, (time_t)m->now));
	free(rows.row);
	free(title);
	return page_finish(p, f, e);
}
