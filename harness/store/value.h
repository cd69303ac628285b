#ifndef STORE_VALUE_H
#define STORE_VALUE_H

struct err;

/* Values of machine.ini.  Each returns 0, or -EINVAL with e saying what is allowed. */
int value_fraction(
    const char *text, double *out, struct err *e); /* "10 %", "0.1"; above 0, below 1 */
int value_rate(const char *text, double *out,
    struct err *e); /* "400 MiB/s", "0.8 GB/s", "5000 ops/s" in base units */
int value_bool(const char *text, int *out, struct err *e); /* yes, no */
int value_day(
    const char *text, long long *out, struct err *e); /* "2026-12-31": its last second, UTC */

#endif
