#ifndef LAUNCH_REAP_H
#define LAUNCH_REAP_H

/*
 * A launcher's ranks are not in its process group (Open MPI gives each its own), and when it is
 * killed they become nobody's.  The system can be asked to hand such orphans to us, so that none
 * stays behind.
 */

/* Orphans of what we start become our children from now on. */
void reap_adopt(void);

/* In the child, before exec: be told (SIGTERM) when the parent dies, so that a killed check-fs ends
 * its job. */
void reap_bind_to_parent(void);

/* End every child that is left: SIGTERM, after `grace` seconds SIGKILL.  Returns how many had to be
 * ended. */
int reap_rest(double grace);

#endif
