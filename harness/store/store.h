#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/session.h"
#include "core/str.h"

struct err;

/* Folder name for any text without '/' and control characters: percent-encoded.  Caller frees. NULL
 * where not allowed. */
char *store_encode(const char *text);
/* The text again; caller frees.  NULL for what store_encode never makes. */
char *store_decode(const char *folder);
/* Label of a target in series names: "/mnt/scratch" -> "mnt_scratch"; different paths give
 * different labels. */
char *store_label(const char *path);
/* TARGET-PROFILE-RANKSxNODES */
char *store_series(const char *target, const char *profile, int ranks, int nodes);

/* ---- baselines/MACHINE (machine.ini) ---- */
struct store_rule {
	char *metric;            /* id; may end in '*' */
	char *series;            /* only there (a learned tolerance); NULL: everywhere */
	double tolerance, floor; /* fraction; base unit; NAN: not set */
	int judged;              /* -1: not set */
	char *known;
	long long expires; /* end of that day, UTC; 0: never */
};
struct store_machine {
	char *name;        /* as typed */
	char *dir;         /* folder */
	char *description; /* or NULL */
	char *published;   /* source, where the figures are published ones and not measured here; or
			      NULL */
	double tolerance;  /* 0.10 */
	double alpha;      /* share of wrongly red runs that is allowed at one look, 0.01 */
	double link;       /* B/s that the way to the storage can carry at most; NAN: not known */
	bool fixed;        /* policy = fixed */
	bool strict_margin; /* policy = strict-margin */
	struct store_rule *rule;
	size_t nrule;
};
/* Every machine with a machine.ini, as typed, in the order of their names. */
void store_machines(const char *baselines, struct strv *names);
/* 0; -ENOENT where there is none; -EINVAL with e (file:line: why). */
int store_machine_read(
    const char *baselines, const char *name, struct store_machine *m, struct err *e);
void store_machine_free(struct store_machine *m);
/* Write a commented machine.ini where there is none yet. */
int store_machine_create(
    const char *baselines, const char *name, const struct session *s, struct err *e);
/* Another machine whose baseline has the same fs.uuid or source and host; NULL where none.  Caller
 * frees. */
char *store_machine_like(const char *baselines, const char *name, const struct session *s);
/*
 * Freeze a learned tolerance (fraction) for metric in series: one line in its section of
 * machine.ini, replaced where there is one; everything else in the file stays as people wrote it.
 * note: "B=5 R=5 2026-11-30 formula 1".
 */
int store_machine_learn(const char *baselines, const char *name, const char *series,
    const char *metric, double tolerance, const char *note, struct err *e);

/* ---- baselines/MACHINE/SERIES (recipe.ini, sessions.jsonl) ---- */
struct store_withdrawal { /* a session that was taken out again: by a line of its own, nothing is
			     rewritten */
	char *session, *by, *reason, *at;
};
struct store_baseline {
	struct session **session; /* accepted and not withdrawn, oldest first */
	size_t n;
	struct store_withdrawal *withdrawn;
	size_t nwithdrawn;
	struct setting *recipe; /* step -> command */
	size_t nrecipe;
};
/* Every series of a machine, in the order of their names. */
void store_series_list(const char *baselines, const char *machine, struct strv *series);
/* 0 (n may be 0 where nothing is accepted yet); -EINVAL with e naming file:line. */
int store_baseline_read(const char *baselines, const char *machine, const char *series,
    struct store_baseline *b, struct err *e);
void store_baseline_free(struct store_baseline *b);
/*
 * Append s under a lock, by write-and-rename; writes machine.ini and recipe.ini where they are new.
 * -EEXIST where a session of that id is in already; -EINVAL where the recipe differs from the
 * frozen one.
 */
int store_baseline_accept(const char *baselines, const struct session *s, const char *who,
    const char *why, struct err *e);
/* Take one session out again, by appending a line that says so.  -ENOENT where it is not part of
 * the baseline. */
int store_baseline_withdraw(const char *baselines, const char *machine, const char *series,
    const char *id, const char *who, const char *why, struct err *e);

/* ---- reports/MACHINE/UTC-TIME ---- */
/* Make reports/MACHINE/ID (ID gets a suffix where taken); *dir: caller frees. */
int store_run_create(
    const char *reports, const char *machine, const char *id, char **dir, struct err *e);
/* Point reports/latest at dir (a relative symlink, replaced by rename). */
int store_run_latest(const char *reports, const char *dir, struct err *e);
/* Directories of all runs of a machine that have a result.json, oldest first. */
void store_run_list(const char *reports, const char *machine, struct strv *dirs);
/* The same of all machines, one after the other. */
void store_runs(const char *reports, struct strv *dirs);
/*
 * Remove all but the newest `keep` runs of a machine; what reports/latest points at stays.  How
 * many were removed, or -errno with e.
 */
int store_run_prune(const char *reports, const char *machine, size_t keep, struct err *e);
/*
 * result.json of a run directory (or that file itself): session, second look (or NULL) and the
 * "verdicts" object.  Any of the three may be NULL: not wanted.  0; -ENOENT, -EINVAL with e.
 */
int store_run_read(
    const char *run, struct session **s, struct session **second, json_t **verdicts, struct err *e);
/*
 * Runs that were made before a maintenance of a series, to be read by `after`: names of run
 * directories below reports/MACHINE.  Writing replaces what was there.  Reading: 0, -ENOENT where
 * there is none, -EINVAL with e.
 */
int store_before_write(const char *reports, const char *machine, const char *series,
    const struct strv *ids, struct err *e);
int store_before_read(
    const char *reports, const char *machine, const char *series, struct strv *dirs, struct err *e);
int store_run_write(const char *dir, const struct session *s, const struct session *second,
    const json_t *verdicts, struct err *e);

#endif
