#ifndef MDTEST_PATTERN_H
#define MDTEST_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/*
 * The data of one file: every 8 bytes say which item of which task they belong to, and where in it
 * they stand, under one seed; so stale, swapped and shifted data are all noticed.  t and o count up
 * (and compress), i and r look like noise.
 */
struct pattern {
	char type;
	uint64_t key;
};

/* owner -1: a shared file, the same for all tasks. */
struct pattern pattern_of(char type, uint64_t seed, int owner, uint64_t item);
/* Fill len bytes that stand at offset `at` (a multiple of 8) in the file. */
void pattern_fill(const struct pattern *p, void *buf, size_t len, uint64_t at);
/* Offset in buf of the first byte that is wrong, or len. */
size_t pattern_check(const struct pattern *p, const void *buf, size_t len, uint64_t at);

#endif
