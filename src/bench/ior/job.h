#ifndef IOR_JOB_H
#define IOR_JOB_H

#include <stdint.h>

#include "bench/ior/opts.h"
#include "bench/ior/phase.h"
#include "bench/ior/plan.h"
#include "bench/ior/print.h"
#include "io/io.h"

struct par;
struct sweep;

/* One test as it runs on one rank. */
struct job {
	const struct opts *o;
	const struct par *par; /* the tasks that take part */
	int rank;
	struct io_env env;
	struct io_ctx *ctx;
	struct plan plan;
	void *buf;         /* one transfer, aligned for O_DIRECT */
	int *reader;       /* of each task: whose data it reads */
	uint64_t *written; /* after a stonewalled write: transfers of each task; NULL: all */
	struct sweep *sweep;
	double zero;             /* clock_now() when the test began */
	bool said_cached;        /* rank 0 warned of cached reads */
	struct phase_task *task; /* of every task, on rank 0, after a phase */
	const struct print *print;
	struct print_trial *trial;
};

#endif
