#ifndef COMPARE_CALIBRATE_H
#define COMPARE_CALIBRATE_H

#include <stddef.h>

#include "compare/verdict.h"

#define CALIBRATE_LEAST   6
#define CALIBRATE_EFFECTS 4

/* What sessions with nothing changed between them say of the rule on this machine.  Rates are
 * fractions. */
struct calibrate {
	size_t n, metrics;           /* sessions; judged metrics */
	double hours;                /* from the first to the last start */
	double metadata_sd, data_sd; /* of session medians, of the log; NAN: none */
	double autocorrelation;      /* from one session to the next, mean over the metrics */
	size_t replayed, red;        /* sessions judged by those before them; red at one look */
	double replay_below;         /* the true rate is below this, at 95 % */
	double one_look, confirmed;  /* wrongly red, resampled from the sessions' own noise */
	double alpha;                /* that keeps one_look at or below target; NAN: none does */
	double target;
	double effect[CALIBRATE_EFFECTS]; /* slowdowns */
	double one[CALIBRATE_EFFECTS], half[CALIBRATE_EFFECTS],
	    all[CALIBRATE_EFFECTS]; /* found: on one metric, half, all */
};

/* From s[n], n >= CALIBRATE_LEAST, oldest first, each taken as a day of its own. */
void calibrate_make(
    struct session *const *s, size_t n, const struct policy *p, struct calibrate *out);

/* How many sessions without a false alarm it takes to prove a rate below this at 95 %. */
size_t calibrate_needed(double rate);

#endif
