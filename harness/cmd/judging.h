#ifndef CMD_JUDGING_H
#define CMD_JUDGING_H

#include <stdbool.h>

#include "cmd/cmd.h"
#include "compare/verdict.h"
#include "store/store.h"

/* What a machine's series is judged by: machine.ini, the accepted sessions, and both as a policy.
 */
struct judging {
	struct store_machine machine; /* all zero where it is not known */
	struct store_baseline baseline;
	struct policy policy; /* borrows from machine */
	bool known;           /* there is a machine.ini */
};

/*
 * Load them; series may be NULL: machine.ini and the policy only.  A machine or series that is not
 * there yet is no error: the baseline is empty and the policy the default one.  --strict and
 * CI=true are put into the policy.  0, or -EINVAL with e (file:line: why).  Free with judging_free
 * after success.
 */
int judging_load(const struct settings *s, const char *machine, const char *series,
    struct judging *j, struct err *e);
void judging_free(struct judging *j);

/* The same for a session that is to be judged: also whether its profile is one that never is
 * (smoke). */
struct verdicts *judging_verdict(
    const struct judging *j, const struct session *s, const struct session *second);

#endif
