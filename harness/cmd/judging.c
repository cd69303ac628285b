#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/judging.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/mem.h"

/* Rules of machine.ini that concern the series, in their order. */
static void
take_rules(struct policy *p, const struct store_machine *m, const char *series)
{
	if (m->nrule == 0)
		return;
	p->rule = mem_zero(m->nrule, sizeof *p->rule);
	for (size_t i = 0; i < m->nrule; i++) {
		const struct store_rule *r = &m->rule[i];

		if (r->series != NULL && (series == NULL || strcmp(r->series, series) != 0))
			continue;
		p->rule[p->nrule++] = (struct policy_rule){ .metric = r->metric,
			.tolerance = r->tolerance,
			.floor = r->floor,
			.judged = r->judged,
			.known = r->known,
			.expires = r->expires };
	}
}

static void
take_policy(struct policy *p, const struct store_machine *m, const char *series)
{
	p->tolerance = m->tolerance;
	p->fixed = m->fixed;
	p->strict_margin = m->strict_margin;
	p->alpha = m->alpha;
	p->link = m->link;
	take_rules(p, m, series);
}

int
judging_load(const struct settings *s, const char *machine, const char *series, struct judging *j,
    struct err *e)
{
	const char *ci = getenv("CI");
	struct err why = { 0, "" };
	int rc;

	memset(j, 0, sizeof *j);
	policy_default(&j->policy);
	j->policy.strict = s->strict;
	j->policy.ci = ci != NULL && strcmp(ci, "true") == 0;
	rc = store_machine_read(s->baselines, machine, &j->machine, &why);
	if (rc != 0 && rc != -ENOENT)
		return err_set(e, -rc, "%s", why.text);
	j->known = rc == 0;
	if (j->known)
		take_policy(&j->policy, &j->machine, series);
	rc = series == NULL ? 0
			    : store_baseline_read(s->baselines, machine, series, &j->baseline, e);
	if (rc != 0)
		judging_free(j);
	return rc;
}

void
judging_free(struct judging *j)
{
	free(j->policy.rule);
	if (j->known)
		store_machine_free(&j->machine);
	store_baseline_free(&j->baseline);
	memset(j, 0, sizeof *j);
}

struct verdicts *
judging_verdict(
    const struct judging *j, const struct session *s, const struct session *second)
{
	const struct store_baseline *b = &j->baseline;
	struct session **others = mem_zero(b->n + 1, sizeof(struct session *));
	struct policy p = j->policy;
	struct verdicts *v;
	size_t n = 0;

	/* a run that was accepted is judged by the other sessions, never by itself */
	for (size_t i = 0; i < b->n; i++)
		if (s->id == NULL || strcmp(b->session[i]->id, s->id) != 0)
			others[n++] = b->session[i];
	p.unjudged |= s->profile != NULL && strcmp(s->profile, "smoke") == 0;
	v = verdict_judge(s, second, others, n, &p, (long long)clock_wall());
	free(others);
	return v;
}
