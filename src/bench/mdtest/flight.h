#ifndef MDTEST_FLIGHT_H
#define MDTEST_FLIGHT_H

#include <stdint.h>

struct cursor;
struct err;
struct flight;
struct pass;
struct turns;
struct stream;

/* Many operations of a pass in flight from one thread, by io_uring; c is aimed at the pass. */
int flight_new(struct flight **out, const struct pass *s, const struct cursor *c, unsigned depth,
    struct err *e);
/*
 * In the thread that it belongs to from now on: takes positions until there are none left.  How
 * many were done; after a failure w->err is set and the turns ended.  Figures go to w.
 */
uint64_t flight_run(struct flight *f, struct stream *w, struct turns *turns);
void flight_free(struct flight *f); /* NULL is fine */

#endif
