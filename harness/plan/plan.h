#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/str.h"

struct err;

/*
 * A profile (harness/plan/NAME.ini, or a FILE) lists the steps; sizing turns it into a recipe of exact
 * commands.  "{dir}" stands for the step's directory.
 */
struct step {
	char *name;	/* "ior-fpp-write": unique */
	char *group;	/* what its metrics are called: "ior-fpp" */
	char *tool;	/* "mdtest", "ior" */
	char *dir;	/* directory below the run's own; steps that share one work on the same files */
	struct strv argv; /* arguments with {dir} {n} {block} {transfer} {ranks} {ranks-per-node} {iterations} */
	double seconds;	/* what one iteration of the step may take */
	bool keeps;	/* leaves its files for a later step of the same directory */
};

struct plan {
	char *name;
	bool judged;	/* false: smoke */
	int iterations;
	struct step *step;
	size_t nstep;
};

/* What the pilot measured and what there is room for. */
struct plan_limits {
	int ranks, nodes;
	double create_rate;	/* all ranks together, items through every phase of mdtest, items per second */
	double write_rate;	/* all ranks together, synced, bytes per second */
	double small_rate;	/* the same with the small transfer */
	uint64_t bytes, inodes; /* what one step may use in all; UINT64_MAX: no limit */
};

/* Built-in name or a path.  0, or -ENOENT / -EINVAL with e (file:line: why). */
int plan_load(const char *name, const char *profiles_dir, struct plan *p, struct err *e);
void plan_free(struct plan *p);

/* Fill every placeholder but {dir}: one command line a step.  0, or -ENOSPC with e (needed, there is). */
int plan_size(const struct plan *p, const struct plan_limits *l, struct strv *commands, struct err *e);

#endif
