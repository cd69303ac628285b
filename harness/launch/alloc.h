#ifndef LAUNCH_ALLOC_H
#define LAUNCH_ALLOC_H

#include <stdbool.h>

/* What a scheduler has given to the job that this process is part of. */
struct alloc {
	const char *scheduler; /* "slurm", "pbs", "lsf", "flux"; NULL: there is no allocation */
	const char *id;        /* the job's */
	int nodes, tasks;      /* 0: it does not say */
	char hostfile[4096]; /* one line a slot, for launchers that do not ask the scheduler; "" */
};

/* Read the scheduler's variables (and its host file).  False where there is no allocation. */
bool alloc_find(struct alloc *out);

#endif
