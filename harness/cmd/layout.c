#include <errno.h>
#include <stdbool.h>

#include "cmd/cmd.h"
#include "cmd/cores.h"
#include "cmd/layout.h"
#include "core/err.h"
#include "launch/alloc.h"

int
layout_choose(const struct settings *s, int *ranks, int *nodes, struct err *e)
{
	struct alloc a;
	bool free_choice = s->nodes == 0 && s->ranks == 0;

	alloc_find(&a);
	*nodes = s->nodes;
	if (*nodes == 0 && a.nodes > 0 && (free_choice || s->ranks >= a.nodes))
		*nodes = a.nodes;
	if (*nodes == 0)
		*nodes = 1;
	*ranks = s->ranks;
	if (*ranks == 0)
		*ranks = free_choice && a.tasks > 0 ? a.tasks : cores_ranks() * *nodes;
	if (*ranks % *nodes != 0)
		return err_set(
		    e, EINVAL, "--ranks=%d: cannot be spread evenly over %d nodes", *ranks, *nodes);
	return 0;
}
