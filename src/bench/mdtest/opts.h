#ifndef MDTEST_OPTS_H
#define MDTEST_OPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/str.h"

struct err;

/* What mdtest was told: filled once from argv by opts_parse, then only read. */
struct opts {
	struct strv words; /* the command line as given, argv[0] first */
	struct strv taken; /* the same as it is read: text options point into it */
	struct strv dirs;  /* -d, one entry a path */
	struct strv
	    notes; /* what a person should know about how the words were taken; for stderr */

	uint64_t items, per_dir; /* -n, -I */
	bool has_items;          /* -n was given */
	int branch, depth;       /* -b, -z */
	int iterations, shift;   /* -i, -N */
	double delay;            /* -p, seconds */
	int verbose;             /* -v, -V */

	bool dirs_only, files_only;         /* -D, -F as given */
	bool dirs_on, files_on;             /* what follows from them */
	bool create, stat, read, remove;    /* -C -T -E -r as given; all four where none was */
	bool leaf_only, unique, fsync_each; /* -L, -u, -y */

	uint64_t write_bytes, read_bytes; /* -w, -e */
	bool random;                      /* -R */
	long long seed;
	bool has_seed;
};

/* 0; 1 where --help was asked and printed; -EINVAL with one line in e. */
int opts_parse(int argc, char *const argv[], struct opts *o, struct err *e);
void opts_free(struct opts *o);

#endif
