#ifndef COMPARE_OUTCOME_H
#define COMPARE_OUTCOME_H

#include "compare/blocks.h"
#include "compare/verdict.h"

/* What one session is judged by. */
struct outcome_input {
	const struct session *s, *second;
	const struct policy *policy;
	struct blocks blocks;
	struct verdicts *all;
	bool comparable;
	long long now;
};

/* Judge every metric of the session and of the baseline: fills all->v. */
void outcome_judge(const struct outcome_input *in);

/* Did it last too short or do too little to be judged: under 20 ms, 1000 operations or 64 MiB? */
bool outcome_too_short(const struct session_metric *m);

#endif
