#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/csv.h"
#include "bench/mdtest/pertask.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/rows.h"
#include "core/err.h"
#include "core/result.h"

/* Everything was written and the file is closed: 0, or -errno with e. */
static int
finish(FILE *f, const char *path, struct err *e)
{
	bool bad = ferror(f) != 0;

	if (fclose(f) != 0 || bad)
		return err_sys(e, errno != 0 ? errno : EIO, "%s: cannot be written", path);
	return 0;
}

static FILE *
start(const char *path, bool first, struct err *e)
{
	FILE *f = fopen(path, first ? "w" : "a");

	if (f == NULL)
		err_sys(e, errno, "%s: cannot be written", path);
	return f;
}

/* -- single operations ---------------------------------------------------- */

/* Bytes that one operation of that phase moves. */
static uint64_t
bytes(const struct job *j, const char *metric)
{
	if (strcmp(metric, "file-create") == 0)
		return j->o->write_bytes;
	return strcmp(metric, "file-read") == 0 ? j->o->read_bytes : 0;
}

void
csv_ops(struct job *j, const struct phase *p, const uint64_t *ends, uint64_t n, struct err *e)
{
	double amount = (double)bytes(j, p->metric);
	uint64_t since = j->started;
	char path[PATH_MAX];
	FILE *f;

	snprintf(path, sizeof path, "%s-%s-%05d.csv", j->o->op_csv,
	    rows_all[rows_find(p->metric)].label, j->rank);
	f = start(path, true, e);
	if (f == NULL)
		return;
	fprintf(f, "time,runtime,tp\n");
	for (uint64_t i = 0; i < n && ends[i] != 0; i++) {
		double run = (double)tick_ns(&j->tick, ends[i] - since) * 1e-9;

		if (run <= 0)
			run = 1e-9;
		fprintf(f, "%.8e,%.8e,%e\n", (double)tick_ns(&j->tick, since - j->started) * 1e-9,
		    run, (amount > 0 ? amount : 1) / run);
		since = ends[i];
	}
	finish(f, path, e);
}

/* -- single tasks --------------------------------------------------------- */

/* The columns of 4.x, in its order; a name that we have no row for stays empty. */
static const char *const column[] = { "dir-create", "dir-stat", NULL, "dir-rename", "dir-remove",
	"file-create", "file-stat", "file-read", "file-remove", "tree-create", "tree-remove" };
enum { COLUMNS = sizeof column / sizeof *column, TASK_COLUMNS = COLUMNS - 2 };

static const char *
label(int i)
{
	return column[i] != NULL ? rows_all[rows_find(column[i])].label : "Directory read";
}

static void
put_pair(FILE *f, double rate, double seconds)
{
	if (seconds > 0)
		fprintf(f, ",%.10e,%.10e", rate, seconds);
	else
		fprintf(f, ",,");
}

static void
put_all(FILE *f, const struct result *r, const struct pertask *d)
{
	const char *items = result_get(r, "items");

	fprintf(f, "all,%.0f", items != NULL ? atof(items) / d->tasks : 0);
	for (int i = 0; i < COLUMNS; i++) {
		const struct metric *m =
		    column[i] != NULL ? result_find(r, column[i], "ops/s") : NULL;
		bool ran = m != NULL && m->n > 0;

		put_pair(f, ran ? m->mean : 0, ran && m->mean > 0 ? m->work / m->mean : 0);
	}
	fputc('\n', f);
}

int
csv_tasks(
    const char *path, bool first, const struct result *r, const struct pertask *d, struct err *e)
{
	FILE *f = start(path, first, e);

	if (f == NULL)
		return -e->code;
	if (first) {
		fprintf(f, "rank,items");
		for (int i = 0; i < COLUMNS; i++)
			fprintf(f, ",rate-%s,time-%s", label(i), label(i));
		fputc('\n', f);
	}
	put_all(f, r, d);
	for (int it = 0; it < d->iterations; it++)
		for (int t = 0; t < d->tasks; t++) {
			fprintf(f, "%d,", t);
			for (int i = 0; i < TASK_COLUMNS; i++) {
				const struct pertask_cell *c =
				    column[i] != NULL ? &pertask_row(d, it, rows_find(column[i]))[t]
						      : NULL;

				put_pair(
				    f, c != NULL ? pertask_rate(c) : 0, c != NULL ? c->seconds : 0);
			}
			fputc('\n', f);
		}
	return finish(f, path, e);
}

/* -- iterations ----------------------------------------------------------- */

/* A rate that the clock could not resolve stays empty. */
static void
put_sample(FILE *f, const char *tasks, const struct metric *m, size_t k)
{
	fprintf(f, "%s,%s,%s,%zu,", tasks, m->name, m->unit, k + 1);
	if (isfinite(m->sample[k]))
		fprintf(f, "%.17g", m->sample[k]);
	fprintf(f, ",%.9f\n", m->seconds[k]);
}

int
csv_iterations(const char *path, bool first, const struct result *r, struct err *e)
{
	const char *tasks = result_get(r, "tasks");
	FILE *f = start(path, first, e);

	if (f == NULL)
		return -e->code;
	if (first)
		fprintf(f, "tasks,metric,unit,iteration,value,seconds\n");
	for (size_t i = 0; i < r->nmetric; i++) {
		const struct metric *m = &r->metric[i];

		for (size_t k = 0; k < m->n; k++)
			put_sample(f, tasks != NULL ? tasks : "", m, k);
	}
	return finish(f, path, e);
}
