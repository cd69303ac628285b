#ifndef CMD_SITE_H
#define CMD_SITE_H

#include "cmd/failure.h"
#include "cmd/progress.h"
#include "core/str.h"
#include "launch/launch.h"
#include "plan/plan.h"

struct settings;
struct run_options;
struct result;

/* Where and how the steps of one run are carried out. */
struct site {
	const struct settings *settings;
	const struct run_options *options;
	struct plan plan;
	const struct launch_ops *launcher;
	struct launch_env env;
	struct strv extra; /* --launcher-args */
	int ranks, nodes, cores;
	char *target;     /* absolute */
	char *work;       /* TARGET/.check-fs-ID, or NULL */
	int lock;         /* of the run directory on the target; -1 */
	char *dir;        /* reports/MACHINE/ID: logs go there */
	double until;     /* clock_now: when everything must have ended */
	double *expected; /* seconds of one iteration of each step of the plan; 0: not known */
	struct strv
	    placed; /* each rank's host, as nodes_check saw it; empty where it is not known */
	const char *order; /* file of job.order (launch.h), or NULL */
	const char *alone; /* the only host that the ranks run on, where it is not this one; or
			      NULL */
	struct progress progress;
};

/* Flush the target's file system, outside any timing.  0 or -1 with f. */
int site_sync(struct site *s, struct failure *f);

/* Remove the run directory from the target, or only NAME in it.  0 or -1 with f. */
int site_remove(struct site *s, const char *name, struct failure *f);

/* Seconds until the deadline; at least 0.01, since 0 means none to a launcher. */
double site_left(const struct site *s);

/*
 * Carry out one command of a recipe in the directory `group` of the run directory, its output in
 * DIR/log. seconds: what it should take (a progress line and a time limit come from it).  0 with
 * the run that the log holds in out (result_free), or -1 with f: it could not be started, failed,
 * printed nothing that can be read, or ran with other ranks or nodes than asked for.
 */
int site_bench(struct site *s, const char *what, const char *command, const char *group,
    const char *log, double seconds, struct result *out, struct failure *f);

/* Why a program that ended badly did, from its log.  -1 with f. */
int site_ended(struct site *s, const char *what, const char *log, const struct launch_status *st,
    struct failure *f);

/*
 * The command line and environment that carry out a command of a recipe in dir: launcher, program,
 * {dir} filled in, and what delays it where it is to be slow (group: of its step; NULL: none). 0,
 * -EINVAL with e.
 */
int site_words(const struct site *s, const char *command, const char *group, const char *dir,
    struct strv *argv, struct strv *vars, struct err *e);

#endif
