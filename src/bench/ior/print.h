#ifndef IOR_PRINT_H
#define IOR_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "bench/ior/opts.h"
#include "bench/ior/phase.h"
#include "core/fsinfo.h"

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
	const char *dir;            /* of the file, resolved; NULL where unknown */
	const struct fsinfo *fs;    /* NULL where unknown */
	const char *const *host;    /* of each task */
	struct phase *phase;
	size_t n, room;
};

enum print_note { NOTE_WRITE, NOTE_READ, NOTE_SIGNATURE, NOTE_OPEN_READ };

/* An output format: these are called in order, on rank 0 only.  f is its file. */
struct print_ops {
	const char *name;
	void (*begin)(FILE *f, const struct print_facts *);
	void (*test)(FILE *f, const struct print_facts *, const struct print_trial *);
	void (*note)(FILE *f, const struct print_trial *, enum print_note, const char *detail);
	void (*line)(FILE *f, const char *line); /* NULL: no place for such lines */
	void (*row)(FILE *f, const struct print_trial *, const struct phase *);
	void (*result)(FILE *f, const struct print_trial *);
	void (*end)(FILE *f, const struct print_facts *);
};

extern const struct print_ops format2_ops;

/* Where the output goes: rank 0 has sinks, the others have none. */
struct print {
	struct print_sink {
		const struct print_ops *ops;
		FILE *f;
	} sink[8];
	size_t n;
	const struct print_facts *facts;
};

void print_begin(const struct print *p);
void print_test(const struct print *p, const struct print_trial *t);
void print_note(
    const struct print *p, const struct print_trial *t, enum print_note n, const char *detail);
void print_row(const struct print *p, const struct print_trial *t, const struct phase *phase);
void print_result(const struct print *p, const struct print_trial *t);
void print_end(const struct print *p);

/* One line of detail: into the text formats, or to stderr where there is none.  Rank 0. */
void print_line(const struct print *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Statistics over the repetitions of one kind of phase that ran; all 0 where none did. */
struct print_stats {
	size_t n;
	double max, min, mean, sd;                 /* bytes/s */
	double ops_max, ops_min, ops_mean, ops_sd; /* calls/s */
	double seconds;                            /* mean of total */
	uint64_t bytes;                            /* of the first one */
};
struct print_stats print_summarise(const struct print_trial *t, enum phase_kind kind);

/* A number as IOR's tables have it: ten columns, six decimals below 1, none from 3600 on. */
char *print_number(char *buf, size_t size, double x);

#endif
