#ifndef MDTEST_CSV_H
#define MDTEST_CSV_H

#include <stdbool.h>
#include <stdint.h>

struct pertask;
struct err;
struct job;
struct phase;
struct result;

/*
 * --savePerOpDataCSV: one task's operations of a phase, PREFIX-LABEL-RANK.csv, written anew each
 * iteration.  ends[i]: the tick at which operation i was done; 0: it was not.
 */
void csv_ops(struct job *j, const struct phase *p, const uint64_t *ends, uint64_t n, struct err *e);

/* --saveRankPerformanceDetails: add one number of tasks; `first` starts the file.  0 or -errno with
 * e. */
int csv_tasks(
    const char *path, bool first, const struct result *r, const struct pertask *d, struct err *e);

/* --csv: add every iteration of every phase. */
int csv_iterations(const char *path, bool first, const struct result *r, struct err *e);

#endif
