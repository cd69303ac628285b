#ifndef CMD_NODES_H
#define CMD_NODES_H

struct failure;
struct session;
struct site;
struct strv;
struct verdicts;

/*
 * Before anything is measured: what every rank of the job will see.  Each must find the run
 * directory (a node where the target is not mounted would measure its own disk), and ranks and
 * nodes must be those asked for.  Records job.hosts
 * ("a:4 b:4") and site->placed, and warns of uneven nodes, clocks that differ and full local disks.
 * With one node nothing is started.  0 or -1 with f.
 */
int nodes_check(struct site *site, struct session *session, struct failure *f);

/*
 * Where the ranks are started as the site is now (its order, ranks and nodes): their hosts in the
 * order of the ranks, or in any where the launcher does not tell them their number.  0 or -1 with
 * f.
 */
int nodes_placed(struct site *site, struct strv *hosts, struct failure *f);

/* After judging: a warning of session for every slow node of v. */
void nodes_slow(struct session *session, const struct verdicts *v);

#endif
