#ifndef REPORT_FIGURE_H
#define REPORT_FIGURE_H

struct chart;
struct page;

/* A chart in a page, with its caption (or NULL), or why there is none; number tells the charts of a
 * page apart. */
void figure_put(struct page *p, const struct chart *c, int number, const char *caption);

#endif
