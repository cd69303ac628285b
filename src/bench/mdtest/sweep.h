#ifndef MDTEST_SWEEP_H
#define MDTEST_SWEEP_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "bench/mdtest/cursor.h"
#include "bench/mdtest/tree.h"

struct err;

/*
 * What one rank made and has not removed again: enough to remove it when the run fails, or (from
 * the guard's process) after the rank was killed.  Lies in memory shared with the guard, so it
 * holds no pointers.
 */
struct sweep {
	volatile bool armed;     /* the rest is filled in */
	volatile bool base_made; /* this rank made the base directory */
	volatile bool keeper;    /* this rank makes and removes the test directories of its base */
	volatile int from, to;   /* iterations whose test directories this run made */
	volatile uint64_t
	    dirs; /* of the last of them: the first so many of this rank's items may exist */
	volatile uint64_t files;
	volatile uint64_t loops; /* test directories of the last of them that are made */
	bool dirs_on, files_on;  /* of those before: all of both kinds, or of one */
	struct tree tree;
	enum cursor_style style;
	int owner; /* whose items this rank makes; -1: the shared files */
	int tree_rank;
	char base[PATH_MAX];
};

/* Remove this rank's items by their names.  What is not there counts as removed. */
void sweep_items(const struct sweep *s);

/*
 * Remove the test directories with everything in them that has one of mdtest's names: for keepers
 * only, a no-op for others.  0, or -errno with e naming the first thing that stayed.
 */
int sweep_rest(const struct sweep *s, struct err *e);

/* The same for one directory: remove what has mdtest's names in it, then itself. */
int sweep_dir(const char *path, struct err *e);

/* Is it the name of something that mdtest makes inside a test directory; of a test directory? */
bool sweep_is_ours(const char *name);
bool sweep_is_test_dir(const char *name);

#endif
