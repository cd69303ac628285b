#ifndef COMPARE_STRAGGLER_H
#define COMPARE_STRAGGLER_H

#include <stddef.h>

struct session;

/* A host whose ranks were much slower than those of the others in a metric. */
struct straggler {
	const char *host, *metric; /* the session's */
	double ratio;              /* median rate of its ranks / median of all hosts' */
	double score;              /* robust standard deviations below the median host, negative */
};

/*
 * Hosts that are below 0.75 of the median host and more than five robust standard deviations
 * (1.4826 MAD of the logarithms, at least 0.02) below it; in metrics that four hosts or more took
 * part in.  Calibrated on 143 published IO500 submissions: about one healthy run in a hundred has
 * one.  *out: the caller frees; worst first.
 */
size_t straggler_find(const struct session *s, struct straggler **out);

#endif
