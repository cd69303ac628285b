#ifndef IOR_OPTS_H
#define IOR_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/opt.h"
#include "io/io.h"

struct err;

/* What the data look like (pattern.h). */
enum opts_packet { PACKET_TIMESTAMP, PACKET_OFFSET, PACKET_INCOMPRESSIBLE, PACKET_RANDOM };

/* One test: what the options and a script's directives say.  Sizes are bytes, times seconds. */
struct opts {
	int id; /* 0, 1, ... in the order of a script */
	const char *api;
	const struct io_ops *ops;
	const void *backend; /* the backend's own options, or NULL */
	const char *file;
	uint64_t block, transfer, segments;
	int repetitions, tasks; /* tasks: 0 for all ranks */
	bool write, read;
	bool fpp, unique_dir, multi_file, keep;
	bool fsync, direct, barriers, drop_cache;
	bool reorder;        /* -C */
	int reorder_offset;  /* -Q: nodes between writer and reader */
	double delay;        /* before each timed phase */
	double deadline;     /* stonewall; 0: none */
	int verbose, number; /* number: -A, printed only */
	uint64_t signature;  /* seeds the data and every random choice */
	enum opts_packet packet;
};

/* The whole command line. */
struct opts_all {
	struct opts *test;
	size_t ntest;
	int argc;
	char *const *argv; /* as given: "Command line used" */
	struct opt_set backends[IO_MOST];
};

/*
 * argv -> *out (opts_free).  0; 1 where help was asked and printed to stdout; -EINVAL with e.  The
 * same on every rank; touches no file but a script's.
 */
int opts_parse(int argc, char *const argv[], struct opts_all **out, struct err *e);
void opts_free(struct opts_all *a); /* NULL is fine */

/* 0, or -EINVAL with e saying which values of o do not go together. */
int opts_check(const struct opts *o, struct err *e);

#endif
