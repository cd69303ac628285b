#ifndef IOR_REORDER_H
#define IOR_REORDER_H

#include <stdint.h>

/*
 * Who reads whose data.  `node` holds the node number of each of n tasks.  Fills owner[n], a
 * permutation: task r reads what owner[r] wrote, on another node wherever the layout allows it,
 * about `distance` nodes on (the tasks are ordered by node first, so cyclic or uneven placement
 * does not matter).  Returns how many tasks are left that read data of their own node.
 */
int reorder_constant(const int *node, int n, int distance, int *owner);

/*
 * The same in a random order that `seed` fixes: nodes and the tasks of each are shuffled, the
 * distance is drawn among those that reach another node.
 */
int reorder_random(const int *node, int n, int distance, uint64_t seed, int *owner);

#endif
