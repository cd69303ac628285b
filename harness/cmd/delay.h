#ifndef CMD_DELAY_H
#define CMD_DELAY_H

#include <stdbool.h>

struct err;
struct session;
struct session_metric;
struct step;
struct store_baseline;
struct strv;

/*
 * A run that is made slower on purpose: each call behind the metrics that are meant takes longer,
 * by a time, or by as much as makes the metric slower than its baseline by a fraction.
 */
struct delay {
	/* "metadata", "data", "all", or an id, in which * stands for anything */
	const char *metrics;
	double seconds, fraction;  /* one of them, the other 0 */
	const struct session *was; /* the baseline's typical session, which the fraction is of */
};

/* An option's value "200us" or "30%" into d.  0, or -EINVAL with e. */
int delay_read(struct delay *d, const char *value, struct err *e);

/* Are those words about that metric? */
bool delay_means(const char *metrics, const char *id);

/* Is there a baseline to judge it by?  0, or -EINVAL with e. */
int delay_based(const struct store_baseline *b, struct err *e);

/*
 * Can it be carried out: is there a baseline to judge the run by, with metrics that are meant, and
 * commands whose calls can be delayed?  0, or -EINVAL with e.
 */
int delay_check(const struct delay *d, const struct store_baseline *b, struct err *e);

/* Append the options that delay a command of that group; nothing where none of its metrics is
 * meant. */
void delay_words(
    const struct delay *d, const char *command, const char *group, int ranks, struct strv *words);

/* Seconds that one iteration of a metric takes longer, each of the ranks doing its share of the
 * calls. */
double delay_extra(
    const struct delay *d, const struct session_metric *m, const struct step *step, int ranks);

/*
 * Mark a session as no measurement: env "check-fs.kind" = "injected", "check-fs.injected" = how,
 * and a warning.
 */
void delay_mark(struct session *s, const char *how);
/* The same for a run that is delayed. */
void delay_mark_run(const struct delay *d, struct session *s);

#endif
