#ifndef CMD_SWEEP_H
#define CMD_SWEEP_H

struct err;

/*
 * Remove a directory and everything in it, like file_remove_tree, with several threads at work on
 * different directories: what a killed benchmark leaves can be millions of files, and a network
 * file system answers many requests at a time.  0 or -errno of the first failure; what can be
 * removed is removed all the same.
 */
int sweep_tree(const char *path, struct err *e);

#endif
