/* needs: liburing */
#define _GNU_SOURCE /* liburing's header */
#include <errno.h>
#include <liburing.h>
#include <stdlib.h>
#include <sys/uio.h>

#include "core/hot.h"
#include "core/mem.h"
#include "io/io.h"

/* io_uring with one registered file and one registered buffer, where the limits allow them. */
struct io_queue {
	struct io_uring ring;
	char *buf;
	size_t len;
	int fd;
	bool fixed_buf, fixed_file;
};

/* One thread submits and reaps: the cheap mode, where the kernel (6.1) has it. */
static int
set_up(struct io_uring *ring, unsigned depth)
{
	struct io_uring_params p = { .flags =
					 IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN };
	int rc = io_uring_queue_init_params(depth, ring, &p);

	return rc == -EINVAL ? io_uring_queue_init(depth, ring, 0) : rc;
}

static int
uring_open(unsigned depth, void *buf, size_t len, struct io_queue **out)
{
	struct io_queue *q = mem_zero(1, sizeof *q);
	struct iovec all = { buf, len * depth };
	int rc = set_up(&q->ring, depth);

	if (rc != 0) {
		free(q);
		return rc;
	}
	q->buf = buf;
	q->len = len;
	/* refused beyond RLIMIT_MEMLOCK: plain buffers do too */
	q->fixed_buf = io_uring_register_buffers(&q->ring, &all, 1) == 0;
	*out = q;
	return 0;
}

static int
uring_attach(struct io_queue *q, struct io_file *f)
{
	if (q->fixed_file)
		io_uring_unregister_files(&q->ring);
	q->fd = f->fd;
	q->fixed_file = io_uring_register_files(&q->ring, &f->fd, 1) == 0;
	return 0;
}

HOT static int
uring_submit(struct io_queue *q, unsigned slot, bool write, off_t at)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&q->ring);
	char *buf = q->buf + (size_t)slot * q->len;
	int fd = q->fixed_file ? 0 : q->fd;

	if (sqe == NULL)
		return -EBUSY;
	if (write && q->fixed_buf)
		io_uring_prep_write_fixed(sqe, fd, buf, (unsigned)q->len, (__u64)at, 0);
	else if (write)
		io_uring_prep_write(sqe, fd, buf, (unsigned)q->len, (__u64)at);
	else if (q->fixed_buf)
		io_uring_prep_read_fixed(sqe, fd, buf, (unsigned)q->len, (__u64)at, 0);
	else
		io_uring_prep_read(sqe, fd, buf, (unsigned)q->len, (__u64)at);
	if (q->fixed_file)
		sqe->flags |= IOSQE_FIXED_FILE;
	io_uring_sqe_set_data64(sqe, slot);
	return 0;
}

HOT static int
uring_wait(struct io_queue *q, unsigned *slot, ssize_t *moved)
{
	struct io_uring_cqe *cqe;
	int rc;

	/* what has arrived is taken without a system call; only then the new ones are handed over
	 */
	while (io_uring_peek_cqe(&q->ring, &cqe) != 0) {
		rc = io_uring_submit_and_wait(&q->ring, 1);
		if (rc < 0 && rc != -EINTR)
			return rc;
	}
	*slot = (unsigned)io_uring_cqe_get_data64(cqe);
	*moved = cqe->res;
	io_uring_cqe_seen(&q->ring, cqe);
	return 0;
}

static void
uring_close(struct io_queue *q)
{
	if (q == NULL)
		return;
	io_uring_queue_exit(&q->ring);
	free(q);
}

const struct io_queue_ops io_queue_uring = { "uring", uring_open, uring_attach, uring_submit,
	uring_wait, uring_close };
