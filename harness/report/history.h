#ifndef REPORT_HISTORY_H
#define REPORT_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct err;

/* The history of one metric: what is drawn and said, all of it made elsewhere.  Strings are the
 * caller's. */
struct report_history_metric {
	const char *name, *unit;
	const double *value;   /* base unit, oldest first */
	const long long *when; /* seconds since 1970 */
	const bool *accepted;  /* part of the baseline */
	size_t n;
	const long long *change; /* starts of new levels */
	size_t nchange;
	const char *now, *first,
	    *last;        /* the newest level; against the first and the last accepted sessions */
	const char *told; /* the changes in words, or NULL */
	bool warn;        /* slower than it was accepted */
};

struct report_history {
	const char *title, *note;
	const struct report_history_metric *metric;
	size_t n;
	const char *gnuplot, *charts; /* as in report_in */
	long long now;
	int width;
};

/* A table with a line of small bars for each metric, and what changed. */
int report_history_text(FILE *f, const struct report_history *h, struct err *e);
/* One self-contained page with a panel for each metric. */
int report_history_html(FILE *f, const struct report_history *h, struct err *e);

#endif
