#ifndef REPORT_FAMILIES_H
#define REPORT_FAMILIES_H

#include <stdbool.h>
#include <stdio.h>

struct report_in;

/*
 * A run as metric families in the text form that both Prometheus and OpenMetrics read: gauges only,
 * no timestamps, labels machine, target and metric, an EOF mark.  coarse: three significant digits
 * and what a merge request is to show, for readers that compare values as text; else all digits and
 * all families.
 */
void families_write(FILE *f, const struct report_in *in, bool coarse);

#endif
