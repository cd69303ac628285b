#ifndef IOR_SCRIPT_H
#define IOR_SCRIPT_H

struct err;
struct opts_all;

/*
 * Read the tests of a script: what stands between the lines `IOR START` and `IOR STOP`, each test
 * ended by `RUN` and inheriting what the one before it said; the first one inherits a->test[0], the
 * command line. Without IOR START there is that one test.  0, or -errno with e naming file and
 * line.
 */
int script_read(struct opts_all *a, const char *path, struct err *e);

#endif
