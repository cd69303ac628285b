#ifndef COMPARE_SLOW_NODE_H
#define COMPARE_SLOW_NODE_H

#include "compare/verdict.h"

struct session;

/*
 * The nodes that straggler.h flags in the job (s) or alone (s->alone), each once, and where their
 * slowness lies: what s->alone and s->rotated say of it.  "Slow again" is being at least half as
 * far below the median node, in the logarithm, as in the job.  *out: slow_node_free; worst first.
 */
size_t slow_node_find(const struct session *s, struct slow_node **out);
void slow_node_free(struct slow_node *v, size_t n);

#endif
