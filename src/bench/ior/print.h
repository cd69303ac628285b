#ifndef IOR_PRINT_H
#define IOR_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "bench/ior/opts.h"
#include "bench/ior/phase.h"
#include "core/fsinfo.h"
#include "core/str.h"

struct err;

/* What does not change from test to test. */
struct print_facts {
	int argc;
	char *const *argv;
	time_t started, finished;
	const char *system, *node, *release, *version, *machine; /* uname(2) */
	char *const *env;
};

/* One test: what it was asked, where it ran, what came out. */
struct print_trial {
	const struct opts *o;
	int tasks, nodes, per_node; /* per_node: tasks on the first one's node */
	double skew;                /* seconds between the nodes' calendar clocks */
	double clock_error;         /* largest mistake of the clocks' comparison, seconds */
	char *dir;                  /* of the file, resolved; NULL where unknown */
	char *path;                 /* the first task's file */
	struct fsinfo fs;
	bool fs_known;
	const char **host; /* of each task */
	time_t started;
	bool shown;    /* its heading was printed */
	uint64_t huge; /* per mille of the transfer buffers on huge pages */
	double tick;   /* seconds of a unit of the latency curves */
	struct phase *phase;
	size_t n, room;
	struct strv warn_code, warn_text;
};

enum print_note {
	NOTE_WRITE,
	NOTE_CHECK_WRITE,
	NOTE_READ,
	NOTE_SIGNATURE,
	NOTE_OPEN_READ,
	NOTE_DELAY,
	NOTE_HITS
};

/* An output format: these are called in order, on rank 0 only.  f is its file. */
struct print_ops {
	const char *name;
	void (*begin)(FILE *f, const struct print_facts *);
	void (*test)(FILE *f, const struct print_facts *, const struct print_trial *);
	void (*note)(FILE *f, const struct print_trial *, enum print_note, const char *detail);
	void (*line)(FILE *f, const char *line); /* NULL: no place for such lines */
	void (*row)(FILE *f, const struct print_trial *, const struct phase *);
	void (*result)(FILE *f, const struct print_trial *);
	void (*end)(
	    FILE *f, const struct print_facts *, struct print_trial *const *trial, size_t n);
};

extern const struct print_ops format2_ops, format4_ops, formatjson_ops, formatcsv_ops;

struct print_sink {
	const struct print_ops *ops;
	FILE *f;
	const char *path; /* NULL: stdout */
};

/* Where the output goes: rank 0 has sinks, the others have none. */
struct print {
	struct print_sink sink[OPTS_OUTPUTS + 2];
	size_t n;
	const struct print_facts *facts;
	struct print_trial **trial; /* all tests so far; kept for the end */
	size_t trials, trial_room;
};

/* A format by name ("2", "4", "json", "csv", also "default"); NULL. */
const struct print_ops *print_find(const char *name);

/* Rank 0: open what the options ask for.  0 or -errno with e. */
int print_open(struct print *p, const struct opts *o, struct err *e);
/* Flush and close.  0, or -errno with e where something could not be written.  Frees the trials. */
int print_close(struct print *p, struct err *e);

void print_begin(const struct print *p);
/* A new test; its memory is p's. */
struct print_trial *print_new(struct print *p);
void print_test(const struct print *p, struct print_trial *t);
void print_note(
    const struct print *p, const struct print_trial *t, enum print_note n, const char *detail);
/* Keep a phase's result in the trial and print its row. */
void print_row(const struct print *p, struct print_trial *t, const struct phase *phase);
void print_result(const struct print *p, const struct print_trial *t);
void print_end(const struct print *p);

/* One line of detail: into the text formats, or to stderr where there is none.  Rank 0. */
void print_line(const struct print *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Something a person should know: to stderr, and kept with the running test.  Rank 0. */
void print_warn(struct print *p, const char *code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Statistics over the repetitions of one kind of phase that ran; all 0 where none did. */
struct print_stats {
	size_t n;
	double max, min, mean, sd;                 /* bytes/s */
	double ops_max, ops_min, ops_mean, ops_sd; /* calls/s */
	double seconds;                            /* mean of total */
	double all;                                /* all bytes by all the time, bytes/s */
	uint64_t bytes;                            /* of the first one */
	double stone_seconds, stone_rate;          /* means; 0: no deadline came */
};
struct print_stats print_summarise(const struct print_trial *t, enum phase_kind kind);
double print_rate(const struct phase *p);       /* bytes/s */
double print_operations(const struct phase *p); /* calls/s: by the total time, as in the summary */

/* How a read's data came: "direct", "dropped", "other-node", "cached", "unknown". */
const char *print_source(const struct print_trial *t, const struct phase *p);

/* A number as IOR's tables have it: ten columns, six decimals below 1, none from 3600 on. */
char *print_number(char *buf, size_t size, double x);
/* As ctime(3) without the newline. */
char *print_moment(char *buf, size_t size, time_t t);
/* What was given as the platform, or uname's node without trailing digits and "(Linux)". */
char *print_platform(char *buf, size_t size, const struct print_facts *facts, const struct opts *o);
/* The environment, a variable a line, between two marks. */
void print_environment(FILE *f, const struct print_facts *facts);
/* The lines "Max Write:" and "Max Read:" of the phases that were asked for. */
void print_maxima(FILE *f, const struct print_trial *t);
/* The command line, words joined with blanks; the caller frees. */
char *print_command(const struct print_facts *facts);

#endif
