#ifndef PARSE_PARSE_H
#define PARSE_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/result.h"

struct err;
struct line;
struct reader;
struct scan;

/* What was found in one log: runs in the order they started, and the conditions that are not part
 * of one run. */
struct parsed {
	struct result *run; /* a run's conditions are its warnings */
	size_t nrun;
	struct warning
	    *condition; /* launcher refusals, signals, ENOSPC, ...: code and what to do */
	size_t ncondition;
	size_t lines;
};

/*
 * One dialect of one tool's log.  File NAME.c defines parse_NAME.  A reader offers every line in
 * which a mark (marks.h) was found to every dialect, and the lines without one to the dialect that
 * holds it.
 */
struct parse_ops {
	const char *name; /* "mdtest1", "ior2" */
	const char *help; /* which releases print it */
	/* 1: the line was this dialect's, nobody else needs to see it; 0: it was not. */
	int (*line)(struct reader *r, struct line *l);
};

const struct parse_ops *parse_find(const char *name);
const struct parse_ops *const *parse_all(void); /* ends with NULL */

/* Where runs and conditions go as soon as they are complete. */
struct parse_sink {
	/*
	 * serial: 0, 1, ... in the order in which the runs of this log started.  Who wants to keep
	 * r copies the struct and clears it with result_init.
	 */
	void (*run)(void *arg, size_t serial, struct result *r);
	void (*condition)(void *arg, const struct warning *w);
	void *arg;
};

/*
 * Read a log of any dialect.  0; -ENODATA with e "no benchmark output found" where there is neither
 * a run nor a known condition.  Free with parse_free in every case.
 */
int parse_text(const char *text, size_t len, struct parsed *out, struct err *e);
int parse_file(const char *path, struct parsed *out, struct err *e); /* "-" is standard input */
/* As parse_text, for many small texts: scan is scan_new()'s (scan.h), made once. */
int parse_text_with(
    const struct scan *scan, const char *text, size_t len, struct parsed *out, struct err *e);
void parse_free(struct parsed *p);

/* As parse_file, in constant memory: what is found goes to sink.  lines (may be NULL): how many
 * were read. */
int parse_each(const char *path, const struct parse_sink *sink, size_t *lines, struct err *e);

/*
 * The first condition (of the log or of one of its runs) that makes the whole log no measurement,
 * or NULL; *reason becomes launch, no-space, timeout, invalid, io-error or signal (the words of a
 * verdict).
 */
const struct warning *parse_fatal(const struct parsed *p, const char **reason);

#endif
