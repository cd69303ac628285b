#ifndef MDTEST_POOL_H
#define MDTEST_POOL_H

#include <stdint.h>

struct err;
struct pass;
struct pool;

/*
 * --queue-depth by threads: each takes the next few positions of a pass and does them with plain
 * calls, or keeps its part of `depth` operations in flight with a ring of its own (0: calls).  Only
 * the thread that calls these talks to other ranks.  The workers wait for pool_run.
 */
int pool_start(struct pool **out, const struct pass *s, int workers, int depth, struct err *e);
uint64_t pool_run(
    struct pool *p, struct err *e); /* how many were done; as stream_run about stopping */
void pool_end(struct pool *p);      /* adds the streams' figures to the job's; NULL is fine */

#endif
