#ifndef COMPARE_POLICY_H
#define COMPARE_POLICY_H

#include "compare/verdict.h"

/* What a policy says of one metric. */
double policy_tolerance(const struct policy *p, const char *metric); /* fraction */
double policy_floor(const struct policy *p, const char *metric);     /* base unit; NAN: none */
bool policy_judged(const struct policy *p, const char *metric);
/* The ticket of a known issue that has not expired, or NULL. */
const char *policy_known(const struct policy *p, const char *metric, long long now);

#endif
