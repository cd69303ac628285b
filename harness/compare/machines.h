#ifndef COMPARE_MACHINES_H
#define COMPARE_MACHINES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/session.h"

/*
 * Two machines (or two states of one) side by side.  No pass or fail: fold changes, what they mean
 * by family, and the shape of the difference in words.
 */
struct machines_row {
	const char *metric, *unit; /* borrowed from the sessions */
	enum metric_better better;
	double a, b;      /* base unit; NAN: not there */
	double fold;      /* b over a, > 1 is better */
	double low, high; /* 95 % interval; NAN where one side has a single value */
	bool cache;  /* one side was answered by a cache, the other was not: speaks for no family */
	bool within; /* the interval is of repetitions only: day-to-day variation is not in it */
};

enum machines_group {
	MACHINES_CREATE,
	MACHINES_STAT,
	MACHINES_OPEN, /* mdtest's file read */
	MACHINES_REMOVE,
	MACHINES_WRITE,
	MACHINES_READ,
	MACHINES_SMALL, /* writes in small transfers */
	MACHINES_GROUPS
};

struct machines {
	struct machines_row *row;
	size_t n;
	double group[MACHINES_GROUPS]; /* geometric mean of the folds; NAN: no metric of it on both
					  sides */
	double metadata, data;         /* of the two families */
	size_t same,
	    known;   /* metrics proved within +-10 % of each other, of those with an interval */
	char *shape; /* "create and remove -35 %, stat and bandwidth unchanged: ..." */
};

/* Compare b[nb] with a[na]: sessions of each side, at least one. */
struct machines *machines_compare(
    struct session *const *a, size_t na, struct session *const *b, size_t nb);
void machines_free(struct machines *m);

/* Which group a metric belongs to. */
enum machines_group machines_group_of(const char *metric, const char *unit);
const char *machines_group_name(enum machines_group g);

/* One session with the typical value of every metric of s[n]; caller frees. */
struct session *machines_typical(struct session *const *s, size_t n);

/* Put the caveat "cache" on every read that is faster than the way to the storage (B/s; NAN: not
 * known). */
void machines_mark(struct session *s, double link);

#endif
