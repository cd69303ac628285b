#include <errno.h>

#include "bench/ior/xfer_queue.h"
#include "core/err.h"

int
xfer_queue(struct xfer *x, struct err *e)
{
	(void)x;
	return err_set(e, ENOTSUP, "no queue");
}
