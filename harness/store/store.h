#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stddef.h>

#include "core/session.h"

struct err;

/* Folder name for any text without '/' and control characters: percent-encoded.  Caller frees.  NULL where not allowed. */
char *store_encode(const char *text);
/* Label of a target in series names: "/mnt/scratch" -> "mnt_scratch". */
char *store_label(const char *path);
/* TARGET-PROFILE-RANKSxNODES */
char *store_series(const char *target, const char *profile, int ranks, int nodes);

/* ---- baselines/MACHINE (machine.ini) ---- */
struct store_rule {
	char *metric;
	double tolerance, floor; /* NAN: not set */
	int judged;		 /* -1: not set */
	char *known;
	long long expires;
};
struct store_machine {
	char *name;	   /* as typed */
	char *dir;	   /* folder */
	char *description; /* or NULL */
	char *published;   /* source, where the figures are published ones and not measured here; or NULL */
	double tolerance;  /* 0.10 */
	struct store_rule *rule;
	size_t nrule;
};
/* 0; -ENOENT where there is none; -EINVAL with e (file:line: why). */
int store_machine_read(const char *baselines, const char *name, struct store_machine *m, struct err *e);
void store_machine_free(struct store_machine *m);
/* Write a commented machine.ini where there is none yet. */
int store_machine_create(const char *baselines, const char *name, const struct session *s, struct err *e);
/* Another machine whose baseline has the same fs.uuid or source and host; NULL where none.  Caller frees. */
char *store_machine_like(const char *baselines, const char *name, const struct session *s);

/* ---- baselines/MACHINE/SERIES (recipe.ini, sessions.jsonl) ---- */
struct store_baseline {
	struct session **session; /* accepted, oldest first */
	size_t n;
	struct setting *recipe; /* step -> command */
	size_t nrecipe;
};
/* 0 (n may be 0 where nothing is accepted yet); -EINVAL with e naming file:line. */
int store_baseline_read(const char *baselines, const char *machine, const char *series, struct store_baseline *b,
    struct err *e);
void store_baseline_free(struct store_baseline *b);
/*
 * Append s under a lock, by write-and-rename; writes machine.ini and recipe.ini where they are new.  -EEXIST where
 * a session of that id is in already; -EINVAL where the recipe differs from the frozen one.
 */
int store_baseline_accept(const char *baselines, const struct session *s, const char *who, const char *why,
    struct err *e);

/* ---- reports/MACHINE/UTC-TIME ---- */
/* Make reports/MACHINE/ID (ID gets a suffix where taken); *dir: caller frees. */
int store_run_create(const char *reports, const char *machine, const char *id, char **dir, struct err *e);
/* Point reports/latest at dir (a relative symlink, replaced by rename). */
int store_run_latest(const char *reports, const char *dir, struct err *e);
/* result.json of a run directory (or that file itself): session, second look (or NULL) and the "verdicts" object. */
int store_run_read(const char *run, struct session **s, struct session **second, json_t **verdicts, struct err *e);
int store_run_write(const char *dir, const struct session *s, const struct session *second, const json_t *verdicts,
    struct err *e);

#endif
