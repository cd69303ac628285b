#ifndef MDTEST_HEAD_H
#define MDTEST_HEAD_H

#include <stdint.h>

struct err;
struct job;
struct opts;
struct par;
struct result;
struct tree;

/* The settings of a result: see print.h.  Local, unless it says otherwise. */
void head_start(struct result *r, const struct opts *o, const struct par *world, long long seed);
void head_tasks(struct result *r, const struct job *j); /* one number of tasks */
/* Path and file system of the base directory, which must be there.  0 or -errno with e. */
int head_where(struct result *r, const struct job *j, const char *given, struct err *e);
void head_end(struct result *r);

/* What the words did not say outright, once, on stderr. */
void head_notes(const struct opts *o, const struct tree *t, const struct par *world);

/* Collective: how many files each task has: all of the plan, or what -x says.  0 or -errno with e.
 */
int head_files(struct job *j, struct err *e);
/* Rank 0: what -W left, on stdout and in the file of -x.  0 or -errno with e. */
int head_wall(const struct job *j, struct err *e);

#endif
