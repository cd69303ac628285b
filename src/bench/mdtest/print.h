#ifndef MDTEST_PRINT_H
#define MDTEST_PRINT_H

#include <stdbool.h>
#include <stdio.h>

struct opts;
struct report;
struct result;

/*
 * The text of both formats from a result.  Settings it reads: started, finished, world-tasks,
 * nodes, command, path, given (the base as typed), fs, seed (absent without -R), nodemap; tasks,
 * items, items-kind ("files", "directories", "files/directories") and iterations of one task count.
 */
void print_start(
    FILE *f, const struct opts *o, const struct result *r); /* up to the command line */
void print_opts(FILE *f, const struct opts *o);             /* the settings, from -v on */
/* Path, file system, seed. */
void print_where(FILE *f, const struct opts *o, const struct result *r);
/* "2 tasks, 20 files/directories" */
void print_tasks(FILE *f, const struct opts *o, const struct result *r);
void print_phase_head(FILE *f); /* heading of the lines below */
/* One phase of one iteration, from -v on: all ranks' operations over the slowest rank's time. */
void print_phase(FILE *f, const char *metric, bool ran, double seconds, double rate);
/* The tables, as -Z, -P, --showRankStatistics, --print-all-procs and --latency want them. */
void print_tables(FILE *f, const struct report *p);
void print_end(FILE *f, const struct opts *o, const struct result *r);

/* Operations a second: 0 where nothing was done, NAN where no time passed that the clock resolves.
 */
double print_rate(double done, double seconds);

#endif
