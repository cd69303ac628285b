#ifndef PLAN_SIZE_H
#define PLAN_SIZE_H

#include <stdint.h>

#include "core/str.h"
#include "plan/plan.h"

struct err;

/* What there is to work with. */
struct size_limits {
	int ranks, nodes;
	bool readonly;
	uint64_t bytes;  /* that all groups together may keep in files; UINT64_MAX: no limit */
	uint64_t inodes; /* that one step may have at a time; UINT64_MAX: no limit */
	uint64_t
	    inode_bytes; /* what an item takes out of `bytes`: not 0 where the target is memory */
};

/* One run of a step: items per rank (of a step with {n}) or bytes per rank (with {block}). */
struct size_trial {
	uint64_t size;
	double seconds; /* one iteration, all its phases */
	double fastest; /* rate of its fastest phase, all ranks together: operations or bytes per
			   second */
};

/* The step has something to be sized. */
bool size_needed(const struct step *s);

/* Size to start the pilot with. */
uint64_t size_first(const struct step *s, const struct size_limits *l);

/* As much of `want` as the limits allow, in whole transfers.  0, or -ENOSPC with e (what is needed,
 * what there is). */
int size_fit(const struct plan *p, const struct step *s, const struct size_limits *l, uint64_t want,
    uint64_t *out, struct err *e);

/* A larger size to try where the trial was too short to tell, or 0 where it was long enough. */
uint64_t size_again(const struct step *s, const struct size_trial *t);

/*
 * The size for step s of p, from the last trial: as long as one iteration may take, but long enough
 * to be judged (20 ms and 1000 operations or 64 MiB in every phase) where that costs no more than
 * four times the time; within the limits.  0, or -ENOSPC with e (how much is needed, how much there
 * is).
 */
int size_final(const struct plan *p, const struct step *s, const struct size_limits *l,
    const struct size_trial *t, uint64_t *out, struct err *e);

/*
 * What a step's command line will need: bytes that its files hold (all ranks together), and the
 * items that exist at a time.  0 for what it does not say.
 */
void size_demand(const char *command, int ranks, uint64_t *bytes, uint64_t *items);

/* "mdtest -d {dir} -n 1200 -i 5 -u -v": the step's command line; iterations replaces the plan's.
 * Caller frees. */
char *size_command(
    const struct step *s, const struct size_limits *l, uint64_t size, int iterations);

#endif
