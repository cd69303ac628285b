#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/judging.h"
#include "cmd/maintenance.h"
#include "cmd/publish.h"
#include "compare/machines.h"
#include "compare/shift.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/str.h"

extern const struct cmd_ops cmd_after;

/* The sessions that `before` recorded. */
static int
load(const struct maintenance *m, struct session ***out, size_t *n, struct err *e)
{
	char *series = maintenance_series(m, e);
	struct strv dirs = { 0 };
	int rc = -EINVAL;

	*out = NULL;
	*n = 0;
	if (series == NULL)
		return rc;
	rc = store_before_read(m->s.reports, m->s.machine, series, &dirs, e);
	if (rc == -ENOENT || (rc == 0 && dirs.n == 0))
		rc = err_set(e, EINVAL,
		    "%s: no sessions of %s were recorded before (series %s): check-fs before %s "
		    "first",
		    m->s.target, m->s.machine, series, m->s.target);
	*out = mem_zero(dirs.n + 1, sizeof **out);
	for (size_t i = 0; rc == 0 && i < dirs.n; i++)
		if ((rc = store_run_read(dirs.v[i], &(*out)[i], NULL, NULL, e)) == 0)
			(*n)++;
	strv_free(&dirs);
	free(series);
	return rc == -ENOENT ? -EINVAL : rc;
}

/* The medians of the sessions after as one session, for the report. */
static struct session *
summary(struct session **after, size_t n, const char *id)
{
	struct session *s = machines_typical(after, n);

	free(s->id);
	s->id = mem_dup(id);
	s->started = after[0]->started;
	session_env(s, "check-fs.kind", "before-after");
	for (size_t i = 0; i < s->nmetric; i++) {
		struct session_metric *m = &s->metric[i];
		size_t k = 0;

		m->sample = mem_grow(m->sample, n + 1, sizeof *m->sample);
		for (size_t j = 0; j < n; j++) {
			const struct session_metric *of = session_find(after[j], m->id);

			if (of != NULL && of->invalid == NULL)
				m->sample[k++] = session_median(of);
		}
		m->n = k;
	}
	return s;
}

static int
report(const struct maintenance *m, struct session **before, size_t nb, struct session **after,
    struct err *e)
{
	size_t na = (size_t)m->sessions;
	struct run_outcome out = { 0 };
	struct judging j;
	char *id = mem_fmt("%s-after", after[na - 1]->id);
	int rc = judging_load(&m->s, m->s.machine, NULL, &j, e);

	if (rc != 0) {
		free(id);
		return rc;
	}
	rc = store_run_create(m->s.reports, m->s.machine, id, &out.dir, e);
	if (rc == 0) {
		out.session = summary(after, na, strrchr(out.dir, '/') + 1);
		out.verdicts = shift_judge(before, nb, after, na, &j.policy);
		rc = publish_run(&m->s, &j, &out, e);
	}
	if (rc == 0)
		rc = publish_print(&j, &out, e);
	if (rc == 0) {
		printf("check-fs: %s (%d): %s/report.html\n", verdict_word(out.verdicts->word),
		    out.verdicts->code, out.dir);
		rc = out.verdicts->code;
	}
	run_outcome_free(&out);
	judging_free(&j);
	free(id);
	return rc;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct maintenance m = { .sessions = SHIFT_LEAST, .every = 300 };
	struct session **before = NULL, **after = NULL;
	size_t nb = 0;
	int rc = maintenance_parse(&m, &cmd_after, argc, argv, e);

	if (rc != 0)
		return rc > 0 ? 0 : rc;
	if (m.sessions < SHIFT_LEAST)
		return err_set(e, EINVAL, "after: --sessions=%d: fewer than %d prove nothing",
		    m.sessions, SHIFT_LEAST);
	rc = load(&m, &before, &nb, e);
	if (rc == 0) {
		m.o.like = before[0];
		rc = maintenance_measure(&m, &after, NULL, e);
	}
	if (rc == 0)
		rc = report(&m, before, nb, after, e);
	maintenance_free(before, nb);
	maintenance_free(after, (size_t)m.sessions);
	return rc;
}

const struct cmd_ops cmd_after = {
	.name = "after",
	.help = "measure a target after a maintenance and judge it by `before`",
	.synopsis = "[options] TARGET",
	.details = "Slower or faster: Welch's t on the sessions' medians, 1 % for all judged "
		   "metrics together, and more than the\n"
		   "tolerance.  Day-to-day variation is not covered.  Exit status 0, or 1 where a "
		   "metric got slower.\n",
	.run = run,
};
