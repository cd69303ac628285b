#ifndef IOR_XFER_H
#define IOR_XFER_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/ior/opts.h"
#include "bench/ior/pattern.h"
#include "bench/ior/plan.h"
#include "bench/ior/tick.h"
#include "io/io.h"

struct err;
struct latency;
struct par;

/* One transfer whose bytes are wrong. */
struct xfer_bad {
	uint64_t at,
	    bytes;      /* offset of the first wrong byte; how many are wrong in this transfer */
	uint32_t shown; /* bytes of each kind below */
	unsigned char want[16], got[16];
};

/* One operation, for the file of all of them. */
struct xfer_op {
	double start, seconds; /* since the phase began */
};

enum { XFER_BAD = 4 };

/* A loop of transfers of one task on one open file. */
struct xfer {
	const struct opts *o;
	struct io_file *file;
	const char *path;
	const struct par *par;
	const struct plan *plan;
	struct plan_walk walk;
	int owner; /* whose data */
	bool write, verify;
	void *buf;               /* queue_depth transfers */
	struct io_queue *queue;  /* with a depth above 1 */
	double deadline;         /* seconds from the start of the loop; 0: none */
	uint64_t most;           /* transfers; 0: all */
	struct latency *latency; /* NULL: not wanted */

	/* results */
	uint64_t bytes, ops_done;
	double left_out; /* seconds of filling, checking and pauses */
	bool reached;    /* the deadline ended the loop */
	uint64_t bad_bytes, bad_ops;
	struct xfer_bad bad[XFER_BAD]; /* the first ones */
	struct xfer_op *op;
	size_t nop, op_room;

	/* inside */
	struct pattern pattern;
	struct tick tick;
	uint64_t ticks_out, last; /* last: offset of the previous transfer */
	double began;
	/* what the loop has to do beside the calls: told once, for it is asked at each transfer */
	bool timed, fills, after;
	const struct io_ops *ops;
	size_t len;
	int failed; /* with collective calls: the error that waits for the others */
};

/* Before the clock: fixes the pattern. */
void xfer_prepare(struct xfer *x);

/*
 * Run the loop; a second call goes on where the first one ended.  0, or -errno with e naming
 * operation, path and offset.  par_stop of another rank ends the loop early without an error.
 */
int xfer_run(struct xfer *x, struct err *e);

#endif
