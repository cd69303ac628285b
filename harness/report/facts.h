#ifndef REPORT_FACTS_H
#define REPORT_FACTS_H

#include <stdbool.h>
#include <stddef.h>

struct report_in;
struct session_metric;
struct verdict;
struct warning;

/* One line each, in memory the caller frees. */
char *facts_where(const struct report_in
	*in); /* "/mnt/scratch, lustre on mds:/scratch, quick, 16 ranks on 1 node" */
char *facts_when(const struct report_in *in);   /* "2026-11-30 18:58 UTC, 2 min 3 s" */
char *facts_accept(const struct report_in *in); /* the command that accepts this run */
char *facts_repeat(const struct report_in *in); /* the command that measures again */
char *facts_metric(
    const struct verdict *v); /* "measured 12 k ops/s, baseline 18 k ops/s, limit ..., -31.2 %" */
char *facts_interval(const struct verdict *v); /* "-38.0 % to -23.1 %", or "-" */
char *facts_limit(const struct verdict *v);    /* "16.2 k ops/s", or "-" */
/* "tolerance 10 %", and why the limit is another one */
char *facts_allows(const struct verdict *v);

/* Seconds from the start to the end, of both looks where there were two. */
double facts_took(const struct report_in *in);

/* The value that was judged: the mean of both looks where there were two; NAN. */
double facts_value(const struct verdict *v);

/* What the session says of a verdict's metric; NULL where it was not measured. */
const struct session_metric *facts_samples(const struct report_in *in, const struct verdict *v);

/* Medians of this metric in the accepted sessions, oldest first, this run's last; returns how many
 * (caller frees *out). */
size_t facts_history(const struct report_in *in, const struct verdict *v, double **out);

/* Is there a baseline for any metric? */
bool facts_based(const struct report_in *in);

/* All verdicts with those of a step together, steps in order of appearance; NULL at the end (caller
 * frees the array). */
const struct verdict **facts_grouped(const struct report_in *in);

/* Lowest and highest repetition; NAN where there is none. */
void facts_range(const struct report_in *in, const struct verdict *v, double *low, double *high);

/* A warning that the report says elsewhere, from the verdicts (a slow node). */
bool facts_said(const struct report_in *in, const struct warning *w);

#endif
