#ifndef REPORT_LANES_H
#define REPORT_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct chart;
struct page;
struct report_in;
struct strv;

/*
 * Ranks and hosts: each one's rate against the median of its metric.  Charts as in plots.h: false
 * where no metric carries its ranks' rates, or there are fewer than four.
 */
bool lanes_chart(const struct report_in *in, struct chart *c);

/* The section with the same by host as a table; nothing where there is nothing. */
void lanes_table(struct page *p, const struct report_in *in);

/* "tics = ..." for heat.gp: a name under each column, as many as there is room for. */
void lanes_tics(FILE *f, const struct strv *hosts);

/* Distribution of the time of single operations; false where no metric carries it. */
bool lanes_latency(const struct report_in *in, struct chart *c);

#endif
