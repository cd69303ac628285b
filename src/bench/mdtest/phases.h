#ifndef MDTEST_PHASES_H
#define MDTEST_PHASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct item;
struct job;

enum phases_on { ON_TREE, ON_DIR, ON_FILE };

/* One timed phase. */
struct phase {
	const char *metric; /* name in the result: "file-create" */
	const char *label;  /* as the tables call it: "File creation" */
	enum phases_on on;
	size_t want;  /* offsetof(struct opts, ...) of the bool that selects it */
	int shift;    /* steps of -N that it works further on */
	bool creates; /* marks what it makes for the clean-up */
	bool random;  /* takes the items in the order of -R */
	int (*op)(struct item *, const char *path);  /* on one item; or */
	uint64_t (*all)(struct job *, struct err *); /* on everything: returns what was done */
};

/* Time the phases of one kind one after the other and add them to the job's result.  0 or -errno
 * with e, on every rank. */
int phases_tree_make(struct job *j, struct err *e);
int phases_dirs(struct job *j, struct err *e);
int phases_files(struct job *j, struct err *e);
int phases_tree_remove(struct job *j, struct err *e);

#endif
