#ifndef REPORT_INDEX_H
#define REPORT_INDEX_H

#include <stddef.h>
#include <stdio.h>

#include "compare/verdict.h"

struct err;
struct session;

/* What the list of all runs says of one. */
struct index_run {
	char *machine, *series, *id, *target;
	char *href;     /* its report, relative to the list */
	char *headline; /* or NULL */
	enum word word;
	int code;
	long long started;
	double middle; /* geometric mean of the judged metrics' ratios; NAN where there are none */
	double worst;  /* the lowest of them; NAN */
	char *worst_metric; /* which that is; or NULL */
};

struct index {
	struct index_run *run; /* by machine, oldest first */
	size_t n, room;
	const char *gnuplot, *charts; /* as in report_in */
	long long now;
};

/* Append what s and v come to; href is copied. */
void index_add(
    struct index *x, const struct session *s, const struct verdicts *v, const char *href);
void index_free(struct index *x);

/* One self-contained page: where each series stands and its trend, then every run, newest first. */
int index_html(FILE *f, const struct index *x, struct err *e);

#endif
