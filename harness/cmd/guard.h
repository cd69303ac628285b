#ifndef CMD_GUARD_H
#define CMD_GUARD_H

struct err;

/*
 * A file system that hangs takes every process that touches it along.  So what this program itself
 * does on the target is done in a child: call(arg, e) there, its return value and error here.
 * -ETIMEDOUT with e after so many seconds, whatever became of the child.  Changes that call makes
 * to memory are lost.
 */
int guard_call(double seconds, int (*call)(void *arg, struct err *e), void *arg, const char *what,
    struct err *e);

#endif
