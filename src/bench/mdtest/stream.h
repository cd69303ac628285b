#ifndef MDTEST_STREAM_H
#define MDTEST_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/mdtest/cursor.h"
#include "bench/mdtest/hist.h"
#include "bench/mdtest/item.h"
#include "bench/mdtest/order.h"
#include "core/err.h"

struct job;
struct phase;

/* What is to be done in one phase: op on the items at positions 0 to n-1 of one owner. */
struct pass {
	struct job *j;
	const struct phase *p;
	int (*op)(struct item *, const char *path);
	int owner;
	uint64_t n;
	bool random;   /* positions are indexes in the order of -R; */
	bool spread;   /* or go round the directories, so that neighbours lie in different ones */
	uint64_t dirs; /* how many it goes round */
	bool held;     /* paths start at the open directory */
	struct order order;
	volatile uint64_t *mark; /* kept at the number of items that may exist; NULL: not */
	uint64_t deadline;       /* count of the tick at which to stop; 0: none */
};

void pass_init(struct pass *s, struct job *j, const struct phase *p, int owner);
uint64_t pass_index(const struct pass *s, uint64_t position);

/* One sequence of operations: one after the other. */
struct stream {
	struct item it;
	struct cursor cursor;
	uint64_t entered;  /* first index of the directory that ctx is in, plus 1 */
	struct hist *hist; /* NULL without --latency */
	uint64_t *ends;  /* --savePerOpDataCSV: the tick at which each position was done; or NULL */
	uint64_t looked; /* when the network was last looked at */
	struct err err;
};

/* A stream's own context of the back end and buffers.  0 or -errno with e; release in every case.
 */
int stream_init(struct stream *w, struct job *j, bool own_context, struct err *e);
void stream_release(struct stream *w, bool own_context);
/* Aim it at a pass. */
void stream_aim(struct stream *w, const struct pass *s);

/* One operation at a position, with whatever goes with it.  0 or -errno with w->err. */
int stream_one(struct stream *w, const struct pass *s, uint64_t position);

/*
 * Positions from..to-1 one after the other.  Returns the first that was not done: less than `to`
 * after a failure (w->err), at the deadline, or when another rank or a signal says stop.
 */
uint64_t stream_run(struct stream *w, const struct pass *s, uint64_t from, uint64_t to);

#endif
