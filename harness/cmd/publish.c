#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/judging.h"
#include "cmd/publish.h"
#include "cmd/run.h"
#include "core/clock.h"
#include "core/err.h"
#include "launch/which.h"
#include "report/report.h"
#include "store/store.h"

/* "generated at": a rebuild of the same reports is told what time to say. */
static long long
generated(void)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");

	return epoch != NULL && *epoch != '\0' ? atoll(epoch) : (long long)clock_wall();
}

static struct report_in
input(const struct judging *j, const struct run_outcome *out)
{
	struct report_in in;

	memset(&in, 0, sizeof in);
	in.session = out->session;
	in.second = out->second;
	in.verdicts = out->verdicts;
	in.logs = out->dir;
	in.now = generated();
	if (j != NULL) {
		in.history = j->baseline.session;
		in.nhistory = j->baseline.n;
	}
	return in;
}

int
publish_run(
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
	one = store_run_latest(s->reports, out->dir, e);
	rc = rc != 0 ? rc : one;
	json_decref(verdicts);
	free(charts);
	return rc;
}

int
publish_print(const struct judging *j, const struct run_outcome *out, struct err *e)
{
	struct report_in in = input(j, out);
	const struct report_ops *text = report_find("text");

	if (text == NULL)
		return 0;
	report_terminal(&in, 1);
	return text->write(stdout, &in, e);
}
