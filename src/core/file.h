#ifndef CORE_FILE_H
#define CORE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct err;

bool file_exists(const char *path);
bool file_is_dir(const char *path);

/* mkdir -p.  0 or -errno with e naming the part that failed. */
int file_mkdirs(const char *path, mode_t mode, struct err *e);

/* Whole file into *text (NUL-terminated; caller frees) and *len.  At most 1 GiB.  0 or -errno. */
int file_read(const char *path, char **text, size_t *len, struct err *e);

/* Write text beside path, fsync it, rename it into place: readers see the old file or the whole new
 * one. */
int file_write(const char *path, const char *text, size_t len, struct err *e);

/*
 * Remove a directory and everything in it: never follows a symlink, never leaves the file system it
 * starts on.  Goes on after a failure and returns the first one; -ENOENT counts as removed.
 */
int file_remove_tree(const char *path, struct err *e);

/* dir/name, in memory the caller frees. */
char *file_join(const char *dir, const char *name);

#endif
