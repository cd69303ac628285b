#ifndef CORE_SESSION_H
#define CORE_SESSION_H

#include <jansson.h>
#include <stddef.h>

#include "core/result.h"

struct err;

/*
 * One complete run of a plan on one target: what is stored in a baseline, compared and reported.
 * A metric's id is STEP/NAME ("mdtest-unique/file-create", "ior-fpp/read").
 */
struct session_metric {
	char *id, *unit; /* unit: "ops/s" or "B/s" */
	enum metric_better better;
	double *sample;  /* one per iteration, in order */
	double *seconds; /* duration of each; NULL where unknown */
	size_t n;
	double work;   /* operations or bytes of one iteration; 0 where unknown */
	char *caveat;  /* NULL, or why it is not the device's speed: "cache", "not-synced",
			  "cached-read", "memory", "local-stat", "local-read" */
	char *invalid; /* NULL, or why the value must not be used */
	struct detail detail;
};

struct session {
	char *id;               /* UTC start, "20261130T185845Z"; unique within a series */
	char *machine, *series; /* series: TARGET-PROFILE-RANKSxNODES */
	char *target, *profile; /* absolute path; profile's name */
	int ranks, nodes;
	long long started, finished; /* seconds since 1970 */
	struct setting *env;         /* dotted keys, below; order is kept */
	size_t nenv;
	struct setting
	    *recipe; /* step name -> command line with {dir} for the step's directory, in order */
	size_t nrecipe;
	struct session_metric *metric;
	size_t nmetric;
	struct warning *warning;
	size_t nwarning;
	/*
	 * Measured beside it to find slow nodes, metrics of the same ids whose detail.share counts;
	 * NULL where it was not.  alone: every node by itself, one after the other.  rotated: with
	 * each node's ranks moved on to the next node, only what a node was slow in.
	 */
	struct session *alone, *rotated;
	char *accepted_by, *reason, *accepted_at; /* NULL until it is part of a baseline */
};

/*
 * Environment keys.  fs.type fs.source fs.mount fs.options fs.uuid fs.device (class: disk, ssd,
 * memory, network, fuse, other) fs.devno fs.bytes fs.free fs.inodes fs.inodes-free fs.used-percent;
 * host.name host.kernel host.cpu host.cores host.memory host.load host.raid (a line of /proc/mdstat
 * while it rebuilds); mpi.version mpi.launcher; job.hosts job.ranks job.nodes job.ranks-per-node
 * job.cgroup-cpus job.scheduler; tool.version tool.format; check-fs.kind (what is no plain
 * measurement: before-after, injected) check-fs.injected (how it was made slower on purpose)
 */

struct session *session_new(void);
void session_free(struct session *s); /* NULL is fine */

void session_env(struct session *s, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));                             /* append or replace */
const char *session_env_get(const struct session *s, const char *key); /* NULL where unset */
void session_recipe(
    struct session *s, const char *step, const char *command); /* append or replace */
void session_warn(struct session *s, const char *code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4))); /* same code and text twice: kept once */

/* Append an empty metric, or return the one of that id.  Good until the next append. */
struct session_metric *session_metric(
    struct session *s, const char *id, const char *unit, enum metric_better better);
const struct session_metric *session_find(const struct session *s, const char *id);

/*
 * Add what one step measured: every rate metric of r (units ops/s and B/s) as STEP/NAME, and r's
 * warnings. A metric without samples contributes its mean as one sample.
 */
void session_take(struct session *s, const char *step, const struct result *r);

double session_median(const struct session_metric *m); /* NAN where invalid or empty */

/* JSON both ways: session_read(session_json(s)) equals s.  Doubles keep 17 digits. */
json_t *session_json(const struct session *s); /* new reference */
/* Member key of o; text that is no UTF-8 (a path, say) is kept byte by byte as Latin-1.  NULL: no
 * member. */
void session_put_text(json_t *o, const char *key, const char *text);
/* 0 and *out (caller frees), or -EINVAL with e naming the field. */
int session_read(const json_t *j, struct session **out, struct err *e);

#endif
