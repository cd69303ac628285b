#ifndef IOR_CORRUPT_H
#define IOR_CORRUPT_H

struct err;
struct job;

/*
 * corruptFile: change one byte of each file that was written in a repetition, at a place that the
 * signature gives, and say where.  Collective.  0, or -errno with e, the same on every rank.
 */
int corrupt_files(struct job *j, int rep, struct err *e);

#endif
