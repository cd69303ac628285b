#ifndef CMD_CMD_H
#define CMD_CMD_H

#include <stdbool.h>

#include "core/opt.h"

struct err;

/* A subcommand: harness/cmd/NAME.c defines cmd_NAME. */
struct cmd_ops {
	const char *name;
	const char *help;     /* one line */
	const char *synopsis; /* "[options] FILE..." */
	const char *details;  /* what else --help says after the options, or NULL */
	/* argv[0] is the subcommand's name.  Returns the exit status; 0 or -errno with e for main
	 * to print (exit 2 for -EINVAL, 5 otherwise) where it is negative. */
	int (*run)(int argc, char *argv[], struct err *e);
};
const struct cmd_ops *cmd_find(const char *name);
const struct cmd_ops *const *cmd_all(void);

/* Print help of a subcommand: synopsis, its options, the common ones, details. */
void cmd_help(const struct cmd_ops *c, const struct opt_set *sets);

/* Options that mean the same in every subcommand. */
struct settings {
	const char *target, *machine, *profile, *launcher, *baselines, *reports;
	int ranks, nodes; /* 0: find out */
	bool strict;
};
extern const struct opt settings_opts[];

/*
 * Fill what was not given: baselines (--baselines, CHECK_FS_BASELINES, baselines/ beside the
 * program's checkout or in the current directory, $XDG_DATA_HOME/check-fs/baselines), reports
 * likewise, machine (short host name).  Strings it makes live until the program ends.  0, or
 * -EINVAL with e.
 */
int settings_finish(struct settings *s, struct err *e);

/* Absolute path of a program or file that comes with check-fs: "bin/mdtest", "profiles"; caller
 * frees. */
char *settings_own(const char *what);

#endif
