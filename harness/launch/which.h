#ifndef LAUNCH_WHICH_H
#define LAUNCH_WHICH_H

#include <stdbool.h>
#include <stddef.h>

/* Absolute path of the program that a shell would run for name, into path.  False where PATH has
 * none. */
bool which_find(const char *name, char *path, size_t size);

#endif
