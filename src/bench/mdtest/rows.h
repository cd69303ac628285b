#ifndef MDTEST_ROWS_H
#define MDTEST_ROWS_H

#include <stdbool.h>
#include <stddef.h>

/* The rows of the result tables, in order. */
struct row {
	const char *metric; /* name in the result */
	const char *label;  /* as both released versions spell it, at most 18 characters */
	char kind;          /* d, f, t: directories, files, trees */
	bool in1, in4;      /* shown in that format where it did not run */
};

enum { ROWS_COUNT = 17 };
extern const struct row rows_all[ROWS_COUNT];

/* -1 where there is none of that name. */
int rows_find(const char *metric);

/* Does a row of that kind belong in the table of a run on `kind` ("files", "files/directories",
 * ...)? */
bool rows_shown(const struct row *row, const char *kind);

#endif
