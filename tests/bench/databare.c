/*
 * databare FILE BYTES TRANSFER [direct] [random] [queue=N] [fixed] [small] [read|write]: the bare loop of the same system calls
 * as ior makes, and nothing else.  Prints MiB/s.
 * databare small PROGRAM WORDS...: runs a program that gets no huge pages.  fixed: registered file and buffers.  small: no huge pages.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

struct args {
	const char *file;
	size_t bytes, len, n;
	int direct, random, small, fixed, write;
	unsigned depth;
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static unsigned *
order(const struct args *a)
{
	unsigned *list = malloc(a->n * sizeof *list);
	unsigned long long s = 88172645463325252ULL;

	for (size_t i = 0; i < a->n; i++)
		list[i] = (unsigned)i;
	for (size_t i = a->n - 1; a->random && i > 0; i--) {
		size_t j;
		unsigned t = list[i];

		s ^= s << 13, s ^= s >> 7, s ^= s << 17;
		j = s % (i + 1);
		list[i] = list[j];
		list[j] = t;
	}
	return list;
}

static void
plain(const struct args *a, int fd, char *buf, const unsigned *list)
{
	for (size_t i = 0; i < a->n; i++) {
		off_t at = (off_t)list[i] * (off_t)a->len;
		ssize_t k = a->write ? pwrite(fd, buf, a->len, at) : pread(fd, buf, a->len, at);

		if (k != (ssize_t)a->len)
			exit(1);
	}
}

static void
queued(const struct args *a, int fd, char *buf, const unsigned *list)
{
	struct io_uring ring;
	struct io_uring_params p = { .flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN };
	struct io_uring_cqe *cqe;
	size_t sent = 0, done = 0;

	if (io_uring_queue_init_params(a->depth, &ring, &p) != 0)
		exit(1);
	if (a->fixed) {
		struct iovec all = { buf, a->depth * a->len };

		if (io_uring_register_buffers(&ring, &all, 1) != 0 || io_uring_register_files(&ring, &fd, 1) != 0)
			exit(1);
	}
	for (; done < a->n; done++) {
		for (; sent < a->n && sent - done < a->depth; sent++) {
			struct io_uring_sqe *e = io_uring_get_sqe(&ring);
			char *b = buf + sent % a->depth * a->len;
			unsigned long long at = (unsigned long long)list[sent] * a->len;

			if (a->fixed && a->write)
				io_uring_prep_write_fixed(e, 0, b, (unsigned)a->len, at, 0);
			else if (a->fixed)
				io_uring_prep_read_fixed(e, 0, b, (unsigned)a->len, at, 0);
			else if (a->write)
				io_uring_prep_write(e, fd, b, (unsigned)a->len, at);
			else
				io_uring_prep_read(e, fd, b, (unsigned)a->len, at);
			if (a->fixed)
				io_uring_sqe_set_flags(e, IOSQE_FIXED_FILE);
		}
		while (io_uring_peek_cqe(&ring, &cqe) != 0)
			io_uring_submit_and_wait(&ring, 1);
		if (cqe->res != (int)a->len)
			exit(1);
		io_uring_cqe_seen(&ring, cqe);
	}
	io_uring_queue_exit(&ring);
}

int
main(int argc, char *argv[])
{
	struct args a = { .depth = 1 };
	double start;
	char *buf;
	unsigned *list;
	int fd;

	if (argc > 2 && strcmp(argv[1], "small") == 0) {
		prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
		execvp(argv[2], argv + 2);
		return 1;
	}
	if (argc < 4)
		return 2;
	a.file = argv[1], a.bytes = strtoull(argv[2], NULL, 0), a.len = strtoull(argv[3], NULL, 0);
	for (int i = 4; i < argc; i++) {
		a.direct |= strcmp(argv[i], "direct") == 0;
		a.random |= strcmp(argv[i], "random") == 0;
		a.fixed |= strcmp(argv[i], "fixed") == 0;
		a.small |= strcmp(argv[i], "small") == 0;
		a.write |= strcmp(argv[i], "write") == 0;
		sscanf(argv[i], "queue=%u", &a.depth);
	}
	a.n = a.bytes / a.len;
	list = order(&a);
	buf = mmap(NULL, a.depth * a.len + (2 << 20), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise(buf, a.depth * a.len + (2 << 20), a.small ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
	memset(buf, 0x5a, a.depth * a.len);
	start = now();
	fd = open(a.file, (a.write ? O_WRONLY | O_CREAT : O_RDONLY) | (a.direct ? O_DIRECT : 0), 0664);
	if (fd < 0)
		return 1;
	if (a.depth > 1)
		queued(&a, fd, buf, list);
	else
		plain(&a, fd, buf, list);
	close(fd);
	printf("%f\n", (double)a.bytes / 1048576 / (now() - start));
	return 0;
}
