#ifndef IOR_PLAN_H
#define IOR_PLAN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Where each transfer lies.  Pure arithmetic: no array, memory does not depend on the number of
 * transfers.
 *
 * A file holds `segments` segments; a segment holds one block of each task (one block only with a
 * file per process); a block is block/transfer transfers.  In random order the slots of the whole
 * file are permuted and every task gets an equal share of them.
 */
struct plan {
	uint64_t block, transfer, segments, tasks;
	bool fpp;
	bool random; /* a permutation */
	bool repeat; /* blocks picked at random, with repeats: for reading only */
	uint64_t seed;
};

uint64_t plan_count(const struct plan *p);     /* transfers of one task */
uint64_t plan_file_size(const struct plan *p); /* bytes of one file */
uint64_t plan_total(const struct plan *p);     /* bytes of all tasks */

/* Byte offset of transfer k (from 0) of the data that task `owner` wrote. */
uint64_t plan_offset(const struct plan *p, uint64_t owner, uint64_t k);

/* Who wrote the byte at `offset` that task `owner` meets in its order: differs with repeats only.
 */
uint64_t plan_writer(const struct plan *p, uint64_t owner, uint64_t offset);

/* The same one after another, cheaper. */
struct plan_walk {
	const struct plan *plan;
	uint64_t owner, k, end; /* next transfer, and the first that is not wanted */
	/* where the order is sequential: */
	bool in_order;
	uint64_t offset, step;        /* of transfer k; from one to the next */
	uint64_t in_block, per_block; /* transfers left in this block; of a whole one */
	uint64_t jump;                /* to this task's block of the next segment */
};
struct plan_walk plan_start(const struct plan *p, uint64_t owner);
/* Of transfer k where the order is not sequential. */
uint64_t plan_scattered(const struct plan_walk *w);

/* The next offset; false at the end. */
static inline bool
plan_next(struct plan_walk *w, uint64_t *offset)
{
	if (w->k >= w->end)
		return false;
	*offset = w->in_order ? w->offset : plan_scattered(w);
	w->k++;
	w->offset += w->step;
	if (--w->in_block == 0) {
		w->in_block = w->per_block;
		w->offset += w->jump;
	}
	return true;
}

/* A permutation of 0..n-1 by arithmetic (a Feistel network walked back into range): element i. */
uint64_t plan_permute(uint64_t i, uint64_t n, uint64_t seed);

#endif
