#ifndef IOR_PHASE_H
#define IOR_PHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/ior/xfer.h"

struct err;
struct job;
struct latency;

enum phase_kind { PHASE_WRITE, PHASE_CHECK_WRITE, PHASE_READ, PHASE_REMOVE };

/* The stamps of a phase, in order.  An interval runs from the first start to the last stop of all
 * tasks. */
enum phase_stamp { OPEN_START, OPEN_STOP, MOVE_START, MOVE_STOP, CLOSE_START, CLOSE_STOP, STAMPS };

#define NOT_KNOWN UINT64_MAX

/* What one task did; fixed layout, sent to rank 0 as it is. */
struct phase_task {
	double at[STAMPS]; /* seconds on a clock that all tasks share */
	double
	    left_out; /* seconds of filling, checking and pauses, already taken out of the stamps */
	double moved; /* when the last write returned, before fsync; 0: no fsync */
	uint64_t bytes, ops;
	uint64_t size;     /* of the task's file afterwards */
	uint64_t resident; /* per mille of the file that was cached before the phase; NOT_KNOWN */
	uint64_t device;   /* bytes that this task's reads took from storage; NOT_KNOWN */
	uint64_t stone_bytes, stone_ops; /* when the deadline came; 0: it did not */
	double stone_seconds;
	uint64_t bad_bytes, bad_ops;
};

/* Median and so on of single operations, seconds. */
struct phase_latency {
	uint64_t n;
	double p50, p90, p99, p999, max;
	uint64_t *curve; /* LATENCY_BUCKETS counts; NULL where not asked for */
};

/* One timed phase of one repetition, all tasks together. */
struct phase {
	enum phase_kind kind;
	int rep;
	double open, move, close, total; /* seconds: first start to last stop; move is "wr/rd" */
	double open_mean, move_mean, close_mean; /* of the tasks' own times */
	double unsynced;     /* seconds to the last write's return, before fsync; 0: no fsync */
	double operation;    /* mean seconds of a transfer: task's transfer time by its own count */
	uint64_t bytes, ops; /* really moved, calls really made */
	uint64_t size;       /* of the file, or of all files */
	bool sizes_differ;   /* tasks saw the shared file with different sizes */
	uint64_t resident, device; /* as in phase_task, over all tasks */
	double checked;            /* longest time that filling and checking took in a task */
	uint64_t stone_bytes; /* moved at the deadline, and when that was; 0: no deadline came */
	uint64_t stone_min, stone_max; /* transfers of a task then */
	double stone_seconds;
	uint64_t bad_bytes, bad_ops;
	struct phase_latency latency;
};

/* All but the curve, from a histogram of ticks; tick: seconds of one. */
void phase_percentiles(struct phase_latency *l, const struct latency *all, double tick);

/* Sum up what the tasks did. */
void phase_sum(struct phase *p, const struct phase_task *task, int n, bool fpp);

/*
 * Run one phase on every rank of the job.  0, or -errno with e (the same on every rank).  On rank 0
 * *out is filled and the tasks' own figures are in job->task.
 */
int phase_run(struct job *j, enum phase_kind kind, int rep, struct phase *out, struct err *e);

/* "write", "check", "read", "remove" */
const char *phase_name(enum phase_kind kind);

#endif
