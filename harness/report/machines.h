#ifndef REPORT_MACHINES_H
#define REPORT_MACHINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct err;
struct session;

/* One side of a comparison; strings are the caller's. */
struct report_machine {
	const char *name; /* "raid6" */
	const char *note; /* "published figures: SOURCE", "3 sessions, ..." or NULL */
	const struct session
	    *session; /* its medians are shown; caveats and invalid values are marked */
};

struct report_machines {
	const struct report_machine *side; /* two or more; ratios are to the first */
	size_t n;
	const char *gnuplot, *charts; /* as in report_in; NULL: a table only */
	long long now;                /* "generated at", seconds since 1970 */
	int width;                    /* of the terminal; 0: 80 */
	bool colour;
};

/*
 * The machines side by side, one row a metric that any of them has: a table for the terminal, and
 * one self-contained page with a chart on a log axis.  0, or -errno with e where writing or gnuplot
 * failed.
 */
int report_machines_text(FILE *f, const struct report_machines *m, struct err *e);
int report_machines_html(FILE *f, const struct report_machines *m, struct err *e);

#endif
