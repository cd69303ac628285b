#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdio.h>

struct err;
struct opt;
struct par;
struct result;

/*
 * One benchmark program; each defines exactly one `const struct bench bench`.  bench/main.c calls,
 * in order: parse (before MPI; every rank alike), par_init, check, run on every rank, fini.  Exit
 * statuses: 0; 1 an operation or a check failed; 2 usage; 128 + signal.
 */
struct bench {
	const char *name;     /* "mdtest" */
	const char *synopsis; /* "[options]" */
	/* argv -> cfg (allocated).  0, 1 where help was asked and printed, or -EINVAL with e. */
	int (*parse)(int argc, char *const argv[], void **cfg, struct err *e);
	/*
	 * What can only be checked once the number of ranks is known, before any I/O; NULL where there is nothing.
	 * Local: every rank decides alike.  0, or -errno with e: a usage error.
	 */
	int (*check)(const void *cfg, const struct par *par, struct err *e);
	/*
	 * Measure and print (rank 0, to stdout).  0, or -errno with e (the same on every rank; rank
	 * 0's text is printed).  Whatever this run made is removed before it returns, unless the
	 * options ask to keep it.
	 */
	int (*run)(const void *cfg, const struct par *par, struct err *e);
	void (*free)(void *cfg);
};
extern const struct bench bench;

#endif
