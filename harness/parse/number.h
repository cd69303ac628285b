#ifndef PARSE_NUMBER_H
#define PARSE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* A column of a table: a value (inf and nan included), or NA or "-" where nothing was measured. */
struct number {
	double value; /* NAN where absent */
	bool absent;
};

/*
 * Read one number at *text: [-]digits[.digits][e..], inf, nan, NA, "-".  decimals: how many digits
 * after the point the format has; columns that burst and stick together are cut there.  A comma
 * between digits is a decimal point where comma is set.  Moves *text behind it and returns true, or
 * false and *text stays.
 */
bool number_read(const char **text, int decimals, bool comma, struct number *out);

/*
 * The numbers at the start of text, separated by blanks, at most max.  Returns how many; *rest (may
 * be NULL) is the first thing that is no number, behind blanks.
 */
size_t number_list(
    const char *text, int decimals, struct number *out, size_t max, const char **rest);

/* A plain number at the start of text (blanks before it skipped), or NAN. */
double number_at(const char *text);

/* v as a whole number of 0 to 10^9 (a rank, a test), or -1. */
long number_count(double v);

#endif
