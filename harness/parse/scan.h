#ifndef PARSE_SCAN_H
#define PARSE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/marks.h"

/* What one pass over a line found. */
struct hits {
	uint64_t marks;      /* bit m: enum mark m is there, first at at[m] */
	uint64_t conditions; /* bit c: condition c is there */
	unsigned labels;     /* how many labels of mdtest's table */
	uint32_t at[MARKS];
};
#define SCAN_HAS(hits, mark) (((hits)->marks >> (mark)) & 1)

/* All marks and all conditions' patterns: a line is read once, whatever is looked for. */
struct scan;
struct scan *scan_new(void);
void scan_free(struct scan *s);
void scan_line(const struct scan *s, const char *text, size_t len, struct hits *out);

/*
 * Where in text[from..len) the next word begins that starts a line of a log, and in *end where it
 * ends; len and len where there is none.
 */
size_t scan_start(
    const struct scan *s, const char *text, size_t len, size_t from, bool io500, size_t *end);

#endif
