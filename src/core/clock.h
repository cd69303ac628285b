#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Monotonic time: nanoseconds, and the same in seconds.  The only clock intervals are measured
 * with. */
uint64_t clock_ns(void);
double clock_now(void);

/*
 * Calendar time in seconds since 1970.  CHECK_FS_NOW (decimal seconds) replaces it where it is set,
 * so that sessions of several days can be entered in a test.
 */
time_t clock_wall(void);

/* "2026-11-30T18:58:45Z" and "20261130T185845Z" (the name of a run directory). */
char *clock_iso(char *buf, size_t size, time_t t);
char *clock_stamp(char *buf, size_t size, time_t t);

/* Reads what clock_iso wrote; -1 for anything else. */
time_t clock_parse(const char *iso);

/* Sleep for so many seconds, or until a signal arrives.  Returns 0, or -EINTR. */
int clock_sleep(double seconds);

#endif
