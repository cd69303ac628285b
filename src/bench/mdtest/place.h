#ifndef MDTEST_PLACE_H
#define MDTEST_PLACE_H

struct err;
struct job;

/*
 * The base directories and the test directories in them.  All of these are collective over the
 * job's ranks, untimed, and return 0 or -errno with e, the same on every rank.
 */

/* Check the base directories; make those that are missing (the last component only). */
int place_open(struct job *j, struct err *e);

/*
 * Before an iteration.  With the create phase: make its test directories, which must not be there.
 * Without: check that they are there, are real directories of the caller's and hold only mdtest's
 * names.
 */
int place_enter(struct job *j, struct err *e);

/* After an iteration: remove its test directories, where the remove phase ran. */
int place_leave(struct job *j, struct err *e);

/* At the end: remove the base directories that this run made, where the remove phase ran and they
 * are empty. */
int place_close(struct job *j, struct err *e);

/* After a failure: remove all that this run made.  The result is this rank's own. */
int place_undo(struct job *j, struct err *e);

/*
 * --clean, local: remove the test directories in base that hold nothing but mdtest's names and
 * belong to the caller, and say so on stdout.  0, or -errno with e where one stayed.
 */
int place_clean(const char *base, struct err *e);

#endif
