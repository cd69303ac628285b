#ifndef CMD_ESTIMATE_H
#define CMD_ESTIMATE_H

struct err;
struct session;
struct site;
struct step;

/*
 * How long the steps will take.  A profile says what an iteration may take; what it does take is
 * known from the pilot, or from an earlier session of the same commands.
 */

/* The pilot has found it for that step of s->plan, in seconds for one iteration. */
void estimate_put(struct site *s, const struct step *step, double seconds);

/* From a session of the same commands; with s->options->delay, so much longer as that makes it. */
void estimate_take(struct site *s, const struct session *was);

/* Seconds for all of a step's iterations and its start, as far as is known. */
double estimate_step(const struct site *s, const struct step *step);

/* Will two looks of that recipe end before the deadline?  0, or -EINVAL with e. */
int estimate_check(const struct site *s, const struct session *was, struct err *e);

#endif
