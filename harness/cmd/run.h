#ifndef CMD_RUN_H
#define CMD_RUN_H

#include <stdbool.h>

#include "core/opt.h"

struct delay;
struct err;
struct session;
struct settings;
struct verdicts;

/* How to measure, beside the common settings. */
struct run_options {
	const char
	    *launcher_args; /* passed through to the launcher, split as a shell would; NULL: none */
	const char *hostfile; /* NULL: none */
	bool oversubscribe;   /* more ranks than cores is what is wanted */
	bool per_node;        /* each node alone before all together */
	double deadline;      /* seconds for everything; 0: the profile's */
	bool quiet;           /* no progress; prints the verdict and what is wrong */
	int verbose;          /* prints the environment and the commands too */
	int keep;             /* prune the machine's runs to the newest so many; 0: none */
	bool once;          /* no second look and no rotated one (for sessions that are to become a
			       baseline) */
	bool apart;         /* judged by sessions of its own: no baseline is missed */
	bool print_command; /* only show the command lines; run_print */
	const struct session *like; /* run its commands, not the baseline's or new ones; NULL */
	struct delay *delay;        /* make it slower on purpose: no measurement, marked so; NULL */
};
extern const struct opt run_opts[]; /* their rows, with --help */

/* What a measurement came to.  Free with run_outcome_free in every case. */
struct run_outcome {
	struct session *session, *second; /* second: the second look, or NULL */
	struct verdicts *verdicts;        /* verdicts->code is the exit status */
	char *dir;                        /* the run's directory under reports/ */
};

/*
 * Measure s->target (after settings_finish) with s->profile: one session, judged by the machine's
 * baseline where it has one, everything written into a new run directory and reports/latest pointed
 * at it. Progress goes to stderr; nothing is written to stdout. 0 whenever a run directory was
 * written, also where nothing could be measured: out->verdicts->word is then WORD_COULD_NOT_MEASURE
 * and out->session holds what is known.  -EINVAL with e for what the user has to correct (target
 * missing, unknown profile: exit 2), other -errno where not even the run directory could be
 * written.
 */
int run_measure(
    const struct settings *s, const struct run_options *o, struct run_outcome *out, struct err *e);
/*
 * Show on stdout, one a line, the commands that run_measure would start: the baseline's own ones
 * where there are such, else with the sizes that the pilot begins with.  Needs neither launcher nor
 * MPI, and touches nothing. 0, or -EINVAL with e.
 */
int run_print(const struct settings *s, const struct run_options *o, struct err *e);

/*
 * The report (where there is something to show), and the one line that is always last.  The run's
 * exit status.
 */
int run_tell(const struct settings *s, const struct run_options *o, const struct run_outcome *out);

void run_outcome_free(struct run_outcome *out);

#endif
