#ifndef CORE_RESULT_H
#define CORE_RESULT_H

#include <stddef.h>

#include "core/detail.h"

/*
 * One run of one benchmark, as measured or as read from its log.
 *
 * Values are in base units: "ops/s", "B/s", "s", "B".  (name, unit) is unique in a result.
 * Metric names.  mdtest: dir-create dir-stat dir-rename dir-remove file-create file-stat file-read
 * file-remove tree-create tree-remove.  IOR: write read remove.
 * Setting keys that printers and parsers agree on (others may follow, order is kept):
 *   tasks nodes tasks-per-node command path iterations            both tools
 *   items (all tasks together) items-kind (files, directories, files/directories)   mdtest
 *   api file access segments block transfer aggregate             IOR; sizes in bytes
 *   started finished (as printed)
 */
enum metric_better { BETTER_HIGHER, BETTER_LOWER };

struct metric {
	char *name, *unit;
	enum metric_better better;
	double *sample;   /* one per iteration, in order; NULL where only statistics are known */
	double *seconds;  /* duration of each iteration's phase; NULL where unknown */
	int *sample_line; /* log line of each sample; NULL where measured here */
	size_t n;         /* of sample, seconds and sample_line */
	double work;      /* operations or bytes of one iteration; 0 where unknown */
	double max, min, mean, stddev; /* as printed, in base units; NAN where absent */
	char *invalid;                 /* NULL, or why the value must not be used */
	int line;                      /* log line it came from, from 1; 0 where measured here */
	struct detail detail;
};

struct setting {
	char *key, *value;
};

/* Something a person should know: a stable word ("cached-read", "not-synced") and a sentence. */
struct warning {
	char *code, *text;
	int line; /* as metric.line */
};

struct result {
	char *tool, *version, *dialect; /* "mdtest", "1.9.3", "mdtest1" */
	struct setting *setting;
	size_t nsetting;
	struct metric *metric;
	size_t nmetric;
	struct warning *warning;
	size_t nwarning;
};

void result_init(struct result *r);
void result_free(struct result *r);

/* Append or replace.  `fmt` makes the value. */
void result_set(struct result *r, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the first len bytes of text. */
void result_put(struct result *r, const char *key, const char *text, size_t len);
const char *result_get(const struct result *r, const char *key); /* NULL where unset */

/*
 * The metric of that name and unit, appended (all NAN, no samples) where it is new.  The pointer is
 * good until the next append.
 */
struct metric *result_metric(
    struct result *r, const char *name, const char *unit, enum metric_better better);
const struct metric *result_find(const struct result *r, const char *name, const char *unit);

/* Append one iteration's value and duration (NAN: unknown). */
void metric_add(struct metric *m, double value, double seconds);

void result_warn(struct result *r, const char *code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
