#include <stdlib.h>

#include "core/err.h"
#include "report/chart.h"
#include "report/figure.h"
#include "report/page.h"

void
figure_put(struct page *p, const struct chart *c, int number, const char *caption)
{
	struct err why = { 0, "" };
	char *svg = NULL;
	size_t len;

	if (chart_svg(c, number, &svg, &len, &why) != 0) {
		page_elem(p, "p", "soft", "No chart: %s. The table has the figures.", why.text);
		return;
	}
	page_open(p, "figure", NULL);
	page_scroll(p, c->title);
	page_raw(p, svg);
	page_close(p);
	if (caption != NULL)
		page_elem(p, "figcaption", NULL, "%s", caption);
	page_close(p);
	free(svg);
}
