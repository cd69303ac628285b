#ifndef MDTEST_JOB_H
#define MDTEST_JOB_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "bench/mdtest/cursor.h"
#include "bench/mdtest/opts.h"
#include "bench/mdtest/sweep.h"
#include "bench/mdtest/tick.h"
#include "bench/mdtest/tree.h"
#include "core/result.h"
#include "io/io.h"

struct par;

/* One run of one task count, as one rank sees it. */
struct job {
	const struct opts *o;
	const struct par *world, *par; /* all ranks; those that take part */
	int rank, tasks;               /* of par */
	int paths;                     /* base directories */
	const char *base;              /* this rank's */
	const struct io_ops *io;
	struct io_ctx *ctx;
	struct io_env env; /* what ctx was made from */
	struct tree tree;
	enum cursor_style style;
	struct sweep *sweep; /* what this rank made, as the guard sees it */
	struct tick tick;
	int iteration;
	void *buf; /* data of one transfer */
	size_t buf_size;
	struct result *result; /* rank 0 fills it */
};

/* Whose items, and in whose tree, this rank works on in a phase that is `shift` steps of -N further
 * on. */
int job_owner(const struct job *j, int shift);
int job_tree(const struct job *j, int owner);

/* Start a cursor over the items of `kind` ("file", "dir") for such a phase. */
void job_cursor(const struct job *j, struct cursor *c, const char *kind, int shift);

bool job_keeper(const struct job *j); /* this rank makes and removes its base's test directories */

#endif
