#ifndef CMD_BASELINE_H
#define CMD_BASELINE_H

#include "cmd/cmd.h"
#include "cmd/judging.h"
#include "core/str.h"

/* What `check-fs baseline VERB` was told. */
struct baseline_args {
	struct settings s;
	const char *series, *reason, *before;
	const char *launcher_args, *hostfile;
	int sessions, older; /* older: days */
	double every;        /* seconds between starts */
	bool oversubscribe;
	struct strv words; /* after the verb */
};

/* A verb; run returns as a subcommand does. */
struct baseline_verb {
	const char *name, *args, *help;
	int (*run)(const struct baseline_args *a, struct err *e);
};

int baseline_measure(const struct baseline_args *a, struct err *e);
int baseline_accept(const struct baseline_args *a, struct err *e);
int baseline_list(const struct baseline_args *a, struct err *e);
int baseline_show(const struct baseline_args *a, struct err *e);
int baseline_explain(const struct baseline_args *a, struct err *e);
int baseline_diff(const struct baseline_args *a, struct err *e);
int baseline_learn(const struct baseline_args *a, struct err *e);
int baseline_expire(const struct baseline_args *a, struct err *e);
int baseline_rollback(const struct baseline_args *a, struct err *e);

/* The machine: first word, or --machine. */
const char *baseline_machine(const struct baseline_args *a);
/* Its series: --series, or all of them.  0, or -EINVAL with e where the machine or series is not
 * there. */
int baseline_which(const struct baseline_args *a, struct strv *series, struct err *e);
/* The same where there may be only one; *series: caller frees. */
int baseline_one(const struct baseline_args *a, char **series, struct err *e);
/* Who does this: "kim@node1"; caller frees. */
char *baseline_who(void);
/* On stdout: how many days of sessions there are, how many are missing and what each would buy. */
void baseline_says(const struct judging *j);

#endif
