#ifndef CMD_BATCH_H
#define CMD_BATCH_H

#include "core/str.h"

/* A job of a scheduler. */
struct batch {
	const char *dir, *log; /* working directory, file for what it prints; absolute */
	const struct strv *command;
	const char *queue; /* partition or queue; NULL: the scheduler's default */
	int ranks, nodes;
	double seconds; /* time limit */
};

/* How one scheduler is talked to. */
struct batch_ops {
	const char *name;
	const char *submit;  /* the program that takes a script */
	const char *how;     /* its option that prints only the job's number, or NULL */
	const char *waiting; /* its option that makes it wait for the job's end */
	/* The script; caller frees. */
	char *(*script)(const struct batch *b);
};

const struct batch_ops *batch_find(const char *name); /* NULL where there is none */

/* The scheduler of this machine: whose program is in PATH; NULL where there is none. */
const struct batch_ops *batch_here(void);

#endif
