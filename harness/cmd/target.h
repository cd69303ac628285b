#ifndef CMD_TARGET_H
#define CMD_TARGET_H

#include <stdbool.h>

struct err;
struct lock;

/*
 * The absolute path of an existing directory that is to be measured; *path: caller frees.  0;
 * -EINVAL with e where there is none, it is something else, or its name begins with '-' (then it is
 * more likely a slip); -ETIMEDOUT where the file system does not answer.
 */
int target_check(const char *target, char **path, struct err *e);

/*
 * Exclude other checks of the target: two at a time would measure each other.  A file in it names
 * the holder; lock_drop removes it.  0; -EBUSY with e naming who measures it; -errno with e.
 */
int target_lock(const char *target, struct lock *l, struct err *e);

/* Is there such a file, held or left by a run that was killed? */
bool target_locked(const char *target);

#endif
