#ifndef IOR_TRIAL_H
#define IOR_TRIAL_H

#include "bench/ior/opts.h"

struct err;
struct par;
struct print;
struct sweep;

/*
 * Run one test on every rank of world and print it.  0, or -errno with e (the same code on every
 * rank, the text on rank 0).
 */
int trial_run(const struct opts *o, const struct par *world, struct print *print,
    struct sweep *sweep, struct err *e);

#endif
