#define _GNU_SOURCE /* syscall, statx */
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/err.h"
#include "core/mem.h"
#include "io/ring.h"

/* The kernel's own interface: two calls and three shared mappings. */
struct io_ring {
	int fd;
	unsigned depth, put; /* put: not yet handed to the kernel */
	bool waits;          /* for the thread that it will belong to */
	void *sq, *cq, *entries;
	size_t sq_size, cq_size, entries_size;
	unsigned *sq_tail, *sq_mask, *sq_array, *cq_head, *cq_tail, *cq_mask;
	struct io_uring_sqe *sqe;
	struct io_uring_cqe *cqe;
	struct statx *st; /* results of stat, which nobody looks at: one for each entry */
};

static int
setup(struct io_ring *r, unsigned flags, struct io_uring_params *p)
{
	memset(p, 0, sizeof *p);
	p->flags = flags | IORING_SETUP_CQSIZE;
	p->cq_entries = r->depth * 4;
	r->fd = (int)syscall(SYS_io_uring_setup, r->depth * 2, p);
	return r->fd < 0 ? -errno : 0;
}

static void *
map(const struct io_ring *r, size_t size, off_t at)
{
	return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, r->fd, at);
}

static int
map_all(struct io_ring *r, const struct io_uring_params *p)
{
	r->sq_size = p->sq_off.array + p->sq_entries * sizeof(unsigned);
	r->cq_size = p->cq_off.cqes + p->cq_entries * sizeof *r->cqe;
	r->entries_size = p->sq_entries * sizeof *r->sqe;
	r->sq = map(r, r->sq_size, IORING_OFF_SQ_RING);
	r->cq = map(r, r->cq_size, IORING_OFF_CQ_RING);
	r->entries = map(r, r->entries_size, IORING_OFF_SQES);
	if (r->sq == MAP_FAILED || r->cq == MAP_FAILED || r->entries == MAP_FAILED)
		return -ENOMEM;
	r->sq_tail = (unsigned *)((char *)r->sq + p->sq_off.tail);
	r->sq_mask = (unsigned *)((char *)r->sq + p->sq_off.ring_mask);
	r->sq_array = (unsigned *)((char *)r->sq + p->sq_off.array);
	r->cq_head = (unsigned *)((char *)r->cq + p->cq_off.head);
	r->cq_tail = (unsigned *)((char *)r->cq + p->cq_off.tail);
	r->cq_mask = (unsigned *)((char *)r->cq + p->cq_off.ring_mask);
	r->sqe = r->entries;
	r->cqe = (struct io_uring_cqe *)((char *)r->cq + p->cq_off.cqes);
	r->st = mem_zero(p->sq_entries, sizeof *r->st);
	return 0;
}

static int
tell(const struct io_ring *r, unsigned what, void *arg, unsigned n)
{
	return syscall(SYS_io_uring_register, r->fd, what, arg, n) < 0 ? -errno : 0;
}

int
io_ring_open(struct io_ring **out, unsigned depth, struct err *e)
{
	struct io_ring *r = mem_zero(1, sizeof *r);
	unsigned ask[2] = { 0, 0 }; /* changes nothing */
	struct io_uring_params p;
	int rc;

	r->depth = depth;
	/* one thread, which runs the completions itself when it waits: without these, interrupts
	 * eat the gain */
	rc = setup(r,
	    IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_R_DISABLED, &p);
	r->waits = rc == 0;
	if (rc == -EINVAL) /* an older kernel */
		rc = setup(r, 0, &p);
	if (rc == 0)
		rc = map_all(r, &p);
	/* before 5.15 there is neither this nor mkdir: known here, others can still do the work */
	if (rc == 0)
		rc = tell(r, IORING_REGISTER_IOWQ_MAX_WORKERS, ask, 2);
	if (rc != 0) {
		io_ring_close(r);
		return err_sys(e, -rc, "--engine=uring: the system has no io_uring for us");
	}
	*out = r;
	return 0;
}

int
io_ring_begin(struct io_ring *r, struct err *e)
{
	unsigned workers[2] = { r->depth, r->depth };
	int rc = r->waits ? tell(r, IORING_REGISTER_ENABLE_RINGS, NULL, 0) : 0;

	r->waits = false;
	/* the default is four workers a processor, whatever the depth */
	if (rc == 0)
		rc = tell(r, IORING_REGISTER_IOWQ_MAX_WORKERS, workers, 2);
	return rc == 0 ? 0 : err_sys(e, -rc, "io_uring: the ring cannot be used");
}

static void
unmap(void *at, size_t size)
{
	if (at != NULL && at != MAP_FAILED)
		munmap(at, size);
}

void
io_ring_close(struct io_ring *r)
{
	if (r == NULL)
		return;
	unmap(r->sq, r->sq_size);
	unmap(r->cq, r->cq_size);
	unmap(r->entries, r->entries_size);
	if (r->fd >= 0)
		close(r->fd);
	free(r->st);
	free(r);
}

static void
prepare(
    const struct io_ring *r, struct io_uring_sqe *s, unsigned slot, const struct io_ring_work *w)
{
	static const unsigned char code[] = { IORING_OP_OPENAT, IORING_OP_OPENAT, IORING_OP_CLOSE,
		IORING_OP_STATX, IORING_OP_UNLINKAT, IORING_OP_UNLINKAT, IORING_OP_MKDIRAT };

	memset(s, 0, sizeof *s);
	s->opcode = code[w->op];
	s->user_data = w->tag;
	s->fd = w->op == IO_RING_CLOSE ? w->fd : w->dir;
	s->addr = w->op == IO_RING_CLOSE ? 0 : (uint64_t)(uintptr_t)w->path;
	if (w->op == IO_RING_OPEN)
		s->open_flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC;
	if (w->op == IO_RING_CREATE) {
		s->open_flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
		s->len = w->mode;
	}
	if (w->op == IO_RING_MKDIR)
		s->len = w->mode;
	if (w->op == IO_RING_RMDIR)
		s->unlink_flags = AT_REMOVEDIR;
	if (w->op == IO_RING_STAT) {
		s->len = STATX_BASIC_STATS;
		s->off = (uint64_t)(uintptr_t)&r->st[slot];
	}
}

void
io_ring_put(struct io_ring *r, const struct io_ring_work *w)
{
	unsigned tail = *r->sq_tail, slot = tail & *r->sq_mask;

	prepare(r, &r->sqe[slot], slot, w);
	r->sq_array[slot] = slot;
	__atomic_store_n(r->sq_tail, tail + 1, __ATOMIC_RELEASE);
	r->put++;
}

int
io_ring_wait(struct io_ring *r, struct io_ring_done *done, unsigned most)
{
	unsigned head = *r->cq_head, tail, n = 0;
	long k;

	do
		k = syscall(SYS_io_uring_enter, r->fd, r->put, 1, IORING_ENTER_GETEVENTS, NULL, 0);
	while (k < 0 && errno == EAGAIN);
	if (k < 0 && errno != EINTR)
		return -errno;
	if (k > 0)
		r->put -= (unsigned)k;
	tail = __atomic_load_n(r->cq_tail, __ATOMIC_ACQUIRE);
	for (; head != tail && n < most; head++, n++) {
		const struct io_uring_cqe *c = &r->cqe[head & *r->cq_mask];

		done[n].tag = c->user_data;
		done[n].result = c->res;
	}
	__atomic_store_n(r->cq_head, head, __ATOMIC_RELEASE);
	return (int)n;
}
