#ifndef MDTEST_GUARD_H
#define MDTEST_GUARD_H

struct err;
struct sweep;

/*
 * A small process in a session of its own that outlives this one: when this one ends without having
 * said that all is settled (a launcher kills its ranks about a second after it was interrupted, and
 * always after an abort), it removes what the sweep describes.
 */
struct guard {
	struct sweep *sweep; /* shared with the guard's process; zero at first: nothing to remove */
	int fd;              /* the guard sees this end close */
	int pid;             /* the guard's process */
};

/* Start it; before MPI does, so that it holds nothing of MPI's.  0 or -errno with e. */
int guard_start(struct guard *g, struct err *e);

/* All that was made is removed or meant to stay: the guard ends and does nothing; returns when it
 * has. */
void guard_stop(struct guard *g);

#endif
