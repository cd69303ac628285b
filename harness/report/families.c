#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/session.h"
#include "core/version.h"
#include "report/clean.h"
#include "report/facts.h"
#include "report/families.h"
#include "report/report.h"

#include "compare/verdict.h"

/* One family: its name says the unit; unit is that of the metrics it is for, NULL for all. */
struct family {
	const char *name, *help, *unit;
	double (*value)(const struct verdict *v);
	bool coarse; /* also in the short form */
};

static double
measured(const struct verdict *v)
{
	return v->got;
}

static double
baseline(const struct verdict *v)
{
	return v->want;
}

static double
ratio(const struct verdict *v)
{
	return v->ratio;
}

static double
tolerance(const struct verdict *v)
{
	return v->tolerance;
}

static double
failed(const struct verdict *v)
{
	return v->outcome == OUT_FAIL;
}

static double
suspect(const struct verdict *v)
{
	return v->outcome == OUT_SUSPECT;
}

static const struct family families[] = {
	{ "check_fs_operations_per_second", "Median rate of an operation in the last run.", "ops/s",
	    measured, true },
	{ "check_fs_bandwidth_bytes_per_second", "Median bandwidth in the last run.", "B/s",
	    measured, true },
	{ "check_fs_baseline_operations_per_second", "Median rate of an operation in the baseline.",
	    "ops/s", baseline, false },
	{ "check_fs_baseline_bandwidth_bytes_per_second", "Median bandwidth in the baseline.",
	    "B/s", baseline, false },
	{ "check_fs_baseline_ratio", "Last run against the baseline, above 1 is better.", NULL,
	    ratio, true },
	{ "check_fs_tolerance_ratio", "Slowdown that is tolerated, as a fraction.", NULL, tolerance,
	    false },
	{ "check_fs_slower", "1 where the metric is proved slower than its baseline.", NULL, failed,
	    true },
	{ "check_fs_suspect", "1 where the metric is below its tolerance, not proved.", NULL,
	    suspect, false },
};

static void
label(FILE *f, const char *name, const char *value)
{
	char *line = clean_line(value, 200);

	fprintf(f, "%s=\"", name);
	for (char *p = line; *p; p++) {
		if (*p == '"' || *p == '\\')
			fputc('\\', f);
		fputc(*p, f);
	}
	fputc('"', f);
	free(line);
}

static void
head(FILE *f, const char *name, const char *help)
{
	fprintf(f, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

static void
sample(FILE *f, const char *name, const struct report_in *in, const struct verdict *v)
{
	fprintf(f, "%s{", name);
	label(f, "machine", in->session->machine);
	fputc(',', f);
	label(f, "target", in->session->target);
	if (v != NULL) {
		fputc(',', f);
		label(f, "metric", v->metric);
	}
	fputs("} ", f);
}

/* Plain decimals: three significant digits from 100 on, hundredths below. */
static void
rounded(FILE *f, double x)
{
	double step = fabs(x) >= 100 ? pow(10, floor(log10(fabs(x))) - 2) : 0.01;
	double r = round(x / step) * step;

	fprintf(f, "%.*f\n", fabs(r - round(r)) < 1e-9 ? 0 : 2, r);
}

static void
family(FILE *f, const struct family *m, const struct report_in *in, bool coarse)
{
	bool any = false;

	for (size_t i = 0; i < in->verdicts->n; i++) {
		const struct verdict *v = &in->verdicts->v[i];

		/* what was not measured has no sample: NaN would be a value */
		if ((m->unit != NULL && strcmp(m->unit, v->unit) != 0) || !isfinite(m->value(v)))
			continue;
		if (!any)
			head(f, m->name, m->help);
		any = true;
		sample(f, m->name, in, v);
		if (coarse)
			rounded(f, m->value(v));
		else
			fprintf(f, "%.17g\n", m->value(v));
	}
}

static void
gauge(FILE *f, const char *name, const char *help, const struct report_in *in, double x)
{
	head(f, name, help);
	sample(f, name, in, NULL);
	fprintf(f, "%.17g\n", x);
}

void
families_write(FILE *f, const struct report_in *in, bool coarse)
{
	const struct session *s = in->session;

	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (!coarse || families[i].coarse)
			family(f, &families[i], in, coarse);
	gauge(f, "check_fs_verdict_code",
	    "Exit status of the last run: 0 healthy, 1 slower, 3 inconclusive, 4 not comparable, 5 "
	    "could not measure.",
	    in, in->verdicts->code);
	if (!coarse) {
		gauge(f, "check_fs_last_run_timestamp_seconds", "When the last run started.", in,
		    (double)s->started);
		gauge(f, "check_fs_last_run_duration_seconds", "How long the last run took.", in,
		    facts_took(in));
		head(f, "check_fs_build_info", "Version of check-fs that measured.");
		fprintf(f, "check_fs_build_info{");
		label(f, "version",
		    session_env_get(s, "tool.version") ? session_env_get(s, "tool.version")
						       : VERSION_TEXT);
		fputs("} 1\n", f);
	}
	fputs("# EOF\n", f);
}
