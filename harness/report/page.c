#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/xmlwriter.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/stats.h"
#include "core/units.h"
#include "report/clean.h"
#include "report/page.h"

#define U(s) ((const xmlChar *)(s))

struct page {
	xmlBufferPtr buffer;
	xmlTextWriterPtr w;
};

/* Colours keep 4.5:1 for text against what they stand on, in both themes; .chart gives gnuplot's
 * own ours. */
/* clang-format off: one rule a line */
static const char style[] =
    ":root{color-scheme:light "
    "dark;--bg:#f6f7f9;--card:#fff;--fg:#1c2128;--soft:#57606a;--line:#d5dae0;"
    "--good:#116329;--goodbg:#dcf3e3;--bad:#a40e26;--badbg:#fde4e4;--warn:#7a4b00;--warnbg:#fff0cc;"
    "--note:#0b5394;--notebg:#dfeefb;--dull:#57606a;--dullbg:#eceff2;--blue:#0072b2;--band:#d3e5f3;"
    "--grid:#e3e7ec}"
    "@media(prefers-color-scheme:dark){"
    ":root{--bg:#0f1318;--card:#181e25;--fg:#e4e9ef;--soft:#9aa6b2;--line:#333c47;--good:#6fdd8b;"
    "--goodbg:#12361f;--bad:#ff9b94;--badbg:#4a1518;--warn:#f5c863;--warnbg:#43310a;--note:#8fc4f7;"
    "--notebg:#12304d;--dull:#9aa6b2;--dullbg:#252d36;--blue:#56b4e9;--band:#213a4e;--grid:#2a323c}"
    "}"
    "*{box-sizing:border-box}"
    "body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,'Segoe UI',Roboto,"
    "'Liberation Sans',sans-serif}"
    "main{max-width:1280px;margin:0 auto;padding:16px}"
    "h1{font-size:1.5rem;line-height:1.25;margin:0;overflow-wrap:anywhere}"
    "h2{font-size:1.1rem;margin:0 0 10px}"
    "p{margin:.35em 0;overflow-wrap:anywhere}"
    "section,.banner{background:var(--card);border:1px solid var(--line);border-radius:10px;"
    "padding:16px 18px;margin:0 0 14px}"
    ".banner{border-left:10px solid var(--t);display:flex;gap:16px;align-items:flex-start}"
    ".banner "
    ".sign{flex:none;width:52px;height:52px;border-radius:50%;background:var(--tb);color:var(--t);"
    "font-size:30px;line-height:52px;text-align:center;font-weight:700}"
    ".banner>div{min-width:0}"
    ".soft{color:var(--soft)}"
    ".good{--t:var(--good);--tb:var(--goodbg)}"
    ".bad{--t:var(--bad);--tb:var(--badbg)}"
    ".warn{--t:var(--warn);--tb:var(--warnbg)}"
    ".note{--t:var(--note);--tb:var(--notebg)}"
    ".dull{--t:var(--dull);--tb:var(--dullbg)}"
    ".tag{display:inline-block;background:var(--tb);color:var(--t);border-radius:6px;padding:0 7px;"
    "font-size:.82rem;font-weight:600;white-space:nowrap;max-width:100%;overflow:hidden;"
    "text-overflow:ellipsis;vertical-align:bottom}"
    "ul{margin:.3em 0;padding-left:1.3em}"
    "li{margin:.25em 0;overflow-wrap:anywhere}"
    ".scroll{overflow-x:auto}"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
    "caption{text-align:left;color:var(--soft);font-size:.88rem;padding-bottom:6px}"
    "th,td{padding:5px 8px;text-align:left;border-bottom:1px solid "
    "var(--line);vertical-align:middle}"
    "thead th{color:var(--soft);font-size:.82rem;font-weight:600;white-space:nowrap}"
    "th.n,td.n{text-align:right;white-space:nowrap}"
    "tbody th{font-weight:500;min-width:9em;overflow-wrap:anywhere}"
    "tr.step th{background:var(--dullbg);font-weight:600;font-size:.88rem;overflow-wrap:anywhere}"
    "tr.bad>*{background:var(--badbg)}"
    "tr.bad .tag{background:var(--card)}"
    ".why{display:block;color:var(--soft);font-size:.84rem;font-weight:400;overflow-wrap:anywhere}"
    "tr.bad .why{color:var(--fg)}"
    "table.facts th{width:14em;min-width:9em;color:var(--soft)}"
    "table.facts td{overflow-wrap:anywhere}"
    ".ratio,.spark{display:block}"
    ".ratio rect.b{fill:var(--tb);stroke:var(--t)}"
    ".ratio rect.f{fill:var(--t)}"
    ".ratio line{stroke:var(--fg)}"
    ".spark polyline{fill:none;stroke:var(--blue);stroke-width:1.5}"
    ".spark circle{fill:var(--t,var(--blue))}"
    "code,pre{font:13px/1.45 ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}"
    "code{overflow-wrap:anywhere}"
    "pre{background:var(--dullbg);border-radius:6px;padding:8px 10px;margin:6px 0;overflow-x:auto;"
    "white-space:pre}"
    "pre.wrap{white-space:pre-wrap;overflow-wrap:anywhere}"
    "details{margin:.4em 0}"
    "summary{cursor:pointer;overflow-wrap:anywhere}"
    "footer{color:var(--soft);font-size:.85rem;padding:4px 2px 20px}"
    "figure{margin:0 0 12px}"
    "figure svg.chart{display:block;width:100%;min-width:640px;height:auto;max-width:1100px}"
    "figcaption{color:var(--soft);font-size:.88rem;margin-top:4px}"
    "a{color:var(--note)}"
    ".chart g[fill^='rgb']{fill:var(--fg)}"
    ".chart [stroke='rgb(136, 136, 136)']{stroke:var(--soft)}"
    ".chart [stroke='rgb(221, 221, 221)']{stroke:var(--grid)}"
    ".chart [fill='rgb(211, 229, 243)']{fill:var(--band)}"
    ".chart [stroke='rgb( 28,  33,  40)']{stroke:var(--fg)}"
    ".chart [color='rgb(136, 136, 136)']{color:var(--soft)}"
    ".chart [color='rgb(  0, 114, 178)']{color:var(--blue)}"
    ".chart [color='rgb( 28,  33,  40)']{color:var(--fg)}"
    ".chart text{font-family:system-ui,'Segoe UI',Roboto,'Liberation Sans',sans-serif}"
    "@media(max-width:700px){"
    "main{padding:8px}"
    "section,.banner{padding:12px}"
    ".banner .sign{width:36px;height:36px;line-height:36px;font-size:20px}"
    ".banner .tag{white-space:normal}"
    "table.facts th{width:auto;min-width:6.5em}"
    "h1{font-size:1.2rem}"
    "th,td{padding:5px 7px}"
    "}"
    "@media print{"
    ".why,.tag,thead th{font-size:8px!important}"
    "table{font-size:9px}"
    "th,td{padding:2px 4px}"
    ".ratio,section.logs{display:none}"
    "body{background:#fff;font-size:11px}"
    "section,.banner{break-inside:avoid-page;border-color:#999}"
    "details{display:none}"
    "figure svg.chart{min-width:0}"
    ".scroll{overflow:visible}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere}"
    "}";
/* clang-format on */

struct page *
page_new(const char *title)
{
	struct page *p = mem_zero(1, sizeof *p);

	p->buffer = xmlBufferCreate();
	p->w = xmlNewTextWriterMemory(p->buffer, 0);
	page_raw(p, "<!DOCTYPE html>\n");
	page_open(p, "html", NULL);
	page_attr(p, "lang", "en");
	page_open(p, "head", NULL);
	page_raw(p, "\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
		    "content=\"width=device-width, initial-scale=1\">\n");
	/* not even a mistake of ours may fetch or run anything */
	page_raw(p, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		    "style-src 'unsafe-inline'; "
		    "img-src data:\">\n");
	page_elem(p, "title", NULL, "%s", title);
	page_open(p, "style", NULL);
	page_raw(p, style);
	page_close(p);
	page_close(p);
	page_raw(p, "\n");
	page_open(p, "body", NULL);
	page_open(p, "main", NULL);
	return p;
}

int
page_finish(struct page *p, FILE *f, struct err *e)
{
	int rc = 0;

	if (xmlTextWriterEndDocument(p->w) < 0)
		rc = err_set(e, EIO, "%s", "report: libxml2 could not write the page");
	xmlFreeTextWriter(p->w);
	if (rc == 0) {
		fwrite(xmlBufferContent(p->buffer), 1, (size_t)xmlBufferLength(p->buffer), f);
		fputc('\n', f);
	}
	xmlBufferFree(p->buffer);
	free(p);
	return rc;
}

void
page_open(struct page *p, const char *tag, const char *class)
{
	xmlTextWriterStartElement(p->w, U(tag));
	if (class != NULL)
		page_attr(p, "class", "%s", class);
}

void
page_close(struct page *p)
{
	/* the full form: HTML knows no <td/> */
	xmlTextWriterFullEndElement(p->w);
}

static char *
format(const char *fmt, va_list ap)
{
	va_list again;
	char *text;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	text = mem_zero((size_t)(n < 0 ? 0 : n) + 1, 1);
	vsnprintf(text, (size_t)(n < 0 ? 0 : n) + 1, fmt, ap);
	return text;
}

void
page_attr(struct page *p, const char *name, const char *fmt, ...)
{
	char *text, *clean;
	va_list ap;

	va_start(ap, fmt);
	text = format(fmt, ap);
	va_end(ap);
	clean = clean_line(text, 0);
	xmlTextWriterWriteAttribute(p->w, U(name), U(clean));
	free(clean);
	free(text);
}

void
page_block(struct page *p, const char *text, size_t len)
{
	char *clean = clean_text(text, len);

	xmlTextWriterWriteString(p->w, U(clean));
	free(clean);
}

void
page_text(struct page *p, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	text = format(fmt, ap);
	va_end(ap);
	page_block(p, text, strlen(text));
	free(text);
}

void
page_elem(struct page *p, const char *tag, const char *class, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	text = format(fmt, ap);
	va_end(ap);
	page_open(p, tag, class);
	page_block(p, text, strlen(text));
	page_close(p);
	free(text);
}

void
page_head(struct page *p, const char *class, const char *text)
{
	page_open(p, "th", class);
	page_attr(p, "scope", "col");
	page_text(p, "%s", text);
	page_close(p);
}

void
page_raw(struct page *p, const char *markup)
{
	xmlTextWriterWriteRaw(p->w, U(markup));
}

void
page_scroll(struct page *p, const char *label)
{
	page_open(p, "div", "scroll");
	page_attr(p, "tabindex", "0");
	page_attr(p, "role", "region");
	page_attr(p, "aria-label", "%s", label);
}

enum { SPARK_WIDE = 96, SPARK_HIGH = 24 };

void
page_spark(struct page *p, const double *x, size_t n, const char *unit)
{
	double low = stats_min(x, n), high = stats_max(x, n), px = 0, py = 0;
	char a[64], b[64], c[64], *points = NULL;
	size_t len = 0;
	FILE *f;

	if (n < 3)
		return;
	f = open_memstream(&points, &len);
	/* less than a tenth either side would blow noise up to the full height */
	if (high - low < 0.2 * high) {
		double middle = (high + low) / 2;

		low = middle - 0.1 * fabs(middle);
		high = middle + 0.1 * fabs(middle);
	}
	for (size_t i = 0; i < n; i++) {
		px = 3 + (SPARK_WIDE - 6) * (double)i / (double)(n - 1);
		py = 3 + (SPARK_HIGH - 6) * (high > low ? (high - x[i]) / (high - low) : 0.5);
		fprintf(f, "%s%.1f,%.1f", i ? " " : "", px, py);
	}
	fclose(f);
	page_open(p, "svg", "spark");
	page_attr(p, "width", "%d", SPARK_WIDE);
	page_attr(p, "height", "%d", SPARK_HIGH);
	page_attr(p, "role", "img");
	page_attr(p, "aria-label", "%zu sessions, from %s to %s, now %s", n,
	    units_human(a, sizeof a, stats_min(x, n), unit),
	    units_human(b, sizeof b, stats_max(x, n), unit),
	    units_human(c, sizeof c, x[n - 1], unit));
	page_open(p, "polyline", NULL);
	page_attr(p, "points", "%s", points);
	page_close(p);
	page_open(p, "circle", NULL);
	page_attr(p, "cx", "%.1f", px);
	page_attr(p, "cy", "%.1f", py);
	page_attr(p, "r", "2.5");
	page_close(p);
	page_close(p);
	free(points);
}
