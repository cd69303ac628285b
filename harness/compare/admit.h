#ifndef COMPARE_ADMIT_H
#define COMPARE_ADMIT_H

#include "core/session.h"

struct err;

/*
 * May s become part of the baseline b[n]?  Refused (-EINVAL with e) only where it is not
 * comparable, where a metric that counts has no usable value, or where one is off by more than a
 * factor of two: a machine that changed so much needs a new baseline.  0 otherwise; from 4 sessions
 * on *odd says (caller frees) which metrics lie more than 4 MAD from the median where there are two
 * or more, else NULL.
 */
int admit_check(
    const struct session *s, struct session *const *b, size_t n, char **odd, struct err *e);

/* Is s a measurement, and not made slower on purpose?  0, or -EINVAL with e.  admit_check asks too.
 */
int admit_genuine(const struct session *s, struct err *e);

#endif
