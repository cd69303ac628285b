#ifndef MDTEST_TABLE_H
#define MDTEST_TABLE_H

#include <stdio.h>

struct report;

/* Operations a second, over iterations: 1.9.3's or 4.x's columns, with --showRankStatistics those
 * over tasks too. */
void table_rates(FILE *f, const struct report *p);
/* Milliseconds that an operation took as a task sees it. */
void table_times(FILE *f, const struct report *p);
/* --latency: percentiles in microseconds. */
void table_latency(FILE *f, const struct report *p);
/* --queue-depth: what did each phase, and over how many directories. */
void table_engines(FILE *f, const struct report *p);

#endif
