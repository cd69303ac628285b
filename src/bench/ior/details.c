#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/ior/details.h"
#include "bench/ior/job.h"
#include "bench/ior/names.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/stats.h"
#include "par/par.h"

#define U(x) ((unsigned long long)(x))

int
details_operations(
    struct job *j, const struct xfer *x, enum phase_kind kind, int rep, struct err *e)
{
	char *path = mem_fmt("%s-%s-%d-%05d.csv", j->o->op_csv, phase_name(kind), rep, j->rank);
	double rate = tick_rate(&x->tick);
	FILE *f = fopen(path, "we");
	int rc = 0;

	if (f == NULL) {
		rc = err_sys(e, errno, "%s", path);
		free(path);
		return rc;
	}
	fprintf(f, "time,runtime,tp\n");
	for (size_t i = 0; i < x->nop; i++) {
		double s = x->op[i].seconds * rate;

		fprintf(f, "%.8e,%.8e,%e\n", x->op[i].start * rate, s,
		    s > 0 ? (double)x->plan->transfer / s : 0);
	}
	if (fclose(f) != 0)
		rc = err_sys(e, errno, "%s", path);
	free(path);
	return rc;
}

int
details_tasks_begin(const char *path, struct err *e)
{
	FILE *f = fopen(path, "we");

	if (f == NULL)
		return err_sys(e, errno, "%s", path);
	fprintf(
	    f, "access,rank,runtime-with-openclose,runtime,throughput-withopenclose,throughput\n");
	return fclose(f) == 0 ? 0 : err_sys(e, errno, "%s", path);
}

int
details_tasks(struct job *j, const struct phase *p, struct err *e)
{
	FILE *f = fopen(j->o->rank_csv, "ae");

	if (f == NULL)
		return err_sys(e, errno, "%s", j->o->rank_csv);
	for (int r = 0; r < par_size(j->par); r++) {
		const struct phase_task *t = &j->task[r];
		double whole = t->at[CLOSE_STOP] - t->at[OPEN_START],
		       part = t->at[MOVE_STOP] - t->at[MOVE_START];

		fprintf(f, "%s,%d,%.10e,%.10e,%.10e,%.10e\n", phase_name(p->kind), r, whole, part,
		    (double)t->bytes / whole, (double)t->bytes / part);
	}
	return fclose(f) == 0 ? 0 : err_sys(e, errno, "%s", j->o->rank_csv);
}

/* One of the values that -j looks at; the stamps are times since the phase's first one. */
static double
value(const struct phase_task *t, int which, double zero)
{
	switch (which) {
	case 0:
		return t->at[OPEN_START] - zero;
	case 1:
		return t->at[OPEN_STOP] - t->at[OPEN_START];
	case 2:
		return t->at[MOVE_STOP] - t->at[MOVE_START];
	case 3:
		return t->at[CLOSE_STOP] - t->at[CLOSE_START];
	default:
		return t->at[CLOSE_STOP] - zero;
	}
}

void
details_outliers(struct job *j, const struct phase *p)
{
	static const char *const name[] = { "start time", "elapsed create time",
		"elapsed transfer time", "elapsed close time", "end time" };
	int n = par_size(j->par);
	double *x = mem_zero((size_t)n, sizeof *x), zero = j->task[0].at[OPEN_START];

	for (int r = 1; r < n; r++)
		zero = fmin(zero, j->task[r].at[OPEN_START]);
	for (int k = 0; k < 5; k++) {
		double mean, sd;

		for (int r = 0; r < n; r++)
			x[r] = value(&j->task[r], k, zero);
		mean = stats_mean(x, (size_t)n);
		sd = stats_sd_pop(x, (size_t)n);
		for (int r = 0; r < n; r++)
			if (fabs(x[r] - mean) > j->o->outlier)
				print_warn(j->print, "outlier",
				    "for %s, task %d, %s %s is %f (mean=%f, stddev=%f)",
				    par_host(j->par, r), r, phase_name(p->kind), name[k], x[r],
				    mean, sd);
	}
	free(x);
}

static const char *
hex(char *buf, size_t size, const unsigned char *b, uint32_t n)
{
	size_t at = 0;

	buf[0] = '\0';
	for (uint32_t i = 0; i < n && at + 4 < size; i++)
		at += (size_t)snprintf(buf + at, size - at, "%s%02x", i ? " " : "", b[i]);
	return buf;
}

/* Whose file a task had in this phase. */
static char *
file_of(const struct job *j, const struct phase *p, int task)
{
	int owner = p->kind == PHASE_READ          ? j->reader[task]
		    : p->kind == PHASE_CHECK_WRITE ? j->checker[task]
						   : task;

	return names_file(j->o, owner, p->rep);
}

void
details_bad(struct job *j, const struct phase *p)
{
	enum { MOST = 16 };
	char want[64], got[64];
	int said = 0;

	for (int r = 0; r < par_size(j->par); r++)
		for (uint64_t i = 0; i < j->task[r].bad_ops && i < XFER_BAD && said < MOST;
		     i++, said++) {
			const struct xfer_bad *b = &j->bad[(uint64_t)r * XFER_BAD + i];
			char *path = file_of(j, p, r);

			fprintf(stderr,
			    "ior: wrong data: rank %d on %s: %s: at byte %llu: expected %s, found "
			    "%s (%llu bytes of "
			    "this transfer differ)\n",
			    r, par_host(j->par, r), path, U(b->at),
			    hex(want, sizeof want, b->want, b->shown),
			    hex(got, sizeof got, b->got, b->shown), U(b->bytes));
			free(path);
		}
	print_warn(j->print, "wrong-data",
	    "incorrect data on %s: %llu bytes in %llu transfers differ from what was written "
	    "(signature %llu)",
	    p->kind == PHASE_READ ? "read" : "write", U(p->bad_bytes), U(p->bad_ops),
	    U(j->o->signature));
}

/* Verbosity 4: recomputed, so that printing takes no part of the phase. */
static void
offsets(struct job *j, const struct phase *p, int task)
{
	int owner = p->kind == PHASE_READ          ? j->reader[task]
		    : p->kind == PHASE_CHECK_WRITE ? j->checker[task]
						   : task;
	struct plan_walk w = plan_start(&j->plan, (uint64_t)owner);
	uint64_t at;

	for (uint64_t k = 0; k < j->task[task].ops && plan_next(&w, &at); k++)
		if (p->kind == PHASE_CHECK_WRITE || (p->kind == PHASE_READ && j->o->check_read))
			print_line(j->print,
			    "[%d] At file byte offset %llu, comparing %llu-byte transfer", task,
			    U(at), U(j->o->transfer));
		else
			print_line(j->print, "task %d %s offset %llu", task,
			    p->kind == PHASE_WRITE ? "writing to" : "reading from", U(at));
}

static void
stamps(struct job *j, const struct phase *p, int task)
{
	static const char *const name[] = { "open start", "open stop", "start", "stop",
		"close start", "close stop" };

	for (int s = 0; s < STAMPS; s++)
		print_line(j->print, "Test %d: Iter=%d, Task=%d, Time=%f, %s %s", j->o->id, p->rep,
		    task, j->task[task].at[s] - j->zero, phase_name(p->kind), name[s]);
}

void
details_lines(struct job *j, const struct phase *p)
{
	if (j->o->verbose < 3)
		return;
	for (int r = 0; r < par_size(j->par); r++) {
		char *path = file_of(j, p, r);

		if (p->kind != PHASE_CHECK_WRITE) {
			print_line(j->print, "task %d %s %s", r,
			    p->kind == PHASE_WRITE ? "writing" : "reading", path);
			stamps(j, p, r);
		}
		if (j->o->verbose >= 4)
			offsets(j, p, r);
		free(path);
	}
}
