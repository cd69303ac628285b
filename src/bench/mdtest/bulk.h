#ifndef MDTEST_BULK_H
#define MDTEST_BULK_H

#include <stdint.h>

struct err;
struct job;
struct phase;

/* The phases that are more than one operation on each item; as struct phase's `all`. */
uint64_t bulk_make_trees(struct job *j, const struct phase *p, struct err *e);
uint64_t bulk_remove_trees(struct job *j, const struct phase *p, struct err *e);
/* Read every directory that holds items; an operation is one directory. */
uint64_t bulk_list(struct job *j, const struct phase *p, struct err *e);
/* Move the names of a task's items round by one, across directories, as 4.x does; they end as they
 * began. */
uint64_t bulk_rename(struct job *j, const struct phase *p, struct err *e);
/* Rename every file to NAME-XX, then back. */
uint64_t bulk_away_and_back(struct job *j, const struct phase *p, struct err *e);

#endif
