#ifndef CMD_NODES_H
#define CMD_NODES_H

struct failure;
struct session;
struct site;

/*
 * Before anything is measured: what every rank of the job will see.  Each must find the run
 * directory (a node where the target is not mounted would measure its own disk), and ranks and
 * nodes must be those asked for.  Records job.hosts
 * ("a:4 b:4") and warns of uneven nodes, clocks that differ and full local disks.  With one node
 * nothing is started.  0 or -1 with f.
 */
int nodes_check(struct site *site, struct session *session, struct failure *f);

/* After measuring: a warning for every host whose ranks were much slower than the others'. */
void nodes_slow(struct session *session);

#endif
