#ifndef REPORT_STRIP_H
#define REPORT_STRIP_H

#include <stdbool.h>
#include <stdio.h>

struct chart;
struct page;
struct report_in;

/*
 * The node strip of a run with --per-node: each node alone and in the job, against the median node.
 * Nothing (false) where the nodes were not run alone.
 */

/* Chart: a column a node, two rows a metric. */
bool strip_chart(const struct report_in *in, struct chart *c);

/* The section with the figures, as lanes_table.  False: nothing was written. */
bool strip_table(struct page *p, const struct report_in *in);

/*
 * A line a node, in what it is slowest in, slowest first, the slow ones of in->verdicts marked; all
 * nodes where in->detail is above 0.
 */
void strip_text(FILE *f, const struct report_in *in);

#endif
