#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/advice.h"
#include "cmd/judging.h"
#include "cmd/publish.h"
#include "cmd/run.h"
#include "core/err.h"
#include "core/str.h"

struct args {
	struct settings s;
	bool save, verbose;
};

#define AT(m) offsetof(struct args, m)
static const struct opt opts[] = {
	{ 0, "save", OPT_FLAG, AT(save), NULL,
	    "write the new verdict into the run, with its reports", 0, 0, NULL, 0 },
	{ 'v', "verbose", OPT_FLAG, AT(verbose), NULL,
	    "also intervals, p, days and what would be found", 0, 0, NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "this text", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

extern const struct cmd_ops cmd_recheck;

/* A run that could not be measured stays so: there is nothing to judge. */
static int
failed_before(const json_t *verdicts, struct run_outcome *out, struct err *e)
{
	const char *word = json_string_value(json_object_get(verdicts, "verdict"));

	if (word == NULL || strcmp(word, verdict_word(WORD_COULD_NOT_MEASURE)) != 0 ||
	    out->session->nmetric > 0)
		return 0;
	return verdict_read(verdicts, &out->verdicts, e) == 0 ? 1 : -EINVAL;
}

static int
judge(const struct args *a, const char *run, const json_t *verdicts, struct run_outcome *out,
    struct err *e)
{
	const struct session *s = out->session;
	struct judging j;
	int rc;

	if (s->machine == NULL || s->series == NULL)
		return err_set(e, EINVAL, "%s: names no machine and series", run);
	rc = judging_load(&a->s, s->machine, s->series, &j, e);
	if (rc != 0)
		return rc;
	rc = failed_before(verdicts, out, e);
	if (rc == 0)
		out->verdicts = judging_verdict(&j, s, out->second);
	if (rc >= 0)
		advice_recorded(&a->s, out);
	if (rc >= 0)
		rc = a->save ? publish_again(&a->s, &j, out, e) : 0;
	if (rc == 0)
		rc = publish_show(&j, out, a->verbose, e);
	judging_free(&j);
	return rc;
}

/* Judge one recorded run; its exit status in *code. */
static int
recheck(const struct args *a, const char *run, int *code, struct err *e)
{
	struct run_outcome out = { 0 };
	json_t *verdicts;
	int rc = store_run_read(run, &out.session, &out.second, &verdicts, e);

	if (rc != 0)
		return rc == -ENOENT ? -EINVAL : rc;
	out.dir = strdup(run);
	rc = judge(a, run, verdicts, &out, e);
	if (rc == 0) {
		*code = out.verdicts->code;
		printf("check-fs: %s (%d): %s\n", verdict_word(out.verdicts->word), *code, run);
	}
	json_decref(verdicts);
	run_outcome_free(&out);
	return rc;
}

/* Which of two exit statuses is the more severe: 5, 1, 4, 3, 0. */
static int
worse(int a, int b)
{
	static const int order[] = { 5, 1, 4, 3, 0 };

	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (a == order[i] || b == order[i])
			return order[i];
	return a > b ? a : b;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct args a = { .save = false };
	const struct opt_set sets[] = { { opts, &a, NULL },
		{ settings_opts, &a.s, "Common options" }, { NULL, NULL, NULL } };
	struct strv words = { 0 };
	int rc = opt_parse(sets, argc, argv, &words, e), status = 0, code = 0;

	if (rc > 0) {
		cmd_help(&cmd_recheck, sets);
		strv_free(&words);
		return 0;
	}
	if (rc == 0 && words.n == 0)
		rc = err_set(e, EINVAL, "recheck: which run? For example reports/latest");
	if (rc == 0)
		rc = settings_finish(&a.s, e);
	for (size_t i = 0; i < words.n && rc == 0; i++) {
		rc = recheck(&a, words.v[i], &code, e);
		status = worse(status, code);
	}
	strv_free(&words);
	return rc == 0 ? status : rc;
}

const struct cmd_ops cmd_recheck = {
	.name = "recheck",
	.help = "judge recorded runs again, by the baseline and the rules of today",
	.synopsis = "[options] RUN...",
	.details =
	    "A run is never judged by itself: where it was accepted, the other sessions judge it.\n"
	    "The exit status is that of the most severe verdict.\n",
	.run = run,
};
