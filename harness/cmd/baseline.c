#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/baseline.h"
#include "core/err.h"
#include "core/mem.h"

static const struct baseline_verb verbs[] = {
	{ "measure", "", "measure --target and accept it: --sessions N of them, --every TIME",
	    baseline_measure },
	{ "accept", "RUN...", "make recorded runs part of the baseline: reports/latest",
	    baseline_accept },
	{ "list", "", "every machine and series that has a baseline", baseline_list },
	{ "show", "[MACHINE]", "the accepted sessions and their figures", baseline_show },
	{ "explain", "[MACHINE]", "what passes, what would be found, what more days would buy",
	    baseline_explain },
	{ "diff", "[MACHINE] or RUN", "what changed from the first to the last session, or to RUN",
	    baseline_diff },
	{ "learn", "[MACHINE]", "freeze the tolerances that this machine can prove",
	    baseline_learn },
	{ "expire", "SESSION...", "take sessions out: named, --older DAYS, --before DATE",
	    baseline_expire },
	{ "rollback", "", "take the newest session out again", baseline_rollback },
};

#define AT(m) offsetof(struct baseline_args, m)
static const struct opt opts[] = {
	{ 0, "series", OPT_STR, AT(series), "NAME", "one series of the machine (see list)", 0, 0,
	    NULL, 0 },
	{ 0, "reason", OPT_STR, AT(reason), "TEXT", "why, kept in the baseline", 0, 0, NULL, 0 },
	{ 0, "sessions", OPT_INT, AT(sessions), "N", "measure: so many sessions (default: 1)", 1,
	    1000, NULL, 0 },
	{ 0, "every", OPT_SECONDS, AT(every), "TIME",
	    "measure: from one start to the next (default: 1m)", 0, 0, NULL, 0 },
	{ 0, "older", OPT_INT, AT(older), "DAYS", "expire: sessions older than this", 1, 100000,
	    NULL, 0 },
	{ 0, "before", OPT_STR, AT(before), "DATE", "expire: sessions before 2026-12-31", 0, 0,
	    NULL, 0 },
	{ 0, "launcher-args", OPT_STR, AT(launcher_args), "ARGS",
	    "measure: passed through to the launcher", 0, 0, NULL, 0 },
	{ 0, "hostfile", OPT_STR, AT(hostfile), "FILE", "measure: hosts to run on", 0, 0, NULL, 0 },
	{ 0, "oversubscribe", OPT_FLAG, AT(oversubscribe), NULL,
	    "measure: more ranks than cores are wanted", 0, 0, NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "this text", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

extern const struct cmd_ops cmd_baseline;

static const struct baseline_verb *
find(const char *name)
{
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strcmp(verbs[i].name, name) == 0)
			return &verbs[i];
	return NULL;
}

static void
help(const struct opt_set *sets)
{
	cmd_help(&cmd_baseline, sets);
	puts("\nVerbs:");
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		printf("  %-8s %-16s %s\n", verbs[i].name, verbs[i].args, verbs[i].help);
}

const char *
baseline_machine(const struct baseline_args *a)
{
	return a->words.n > 0 ? a->words.v[0] : a->s.machine;
}

int
baseline_which(const struct baseline_args *a, struct strv *series, struct err *e)
{
	const char *machine = baseline_machine(a);
	struct strv all = { 0 };
	int rc = 0;

	store_series_list(a->s.baselines, machine, &all);
	if (all.n == 0)
		rc = err_set(e, EINVAL, "%s: has no baseline in %s, see check-fs baseline list",
		    machine, a->s.baselines);
	for (size_t i = 0; i < all.n; i++)
		if (a->series == NULL || strcmp(a->series, all.v[i]) == 0)
			strv_add(series, "%s", all.v[i]);
	if (rc == 0 && series->n == 0)
		rc = err_set(e, EINVAL, "%s: %s has no such series, see check-fs baseline list",
		    a->series, machine);
	strv_free(&all);
	return rc;
}

int
baseline_one(const struct baseline_args *a, char **series, struct err *e)
{
	struct strv which = { 0 };
	int rc = baseline_which(a, &which, e);

	if (rc == 0 && which.n > 1)
		rc = err_set(e, EINVAL,
		    "%s has %zu series: choose one with --series, for example --series %s",
		    baseline_machine(a), which.n, which.v[0]);
	if (rc == 0)
		*series = mem_dup(which.v[0]);
	strv_free(&which);
	return rc;
}

char *
baseline_who(void)
{
	char host[HOST_NAME_MAX + 1] = "localhost";
	struct passwd *pw = getpwuid(getuid());

	gethostname(host, sizeof host - 1);
	return pw != NULL ? mem_fmt("%s@%s", pw->pw_name, host)
			  : mem_fmt("uid%ld@%s", (long)getuid(), host);
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct baseline_args a = { .sessions = 1, .every = 60 };
	const struct opt_set sets[] = { { opts, &a, NULL },
		{ settings_opts, &a.s, "Common options" }, { NULL, NULL, NULL } };
	const struct baseline_verb *verb;
	int rc = opt_parse(sets, argc, argv, &a.words, e);

	if (rc > 0) {
		help(sets);
		strv_free(&a.words);
		return 0;
	}
	if (rc == 0 && a.words.n == 0)
		rc = err_set(e, EINVAL,
		    "baseline: say what to do: measure accept list show explain diff learn expire "
		    "rollback");
	verb = rc == 0 ? find(a.words.v[0]) : NULL;
	if (rc == 0 && verb == NULL)
		rc = err_set(e, EINVAL,
		    "baseline: '%s': no such verb, see check-fs baseline --help", a.words.v[0]);
	if (rc == 0)
		rc = settings_finish(&a.s, e);
	if (rc == 0) {
		free(a.words.v[0]);
		memmove(a.words.v, a.words.v + 1,
		    a.words.n * sizeof *a.words.v); /* with the NULL behind */
		a.words.n--;
		rc = verb->run(&a, e);
	}
	strv_free(&a.words);
	return rc;
}

const struct cmd_ops cmd_baseline = {
	.name = "baseline",
	.help = "measure, accept and look at what a machine is compared with",
	.synopsis = "VERB [options] [WORD...]",
	.details = NULL,
	.run = run,
};
