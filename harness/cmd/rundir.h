#ifndef CMD_RUNDIR_H
#define CMD_RUNDIR_H

#include <stdbool.h>
#include <stddef.h>

struct err;

/*
 * TARGET/.check-fs-ID: everything that a run makes on its target is in here, beside a marker file
 * that says whose it is.  Only directories that carry the marker are ever removed.
 */

/* Make it; *path: caller frees; *lock: held while the run lives (close it after the removal).  0 or
 * -errno. */
int rundir_create(const char *target, const char *id, char **path, int *lock, struct err *e);

/* Remove it and all that is in it; the marker goes last.  -EINVAL where there is no marker of ours
 * in it. */
int rundir_remove(const char *path, struct err *e);

/*
 * Whose run directory this is, as its marker says: "20261130T185845Z host 1234".  Two views of it
 * that say the same are the same directory.  0, or -EINVAL with e.
 */
int rundir_mark(const char *path, char *out, size_t size, struct err *e);

enum rundir_state {
	RUNDIR_DEAD,   /* its run has ended */
	RUNDIR_ALIVE,  /* its run still goes on */
	RUNDIR_UNKNOWN /* made on another host (or not to be told from here) */
};

struct rundir_left {
	char *path, *host,
	    *started; /* started: as in its id, "20261130T185845Z"; "" where unknown */
	long pid;
	enum rundir_state state;
};

/* The run directories in target, `except` (may be NULL) left out.  0 or -errno. */
int rundir_list(
    const char *target, const char *except, struct rundir_left **out, size_t *n, struct err *e);
void rundir_list_free(struct rundir_left *l, size_t n);

#endif
