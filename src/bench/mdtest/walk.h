#ifndef MDTEST_WALK_H
#define MDTEST_WALK_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct job;
struct phase;
struct walk;

/*
 * Do p->op on every item that this rank has in that phase: one after the other, or with
 * --queue-depth many at a time.  In three steps, so that only the middle one is timed.  walk_run
 * returns how many were done; it stops early with e where one failed, and without where another
 * rank or a signal said so.
 */
int walk_ready(struct walk **out, struct job *j, const struct phase *p, struct err *e);
uint64_t walk_run(struct walk *w, struct err *e);
void walk_end(struct walk *w); /* NULL is fine */

/* Now and then, with *looked kept by the caller: has this rank or another one been told to stop? */
bool walk_stopped(const struct job *j, uint64_t *looked);

/* What does the operations of that phase: "calls", "threads" or "uring". */
const char *walk_engine(const struct job *j, const struct phase *p);
/* "uring": into how many rings the depth is divided, one on each processor that this rank has. */
int walk_rings(const struct job *j);

#endif
