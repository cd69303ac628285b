#ifndef COMPARE_STRAGGLER_H
#define COMPARE_STRAGGLER_H

#include <stddef.h>

struct session;
struct session_metric;

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

/*
 * A host's median rate over its ranks as a share of the median host's, by the hosts that took part
 * in m; NAN where it is not among them, or there are fewer than four.
 */
double straggler_ratio(const struct session_metric *m, const char *host);

/* The same in m's unit: its median rate, and (host NULL) the median host's; NAN where unknown. */
double straggler_rate(const struct session_metric *m, const char *host);

#endif
