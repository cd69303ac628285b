#ifndef PARSE_IORTABLE_H
#define PARSE_IORTABLE_H

#include <stdbool.h>

#include "parse/reader.h"

/* Columns of "Operation Max(MiB) ..." and "access bw(MiB/s) ...", found by name, never by position.
 */
enum ior_column {
	IOR_OTHER,
	IOR_MAX,
	IOR_MIN,
	IOR_MEAN,
	IOR_STDDEV,
	IOR_OPS_MAX,
	IOR_OPS_MIN,
	IOR_OPS_MEAN,
	IOR_OPS_STDDEV,
	IOR_SECONDS,
	IOR_STONEWALL_S,
	IOR_STONEWALL_B,
	IOR_TEST,
	IOR_TASKS,
	IOR_TPN,
	IOR_REPS,
	IOR_SEGMENTS,
	IOR_BLOCK,
	IOR_TRANSFER,
	IOR_BYTES, /* aggsize */
	IOR_MIB,   /* aggs(MiB) */
	IOR_API,
	IOR_BW, /* from here on: the access table */
	IOR_IOPS,
	IOR_LATENCY,
	IOR_OPEN,
	IOR_WRRD,
	IOR_CLOSE,
	IOR_TOTAL,
	IOR_ITER,
	IOR_NOTHING /* a word of the heading that has no number below it */
};

/* The heading of a table of results or of the rows of each iteration, as that dialect. */
void iortable_operation(struct reader *r, struct line *l, const struct parse_ops *dialect);
void iortable_access(struct reader *r, struct line *l, const struct parse_ops *dialect);

/* What follows a heading: the rest of a wrapped heading, rows, the rest of a wrapped row.  1 where
 * l was that. */
int iortable_rows(struct reader *r, struct line *l, const struct parse_ops *dialect);

/* Is l such a heading? */
bool iortable_is_operation(
    const struct line *l, const char *spelling); /* "Max(MiB)" or "Max (MiB)" */
bool iortable_is_access(const struct line *l);

/* The column that a heading's word names; IOR_OTHER where it is unknown. */
unsigned char iortable_column(const char *word, size_t len);

/* A value of one iteration or a statistic, by name of the column; used by the JSON and CSV dialects
 * as well. */
void iortable_row_values(struct run *run, const char *op, const unsigned char *column,
    const double *v, const bool *absent, size_t n, int line);

#endif
