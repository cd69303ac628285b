#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/verdict.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/stats.h"
#include "core/str.h"
#include "core/units.h"
#include "report/facts.h"
#include "report/report.h"
#include "report/words.h"

/* ", ext4 on /dev/sda1"; the source of a tmpfs is any word. */
static char *
file_system(const struct session *s)
{
	const char *type = session_env_get(s, "fs.type"), *source = session_env_get(s, "fs.source"),
		   *device = session_env_get(s, "fs.device");

	if (device != NULL && strcmp(device, "memory") == 0)
		return mem_fmt(", %s in memory", type ? type : "a file system");
	return mem_fmt("%s%s%s%s", type ? ", " : "", type ? type : "", source ? " on " : "",
	    source ? source : "");
}

char *
facts_where(const struct report_in *in)
{
	const struct session *s = in->session;
	char *fs = file_system(s),
	     *line = mem_fmt("%s%s, %s, %d rank%s on %d node%s", s->target ? s->target : "-", fs,
		 s->profile ? s->profile : "-", s->ranks, s->ranks == 1 ? "" : "s", s->nodes,
		 s->nodes == 1 ? "" : "s");

	free(fs);
	return line;
}

double
facts_took(const struct report_in *in)
{
	const struct session *last = in->second != NULL ? in->second : in->session;
	double took = (double)(last->finished - in->session->started);

	return took > 0 ? took : 0;
}

char *
facts_when(const struct report_in *in)
{
	double first = (double)(in->session->finished - in->session->started);
	char at[40], took[40], again[40];

	words_time(at, sizeof at, in->session->started);
	words_duration(took, sizeof took, facts_took(in));
	if (in->second == NULL || facts_took(in) - first < 1)
		return mem_fmt("%s, %s", at, took);
	return mem_fmt("%s, %s, of which the second look and the wait before it took %s", at, took,
	    words_duration(again, sizeof again, facts_took(in) - first));
}

char *
facts_accept(const struct report_in *in)
{
	const struct session *s = in->session;
	struct strv v = { NULL, 0, 0 };
	char *line;

	strv_add(&v, "bin/check-fs");
	strv_add(&v, "baseline");
	strv_add(&v, "accept");
	if (in->logs != NULL)
		strv_add(&v, "%s", in->logs);
	else
		strv_add(&v, "reports/%s/%s", s->machine ? s->machine : "", s->id ? s->id : "");
	line = strv_line(&v);
	strv_free(&v);
	return line;
}

char *
facts_repeat(const struct report_in *in)
{
	const struct session *s = in->session;
	struct strv v = { NULL, 0, 0 };
	char *line;

	strv_add(&v, "bin/check-fs");
	strv_add(&v, "run");
	strv_add(&v, "--target=%s", s->target ? s->target : "");
	strv_add(&v, "--machine=%s", s->machine ? s->machine : "");
	strv_add(&v, "--profile=%s", s->profile ? s->profile : "");
	strv_add(&v, "--ranks=%d", s->ranks);
	strv_add(&v, "--nodes=%d", s->nodes);
	if (s->alone != NULL)
		strv_add(&v, "--per-node");
	line = strv_line(&v);
	strv_free(&v);
	return line;
}

double
facts_value(const struct verdict *v)
{
	return v->value > 0 ? v->value : v->got;
}

char *
facts_limit(const struct verdict *v)
{
	char buf[64];

	return mem_dup(units_human(buf, sizeof buf, v->limit, v->unit));
}

char *
facts_interval(const struct verdict *v)
{
	char low[40], high[40];

	if (!isfinite(v->ci_low) || !isfinite(v->ci_high))
		return mem_dup("-");
	return mem_fmt("%s to %s", words_change(low, sizeof low, v->ci_low),
	    words_change(high, sizeof high, v->ci_high));
}

char *
facts_allows(const struct verdict *v)
{
	if (!verdict_provisional(v))
		return mem_fmt("tolerance %.3g %%", v->tolerance * 100);
	return mem_fmt(
	    "tolerance %.3g %%, but with sessions of %d day%s the provisional limit applies: "
	    "a drop of %.3g %%",
	    v->tolerance * 100, v->blocks, v->blocks == 1 ? "" : "s", v->detectable * 100);
}

char *
facts_metric(const struct verdict *v)
{
	char got[64], second[64], want[64], change[64], *limit = facts_limit(v), *line;
	char *allows = facts_allows(v);

	units_human(got, sizeof got, v->got, v->unit);
	units_human(second, sizeof second, v->second, v->unit);
	units_human(want, sizeof want, v->want, v->unit);
	line = mem_fmt("measured %s%s%s, baseline %s, limit %s, change %s, %s", got,
	    isfinite(v->second) ? " and again " : "", isfinite(v->second) ? second : "", want,
	    limit, words_change(change, sizeof change, v->ratio), allows);
	free(allows);
	free(limit);
	return line;
}

const struct session_metric *
facts_samples(const struct report_in *in, const struct verdict *v)
{
	return session_find(in->session, v->metric);
}

size_t
facts_history(const struct report_in *in, const struct verdict *v, double **out)
{
	double *x = mem_zero(in->nhistory + 1, sizeof *x);
	size_t n = 0;

	for (size_t i = 0; i < in->nhistory; i++) {
		const struct session_metric *m = session_find(in->history[i], v->metric);

		/* what was accepted later, or is this run itself, was not its past */
		if (m == NULL || !isfinite(session_median(m)) ||
		    in->history[i]->started >= in->session->started)
			continue;
		x[n++] = session_median(m);
	}
	if (isfinite(v->got))
		x[n++] = v->got;
	*out = x;
	return n;
}

bool
facts_based(const struct report_in *in)
{
	for (size_t i = 0; i < in->verdicts->n; i++)
		if (isfinite(in->verdicts->v[i].want))
			return true;
	return false;
}

const struct verdict **
facts_grouped(const struct report_in *in)
{
	const struct verdicts *vs = in->verdicts;
	const struct verdict **out = mem_zero(vs->n + 1, sizeof *out);
	bool *taken = mem_zero(vs->n + 1, sizeof *taken);
	size_t n = 0;

	for (size_t i = 0; i < vs->n; i++) {
		char *step = taken[i] ? NULL : words_step(vs->v[i].metric);

		for (size_t k = i; step != NULL && k < vs->n; k++) {
			char *other = words_step(vs->v[k].metric);

			if (!taken[k] && strcmp(step, other) == 0) {
				taken[k] = true;
				out[n++] = &vs->v[k];
			}
			free(other);
		}
		free(step);
	}
	free(taken);
	return out;
}

void
facts_range(const struct report_in *in, const struct verdict *v, double *low, double *high)
{
	const struct session_metric *m = facts_samples(in, v);

	*low = m ? stats_min(m->sample, m->n) : NAN;
	*high = m ? stats_max(m->sample, m->n) : NAN;
}

bool
facts_said(const struct report_in *in, const struct warning *w)
{
	return in->verdicts->nslow > 0 && strcmp(w->code, "slow-node") == 0;
}
