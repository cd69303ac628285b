#include "bench/mdtest/job.h"

int
job_owner(const struct job *j, int shift)
{
	return (int)((j->rank + (long long)shift * j->o->shift) % j->tasks);
}

int
job_tree(const struct job *j, int owner)
{
	if (!j->o->unique)
		return -1;
	return (int)((owner + (long long)j->o->shift) % j->tasks);
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
