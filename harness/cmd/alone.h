#ifndef CMD_ALONE_H
#define CMD_ALONE_H

struct failure;
struct plan;
struct session;
struct site;

/*
 * --per-node: the steps of session's recipe, one iteration of each, on every node by itself, one
 * node after the other, with as many ranks as it has in the job.  Needs job.hosts (nodes_check).
 * session->alone gets the rates of the ranks.  Ends early, with a warning, where the deadline would
 * leave the job itself no time.  0 or -1 with f.
 */
int alone_take(struct site *site, struct session *session, struct failure *f);

/* Seconds that this may take for a plan on so many nodes, at most. */
double alone_seconds(const struct plan *plan, int nodes);

#endif
