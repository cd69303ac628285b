#ifndef MDTEST_RUN_H
#define MDTEST_RUN_H

struct err;
struct opts;
struct par;
struct sweep;
struct tree;

/*
 * Measure with every number of tasks that -f, -l and -s ask for, and print.  0 or -errno with e,
 * the same on every rank; what was made is removed again, unless the options ask to keep it.
 */
int run_all(const struct opts *o, const struct tree *tree, struct sweep *sweep,
    const struct par *world, struct err *e);

#endif
