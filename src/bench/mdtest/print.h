#ifndef MDTEST_PRINT_H
#define MDTEST_PRINT_H

#include <stdio.h>

struct opts;
struct result;

/*
 * mdtest 1.9.3's output from a result.  Settings it reads: started, finished, world-tasks, nodes,
 * command, path, fs, seed (absent without -R); tasks, items, items-kind ("files", "directories",
 * "files/directories", "1 file") and iterations of one task count.
 */
void print_start(FILE *f, const struct result *r); /* up to the command line */
void print_opts(FILE *f, const struct opts *o);    /* the settings, from -v on */
void print_where(FILE *f, const struct result *r); /* path, file system, seed */
void print_tasks(FILE *f, const struct result *r); /* "2 tasks, 20 files/directories" */
void print_phase_head(FILE *f);                    /* heading of the lines below */
/* One phase of one iteration, from -v on: all ranks' operations over the slowest rank's time. */
void print_phase(FILE *f, const char *metric, double seconds, double rate);
void print_table(FILE *f, const struct result *r);
void print_end(FILE *f, const struct result *r);

/* Operations a second: 0 where nothing was done, NAN where no time passed that the clock resolves.
 */
double print_rate(double done, double seconds);

#endif
