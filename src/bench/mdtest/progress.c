#include <stdio.h>
#include <unistd.h>

#include "bench/mdtest/job.h"
#include "bench/mdtest/progress.h"

static bool
live(const struct job *j)
{
	return j->rank == 0 && j->o->verbose >= 2 && isatty(STDERR_FILENO);
}

void
progress_phase(const struct job *j, const char *metric)
{
	if (live(j))
		fprintf(stderr, "\r\033[Kmdtest: %d tasks, iteration %d of %d: %s", j->tasks,
		    j->iteration + 1, j->o->iterations, metric);
}

void
progress_end(const struct job *j)
{
	if (live(j))
		fprintf(stderr, "\r\033[K");
}
