#ifndef STORE_INI_H
#define STORE_INI_H

struct err;

/* One setting; line: where it stands.  0, or a negative number with e saying why (file:line is put
 * before it). */
typedef int ini_take(
    void *arg, const char *section, const char *key, const char *value, struct err *e);

/*
 * Read an INI file through inih.  What inih would cut silently (lines, section names, keys over its
 * limits) is an error here.  A value's continuation lines (they start with a blank) come as further
 * calls with the same key. 0; -ENOENT; -EINVAL with e naming file:line.
 */
int ini_read(const char *path, ini_take *take, void *arg, struct err *e);

#endif
