#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/delay.h"
#include "cmd/judging.h"
#include "cmd/publish.h"
#include "cmd/run.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/str.h"

struct args {
	struct settings s;
	struct run_options run;
	double factor;      /* from "-20%": of a recorded run; 0: not given */
	struct delay delay; /* of a run that is to be measured; all 0: not given */
};

static int
take_delay(void *cfg, const char *value, struct err *e)
{
	struct args *a = cfg;

	memset(&a->delay, 0, sizeof a->delay);
	return delay_read(&a->delay, value, e);
}

static const struct opt opts[] = {
	{ 0, "delay", OPT_CALL, 0, "TIME",
	    "measure TARGET, each call slower by TIME (200us) or to cost 30%", 0, 0, take_delay,
	    0 },
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

		if (!delay_means(pattern, m->id))
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

/* A recorded run, scaled. */
static int
scaled(const struct args *a, const char *pattern, const char *run, struct err *e)
{
	struct run_outcome out = { 0 };
	struct judging j;
	char *how;
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
	if (rc == 0 && j.baseline.n == 0) {
		rc = delay_based(&j.baseline, e);
		judging_free(&j);
	}
	if (rc == 0) {
		how = mem_fmt("%+.0f %% on %s at both looks", 100 * (a->factor - 1), pattern);
		delay_mark(out.session, how);
		free(how);
		out.verdicts = judging_verdict(&j, out.session, out.second);
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

/* A run that is measured now, delayed. */
static int
delayed(struct args *a, const char *metrics, struct err *e)
{
	struct run_outcome out = { 0 };
	int rc;

	a->delay.metrics = metrics;
	a->run.delay = &a->delay;
	rc = a->run.print_command ? run_print(&a->s, &a->run, e)
				  : run_measure(&a->s, &a->run, &out, e);
	if (rc == 0 && !a->run.print_command)
		rc = run_tell(&a->s, &a->run, &out);
	run_outcome_free(&out);
	return rc;
}

/* What was asked for, from options and words. */
static int
carry_out(struct args *a, const struct strv *words, struct err *e)
{
	char *latest;
	bool delay = a->delay.seconds > 0 || a->delay.fraction > 0;
	int rc;

	if ((a->factor > 0) == delay || words->n < 1 || words->n > 2)
		return err_set(e, EINVAL,
		    "inject: say what: check-fs inject -20%% all, or -50%% ior-fpp/write RUN, or "
		    "--delay=200us metadata TARGET");
	if (a->factor > 0 && a->s.target != NULL)
		return err_set(e, EINVAL,
		    "inject: --target: a percentage is taken off a recorded run; to measure, give "
		    "--delay=TIME");
	if (delay && words->n + (a->s.target != NULL) > 2)
		return err_set(e, EINVAL, "inject: measures one directory at a time");
	if (delay && words->n == 2)
		a->s.target = words->v[1];
	rc = settings_finish(&a->s, e);
	if (rc != 0)
		return rc;
	if (delay)
		return delayed(a, words->v[0], e);
	latest = mem_fmt("%s/latest", a->s.reports);
	rc = scaled(a, words->v[0], words->n == 2 ? words->v[1] : latest, e);
	free(latest);
	return rc;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct args a = { .factor = 0 };
	const struct opt_set sets[] = { { opts, &a, NULL },
		{ run_opts, &a.run, "Options of a run that is measured (--delay)" },
		{ settings_opts, &a.s, "Common options" }, { NULL, NULL, NULL } };
	struct strv words = { 0 };
	int rc;

	argc = take_slowdown(argc, argv, &a.factor);
	rc = opt_parse(sets, argc, argv, &words, e);
	if (rc > 0)
		cmd_help(&cmd_inject, sets);
	rc = rc == 0 ? carry_out(&a, &words, e) : rc > 0 ? 0 : rc;
	strv_free(&words);
	return rc;
}

const struct cmd_ops cmd_inject = {
	.name = "inject",
	.help = "make it slower on purpose: see whether it is found",
	.synopsis = "[options] -PERCENT% METRIC [RUN]  or  --delay=TIME METRIC TARGET",
	.details =
	    "METRIC: all, metadata, data, or a name, in which * stands for anything "
	    "(ior-*/write).\n"
	    "-PERCENT%: RUN (default: reports/latest) is read, the metric is scaled at both "
	    "looks, and the result is\n"
	    "judged by the baseline.  Nothing is measured or written.\n"
	    "--delay=TIME, --delay=PERCENT%: TARGET is measured with the baseline's commands, but "
	    "each call behind the\n"
	    "metric takes TIME longer, or as much as makes it PERCENT slower than its baseline: "
	    "launcher, benchmarks,\n"
	    "verdict and reports do what they would on a file system that became slow.\n"
	    "The run is marked as injected: no baseline accepts it, trend leaves it out, and "
	    "reports/latest stays.\n"
	    "The exit status is the verdict's.\n",
	.run = run,
};
