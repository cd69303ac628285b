#ifndef MDTEST_PHASES_H
#define MDTEST_PHASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct item;
struct job;
struct phase;

enum phases_on { ON_TREE, ON_DIR, ON_FILE };

enum phases_flags {
	PHASE_CREATES = 1, /* marks what it makes for the clean-up */
	PHASE_RANDOM = 2,  /* takes the items in the order of -R */
	PHASE_ROOT_C = 4,  /* with -c, task 0 does it for all */
	PHASE_ROOT_S = 8,  /* with -S, task 0 does it */
	PHASE_RING = 16,   /* io_uring can do it, as `ring` */
	PHASE_WALKS = 32,  /* `all` goes through walk.h */
	PHASE_SILENT = 64  /* not timed: its latencies are nobody's */
};

/* One timed phase. */
struct phase {
	const char *metric; /* name in the result: "file-create" */
	enum phases_on on;
	size_t want; /* offsetof(struct opts, ...) of the bool that selects it */
	int shift;   /* steps of -N that it works further on */
	unsigned flags;
	int (*op)(struct item *, const char *path); /* on one item; or */
	/* on everything: returns what was done */
	uint64_t (*all)(struct job *, const struct phase *, struct err *);
	int ring; /* enum io_ring_op; CREATE and OPEN close again */
};

/*
 * Time the phases of one kind one after the other and add them to the job's result.  0 or -errno
 * with e, on every rank.
 */
int phases_tree_make(struct job *j, struct err *e);
int phases_dirs(struct job *j, struct err *e);
int phases_files(struct job *j, struct err *e);
int phases_tree_remove(struct job *j, struct err *e);

#endif
