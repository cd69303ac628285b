#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "cmd/delay.h"
#include "cmd/estimate.h"
#include "cmd/run.h"
#include "cmd/site.h"
#include "core/err.h"
#include "core/session.h"
#include "core/stats.h"
#include "core/str.h"

#define START 1.0 /* seconds that a launcher needs beside the measuring */

static double *
slot(const struct site *s, const struct step *step)
{
	return &s->expected[step - s->plan.step];
}

void
estimate_put(struct site *s, const struct step *step, double seconds)
{
	*slot(s, step) = seconds;
}

static bool
has(const struct step *step, const char *word)
{
	for (size_t i = 0; i < step->argv.n; i++)
		if (strcmp(step->argv.v[i], word) == 0)
			return true;
	return false;
}

/* Is a metric of the step's group its own?  ior's steps may share a group: one writes, one reads.
 */
static bool
made_by(const struct step *step, const char *id)
{
	size_t n = strlen(step->group);

	if (strncmp(id, step->group, n) != 0 || id[n] != '/')
		return false;
	if (strcmp(step->tool, "ior") != 0 || has(step, "-w") == has(step, "-r"))
		return true;
	return strcmp(id + n + 1, has(step, "-w") ? "write" : "read") == 0;
}

void
estimate_take(struct site *s, const struct session *was)
{
	for (size_t i = 0; i < s->plan.nstep; i++) {
		const struct step *step = &s->plan.step[i];
		double sum = 0;

		for (size_t k = 0; k < was->nmetric; k++) {
			const struct session_metric *m = &was->metric[k];

			if (m->seconds == NULL || m->n == 0 || !made_by(step, m->id))
				continue;
			sum += stats_mean(m->seconds, m->n);
			if (s->options->delay != NULL)
				sum += delay_extra(s->options->delay, m, step, s->ranks);
		}
		*slot(s, step) = sum;
	}
}

double
estimate_step(const struct site *s, const struct step *step)
{
	double one = *slot(s, step) > 0 ? *slot(s, step) : step->seconds;

	return one * s->plan.iterations + START;
}

int
estimate_check(const struct site *s, const struct session *was, struct err *e)
{
	double sum = 0, left = site_left(s);

	for (size_t i = 0; i < was->nrecipe; i++) {
		const struct step *step = plan_find(&s->plan, was->recipe[i].key);

		if (step != NULL)
			sum += estimate_step(s, step);
	}
	if (2 * sum <= left)
		return 0;
	return err_set(e, EINVAL,
	    "inject: two looks would take about %.0f minutes, and the deadline is %.0f: choose a "
	    "shorter --delay, or a longer --deadline",
	    2 * sum / 60 + 0.5, left / 60);
}
