#ifndef IOR_SWEEP_H
#define IOR_SWEEP_H

/*
 * What must not stay behind.  Launchers kill the ranks about a second after a signal, and a rank
 * can die in the middle of a transfer; so a small child in a session of its own holds the list and
 * removes what is on it when the rank goes away without having done so.
 */
struct sweep;

/* Start the child; call it while the process is still small.  NULL where that is not possible. */
struct sweep *sweep_start(void);

/* Put a file on the list before it is created, and take it off after it was removed.  NULL s is
 * fine. */
void sweep_add(struct sweep *s, const char *path);
void sweep_add_dir(struct sweep *s, const char *path);
void sweep_done(struct sweep *s, const char *path);

/* Remove what is on the list now, last one first, and empty it.  Returns how many could not be
 * removed. */
int sweep_now(struct sweep *s);

/* End the child; what is still on the list is removed. */
void sweep_end(struct sweep *s);

#endif
