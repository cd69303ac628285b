#ifndef CMD_SIDE_H
#define CMD_SIDE_H

#include "cmd/cmd.h"
#include "compare/machines.h"
#include "core/session.h"
#include "store/store.h"

struct strv;

enum side_benchmark { SIDE_MDTEST, SIDE_IOR };

/* One side of a comparison of machines: a machine's baseline, a run, or a raw log. */
struct side {
	char *name, *note;
	struct session *typical; /* one sample a metric: what is shown */
	struct session *
	    *session; /* what it is made of; one that is not `typical` where there are several */
	size_t n;
	unsigned untold; /* bit of each benchmark of which a log does not tell the step */
};

/*
 * word: a machine in --baselines (series: which of its series; NULL: the one with the newest
 * session), else a run directory or its result.json, else a log of mdtest or IOR ("-": standard
 * input).  0; -EINVAL with e.
 */
int side_load(const struct settings *s, const char *word, const char *series, struct side *out,
    struct err *e);
/* Let a log's step that it does not tell be the step of the others, where each has one. */
void side_align(struct side *side, size_t n);
void side_free(struct side *side);

/* The commands compare and machines: table, page and words about 2 to `most` sides.  As run. */
int side_command(const struct cmd_ops *c, size_t most, int argc, char *argv[], struct err *e);

#endif
