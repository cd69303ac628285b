#ifndef REPORT_PLOTS_H
#define REPORT_PLOTS_H

#include <stdbool.h>

struct chart;
struct report_in;

/*
 * What the charts of a run show, as input for chart_svg and chart_png.  True, with c filled
 * (chart_free), or false where the run has nothing for it.
 */

/* Every metric against its baseline; where there is none, its repetitions against their median. */
bool plots_ratio(const struct report_in *in, struct chart *c);

/* Each judged metric's history, this run's value last; false with fewer than two accepted sessions.
 */
bool plots_trend(const struct report_in *in, struct chart *c);

#endif
