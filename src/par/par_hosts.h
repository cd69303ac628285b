#ifndef PAR_PAR_HOSTS_H
#define PAR_PAR_HOSTS_H

struct par;

enum { PAR_HOST_SIZE = 65 }; /* of a host's name, with its end */

/*
 * Where the ranks are, on every rank: node[par_size], numbered from 0 in order of the nodes' first
 * ranks, and own[PAR_HOST_SIZE], this rank's host.  names: on rank 0 those of the nodes (free it);
 * elsewhere it is left alone.  One gather of a name a rank, so that only rank 0 ever holds them.
 * Returns the number of nodes.
 */
int par_hosts(const struct par *p, int *node, char *own, char (**names)[PAR_HOST_SIZE]);

#endif
