#ifndef IOR_TIMEOUT_H
#define IOR_TIMEOUT_H

#include <stdint.h>

/*
 * --phase-timeout: a thread beside the rank that, when a phase takes too long, says on stderr what
 * this rank is still doing, if it is not merely waiting for others, and ends the process.  A rank
 * that hangs in a system call cannot say that itself.
 */
struct timeout;

/* NULL where seconds is 0.  Every function below takes NULL. */
struct timeout *timeout_start(double seconds, int rank, const char *host);

/* This rank works: `done` of `total` transfers. */
void timeout_begin(
    struct timeout *t, const char *phase, const char *path, const uint64_t *done, uint64_t total);
void timeout_idle(struct timeout *t); /* it waits for the others */
void timeout_end(struct timeout *t);  /* the phase is over */
void timeout_stop(struct timeout *t); /* ends the thread, frees t */

#endif
