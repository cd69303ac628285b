#ifndef COMPARE_BLOCKS_H
#define COMPARE_BLOCKS_H

#include <stddef.h>

#include "core/session.h"

#define BLOCKS_SECONDS (6 * 3600)

/* A baseline's sessions in blocks: those that start within 6 h of a block's first one share the
 * day's noise. */
struct blocks {
	const struct session **session; /* oldest first; borrowed */
	size_t *of;                     /* block of each */
	size_t nsession, n;
};
void blocks_make(struct blocks *b, struct session *const *session, size_t n);
void blocks_free(struct blocks *b);

/* One metric of a baseline; logs are direction-normalised (rule.h). */
struct blocks_metric {
	double *median, *worst; /* mean over a block's sessions of the log of the median and of the
				   worst repetition */
	size_t n;               /* blocks that have the metric */
	double
	    typical;   /* median over sessions of the session's median, base unit; NAN where none */
	double within; /* variance of the log of one repetition within a session */
	size_t reps;   /* the most repetitions a session has */
	const struct session_metric *last; /* in the newest session that has it; NULL: none has */
};
void blocks_metric(const struct blocks *b, const char *id, struct blocks_metric *m);
void blocks_metric_free(struct blocks_metric *m);

/* ln(x), or -ln(x) where lower is better; NAN for what has no logarithm. */
double blocks_log(double x, enum metric_better better);
/* and back */
double blocks_value(double log, enum metric_better better);
/* The log of the session's worst repetition; NAN where there is none. */
double blocks_worst(const struct session_metric *m);

#endif
