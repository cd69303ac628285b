#ifndef CMD_MAINTENANCE_H
#define CMD_MAINTENANCE_H

#include "cmd/cmd.h"
#include "cmd/run.h"

struct session;

/* What `before`, `after` and `calibrate` were told: several sessions in a row. */
struct maintenance {
	struct settings s;
	struct run_options o;
	int sessions;
	double every; /* seconds between starts */
};
extern const struct opt maintenance_opts[];

/*
 * Read the options and settings of such a command; one word is the target.  0, 1 where help was
 * printed, -EINVAL with e.
 */
int maintenance_parse(
    struct maintenance *m, const struct cmd_ops *c, int argc, char *argv[], struct err *e);

/*
 * Measure m->sessions sessions, m->every apart.  *session (each and the array: caller frees) and,
 * where ids is not NULL, the names of their run directories.  0; a positive exit status where one
 * could not be measured; -errno with e.
 */
int maintenance_measure(
    const struct maintenance *m, struct session ***session, struct strv *ids, struct err *e);
void maintenance_free(struct session **session, size_t n);

/* The series that the target's sessions belong to; caller frees.  NULL with e. */
char *maintenance_series(const struct maintenance *m, struct err *e);

#endif
