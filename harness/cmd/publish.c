#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/announce.h"
#include "cmd/generated.h"
#include "cmd/judging.h"
#include "cmd/listing.h"
#include "cmd/publish.h"
#include "cmd/run.h"
#include "core/err.h"
#include "launch/which.h"
#include "report/report.h"
#include "store/store.h"

static struct report_in
input(const struct judging *j, const struct run_outcome *out)
{
	struct report_in in;

	memset(&in, 0, sizeof in);
	in.session = out->session;
	in.second = out->second;
	in.verdicts = out->verdicts;
	in.logs = out->dir;
	/* a SOURCE_DATE_EPOCH that is no number is no reason to lose a measurement */
	generated_at(&in.now, NULL);
	if (j != NULL) {
		in.history = j->baseline.session;
		in.nhistory = j->baseline.n;
	}
	return in;
}

int
publish_again(
    const struct settings *s, const struct judging *j, const struct run_outcome *out, struct err *e)
{
	struct report_in in = input(j, out);
	json_t *verdicts = verdict_json(out->verdicts);
	char gnuplot[4096], *charts = settings_own("charts");
	int rc, one;

	if (which_find("gnuplot", gnuplot, sizeof gnuplot))
		in.gnuplot = gnuplot;
	in.charts = charts;
	rc = store_run_write(out->dir, out->session, out->second, verdicts, e);
	one = report_write(out->dir, NULL, &in, e);
	rc = rc != 0 ? rc : one;
	one = listing_update(s, 0, e);
	rc = rc != 0 || one >= 0 ? rc : one;
	json_decref(verdicts);
	free(charts);
	return rc;
}

int
publish_run(
    const struct settings *s, const struct judging *j, const struct run_outcome *out, struct err *e)
{
	int rc = publish_again(s, j, out, e), one = 0;

	/* what was made slower on purpose is not this machine's latest state */
	if (session_env_get(out->session, "check-fs.injected") == NULL)
		one = store_run_latest(s->reports, out->dir, e);
	return rc != 0 ? rc : one;
}

int
publish_print(const struct judging *j, const struct run_outcome *out, struct err *e)
{
	return publish_show(j, out, 0, e);
}

int
publish_show(const struct judging *j, const struct run_outcome *out, int detail, struct err *e)
{
	struct report_in in = input(j, out);
	const struct report_ops *text = report_find("text");
	int rc = 0;

	report_terminal(&in, 1);
	in.detail = detail;
	/* a run that failed has said why; its report would only say it again */
	if (text != NULL && (out->verdicts->word != WORD_COULD_NOT_MEASURE || out->verdicts->n > 0))
		rc = text->write(stdout, &in, e);
	return rc != 0 ? rc : announce_ci(&in, e);
}
