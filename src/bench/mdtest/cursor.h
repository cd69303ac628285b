#ifndef MDTEST_CURSOR_H
#define MDTEST_CURSOR_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/mdtest/tree.h"

/* How a run names its test directories. */
enum cursor_style {
	CURSOR_STYLE1, /* #test-dir.N, or #test-dir.N-LOOP where there are several trees */
	CURSOR_STYLE4  /* test-dir.N-LOOP */
};

/* What a path is built from, apart from the item's index. */
struct cursor_aim {
	const struct tree *tree;
	const char *base; /* without a trailing '/' */
	enum cursor_style style;
	int iteration;
	int tree_rank;    /* whose tree; -1: the shared one */
	int owner;        /* whose items; -1: the shared files */
	const char *kind; /* "file" or "dir" */
};

/*
 * Builds the path of one item after the other in place: as long as the directory stays the same,
 * only the digits at the end change.
 */
struct cursor {
	struct cursor_aim aim;
	uint64_t low, high; /* indexes of the items in the current directory */
	uint64_t shift;     /* number = index + shift */
	size_t dir;         /* length of the directory's path */
	uint64_t last;      /* the index whose digits stand there */
	size_t end;         /* behind them */
	size_t stem;        /* where the digits go */
	char path[PATH_MAX + 64];
};

void cursor_start(struct cursor *c, const struct cursor_aim *aim);

/* Go to an item that is not the next one, or whose number has other digits than the last. */
const char *cursor_seek(struct cursor *c, uint64_t index);

/* The path of the item of that index, good until the next call. */
static inline const char *
cursor_item(struct cursor *c, uint64_t index)
{
	char *digit = c->path + c->end - 1;

	/* most often only the last digit changes */
	if (index != c->last + 1 || index >= c->high || *digit == '9')
		return cursor_seek(c, index);
	++*digit;
	c->last = index;
	return c->path;
}

/* The test directory of tree `loop`; directory k of the tree in it.  NULL where it does not fit. */
const char *cursor_test(struct cursor *c, uint64_t loop);
const char *cursor_dir(struct cursor *c, uint64_t loop, uint64_t k);

#endif
