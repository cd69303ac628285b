#ifndef PARSE_MDTEST_H
#define PARSE_MDTEST_H

#include "parse/reader.h"

/* What a number of a row means. */
enum mdtest_column {
	MDTEST_MAX,
	MDTEST_MIN,
	MDTEST_MEAN,
	MDTEST_STDDEV,
	MDTEST_RANK_MAX, /* over ranks and iterations: not the whole job's rate */
	MDTEST_RANK_MIN,
	MDTEST_RANK_MEAN,
	MDTEST_RANK_STDDEV
};

/* Open a table of that dialect: its heading is l, its rows are in unit ("ops/s" or "s"). */
void mdtest_table(
    struct reader *r, struct line *l, const struct parse_ops *dialect, const char *unit);

/* Open the table of --latency: rows of the percentiles below, in microseconds. */
void mdtest_latency(struct reader *r, const struct parse_ops *dialect);

/* A row of the open table, or of a table whose heading is not in the log.  1 where l was one. */
int mdtest_row(struct reader *r, struct line *l);

/* "label : 4.778 sec, 66972.804 ops/sec" of -v.  1 where l was one. */
int mdtest_iteration(struct reader *r, struct line *l);

/* The operation that mdtest calls that, or MDTEST_OPERATIONS; and what we call it. */
#define MDTEST_OPERATIONS 11
size_t mdtest_operation(const char *label, size_t len);
const char *mdtest_name(size_t operation);

/* The heading's columns, by name and order: "per Rank: Max Min Mean per Iteration: ..." */
void mdtest_columns(struct reader *r, const char *heading);

#endif
