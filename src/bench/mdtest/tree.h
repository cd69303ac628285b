#ifndef MDTEST_TREE_H
#define MDTEST_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/*
 * The shape of one run: how many directories a tree has, which of them hold items, and how an
 * item's index becomes a directory and a name.  Pure: no I/O, 64-bit arithmetic with overflow
 * checks.
 *
 * Directories are numbered breadth-first: the root is 0, the children of k are branch*k+1 ...
 * branch*k+branch. Directory k holds the items k*per_dir ... k*per_dir+per_dir-1 of every task.  A
 * set of several trees
 * (-n with -I) is `loops` trees of the same shape, each in a test directory of its own.
 */
struct tree {
	uint64_t branch, depth;
	uint64_t dirs, leaves; /* directories of one tree, and those of the lowest level */
	uint64_t per_dir;      /* items that each item-holding directory has of one task */
	uint64_t first;    /* number of the first item in a tree: 0, or with leaf_only that of the
			      first leaf */
	uint64_t per_tree; /* items of one task in one tree */
	uint64_t loops;    /* trees one after the other, each with a test directory of its own */
	uint64_t items;    /* per_tree * loops: items of one task */
};

/* What the options ask for: items (-n) and per_dir (-I) of one task; has_items where -n was given.
 */
struct tree_want {
	uint64_t branch, depth, items, per_dir;
	bool leaf_only, has_items;
};

/* 0, or -ERANGE (too large for 64 bits) or -EINVAL (-n is no multiple of -I) with e. */
int tree_plan(struct tree *t, const struct tree_want *w, struct err *e);

/* Where the item of that index (0 to items-1) lies: tree `loop`, directory `dir`, item `number`. */
struct tree_spot {
	uint64_t loop, dir, number;
};
struct tree_spot tree_find(const struct tree *t, uint64_t index);

/*
 * Append directory k of the tree of task `rank` (-1: the shared tree) to buf[size] at `at`:
 * "/mdtest_tree.0/mdtest_tree.2/mdtest_tree.7" or "/mdtest_tree.RANK.0/...".  Returns the new
 * length, always terminated; 0 where it does not fit.
 */
size_t tree_dir(char *buf, size_t size, size_t at, const struct tree *t, int rank, uint64_t k);

/* Decimal digits of v at p, terminated; returns their number. */
size_t tree_decimal(char *p, uint64_t v);

/*
 * Length of the longest path below a test directory (with its leading '/') for `tasks` tasks:
 * tree_dir of the deepest directory plus the longest item name.
 */
size_t tree_longest(const struct tree *t, int tasks, bool unique);

/* a*b and a+b; false where they do not fit. */
bool tree_mul(uint64_t a, uint64_t b, uint64_t *out);
bool tree_add(uint64_t a, uint64_t b, uint64_t *out);

#endif
