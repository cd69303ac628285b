#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bench/mdtest/csv.h"
#include "bench/mdtest/hist.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/stream.h"
#include "core/mem.h"

int
job_owner(const struct job *j, int shift)
{
	return (int)((j->rank + (long long)shift * j->shift) % j->tasks);
}

int
job_tree(const struct job *j, int owner)
{
	if (!j->o->unique)
		return -1;
	return (int)((owner + (long long)j->shift) % j->tasks);
}

void
job_cursor(const struct job *j, struct cursor *c, const char *kind, int shift)
{
	int owner = job_owner(j, shift);
	const struct cursor_aim aim = { &j->tree, j->base, j->style, j->iteration,
		job_tree(j, owner), owner, kind };

	cursor_start(c, &aim);
}

bool
job_keeper(const struct job *j)
{
	return j->rank < j->paths;
}

void
job_take(struct job *j, const struct phase *p, struct stream *w)
{
	if (w->hist != NULL && !(p->flags & PHASE_SILENT)) {
		hist_merge(&j->hist[rows_find(p->metric)], w->hist);
		memset(w->hist, 0, sizeof *w->hist);
	}
	j->wrong += w->it.wrong;
	if (j->first_wrong == NULL && w->it.first_wrong != NULL)
		j->first_wrong = mem_dup(w->it.first_wrong);
	if (w->ends != NULL)
		csv_ops(j, p, w->ends, j->files, j->csv_err);
}
