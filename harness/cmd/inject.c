#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/judging.h"
#include "cmd/publish.h"
#include "cmd/run.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/str.h"

struct args {
	struct settings s;
	double factor; /* from "-20%" */
};

static const struct opt opts[] = {
	{ 'h', "help", OPT_HELP, 0, NULL, "this text", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

extern const struct cmd_ops cmd_inject;

/* "-20%": the factor 0.8.  0 for other words. */
static double
slowdown(const char *word)
{
	char *end;
	double percent = strtod(word, &end);

	return end != word && strcmp(end, "%") == 0 && percent > -100 && percent < 1000
		   ? 1 + percent / 100
		   : 0;
}

/* Take the percentage out of argv, where getopt would see an option. */
static int
take_slowdown(int argc, char *argv[], double *factor)
{
	int n = 1;

	for (int i = 1; i < argc; i++) {
		double f = slowdown(argv[i]);

		if (f > 0)
			*factor = f;
		else
			argv[n++] = argv[i];
	}
	argv[n] = NULL;
	return n;
}

static size_t
scale(struct session *s, const char *pattern, double factor)
{
	size_t hit = 0;

	for (size_t i = 0; i < s->nmetric; i++) {
		struct session_metric *m = &s->metric[i];

		if (strcmp(pattern, "all") != 0 && fnmatch(pattern, m->id, 0) != 0)
			continue;
		for (size_t k = 0; k < m->n; k++) {
			m->sample[k] *= m->better == BETTER_HIGHER ? factor : 1 / factor;
			if (m->seconds != NULL)
				m->seconds[k] /= factor;
		}
		hit++;
	}
	return hit;
}

/* The second look of a run that had none: it would have seen the same slowdown. */
static int
copy(const struct session *s, struct session **out, struct err *e)
{
	json_t *j = session_json(s);
	int rc = session_read(j, out, e);

	json_decref(j);
	return rc;
}

static int
inject(const struct args *a, const char *pattern, const char *run, struct err *e)
{
	struct run_outcome out = { 0 };
	struct judging j;
	size_t hit;
	int rc = store_run_read(run, &out.session, &out.second, NULL, e);

	if (rc != 0)
		return rc == -ENOENT ? -EINVAL : rc;
	if (out.session->machine == NULL || out.session->series == NULL)
		rc = err_set(e, EINVAL, "%s: names no machine and series", run);
	if (rc == 0 && out.second == NULL)
		rc = copy(out.session, &out.second, e);
	if (rc == 0) {
		hit = scale(out.session, pattern, a->factor);
		scale(out.second, pattern, a->factor);
		if (hit == 0)
			rc = err_set(
			    e, EINVAL, "inject: %s: no metric of %s is called so", pattern, run);
	}
	if (rc == 0)
		rc = judging_load(&a->s, out.session->machine, out.session->series, &j, e);
	if (rc == 0) {
		out.verdicts = judging_verdict(&j, out.session, out.second);
		session_warn(out.session, "injected",
		    "these figures are not measured: %s was scaled by %.2f at both looks", pattern,
		    a->factor);
		rc = publish_print(&j, &out, e);
		judging_free(&j);
	}
	if (rc == 0) {
		printf("check-fs: %s (%d): injected %+.0f %% on %s, nothing was written\n",
		    verdict_word(out.verdicts->word), out.verdicts->code, 100 * (a->factor - 1),
		    pattern);
		rc = out.verdicts->code;
	}
	run_outcome_free(&out);
	return rc;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct args a = { .factor = 0 };
	const struct opt_set sets[] = { { opts, &a, NULL },
		{ settings_opts, &a.s, "Common options" }, { NULL, NULL, NULL } };
	struct strv words = { 0 };
	char *latest = NULL;
	int rc;

	argc = take_slowdown(argc, argv, &a.factor);
	rc = opt_parse(sets, argc, argv, &words, e);
	if (rc > 0) {
		cmd_help(&cmd_inject, sets);
		strv_free(&words);
		return 0;
	}
	if (rc == 0 && (a.factor == 0 || words.n < 1 || words.n > 2))
		rc = err_set(e, EINVAL,
		    "inject: say what: check-fs inject -20%% all, or -50%% ior-fpp/write [RUN]");
	if (rc == 0)
		rc = settings_finish(&a.s, e);
	if (rc == 0) {
		latest = mem_fmt("%s/latest", a.s.reports);
		rc = inject(&a, words.v[0], words.n == 2 ? words.v[1] : latest, e);
	}
	free(latest);
	strv_free(&words);
	return rc;
}

const struct cmd_ops cmd_inject = {
	.name = "inject",
	.help = "a recorded run made slower: see whether it would be found",
	.synopsis = "[options] -PERCENT% METRIC|all [RUN]",
	.details = "RUN (default: reports/latest) is read, the metric (* stands for anything) is "
		   "scaled at both looks, and the\n"
		   "result is judged by the baseline.  Nothing is measured or written.  The exit "
		   "status is the verdict's.\n",
	.run = run,
};
