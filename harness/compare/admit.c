#include <errno.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/admit.h"
#include "compare/blocks.h"
#include "compare/comparable.h"
#include "compare/outcome.h"
#include "compare/policy.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/stats.h"

#define FACTOR       2.0
#define MAD_LIMIT    4.0
#define MAD_SESSIONS 4
#define LEAST_SPREAD 0.01 /* sessions that agree to a per cent are not odd at the second one */

static int
comparable(const struct session *s, const struct session *last, struct err *e)
{
	struct change *c;
	size_t n = comparable_changes(s, last, &c);
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++)
		if (c[i].blocks)
			rc = err_set(e, EINVAL,
			    "%s: is not comparable with the baseline: %s was '%s', is '%s'", s->id,
			    c[i].key, c[i].was, c[i].is);
	comparable_free(c, n);
	return rc;
}

/* Logs of the medians of one metric in every session that has it. */
static size_t
medians(struct session *const *b, size_t n, const char *id, double *out)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		const struct session_metric *m = session_find(b[i], id);
		double y = m == NULL ? NAN : blocks_log(session_median(m), m->better);

		if (!isnan(y))
			out[k++] = y;
	}
	return k;
}

static int
one_metric(const struct session *s, const struct session_metric *m, double *was, size_t n,
    bool *is_odd, struct err *e)
{
	double y = blocks_log(session_median(m), m->better), middle, spread;
	double *work;

	*is_odd = false;
	if (n == 0 || isnan(y))
		return 0;
	middle = stats_median(was, n);
	if (fabs(y - middle) > log(FACTOR))
		return err_set(e, EINVAL,
		    "%s: %s is %.2f times the baseline's: more than a factor of two is another "
		    "machine, expire the old sessions first",
		    s->id, m->id, exp(y - middle));
	if (n < MAD_SESSIONS)
		return 0;
	work = mem_zero(n, sizeof *work);
	spread = fmax(gsl_stats_mad(was, 1, n, work), LEAST_SPREAD);
	free(work);
	*is_odd = fabs(y - middle) > MAD_LIMIT * spread;
	return 0;
}

int
admit_genuine(const struct session *s, struct err *e)
{
	const char *how = session_env_get(s, "check-fs.injected");

	if (how != NULL)
		return err_set(e, EINVAL,
		    "%s: was made slower on purpose (%s): it cannot be part of a baseline", s->id,
		    how);
	for (size_t i = 0; i < s->nrecipe; i++)
		if (strstr(s->recipe[i].value, "--slow.") != NULL)
			return err_set(e, EINVAL,
			    "%s: its step %s delays its own calls (--slow.delay): it cannot be "
			    "part "
			    "of a baseline",
			    s->id, s->recipe[i].key);
	return 0;
}

int
admit_check(const struct session *s, struct session *const *b, size_t n, char **odd, struct err *e)
{
	double *was = mem_zero(n + 1, sizeof *was);
	char *names = mem_dup("");
	struct policy policy;
	size_t nodd = 0;
	int rc = admit_genuine(s, e);

	if (rc == 0 && n > 0)
		rc = comparable(s, b[n - 1], e);
	*odd = NULL;
	policy_default(&policy);
	for (size_t i = 0; i < s->nmetric && rc == 0; i++) {
		const struct session_metric *m = &s->metric[i];
		bool is_odd, counts = policy_judged(&policy, m->id);

		if (counts && isnan(blocks_log(session_median(m), m->better))) {
			rc = err_set(e, EINVAL, "%s: %s has no usable value%s%s", s->id, m->id,
			    m->invalid ? ": " : "", m->invalid ? m->invalid : "");
			break;
		}
		if (!counts || outcome_too_short(m))
			continue;
		rc = one_metric(s, m, was, medians(b, n, m->id, was), &is_odd, e);
		if (rc == 0 && is_odd) {
			char *more = mem_fmt("%s%s%s", names, nodd++ ? ", " : "", m->id);

			free(names);
			names = more;
		}
	}
	if (rc == 0 && nodd >= 2)
		*odd = names;
	else
		free(names);
	free(was);
	return rc;
}
