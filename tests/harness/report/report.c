/* Writes every kind of run in every format to DIR/KIND/ for the Bats files to look at: report DIR
 * CHARTS [GNUPLOT] */
#include "core/err.h"
#include "core/file.h"
#include "sample.h"
#include "store/store.h"

static int
one(const char *dir, int kind, const char *charts, const char *gnuplot)
{
	struct err e = { 0, "" };
	struct report_in in;
	struct sample x;
	char *sub = file_join(dir, sample_names[kind]);
	int rc;

	sample_make(kind, &x);
	in = sample_in(&x);
	in.charts = charts;
	in.gnuplot = gnuplot;
	in.logs = getenv("SAMPLE_LOGS");
	rc = file_mkdirs(sub, 0777, &e);
	if (rc == 0) {
		json_t *j = verdict_json(x.verdicts);

		rc = store_run_write(sub, x.session, x.second, j, &e);
		json_decref(j);
	}
	if (rc == 0)
		rc = report_write(sub, NULL, &in, &e);
	if (rc != 0)
		fprintf(stderr, "%s: %s\n", sample_names[kind], e.text);
	sample_free(&x);
	free(sub);
	return rc != 0;
}

static int
unknown_format_writes_nothing(void)
{
	struct err e = { 0, "" };
	struct report_in in;
	struct sample x;
	int bad;

	sample_make(HEALTHY, &x);
	in = sample_in(&x);
	bad = report_write("/nonexistent", "text,nosuch", &in, &e) != -22 ||
	      strstr(e.text, "nosuch") == NULL;
	if (bad)
		fprintf(stderr, "an unknown format was not refused: %s\n", e.text);
	sample_free(&x);
	return bad;
}

int
main(int argc, char *argv[])
{
	int bad = unknown_format_writes_nothing();

	for (int k = 0; argc > 2 && k < NKINDS; k++)
		bad += one(argv[1], k, argv[2], argc > 3 ? argv[3] : NULL);
	return bad != 0;
}
