#ifndef MDTEST_SPACE_H
#define MDTEST_SPACE_H

#include <stdint.h>

struct err;
struct job;
struct opts;
struct tree;

/* What one run creates at most at a time, in all base directories together. */
struct space {
	uint64_t dirs, files, bytes;
};

/* -ERANGE with e where a number does not fit. */
int space_plan(
    struct space *s, const struct opts *o, const struct tree *t, int tasks, struct err *e);

/* Does its share of that fit where this rank's base is (or would be made)?  0, -ENOSPC or -errno
 * with e.  Local. */
int space_check(const struct space *s, const char *base, int paths, struct err *e);

#endif
