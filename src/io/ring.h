#ifndef IO_RING_H
#define IO_RING_H

#include <stdint.h>
#include <sys/types.h>

struct err;
struct io_ring;

/*
 * Operations on names, many in flight from one thread, through io_uring.  What is put is not
 * started before the next io_ring_wait.
 */
enum io_ring_op {
	IO_RING_OPEN,
	IO_RING_CREATE,
	IO_RING_CLOSE,
	IO_RING_STAT,
	IO_RING_UNLINK,
	IO_RING_RMDIR,
	IO_RING_MKDIR
};

struct io_ring_work {
	enum io_ring_op op;
	int dir;          /* where a relative path starts, or AT_FDCWD */
	int fd;           /* of IO_RING_CLOSE */
	const char *path; /* must stay until the operation is done */
	mode_t mode;      /* of IO_RING_CREATE and IO_RING_MKDIR */
	uint64_t tag;     /* comes back with the result */
};

struct io_ring_done {
	uint64_t tag;
	int result; /* 0, a file descriptor, or -errno */
};

/* At most `depth` operations in flight.  0, or -errno with e where the system has none. */
int io_ring_open(struct io_ring **out, unsigned depth, struct err *e);
/* Once, in the thread that does all that follows; it gets `depth` kernel workers.  0 or -errno. */
int io_ring_begin(struct io_ring *r, struct err *e);
void io_ring_close(struct io_ring *r); /* NULL is fine */

/* At most `depth` operations may be put and not yet done. */
void io_ring_put(struct io_ring *r, const struct io_ring_work *w);
/* Start what was put, wait for at least one result, and take up to `most`.  Their number, or
 * -errno. */
int io_ring_wait(struct io_ring *r, struct io_ring_done *done, unsigned most);

#endif
