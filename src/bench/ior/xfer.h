#ifndef IOR_XFER_H
#define IOR_XFER_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/ior/pattern.h"
#include "bench/ior/plan.h"
#include "io/io.h"

struct err;
struct par;

/* A loop of transfers of one task on one open file. */
struct xfer {
	const struct io_ops *ops;
	struct io_file *file;
	const char *path;
	const struct par *par;
	struct pattern pattern;
	struct plan_walk walk;
	void *buf;       /* one transfer */
	bool fill;       /* the backend keeps data, so buffers get the pattern */
	double deadline; /* on clock_now(); 0: none */

	uint64_t bytes, ops_done;
	double left_out; /* seconds of filling */
	bool reached;    /* the deadline ended the loop */
};

/*
 * Run the loop.  0, or -errno with e naming operation, path and offset.  Another rank's par_stop
 * ends the loop early without an error.
 */
int xfer_write(struct xfer *x, struct err *e);
int xfer_read(struct xfer *x, struct err *e);

#endif
