#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/str.h"

struct err;
struct session;
struct verdicts;

/* Everything a report is made from: nothing else is read or computed. */
struct report_in {
	const struct session *session;   /* never NULL; may hold no metric */
	const struct session *second;    /* the second look, or NULL */
	const struct verdicts *verdicts; /* never NULL */
	struct session *const
	    *history; /* accepted sessions of the series, oldest first, for the trends; or NULL */
	size_t nhistory;
	const char *logs;    /* directory of the raw logs (*.log), or NULL */
	const char *gnuplot; /* program, or NULL where there is none: tables instead of charts */
	const char *charts;  /* directory of the gnuplot scripts: settings_own("charts") */
	long long now;       /* "generated at", seconds since 1970 (SOURCE_DATE_EPOCH where set) */
	int width;           /* of the terminal; 0: 80 */
	bool colour, ascii;  /* ascii: the terminal shows no UTF-8 */
	int detail; /* text: -1 the verdict and what is wrong, 0 as usual, 1 all there is */
};

/*
 * Fill width, colour and ascii for printing to fd: no colour where it is no terminal, TERM is unset
 * or "dumb", or NO_COLOR is set to anything; $COLUMNS or the terminal's own width; the locale's
 * character set.
 */
void report_terminal(struct report_in *in, int fd);

/* One format.  File NAME.c defines report_NAME. */
struct report_ops {
	const char *name; /* "html" */
	const char *file; /* name in the run's directory: "report.html" */
	const char *help;
	int (*write)(FILE *, const struct report_in *, struct err *);
};

const struct report_ops *report_find(const char *name);
const struct report_ops *const *report_all(void);

/* The names in a comma-separated list, or all there are where it is NULL, appended to out. */
void report_names(const char *list, struct strv *out);

/*
 * Write every format (or those named in the comma-separated list) into dir, beside and renamed.  0;
 * -EINVAL for an unknown format, before anything is written; -errno of the first that failed, after
 * trying all.
 */
int report_write(const char *dir, const char *list, const struct report_in *in, struct err *e);

#endif
