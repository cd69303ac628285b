#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/advice.h"
#include "cmd/cmd.h"
#include "cmd/progress.h"
#include "cmd/run.h"
#include "compare/verdict.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"
#include "store/store.h"

static char *
accept_line(const struct settings *set, const char *dir, bool newest)
{
	struct settings usual = { 0 };
	struct err e = { 0, "" };
	char real[2][PATH_MAX];
	struct strv w = { NULL, 0, 0 };
	char *line;
	bool latest = newest && realpath("reports", real[0]) != NULL &&
		      realpath(set->reports, real[1]) != NULL && strcmp(real[0], real[1]) == 0;

	strv_add(&w, "%s", access("bin/check-fs", X_OK) == 0 ? "bin/check-fs" : "check-fs");
	strv_add(&w, "baseline");
	strv_add(&w, "accept");
	strv_add(&w, "%s", latest ? "reports/latest" : dir);
	if (settings_finish(&usual, &e) == 0 && strcmp(usual.baselines, set->baselines) != 0)
		strv_add(&w, "--baselines=%s", set->baselines);
	line = strv_line(&w);
	strv_free(&w);
	return line;
}

static void
advise(const struct settings *set, struct run_outcome *out, bool newest)
{
	struct verdicts *v = out->verdicts;
	char *line;

	if (v->word != WORD_NO_BASELINE)
		return;
	line = accept_line(set, out->dir, newest);
	free(v->advice);
	v->advice = mem_fmt("make these figures the baseline: %s", line);
	free(line);
}

void
advice_take(const struct settings *set, struct run_outcome *out)
{
	advise(set, out, true);
}

void
advice_recorded(const struct settings *set, struct run_outcome *out)
{
	advise(set, out, false);
}

void
advice_like(const struct settings *set, struct session *session, struct progress *p)
{
	char *like = store_machine_like(set->baselines, set->machine, session);

	if (like == NULL)
		return;
	session_warn(session, "machine-like",
	    "%s has no baseline, but %s has one of the same device: --machine='%s' compares with "
	    "that",
	    set->machine, like, like);
	progress_note(p,
	    "%s has no baseline, but %s has one of the same device: --machine='%s' compares with "
	    "that",
	    set->machine, like, like);
	free(like);
}
