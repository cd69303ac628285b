#ifndef CORE_UNITS_H
#define CORE_UNITS_H

#include <stddef.h>
#include <stdint.h>

struct err;

#define UNITS_KIB 1024ULL
#define UNITS_MIB (1024ULL * 1024)
#define UNITS_GIB (1024ULL * 1024 * 1024)

/*
 * Read a size: digits, optionally a decimal fraction, optionally one of k m g t p (either case,
 * powers of 1024, an "iB" or "B" after it allowed).  0, or -EINVAL / -ERANGE with e saying what is
 * wrong with `text`; trailing characters, signs and blanks are errors.
 */
int units_size(const char *text, uint64_t *out, struct err *e);

/* Read a decimal integer between min and max, nothing after it.  0, -EINVAL or -ERANGE. */
int units_int(const char *text, long long min, long long max, long long *out, struct err *e);

/* Read seconds: 90, 1.5, 90s, 5m, 2h, 20ms, 200us.  0 or -EINVAL. */
int units_seconds(const char *text, double *out, struct err *e);

/* "1 MiB", "1.50 GiB", "262144 bytes": the form IOR prints (no KiB; exact values without decimals).
 */
char *units_ior(char *buf, size_t size, uint64_t bytes);

/* For people, about four digits: "1.50 GiB", "283.7 MiB/s", "12.3 k ops/s"; unit is a base unit of
 * result.h. */
char *units_human(char *buf, size_t size, double value, const char *unit);

#endif
