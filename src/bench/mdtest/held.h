#ifndef MDTEST_HELD_H
#define MDTEST_HELD_H

#include <stdint.h>

struct err;
struct io_file;
struct job;

/*
 * --held-dirs: the directories of one owner's trees, all open.  They are opened before a phase's
 * time starts and closed when the iteration is over.
 */
struct held;

/* Open those that a phase of that shift works in, unless they are open already.  0 or -errno with
 * e. */
int held_open(struct job *j, int shift, struct err *e);
void held_close(struct job *j); /* close all there are */

/* The handle of a directory; call only after held_open. */
const struct io_file *held_dir(const struct job *j, int shift, uint64_t loop, uint64_t dir);

/* -EMFILE with e where the trees have more directories than files may be open. */
int held_check(const struct job *j, struct err *e);

#endif
