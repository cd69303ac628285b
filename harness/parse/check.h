#ifndef PARSE_CHECK_H
#define PARSE_CHECK_H

#include "parse/conditions.h"
#include "parse/reader.h"

/*
 * Rules that any run must keep: values finite and not negative, rate x time equal to items, no
 * phase longer than the job, samples in keeping with the table.  What breaks one stays and is
 * marked invalid; what is missing is said.
 */
void check_run(struct run *run);

/* Mark the values that a condition makes worthless. */
void check_spoil(struct run *run, const struct condition *c);

#endif
