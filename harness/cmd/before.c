#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd/maintenance.h"
#include "compare/shift.h"
#include "core/err.h"
#include "core/session.h"
#include "core/str.h"
#include "store/store.h"

extern const struct cmd_ops cmd_before;

static int
run(int argc, char *argv[], struct err *e)
{
	struct maintenance m = { .sessions = SHIFT_LEAST, .every = 300 };
	struct session **s = NULL;
	struct strv ids = { 0 };
	int rc = maintenance_parse(&m, &cmd_before, argc, argv, e);

	if (rc != 0)
		return rc > 0 ? 0 : rc;
	if (m.sessions < SHIFT_LEAST)
		return err_set(e, EINVAL, "before: --sessions=%d: fewer than %d prove nothing",
		    m.sessions, SHIFT_LEAST);
	rc = maintenance_measure(&m, &s, &ids, e);
	if (rc == 0)
		rc = store_before_write(m.s.reports, m.s.machine, s[0]->series, &ids, e);
	if (rc == 0)
		printf("%d sessions of %s recorded. After the maintenance: check-fs after %s\n",
		    m.sessions, s[0]->target, s[0]->target);
	maintenance_free(s, (size_t)m.sessions);
	strv_free(&ids);
	return rc;
}

const struct cmd_ops cmd_before = {
	.name = "before",
	.help = "measure a target before a maintenance, for `after`",
	.synopsis = "[options] TARGET",
	.details = "Sessions are recorded below --reports; `check-fs after TARGET` measures the "
		   "same commands and judges the two\n"
		   "against each other.  No baseline is needed or changed.\n",
	.run = run,
};
