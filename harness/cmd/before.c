#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/maintenance.h"
#include "compare/shift.h"
#include "core/err.h"
#include "core/session.h"
#include "core/str.h"
#include "store/store.h"

extern const struct cmd_ops cmd_before;

/* The command that measures the same after the maintenance. */
static char *
after(const struct maintenance *m, const struct session *s)
{
	struct settings usual = { 0 };
	struct err e = { 0, "" };
	struct strv w = { NULL, 0, 0 };
	char *line;

	strv_add(&w, "check-fs");
	strv_add(&w, "after");
	if (settings_finish(&usual, &e) != 0 || strcmp(usual.machine, m->s.machine) != 0)
		strv_add(&w, "--machine=%s", m->s.machine);
	if (strcmp(usual.reports, m->s.reports) != 0)
		strv_add(&w, "--reports=%s", m->s.reports);
	if (strcmp(usual.profile, m->s.profile) != 0)
		strv_add(&w, "--profile=%s", m->s.profile);
	strv_add(&w, "--ranks=%d", s->ranks);
	if (s->nodes > 1)
		strv_add(&w, "--nodes=%d", s->nodes);
	strv_add(&w, "%s", s->target);
	line = strv_line(&w);
	strv_free(&w);
	return line;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct maintenance m = { .sessions = SHIFT_LEAST, .every = 300 };
	struct session **s = NULL;
	struct strv ids = { 0 };
	char *line;
	int rc = maintenance_parse(&m, &cmd_before, argc, argv, e);

	if (rc != 0)
		return rc > 0 ? 0 : rc;
	if (m.sessions < SHIFT_LEAST)
		return err_set(e, EINVAL, "before: --sessions=%d: fewer than %d prove nothing",
		    m.sessions, SHIFT_LEAST);
	rc = maintenance_measure(&m, &s, &ids, e);
	if (rc == 0)
		rc = store_before_write(m.s.reports, m.s.machine, s[0]->series, &ids, e);
	if (rc == 0) {
		line = after(&m, s[0]);
		printf("%d sessions of %s recorded.\nAfter the maintenance: %s\n", m.sessions,
		    s[0]->target, line);
		free(line);
	}
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
