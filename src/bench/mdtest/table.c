#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/pertask.h"
#include "bench/mdtest/hist.h"
#include "bench/mdtest/opts.h"
#include "bench/mdtest/report.h"
#include "bench/mdtest/rows.h"
#include "bench/mdtest/table.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/stats.h"

/* One row's four figures; known: the phase ran. */
struct figures {
	double max, min, mean, sd;
	bool known;
};

static bool
four(const struct report *p)
{
	return p->o->format == OPTS_FORMAT4;
}

static const char *
get(const struct report *p, const char *key)
{
	const char *v = result_get(p->r, key);

	return v != NULL ? v : "";
}

static const struct metric *
find(const struct report *p, const struct row *row)
{
	const struct metric *m = result_find(p->r, row->metric, "ops/s");

	return m != NULL && m->n > 0 ? m : NULL;
}

/* Rows that this table has: those that always show, and those that ran. */
static bool
shown(const struct report *p, const struct row *row)
{
	if (!rows_shown(row, get(p, "items-kind")))
		return false;
	return (four(p) ? row->in4 : row->in1) || find(p, row) != NULL;
}

static void
put_column(FILE *f, double v, bool known, int digits)
{
	if (known && !isfinite(v))
		fprintf(f, " %14s", "NA");
	else
		fprintf(f, " %14.*f", digits, known ? v : 0.0);
}

static void
put_figures(FILE *f, const struct figures *x, int digits)
{
	put_column(f, x->max, x->known, digits);
	put_column(f, x->min, x->known, digits);
	put_column(f, x->mean, x->known, digits);
	put_column(f, x->sd, x->known, digits);
}

/* The label, and the columns over single tasks where they are asked for. */
static void
put_label(
    FILE *f, const struct report *p, const struct row *row, const struct figures *tasks, int digits)
{
	if (p->o->task_stats) {
		fprintf(f, "   %-18s", row->label);
		put_column(f, tasks->max, tasks->known, digits);
		put_column(f, tasks->min, tasks->known, digits);
		put_column(f, tasks->mean, tasks->known, digits);
		fprintf(f, "%8s", "");
	} else if (four(p)) {
		fprintf(f, "   %-22s", row->label);
	} else {
		fprintf(f, "   %-18s:", row->label);
	}
}

static void
put_head(FILE *f, const struct report *p, const char *what)
{
	fprintf(f, "\nSUMMARY%s: (of %s iterations)\n", what, get(p, "iterations"));
	if (p->o->task_stats) {
		fprintf(f, "   Operation     per Rank: Max%15s%15s%24s%15s%15s%15s\n", "Min",
		    "Mean", "per Iteration: Max", "Min", "Mean", "Std Dev");
		fprintf(f, "   ---------               ---%15s%15s%25s%15s%15s%15s\n", "---",
		    "----", "---", "---", "----", "-------");
		return;
	}
	fprintf(f, "   %-9s%*s%15s%15s%15s\n", "Operation", four(p) ? 24 : 25, "Max", "Min", "Mean",
	    "Std Dev");
	fprintf(f, "   %-9s%*s%15s%15s%15s\n", "---------", four(p) ? 24 : 25, "---", "---", "----",
	    "-------");
}

/* Over all tasks and iterations: single tasks' rates, or the time of one of their operations in
 * milliseconds. */
static struct figures
over_tasks(const struct report *p, int k, bool times)
{
	struct figures x = { 0, 0, 0, 0, false };
	const struct pertask *d = p->tasks_own;
	size_t n = 0;
	double *v;

	if (d == NULL || find(p, &rows_all[k]) == NULL)
		return x;
	v = mem_zero((size_t)d->tasks * (size_t)d->iterations, sizeof *v);
	for (int it = 0; it < d->iterations; it++)
		for (int t = 0; t < d->tasks; t++) {
			double rate = pertask_rate(&pertask_row(d, it, k)[t]);

			if (rate > 0)
				v[n++] = times ? 1e3 / rate : rate;
		}
	x.known = n > 0;
	x.max = stats_max(v, n);
	x.min = stats_min(v, n);
	x.mean = stats_mean(v, n);
	free(v);
	return x;
}

static struct figures
rates(const struct report *p, const struct row *row)
{
	const struct metric *m = find(p, row);
	struct figures x = { 0, 0, 0, 0, m != NULL };

	if (m != NULL) {
		x.max = m->max;
		x.min = m->min;
		x.mean = m->mean;
		x.sd = m->stddev;
	}
	return x;
}

/* Tasks that a phase kept busy: one where task 0 makes the shared tree. */
static double
busy(const struct report *p, const struct row *row)
{
	return row->kind == 't' && !p->o->unique ? 1 : p->ms_tasks;
}

static struct figures
times(const struct report *p, const struct row *row)
{
	const struct metric *m = find(p, row);
	struct figures x = { 0, 0, 0, 0, m != NULL };
	double *v;

	if (m == NULL)
		return x;
	v = mem_zero(m->n, sizeof *v);
	for (size_t i = 0; i < m->n; i++)
		v[i] = m->sample[i] > 0 ? 1e3 * busy(p, row) / m->sample[i] : 0;
	x.max = stats_max(v, m->n);
	x.min = stats_min(v, m->n);
	x.mean = stats_mean(v, m->n);
	x.sd = stats_sd_sample(v, m->n);
	free(v);
	return x;
}

static void
put_table(FILE *f, const struct report *p, bool time)
{
	int digits = time ? 6 : 3;

	for (int k = 0; rows_all[k].metric != NULL; k++) {
		const struct row *row = &rows_all[k];
		struct figures x, tasks;

		if (!shown(p, row))
			continue;
		x = time ? times(p, row) : rates(p, row);
		tasks = over_tasks(p, k, time);
		put_label(f, p, row, &tasks, digits);
		put_figures(f, &x, digits);
		fputc('\n', f);
	}
}

void
table_rates(FILE *f, const struct report *p)
{
	bool plain = !four(p) && !p->o->times && !p->o->rates_too;

	put_head(f, p, four(p) ? " rate (in ops/sec)" : plain ? "" : " rate");
	put_table(f, p, false);
}

void
table_times(FILE *f, const struct report *p)
{
	put_head(f, p, " time (in ms/op)");
	put_table(f, p, true);
}

void
table_latency(FILE *f, const struct report *p)
{
	static const double q[] = { 0.5, 0.9, 0.99, 0.999 };

	fprintf(f, "\nLATENCY (in us): (of single operations, all tasks and iterations)\n");
	fprintf(
	    f, "   %-9s%25s%15s%15s%15s%15s\n", "Operation", "p50", "p90", "p99", "p99.9", "max");
	fprintf(
	    f, "   %-9s%25s%15s%15s%15s%15s\n", "---------", "---", "---", "---", "-----", "---");
	for (int k = 0; rows_all[k].metric != NULL; k++) {
		const struct hist *h = &p->hist[k];

		if (h->n == 0)
			continue;
		fprintf(f, "   %-18s:", rows_all[k].label);
		for (size_t i = 0; i < sizeof q / sizeof *q; i++)
			fprintf(f, " %14.3f", hist_quantile(h, q[i]) * 1e-3);
		fprintf(f, " %14.3f\n", (double)h->max * 1e-3);
	}
}

/* The kernel takes changes in one directory one at a time: depth beyond the number of directories
 * is of no use there. */
static bool
serial(const struct row *row, const struct report *p)
{
	const char *dash = strchr(row->metric, '-');

	return (uint64_t)p->o->depth_queue > p->dirs &&
	       (strcmp(dash, "-create") == 0 || strcmp(dash, "-remove") == 0);
}

void
table_engines(FILE *f, const struct report *p)
{
	fprintf(f, "\nQUEUE DEPTH %d over %" PRIu64 " %s a task\n", p->o->depth_queue, p->dirs,
	    p->dirs == 1 ? "directory" : "directories");
	for (int k = 0; rows_all[k].metric != NULL; k++) {
		int e = p->engines[k];
		char rings[32] = "";

		if (e == 0 || rows_all[k].kind == 't')
			continue;
		if (e == 'u' && p->rings > 1)
			snprintf(rings, sizeof rings, ", %d rings", p->rings);
		fprintf(f, "   %-18s: %s%s%s\n", rows_all[k].label,
		    e == 'u'   ? "uring"
		    : e == 't' ? "threads"
			       : "plain calls, depth 1",
		    rings,
		    e != 'c' && serial(&rows_all[k], p)
			? " (one directory is changed by one operation at a time: more directories "
			  "would be faster)"
			: "");
	}
}
