#ifndef IOR_DETAILS_H
#define IOR_DETAILS_H

#include "bench/ior/phase.h"

struct err;
struct job;

/* What single tasks and operations did.  All but details_operations are for rank 0, after a phase.
 */

/* savePerOpDataCSV: this task's operations into PREFIX-PHASE-REP-TASK.csv.  0 or -errno with e. */
int details_operations(
    struct job *j, const struct xfer *x, enum phase_kind kind, int rep, struct err *e);

/* saveRankPerformanceDetailsCSV: a line for each task; `first`: start the file.  0 or -errno with
 * e. */
int details_tasks(struct job *j, const struct phase *p, struct err *e);
int details_tasks_begin(const char *path, struct err *e);

/* -j: tasks whose times differ from the mean by more than the threshold, with their hosts. */
void details_outliers(struct job *j, const struct phase *p);

/* The first bytes that are not what they must be, on stderr. */
void details_bad(struct job *j, const struct phase *p);

/* Verbosity 3 and 4: what each task did, when, and where each transfer went. */
void details_lines(struct job *j, const struct phase *p);

#endif
