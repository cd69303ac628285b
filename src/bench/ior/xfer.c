#include <errno.h>

#include "bench/ior/xfer.h"
#include "core/clock.h"
#include "core/err.h"
#include "par/par.h"

/* Whether the loop must end before its next transfer. */
static bool
over(struct xfer *x)
{
	if (x->deadline > 0 && x->ops_done > 0 && clock_now() - x->left_out >= x->deadline)
		return x->reached = true;
	return par_stopped(x->par);
}

/* What a failed transfer is called; O_DIRECT's usual cause is said. */
static int
failed(const struct xfer *x, const char *op, uint64_t at, int code, struct err *e)
{
	if (code == EINVAL && at % 4096 != 0)
		return err_set(e, code,
		    "%s: %s: at byte %llu: invalid argument (with O_DIRECT: not a multiple of the "
		    "device's "
		    "block size)",
		    op, x->path, (unsigned long long)at);
	return err_sys(e, code, "%s: %s: at byte %llu", op, x->path, (unsigned long long)at);
}

/* Fill the buffer for the next transfer; the time it takes is no part of the measurement. */
static void
fill(struct xfer *x, size_t len, uint64_t at)
{
	double start = clock_now();

	pattern_fill(&x->pattern, x->buf, len, at);
	x->left_out += clock_now() - start;
}

int
xfer_write(struct xfer *x, struct err *e)
{
	size_t len = x->walk.plan->transfer;
	uint64_t at;

	while (!over(x) && plan_next(&x->walk, &at)) {
		ssize_t k;

		if (x->fill)
			fill(x, len, at);
		k = x->ops->pwrite(x->file, x->buf, len, (off_t)at);
		if (k >= 0 && k < (ssize_t)len) {
			ssize_t more = io_write(
			    x->ops, x->file, (char *)x->buf + k, len - (size_t)k, (off_t)at + k);

			k = more < 0 ? more : k + more;
		} else if (k == -EINTR) {
			k = io_write(x->ops, x->file, x->buf, len, (off_t)at);
		}
		if (k < 0)
			return failed(x, "write", at, (int)-k, e);
		x->bytes += (uint64_t)k;
		x->ops_done++;
	}
	return 0;
}

int
xfer_read(struct xfer *x, struct err *e)
{
	size_t len = x->walk.plan->transfer;
	uint64_t at;

	while (!over(x) && plan_next(&x->walk, &at)) {
		ssize_t k = x->ops->pread(x->file, x->buf, len, (off_t)at);

		if (k != (ssize_t)len)
			k = io_read(x->ops, x->file, x->buf, len, (off_t)at);
		if (k < 0)
			return failed(x, "read", at, (int)-k, e);
		if (k < (ssize_t)len)
			return err_set(e, EIO,
			    "read: %s: at byte %llu: the file ends here (%llu bytes expected)",
			    x->path, (unsigned long long)at + (unsigned long long)k,
			    (unsigned long long)plan_file_size(x->walk.plan));
		x->bytes += (uint64_t)k;
		x->ops_done++;
	}
	return 0;
}
