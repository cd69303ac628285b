#ifndef IOR_PLACE_H
#define IOR_PLACE_H

struct err;
struct job;

/* Everything about the files besides their data.  All are collective: 0, or -errno with e on every
 * rank. */

/* The directories must be there; with -u each task makes its own. */
int place_prepare(struct job *j, struct err *e);

/*
 * Before a write phase: remove an old regular file of that name (said once, on stderr); refuse
 * anything else.
 */
int place_clear(struct job *j, int rep, struct err *e);

/* After a repetition: remove its files. */
int place_remove(struct job *j, int rep, struct err *e);

/* Local: the files of this repetition stay, whatever happens. */
void place_keep(struct job *j, int rep);

/* At the end of a test, or after an error: whatever this run made and was not asked to keep. */
int place_leave(struct job *j, struct err *e);

#endif
