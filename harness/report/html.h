#ifndef REPORT_HTML_H
#define REPORT_HTML_H

struct err;
struct report_in;

/* The page's charts as ratio.png, trend.png, ranks.png, latency.png in dir: how many there were, or
 * -errno with e. */
int html_png(const char *dir, const struct report_in *in, struct err *e);

#endif
