#ifndef CMD_TARGET_H
#define CMD_TARGET_H

struct err;

/*
 * The absolute path of an existing directory that is to be measured; *path: caller frees.  0;
 * -EINVAL with e where there is none, it is something else, or its name begins with '-' (then it is
 * more likely a slip); -ETIMEDOUT where the file system does not answer.
 */
int target_check(const char *target, char **path, struct err *e);

#endif
