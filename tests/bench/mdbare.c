/*
 * The limit for mdtest: bare loops of the system calls that it makes, on the same names.
 *
 *   mdbare DIR ITEMS d|f path|held PROCESSES [DIRECTORIES]
 *
 *   mdbare null
 *
 * prints what a system call that does nothing costs, in nanoseconds.  The first form prints "NAME
 * RATE" for each phase: all processes' operations over the slowest one's time.  All processes work
 * in one directory of mdtest's shape, or go round several.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64, DIRS = 1024 };

struct shared {
	pthread_barrier_t together;
	double seconds[MOST];
};

struct loop {
	char prefix[DIRS][300]; /* of the names: the path up to the digits, or only the name */
	int len[DIRS], dir[DIRS], ndirs;
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
die(const char *what)
{
	perror(what);
	_exit(1);
}

static void
digits(char *p, unsigned long v)
{
	char t[24];
	int n = 0;

	do
		t[n++] = (char)('0' + v % 10);
	while ((v /= 10) != 0);
	while (n > 0)
		*p++ = t[--n];
	*p = '\0';
}

static int
closed(int fd)
{
	return fd < 0 ? fd : close(fd);
}

static int
create(int dir, const char *name)
{
	return closed(
	    openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0664));
}

static int
look(int dir, const char *name)
{
	struct stat st;

	return fstatat(dir, name, &st, 0);
}

static int
read_open(int dir, const char *name)
{
	return closed(openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
}

static int
unlink_one(int dir, const char *name)
{
	return unlinkat(dir, name, 0);
}

static int
make_dir(int dir, const char *name)
{
	return mkdirat(dir, name, 0775);
}

static int
remove_dir(int dir, const char *name)
{
	return unlinkat(dir, name, AT_REMOVEDIR);
}

static const struct phase {
	const char *name;
	int (*op)(int, const char *);
} files[] = { { "file-create", create }, { "file-stat", look }, { "file-read", read_open },
	{ "file-remove", unlink_one }, { NULL, NULL } },
  dirs[] = { { "dir-create", make_dir }, { "dir-stat", look }, { "dir-remove", remove_dir },
	  { NULL, NULL } };

static double
run(struct loop *l, int (*op)(int, const char *), long items)
{
	char name[400];
	double start = now();

	for (long i = 0; i < items; i++) {
		int d = l->ndirs > 1 ? (int)(i % l->ndirs) : 0;

		memcpy(name, l->prefix[d], (size_t)l->len[d]);
		digits(name + l->len[d], (unsigned long)i);
		if (op(l->dir[d], name) != 0)
			die(name);
	}
	return now() - start;
}

static void
aim(struct loop *l, const char *top, int n, const char *kind, int held, int rank)
{
	l->ndirs = n;
	for (int i = 0; i < n; i++) {
		char sub[200] = "";

		if (i > 0)
			snprintf(sub, sizeof sub, "/mdtest_tree.%d", i);
		snprintf(l->prefix[i], sizeof l->prefix[i], "%s%s", top, sub);
		if (i > 0 && mkdir(l->prefix[i], 0775) != 0 && rank == 0)
			die(l->prefix[i]);
		l->dir[i] = held ? open(l->prefix[i], O_RDONLY | O_DIRECTORY) : AT_FDCWD;
		l->len[i] = snprintf(l->prefix[i], sizeof l->prefix[i], "%s%s%s%s.mdtest.%d.",
		    held ? "" : top, held ? "" : sub, held ? "" : "/", kind, rank);
	}
}

static int
null_call(void)
{
	double start = now();

	for (int i = 0; i < 1000000; i++)
		syscall(SYS_getppid);
	printf("%.0f\n", (now() - start) * 1e3);
	return 0;
}

int
main(int argc, char **argv)
{
	long items = argc > 5 ? atol(argv[2]) : 0;
	int held, n, rank = 0, ndirs;
	struct shared *s =
	    mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct loop *l = calloc(1, sizeof *l);
	pthread_barrierattr_t attr;
	const struct phase *p;
	char top[200];

	if (argc == 2 && strcmp(argv[1], "null") == 0)
		return null_call();
	if (items <= 0)
		return 2;
	held = strcmp(argv[4], "held") == 0;
	n = atoi(argv[5]);
	ndirs = argc > 6 ? atoi(argv[6]) : 1;
	pthread_barrierattr_init(&attr);
	pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&s->together, &attr, (unsigned)n);
	snprintf(top, sizeof top, "%s/#test-dir.0", argv[1]);
	mkdir(top, 0775);
	snprintf(top, sizeof top, "%s/#test-dir.0/mdtest_tree.0", argv[1]);
	mkdir(top, 0775);
	for (int i = 1; i < n && rank == 0; i++)
		if (fork() == 0)
			rank = i;
	aim(l, top, ndirs, argv[3][0] == 'd' ? "dir" : "file", held, rank);
	for (p = argv[3][0] == 'd' ? dirs : files; p->name != NULL; p++) {
		double slowest = 0;

		pthread_barrier_wait(&s->together);
		s->seconds[rank] = run(l, p->op, items);
		pthread_barrier_wait(&s->together);
		for (int i = 0; i < n; i++)
			slowest = s->seconds[i] > slowest ? s->seconds[i] : slowest;
		if (rank == 0)
			printf("%s %.3f\n", p->name, (double)items * n / slowest);
	}
	if (rank != 0)
		_exit(0);
	while (wait(NULL) > 0)
		;
	for (int i = ndirs - 1; i > 0; i--) {
		char sub[300];

		snprintf(sub, sizeof sub, "%s/mdtest_tree.%d", top, i);
		rmdir(sub);
	}
	rmdir(top);
	top[strlen(top) - strlen("/mdtest_tree.0")] = '\0';
	return rmdir(top) != 0;
}
