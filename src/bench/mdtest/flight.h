#ifndef MDTEST_FLIGHT_H
#define MDTEST_FLIGHT_H

#include <stdint.h>

struct err;
struct flight;
struct pass;

/* --queue-depth by io_uring: one thread keeps that many operations of a pass in flight. */
int flight_start(struct flight **out, const struct pass *s, int depth, struct err *e);
uint64_t flight_run(
    struct flight *f, struct err *e); /* how many were done; as stream_run about stopping */
void flight_end(struct flight *f);    /* adds its figures to the job's; NULL is fine */

#endif
