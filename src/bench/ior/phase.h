#ifndef IOR_PHASE_H
#define IOR_PHASE_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct job;

enum phase_kind { PHASE_WRITE, PHASE_READ };

/* The stamps of a phase, in order.  An interval runs from the first start to the last stop of all
 * tasks. */
enum phase_stamp { OPEN_START, OPEN_STOP, MOVE_START, MOVE_STOP, CLOSE_START, CLOSE_STOP, STAMPS };

/* What one task did; fixed layout, sent to rank 0 as it is. */
struct phase_task {
	double at[STAMPS]; /* seconds on a clock that all tasks share */
	double left_out;   /* seconds of filling buffers, already taken out of the stamps */
	uint64_t bytes, ops;
	uint64_t size;     /* of the task's file afterwards */
	uint64_t resident; /* per mille of the file that was cached before the phase; NOT_KNOWN */
	bool reached;      /* deadline */
};
#define NOT_KNOWN UINT64_MAX

/* One timed phase of one repetition, all tasks together. */
struct phase {
	enum phase_kind kind;
	int rep;
	double open, move, close, total; /* seconds: first start to last stop; move is "wr/rd" */
	uint64_t bytes, ops;             /* really moved, calls really made */
	uint64_t size;                   /* of the file, or of all files */
	uint64_t resident;               /* as in phase_task, over all tasks */
};

/* Sum up what the tasks did. */
void phase_sum(struct phase *p, const struct phase_task *task, int n, bool fpp);

/*
 * Run one phase on every rank of the job.  0, or -errno with e (the same on every rank).  On rank 0
 * *out is filled and the tasks' own figures are in job->task.
 */
int phase_run(struct job *j, enum phase_kind kind, int rep, struct phase *out, struct err *e);

#endif
