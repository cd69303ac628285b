#ifndef MDTEST_JOB_H
#define MDTEST_JOB_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "bench/mdtest/cursor.h"
#include "bench/mdtest/opts.h"
#include "bench/mdtest/rows.h"
#include "bench/mdtest/sweep.h"
#include "bench/mdtest/tick.h"
#include "bench/mdtest/tree.h"
#include "core/result.h"
#include "io/io.h"

struct pertask;
struct err;
struct held;
struct hist;
struct par;
struct phase;
struct stream;

/* One run with one number of tasks, as one rank sees it. */
struct job {
	const struct opts *o;
	const struct par *par; /* the ranks that take part */
	int rank, tasks;       /* in it */
	int paths;             /* base directories */
	const char *base;      /* this rank's */
	const struct io_ops *io;
	struct io_ctx *ctx;
	struct io_env env; /* what ctx was made from */
	struct tree tree;
	enum cursor_style style;
	struct sweep *sweep; /* what this rank made, as the guard sees it */
	struct held *held;   /* --held-dirs */
	struct tick tick;
	uint64_t look; /* ticks between two looks at the other ranks */
	int shift;     /* -N in tasks: on several nodes, in format 4, times the tasks a node */
	long long seed, packet_seed; /* of -R and of the data */
	size_t buf_size;             /* of one transfer */

	int iteration;
	uint64_t files_planned; /* for the line that says how many */
	uint64_t files;         /* of each task in this iteration: all, or what -W or -x leave */
	uint64_t wall_least;    /* of -W: least and mean number of files before the catching up */
	double wall_mean;

	struct result *result;     /* rank 0 fills it */
	struct pertask *tasks_own; /* rank 0: figures of single tasks, or NULL */
	struct hist *hist;         /* ROWS_COUNT of them, or NULL */
	uint64_t wrong;            /* files whose data were not what was written */
	char *first_wrong;         /* where the first of them was wrong */
	uint64_t started;          /* tick at which the phase in hand began */
	struct err *csv_err;       /* what went wrong while --savePerOpDataCSV wrote */
	int engines[ROWS_COUNT];   /* 'c', 't' or 'u' for each row that ran */
	bool no_ring;              /* the system has none for this task */
};

/* Whose items, and in whose tree, this rank works on in a phase that is `shift` steps of -N further
 * on. */
int job_owner(const struct job *j, int shift);
int job_tree(const struct job *j, int owner);

/* Start a cursor over the items of `kind` ("file", "dir") for such a phase. */
void job_cursor(const struct job *j, struct cursor *c, const char *kind, int shift);

bool job_keeper(const struct job *j); /* this rank makes and removes its base's test directories */

/* Add what a stream gathered in a phase to the job. */
void job_take(struct job *j, const struct phase *p, struct stream *w);

#endif
