#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "core/str.h"

struct err;

/*
 * A profile (harness/plan/NAME.ini, or a FILE) lists the steps.  Sizing (plan/size.h) turns each
 * into an exact command line, the recipe, in which only "{dir}" still stands for the step's
 * directory.
 */
struct step {
	char *name;  /* "ior-fpp-write": unique, the name of its log */
	char *group; /* "ior-fpp": what its metrics are called; steps of a group share size and
			directory */
	char *tool;  /* "mdtest", "ior" */
	struct strv
	    argv; /* arguments, with {dir} {n} {block} {iterations} {ranks-per-node} {reorder} */
	double seconds; /* what one iteration may take */
	double stretch; /* times that, where a phase would else be too short to be judged */
	int line;       /* where it begins in the profile */
};

struct plan {
	char *name;      /* "quick" */
	bool judged;     /* false: shown only (smoke) */
	int iterations;  /* of each step */
	double deadline; /* seconds for the whole run */
	struct step *step;
	size_t nstep;
};

/*
 * name: a built-in profile, or the path of one (it has a '/' or ends in ".ini").  profiles_dir:
 * where the built-in ones are.  0, or -EINVAL with e (FILE:LINE: why; or which profiles there are).
 */
int plan_load(const char *name, const char *profiles_dir, struct plan *p, struct err *e);
void plan_free(struct plan *p);

const struct step *plan_find(const struct plan *p, const char *step); /* NULL where there is none */

/* No later step of the plan works in the directory of step i. */
bool plan_last_of_group(const struct plan *p, size_t i);

#endif
