#define _GNU_SOURCE /* syscall */
#include <errno.h>
#include <linux/aio_abi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/mem.h"
#include "io/io.h"

/* Linux's native asynchronous I/O.  Without O_DIRECT the kernel does the work inside the
 * submission. */
struct io_queue {
	aio_context_t ctx;
	struct iocb *cb;        /* of each slot */
	struct iocb **ready;    /* not handed over yet */
	struct io_event *event; /* arrived, not given out yet: event[next] to event[got - 1] */
	unsigned depth, nready, next, got;
	char *buf;
	size_t len;
	int fd;
};

static void
aio_close(struct io_queue *q)
{
	if (q == NULL)
		return;
	syscall(SYS_io_destroy, q->ctx);
	free(q->cb), free(q->ready), free(q->event);
	free(q);
}

static int
aio_open(unsigned depth, void *buf, size_t len, struct io_queue **out)
{
	struct io_queue *q = mem_zero(1, sizeof *q);

	if (syscall(SYS_io_setup, depth, &q->ctx) != 0) {
		free(q);
		return -errno;
	}
	q->cb = mem_zero(depth, sizeof *q->cb);
	q->ready = mem_zero(depth, sizeof *q->ready);
	q->event = mem_zero(depth, sizeof *q->event);
	q->depth = depth;
	q->buf = buf;
	q->len = len;
	*out = q;
	return 0;
}

static int
aio_attach(struct io_queue *q, struct io_file *f)
{
	q->fd = f->fd;
	return 0;
}

static int
aio_submit(struct io_queue *q, unsigned slot, bool write, off_t at)
{
	struct iocb *cb = &q->cb[slot];

	memset(cb, 0, sizeof *cb);
	cb->aio_data = slot;
	cb->aio_lio_opcode = write ? IOCB_CMD_PWRITE : IOCB_CMD_PREAD;
	cb->aio_fildes = (unsigned)q->fd;
	cb->aio_buf = (unsigned long)(q->buf + (size_t)slot * q->len);
	cb->aio_nbytes = q->len;
	cb->aio_offset = at;
	q->ready[q->nready++] = cb;
	return 0;
}

/* Hand over what is ready, all of it or what the kernel takes. */
static int
hand_over(struct io_queue *q)
{
	while (q->nready > 0) {
		long n = syscall(SYS_io_submit, q->ctx, (long)q->nready, q->ready);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		q->nready -= (unsigned)n;
		memmove(q->ready, q->ready + n, q->nready * sizeof *q->ready);
	}
	return 0;
}

static int
aio_wait(struct io_queue *q, unsigned *slot, ssize_t *moved)
{
	while (q->next == q->got) {
		long n;
		int rc = hand_over(q);

		if (rc != 0)
			return rc;
		n = syscall(SYS_io_getevents, q->ctx, 1L, (long)q->depth, q->event, NULL);
		if (n < 0 && errno != EINTR)
			return -errno;
		q->next = 0;
		q->got = n > 0 ? (unsigned)n : 0;
	}
	*slot = (unsigned)q->event[q->next].data;
	*moved = (ssize_t)q->event[q->next++].res;
	return 0;
}

const struct io_queue_ops io_queue_aio = { "aio", aio_open, aio_attach, aio_submit, aio_wait,
	aio_close };
