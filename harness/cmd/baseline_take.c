#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/baseline.h"
#include "cmd/run.h"
#include "compare/admit.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/stop.h"

#define EXIT_REFUSED 4

/* Admit and append one session; prints what became of it.  0, or -errno with e. */
static int
take(const struct baseline_args *a, const struct session *s, struct err *e)
{
	struct judging j;
	char *odd = NULL, *who;
	int rc;

	if (s->machine == NULL || s->series == NULL || s->id == NULL)
		return err_set(e, EINVAL,
		    "the run names no machine and series, it cannot be part of a baseline");
	rc = judging_load(&a->s, s->machine, s->series, &j, e);
	if (rc != 0)
		return rc;
	rc = admit_check(s, j.baseline.session, j.baseline.n, &odd, e);
	judging_free(&j);
	if (rc != 0)
		return rc;
	if (odd != NULL)
		fprintf(stderr,
		    "check-fs: %s: unlike the other sessions in %s (more than 4 MAD): accepted, "
		    "look at it\n",
		    s->id, odd);
	free(odd);
	who = baseline_who();
	rc = store_baseline_accept(a->s.baselines, s, who, a->reason, e);
	free(who);
	if (rc == 0 && (rc = judging_load(&a->s, s->machine, s->series, &j, e)) == 0) {
		printf("accepted %s into the baseline of %s, series %s\n", s->id, s->machine,
		    s->series);
		baseline_says(&j);
		judging_free(&j);
	}
	return rc;
}

/* Which recorded runs must not become a baseline, whatever they measured. */
static int
allowed(const struct baseline_args *a, const char *run, const struct session *s,
    const json_t *verdicts, struct err *e)
{
	const char *word = json_string_value(json_object_get(verdicts, "verdict"));

	if (word != NULL && strcmp(word, verdict_word(WORD_COULD_NOT_MEASURE)) == 0)
		return err_set(
		    e, EINVAL, "%s: could not measure: it cannot be part of a baseline", run);
	if (admit_genuine(s, e) != 0)
		return -EINVAL;
	if (session_env_get(s, "check-fs.kind") != NULL)
		return err_set(
		    e, EINVAL, "%s: is a summary of several sessions: accept those", run);
	if (s->profile != NULL && strcmp(s->profile, "smoke") == 0)
		return err_set(e, EINVAL,
		    "%s: the smoke profile is too short to be a baseline, use quick or standard",
		    run);
	if (word != NULL && strcmp(word, verdict_word(WORD_SLOWER)) == 0 && a->reason == NULL)
		return err_set(e, EINVAL,
		    "%s: was judged SLOWER: say why it is to be the baseline with --reason", run);
	return 0;
}

static int
accept_run(const struct baseline_args *a, const char *run, struct err *e)
{
	struct session *s;
	json_t *verdicts;
	int rc = store_run_read(run, &s, NULL, &verdicts, e);

	if (rc != 0)
		return rc;
	rc = allowed(a, run, s, verdicts, e);
	if (rc == 0)
		rc = take(a, s, e);
	session_free(s);
	json_decref(verdicts);
	return rc;
}

int
baseline_accept(const struct baseline_args *a, struct err *e)
{
	int rc = 0;

	if (a->words.n == 0)
		return err_set(e, EINVAL, "baseline accept: which run? For example reports/latest");
	for (size_t i = 0; i < a->words.n && rc == 0; i++)
		rc = accept_run(a, a->words.v[i], e);
	/* what is wrong with the words is the user's to correct */
	return rc == -ENOENT || rc == -EEXIST ? -EINVAL : rc;
}

static int
measure_one(const struct baseline_args *a, struct err *e)
{
	const struct run_options o = { .launcher_args = a->launcher_args,
		.hostfile = a->hostfile,
		.oversubscribe = a->oversubscribe,
		.once = true };
	struct run_outcome out = { 0 };
	struct err why = { 0, "" };
	int rc = run_measure(&a->s, &o, &out, e);

	if (rc == 0 && out.verdicts->word == WORD_COULD_NOT_MEASURE) {
		fprintf(stderr, "check-fs: %s\n", out.verdicts->headline);
		rc = out.verdicts->code;
	} else if (rc == 0 && (rc = take(a, out.session, &why)) != 0) {
		fprintf(stderr, "check-fs: not accepted: %s\n", why.text);
		rc = rc == -EINVAL ? EXIT_REFUSED : 5;
	}
	if (out.dir != NULL)
		printf("check-fs: report in %s\n", out.dir);
	run_outcome_free(&out);
	return rc;
}

int
baseline_measure(const struct baseline_args *a, struct err *e)
{
	double next = clock_now();
	int rc = 0;

	if (a->words.n > 0)
		return err_set(
		    e, EINVAL, "baseline measure: '%s': it takes options only", a->words.v[0]);
	if (strcmp(a->s.profile, "smoke") == 0)
		return err_set(e, EINVAL,
		    "baseline measure: the smoke profile is too short to be a baseline, use quick "
		    "or standard");
	for (int i = 0; i < a->sessions && rc == 0; i++) {
		if (i > 0 && clock_now() < next && clock_sleep(next - clock_now()) != 0)
			return 128 + (stop_asked() ? stop_asked() : 2);
		next = clock_now() + a->every;
		rc = measure_one(a, e);
	}
	return rc;
}
