#ifndef LAUNCH_WHICH_H
#define LAUNCH_WHICH_H

#include <stdbool.h>
#include <stddef.h>

/* Absolute path of the program that a shell would run for name, into path.  False where PATH has
 * none. */
bool which_find(const char *name, char *path, size_t size);

struct launch_env;

/* Ask env->program for its version with `word`, and fill env->version and major ("" and 0 where it
 * tells none). */
void which_version(struct launch_env *env, const char *word);

#endif
