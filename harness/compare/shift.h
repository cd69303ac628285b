#ifndef COMPARE_SHIFT_H
#define COMPARE_SHIFT_H

#include "compare/verdict.h"

#define SHIFT_LEAST 3 /* sessions a side */

/*
 * Did something change between the sessions before[nb] and those after[na] a maintenance?  A rule
 * of its own: Welch's t on session medians, variances shrunk over the metrics of a family,
 * two-sided, Holm over the judged metrics at 1 %, and an effect beyond the tolerance.  In each
 * verdict `want` is before, `got` and `value` are after.  FAIL: slower.  IMPROVED: faster. SLOWER
 * where one is slower; day-to-day variation is not in it, and the advice says so.
 */
struct verdicts *shift_judge(struct session *const *before, size_t nb, struct session *const *after,
    size_t na, const struct policy *policy);

#endif
