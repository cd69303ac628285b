#ifndef CMD_ROTATE_H
#define CMD_ROTATE_H

struct failure;
struct session;
struct site;

/*
 * Where session has a node that is slow (compare/straggler.h): what it was slow in once more, with
 * every node's ranks moved on to the next node, into session->rotated.  A slowness that stays is
 * the node's, one that goes along is that of what the ranks write and read.  Does nothing where no
 * node is slow; where it cannot be done (no time left, the launcher cannot, uneven nodes) or fails,
 * a warning says so.  0 or -1 with f: a signal came.
 */
int rotate_take(struct site *site, struct session *session, struct failure *f);

#endif
