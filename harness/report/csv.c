#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/verdict.h"
#include "core/clock.h"
#include "core/session.h"
#include "report/clean.h"
#include "report/facts.h"
#include "report/report.h"

/* A text field: always quoted; what a spreadsheet would take for a formula gets an apostrophe
 * before it. */
static void
text(FILE *f, const char *value)
{
	char *line = clean_line(value, 0);

	fputc('"', f);
	if (*line != '\0' && strchr("=+-@", *line) != NULL)
		fputc('\'', f);
	for (char *p = line; *p; p++) {
		if (*p == '"')
			fputc('"', f);
		fputc(*p, f);
	}
	fputs("\",", f);
	free(line);
}

/* A number with every digit it has; empty where there is none. */
static void
number(FILE *f, double x)
{
	if (isfinite(x))
		fprintf(f, "%.17g", x);
	fputc(',', f);
}

static void
row(FILE *f, const struct report_in *in, const struct verdict *v)
{
	const struct session_metric *m = facts_samples(in, v);
	const struct session *s = in->session;
	char stamp[40];

	text(f, s->machine);
	text(f, s->id);
	text(f, s->series);
	text(f, s->target);
	text(f, s->profile);
	fprintf(
	    f, "%d,%d,%s,", s->ranks, s->nodes, clock_iso(stamp, sizeof stamp, (time_t)s->started));
	text(f, v->metric);
	text(f, v->unit);
	fprintf(f, "%s,%s,%d,", v->better == BETTER_LOWER ? "lower" : "higher",
	    verdict_outcome(v->outcome), v->judged);
	number(f, v->got);
	number(f, v->second);
	number(f, v->want);
	number(f, v->ratio);
	number(f, v->ci_low);
	number(f, v->ci_high);
	number(f, v->tolerance);
	number(f, v->limit);
	number(f, v->detectable);
	number(f, v->p);
	fprintf(f, "%d,", v->blocks);
	text(f, v->caveat);
	fputc('"', f);
	for (size_t i = 0; m != NULL && i < m->n; i++)
		fprintf(f, "%s%.17g", i ? " " : "", m->sample[i]);
	fputs("\"\r\n", f);
}

/* RFC 4180, one row a metric; a run without any has the header only. */
static int
write_csv(FILE *f, const struct report_in *in, struct err *e)
{
	(void)e;
	fputs("machine,run,series,target,profile,ranks,nodes,started,metric,unit,better,outcome,"
	      "judged,measured,second,"
	      "baseline,ratio,ratio_low,ratio_high,tolerance,limit,detectable,p,blocks,caveat,"
	      "samples\r\n",
	    f);
	for (size_t i = 0; i < in->verdicts->n; i++)
		row(f, in, &in->verdicts->v[i]);
	return 0;
}

const struct report_ops report_csv = {
	.name = "csv",
	.file = "report.csv",
	.help = "one row a metric, for a spreadsheet or R",
	.write = write_csv,
};
