#ifndef IOR_PATTERN_H
#define IOR_PATTERN_H

#include <stddef.h>
#include <stdint.h>

#include "bench/ior/opts.h"

/*
 * What a byte of a file must be: a pure function of its offset in the file, the task that wrote it
 * and the signature.  So a transfer that lands in the wrong place is found whatever the transfer
 * size.  Words are 8 bytes, little-endian, at offsets that are multiples of 8. timestamp       even
 * words: task in the high half, signature in the low half; odd words: their file offset offset the
 * file offset; the first word of every 512 bytes: task and signature incompressible  a hash of
 * offset, task and signature random          the same with another hash for every 4 KiB
 */
struct pattern {
	enum opts_packet kind;
	uint64_t stamp; /* task << 32 | signature (its low 32 bits) */
	uint64_t key;   /* of the hashes */
};

struct pattern pattern_of(enum opts_packet kind, int task, uint64_t signature);

/* Write into buf what len bytes at file offset `at` must be. */
void pattern_fill(const struct pattern *p, void *buf, size_t len, uint64_t at);

/*
 * How many of buf's bytes are not what they must be.  Where there are any, *first is the index of
 * the first one (first may be NULL).
 */
size_t pattern_check(
    const struct pattern *p, const void *buf, size_t len, uint64_t at, size_t *first);

#endif
