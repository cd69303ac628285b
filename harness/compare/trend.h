#ifndef COMPARE_TREND_H
#define COMPARE_TREND_H

#include <stdbool.h>
#include <stddef.h>

#include "core/session.h"

/* One session of a history: a run, or a part of the baseline. */
struct trend_session {
	const struct session *session;
	bool accepted;
};

struct policy;

struct trend_change {
	size_t at;            /* index of the first value of the new level */
	double before, after; /* the levels, base unit */
};

/* The history of one metric, oldest first. */
struct trend {
	const char *metric, *unit; /* borrowed from the sessions */
	enum metric_better better;
	double tolerance;
	double *value;   /* session medians, base unit */
	long long *when; /* their starts */
	bool *accepted;
	size_t n;
	struct trend_change *change;
	size_t nchange;
	double now; /* median of the newest sessions (at most 5) */
	/*
	 * now against the first and the last accepted sessions (at most 5 each, without the
	 * newest): > 1 is better; NAN where none is accepted.  p: one-sided, adjusted over all
	 * metrics.
	 */
	double first_ratio, first_p, last_ratio, last_p;
	bool first_slower, last_slower; /* beyond the tolerance, and p <= 1 % */
};

/*
 * Histories of the metrics that the policy judges, of sessions in order of time that are comparable
 * with each other.  *out: caller frees with trend_free.  Returns how many.
 */
size_t trend_make(
    const struct trend_session *s, size_t n, const struct policy *p, struct trend **out);
void trend_free(struct trend *t, size_t n);

#endif
