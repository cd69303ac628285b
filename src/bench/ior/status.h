#ifndef IOR_STATUS_H
#define IOR_STATUS_H

struct err;
struct job;

/*
 * stoneWallingStatusFile: one number, how many transfers each task made in a worn-out write, so
 * that a later run reads that many.  Both are collective and do nothing where the option is not
 * given.
 */
int status_load(struct job *j, struct err *e); /* before a test that does not write */
int status_save(struct job *j, struct err *e); /* after one that does */

#endif
