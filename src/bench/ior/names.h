#ifndef IOR_NAMES_H
#define IOR_NAMES_H

#include "bench/ior/opts.h"

/*
 * File names, in memory that the caller frees.
 *   one shared file       NAME
 *   file per process      NAME.00000003, of several names (A@B) task r's is number r mod count
 *   with -u               DIR/3/NAME.00000003
 *   with -m               .REPETITION last
 */
char *names_file(const struct opts *o, int task, int rep);

/* The directory that -u makes for a task. */
char *names_own_dir(const struct opts *o, int task);

/* The directory that must be there: that of the task's name ("." for a name without '/'). */
char *names_parent(const struct opts *o, int task);

#endif
