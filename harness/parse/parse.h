#ifndef PARSE_PARSE_H
#define PARSE_PARSE_H

#include <stddef.h>
#include <stdio.h>

struct err;
struct result;

/* What was found in one log: runs in the order they started, and the conditions that are not part of one run. */
struct parsed {
	struct result *run; /* a run's conditions are its warnings */
	size_t nrun;
	struct warning *condition; /* launcher refusals, signals, ENOSPC, ...: code and what to do */
	size_t ncondition;
	size_t lines;
};

/* One dialect of one tool's log.  File NAME.c defines parse_NAME. */
struct parse_ops {
	const char *name; /* "mdtest1", "ior2" */
	const char *help; /* which releases print it */

	/* How sure, 0 to 100, that text (the start of a log, NUL-terminated) holds a run of this dialect. */
	int (*sniff)(const char *text, size_t len);

	/* Append the runs of this dialect in text to out.  0, or -EINVAL with e naming the line. */
	int (*read)(const char *text, size_t len, struct parsed *out, struct err *e);
};

const struct parse_ops *parse_find(const char *name);

/*
 * Read a log of any dialect.  0; -ENODATA with e "no benchmark output found" where there is neither a run
 * nor a known condition.  Free with parse_free in every case.
 */
int parse_text(const char *text, size_t len, struct parsed *out, struct err *e);
int parse_file(const char *path, struct parsed *out, struct err *e); /* "-" is standard input */
void parse_free(struct parsed *p);

#endif
