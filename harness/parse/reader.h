#ifndef PARSE_READER_H
#define PARSE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/result.h"
#include "core/str.h"
#include "parse/parse.h"
#include "parse/scan.h"

/* One line, cleaned: NUL-terminated, without line end, colours, quoting and rank prefix. */
struct line {
	const char *text;
	size_t len;
	int no;   /* of the log, from 1 */
	bool end; /* no line: the log is over */
	struct hits hits;
};
#define LINE_HAS(l, mark) SCAN_HAS(&(l)->hits, mark)
#define LINE_AT(l, mark)  ((l)->text + (l)->hits.at[mark])
/* Behind the mark's word. */
const char *line_after(const struct line *l, enum mark mark, const char *word);

struct told;

/* Several things can go on in one log; a run of each kind may be open. */
enum tool { TOOL_MDTEST, TOOL_IOR, TOOL_IO500, TOOL_OTHER, TOOLS };

/* A run while it is read.  Its sample lines: metric.sample_line. */
struct run {
	struct result r;
	enum tool tool;
	size_t serial;
	int line;
	bool header, table,
	    finished;   /* banner seen, a table of results seen, the program's last line seen */
	bool followed;  /* another run began: the log did not end here */
	bool bare;      /* the dialect prints repetitions and no statistics */
	unsigned units; /* mdtest: tables seen, 1 rates, 2 times */
	double started, ended; /* seconds since 1970; NAN */
	double items;          /* operations of one iteration, all tasks; NAN */
	double moved;          /* IOR: bytes that the next row really moved; NAN */
	bool stonewalled;      /* items is not what was done */
	long test;             /* IOR's test number; -1 */
	struct told *told;     /* by condition, or NULL: none was met */
	struct strv hosts;     /* IOR: those that "task 0 on HOST" named */
	size_t older;          /* how many are behind next */
	struct run *next;
};

struct parse;

/* Dialects' own memory, one for each stream of a log. */
#define READER_COLUMNS 40
struct table {
	const struct parse_ops *dialect;      /* whose rows come; NULL: no table */
	const char *unit;                     /* mdtest: "ops/s" or "s" */
	unsigned char column[READER_COLUMNS]; /* meaning of each number of a row, by the dialect */
	size_t columns;
	size_t indent; /* csv: length of what a log puts before every line */
	bool heading;  /* the heading goes on in the next line */
	char *text;    /* a heading or row that is not complete yet, or NULL */
	size_t room;
	size_t len;
	int line;         /* where that began */
	char pending[16]; /* IOR: operation of the row that is not complete */
	size_t row;       /* which row it is */
};

struct reader {
	struct parse *parse;
	char key[96];                 /* rank prefix, "" for a log without */
	const struct parse_ops *hold; /* gets the lines without marks too */
	enum tool latest;             /* whose line was read last */
	struct run
	    *run[TOOLS];    /* the latest of its kind; older ones that are still open behind next */
	struct table table; /* of results: mdtest's, IOR's "Operation" */
	struct table access;               /* IOR's rows of each iteration */
	struct table csv;                  /* comma-separated values */
	bool summary;                      /* IOR: the heading seen last was that of results */
	bool options;                      /* IOR: "key = value" lines may come */
	char section[48];                  /* IO500's result.txt: where we are */
	const struct parse_ops *collector; /* gets every line first, whatever is in it */
	struct document *document;         /* its */
	struct reader *next;
};

/* Start a run: closes the one of that tool first.  tool's name is the result's. */
struct run *reader_begin(
    struct reader *r, enum tool tool, const char *name, const char *dialect, int line);
/* Another run beside it, with its settings (a next test of one program). */
struct run *reader_fork(struct reader *r, enum tool tool, int line);
/* The open run of that tool, begun now where there is none. */
struct run *reader_run(
    struct reader *r, enum tool tool, const char *name, const char *dialect, int line);
/* Hand the open runs of that tool to the sink. */
void reader_close(struct reader *r, enum tool tool);

void reader_condition(
    struct reader *r, size_t condition, const char *text, int line, unsigned long times);

/*
 * Keep text as t's text (it may be part of it), or add it behind a blank.  False where that is
 * longer than any row: t is as it was.
 */
bool reader_hold(struct table *t, const char *text);
bool reader_join(struct table *t, const char *text);

/* Add a sample with its line; NAN seconds: unknown. */
void run_sample(
    struct run *run, const char *name, const char *unit, double value, double seconds, int line);
/* The metric (new or not); higher is better except for seconds. */
struct metric *run_metric(struct run *run, const char *name, const char *unit, int line);
void run_dialect(struct run *run, const char *dialect);
void run_invalid(struct metric *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Set a number, rounded to a whole one. */
void run_whole(struct run *run, const char *key, double v);

/* Copy a value behind a key into a setting, trimmed; nothing where it is empty. */
void run_set(struct run *run, const char *key, const char *text, size_t len);

#endif
