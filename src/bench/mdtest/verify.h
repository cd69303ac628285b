#ifndef MDTEST_VERIFY_H
#define MDTEST_VERIFY_H

struct err;
struct job;

/*
 * Before a remove phase on what another run made: does the test directory at path hold only what
 * these options would remove?  0, or -ENOTEMPTY with e naming the first thing that would stay.
 */
int verify_plan(const struct job *j, const char *path, struct err *e);

#endif
