#ifndef PARSE_IO500_H
#define PARSE_IO500_H

#include "parse/reader.h"

/* Store one value of a phase ("ior_easy_write" becomes "ior-easy-write"): unit as printed, "GiB/s",
 * "kIOPS". */
void io500_value(
    struct run *run, const char *name, size_t len, double value, const char *unit, int line);
/* A time of that phase. */
void io500_seconds(struct run *run, const char *name, size_t len, double seconds, int line);

#endif
