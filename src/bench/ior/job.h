#ifndef IOR_JOB_H
#define IOR_JOB_H

#include <stdint.h>

#include "bench/ior/opts.h"
#include "bench/ior/phase.h"
#include "bench/ior/plan.h"
#include "bench/ior/print.h"
#include "io/io.h"

struct latency;
struct par;
struct sweep;
struct timeout;

/* One test as it runs on one rank. */
struct job {
	const struct opts *o;
	const struct par *par; /* the tasks that take part */
	int rank;
	struct io_env env;
	struct io_shape shape;
	struct io_ctx *ctx;
	struct plan plan;
	void *buf; /* queue_depth transfers, aligned for O_DIRECT */
	size_t buf_size;
	uint64_t huge; /* per mille of buf on huge pages */
	void *hog;     /* memory that is taken away */
	size_t hog_size;
	int *node; /* of each task */
	int *reader,
	    *checker;      /* of each task: whose data it reads, whose it checks after writing */
	uint64_t *written; /* after a stonewalled write: transfers of each task; NULL: all */
	uint64_t most;     /* transfers of each task, from a status file; 0: all */
	uint64_t worn;     /* what the last wear-out went on to, for the status file */
	struct sweep *sweep;
	struct timeout *timeout;
	double zero;        /* clock_now() when the test began */
	double offset;      /* seconds that this rank's clock is ahead of rank 0's */
	bool said_cached;   /* rank 0 warned of cached reads */
	bool said_late;     /* -T: no phase begins any more, on every rank */
	uint64_t bad_bytes; /* of the running repetition, on every rank */
	uint64_t all_bad;   /* of all of them */
	struct latency *latency;
	struct phase_task *task; /* of every task, on rank 0, after a phase */
	struct xfer_bad *bad; /* XFER_BAD of every task, on rank 0, after a phase with wrong data */
	struct print *print;
	struct print_trial *trial;
};

#endif
