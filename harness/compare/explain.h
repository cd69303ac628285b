#ifndef COMPARE_EXPLAIN_H
#define COMPARE_EXPLAIN_H

#include "compare/verdict.h"

#define EXPLAIN_MORE    3
#define EXPLAIN_FORMULA 1 /* version of the learned tolerance's formula */

/* What a baseline can say of one metric.  Values in base units, fractions as fractions; NAN: not
 * known. */
struct explanation {
	const char *metric, *unit; /* borrowed from the sessions */
	enum metric_better better;
	bool judged;
	size_t blocks, reps;
	double want;       /* the baseline */
	double pass_worst; /* the worst value that passes on its own */
	double pass_best;  /* from here on it is called improved */
	double tolerance;
	double detectable; /* slowdown found with 80 % probability */
	double sd;         /* of one block, of the log, shrunk; NAN under 3 blocks */
	double provable;   /* smallest tolerance a healthy run proves with 90 % probability */
	double later[EXPLAIN_MORE]; /* detectable with explain_days[i] blocks of the same noise */
};
extern const size_t explain_days[EXPLAIN_MORE];

/* Every metric of the sessions; *out: caller frees.  Returns how many. */
size_t explain_baseline(
    struct session *const *b, size_t n, const struct policy *p, struct explanation **out);

/* A learned tolerance: provable, clamped.  False where it would be over the cap: cannot gate here.
 */
bool explain_learn(const struct explanation *x, double *tolerance);

/* Detectable slowdown where one block's log has this sd, with so many blocks and metrics. */
double explain_detectable(double sd, size_t blocks, size_t metrics, double tolerance, double alpha);

#endif
