#ifndef MDTEST_REPORT_H
#define MDTEST_REPORT_H

#include <stdint.h>

struct pertask;
struct hist;
struct opts;
struct result;

/* All that was measured with one number of tasks, as rank 0 prints it. */
struct report {
	const struct opts *o;
	const struct result *r;
	const struct pertask *tasks_own; /* NULL where no option wants it */
	const struct hist *hist;         /* ROWS_COUNT of them, or NULL */
	const int *engines; /* ROWS_COUNT: 'c' calls, 't' threads, 'u' uring, 0 did not run */
	int rings;          /* that uring divides the depth into */
	uint64_t dirs;      /* over how many directories one task's operations were spread */
	uint64_t wrong;     /* files whose data were not what was written */
	double ms_tasks;    /* tasks that a phase on items kept busy */
};

#endif
