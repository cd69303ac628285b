#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct err;
struct session;
struct verdicts;

/* Everything a report is made from: nothing else is read or computed. */
struct report_in {
	const struct session *session;	 /* never NULL; may hold no metric */
	const struct session *second;	 /* the second look, or NULL */
	const struct verdicts *verdicts; /* never NULL */
	struct session *const *history;	 /* accepted sessions of the series, oldest first, for the trends; or NULL */
	size_t nhistory;
	const char *logs;		 /* directory of the raw logs (*.log), or NULL */
	const char *gnuplot;		 /* program, or NULL where there is none: tables instead of charts */
	const char *charts;		 /* directory of the gnuplot scripts: settings_own("charts") */
	long long now;			 /* "generated at", seconds since 1970 (SOURCE_DATE_EPOCH where set) */
	int width;			 /* of the terminal; 0: 80 */
	bool colour;
};

/* One format.  File NAME.c defines report_NAME. */
struct report_ops {
	const char *name; /* "html" */
	const char *file; /* name in the run's directory: "report.html" */
	const char *help;
	int (*write)(FILE *, const struct report_in *, struct err *);
};

const struct report_ops *report_find(const char *name);
const struct report_ops *const *report_all(void);

/* Write every format (or those named in the comma-separated list) into dir, beside and renamed.  0 or -errno. */
int report_write(const char *dir, const char *list, const struct report_in *in, struct err *e);

#endif
