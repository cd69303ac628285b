#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/opts.h"
#include "bench/mdtest/print.h"
#include "core/result.h"
#include "core/stats.h"

/* The rows of the table, in order, as 1.9.3 spells them. */
static const struct row {
	const char *metric, *label;
	char kind; /* d, f, t */
} rows[] = {
	{ "dir-create", "Directory creation:", 'd' },
	{ "dir-stat", "Directory stat    :", 'd' },
	{ "dir-remove", "Directory removal :", 'd' },
	{ "file-create", "File creation     :", 'f' },
	{ "file-stat", "File stat         :", 'f' },
	{ "file-read", "File read         :", 'f' },
	{ "file-remove", "File removal      :", 'f' },
	{ "tree-create", "Tree creation     :", 't' },
	{ "tree-remove", "Tree removal      :", 't' },
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *
get(const struct result *r, const char *key)
{
	const char *v = result_get(r, key);

	return v != NULL ? v : "";
}

double
print_rate(double done, double seconds)
{
	if (done <= 0)
		return 0;
	return seconds > 0 ? done / seconds : NAN;
}

void
print_start(FILE *f, const struct result *r)
{
	fprintf(f, "-- started at %s --\n\n", get(r, "started"));
	fprintf(f, "mdtest-1.9.3 was launched with %s total task(s) on %s node(s)\n",
	    get(r, "world-tasks"), get(r, "nodes"));
	fprintf(f, "Command line used: %s\n", get(r, "command"));
}

static void
put_flag(FILE *f, const char *name, bool on)
{
	fprintf(f, "%-24s: %s\n", name, on ? "True" : "False");
}

static void
put_number(FILE *f, const char *name, uint64_t n)
{
	fprintf(f, "%-24s: %" PRIu64 "\n", name, n);
}

void
print_opts(FILE *f, const struct opts *o)
{
	put_flag(f, "barriers", true);
	put_flag(f, "collective_creates", false);
	put_flag(f, "create_only", o->create);
	fprintf(f, "dirpath(s):\n");
	for (size_t i = 0; i < o->dirs.n; i++)
		fprintf(f, "\t%s\n", o->dirs.v[i]);
	put_flag(f, "dirs_only", o->dirs_on);
	put_number(f, "read_bytes", o->read_bytes);
	put_flag(f, "read_only", o->read);
	put_number(f, "first", 1);
	put_flag(f, "files_only", o->files_on);
	put_number(f, "iterations", (uint64_t)o->iterations);
	put_number(f, "items_per_dir", o->per_dir);
	put_number(f, "last", 0);
	put_flag(f, "leaf_only", o->leaf_only);
	put_number(f, "items", o->items);
	put_number(f, "nstride", (uint64_t)o->shift);
	fprintf(f, "%-24s: %g\n", "pre_delay", o->delay);
	put_flag(f, "remove_only", o->remove);
	fprintf(f, "%-24s: %lld\n", "random_seed", o->random ? o->seed : 0);
	put_number(f, "stride", 1);
	put_flag(f, "shared_file", false);
	put_flag(f, "time_unique_dir_overhead", false);
	put_flag(f, "stat_only", o->stat);
	put_flag(f, "unique_dir_per_task", o->unique);
	put_number(f, "write_bytes", o->write_bytes);
	put_flag(f, "sync_file", o->fsync_each);
	put_number(f, "depth", (uint64_t)o->depth);
	put_number(f, "branch_factor", (uint64_t)o->branch);
}

void
print_where(FILE *f, const struct result *r)
{
	const char *seed = result_get(r, "seed");

	fprintf(f, "Path: %s\n%s\n", get(r, "path"), get(r, "fs"));
	if (seed != NULL)
		fprintf(f, "random seed: %s\n", seed);
}

void
print_tasks(FILE *f, const struct result *r)
{
	const char *kind = get(r, "items-kind");

	if (*kind == '\0') /* neither directories nor files */
		fprintf(f, "\n");
	else if (strcmp(kind, "1 file") == 0)
		fprintf(f, "\n%s tasks, 1 file\n", get(r, "tasks"));
	else
		fprintf(f, "\n%s tasks, %s %s\n", get(r, "tasks"), get(r, "items"), kind);
}

void
print_phase_head(FILE *f)
{
	fprintf(
	    f, "\n   %-9s               %-8s              %s\n", "Operation", "Duration", "Rate");
	fprintf(f, "   %-9s               %-8s              %s\n", "---------", "--------", "----");
}

void
print_phase(FILE *f, const char *metric, double seconds, double rate)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (strcmp(rows[i].metric, metric) != 0)
			continue;
		/* tree lines are 1.9.3's, with the colon it forgot left out */
		fprintf(f, "V-1:%s   %s %14.3f sec, ",
		    rows[i].kind != 't'                  ? ""
		    : strcmp(metric, "tree-create") == 0 ? " main:"
							 : " main",
		    rows[i].label, seconds);
		if (isfinite(rate))
			fprintf(f, "%14.3f ops/sec\n", rate);
		else
			fprintf(f, "%14s ops/sec\n", "NA");
	}
}

static void
put_column(FILE *f, double v, bool known)
{
	if (known && !isfinite(v))
		fprintf(f, " %14s", "NA");
	else
		fprintf(f, " %14.3f", known ? v : 0.0);
}

static bool
shown(const struct row *row, const char *kind)
{
	if (row->kind == 't')
		return true;
	return strstr(kind, row->kind == 'd' ? "director" : "file") != NULL;
}

void
print_table(FILE *f, const struct result *r)
{
	fprintf(f, "\nSUMMARY: (of %s iterations)\n", get(r, "iterations"));
	fprintf(f, "   %-9s%25s%15s%15s%15s\n", "Operation", "Max", "Min", "Mean", "Std Dev");
	fprintf(f, "   %-9s%25s%15s%15s%15s\n", "---------", "---", "---", "----", "-------");
	for (size_t i = 0; i < ROWS; i++) {
		const struct metric *m = result_find(r, rows[i].metric, "ops/s");
		bool ran = m != NULL && m->n > 0;

		if (!shown(&rows[i], get(r, "items-kind")))
			continue;
		fprintf(f, "   %s", rows[i].label);
		put_column(f, ran ? m->max : 0, ran);
		put_column(f, ran ? m->min : 0, ran);
		put_column(f, ran ? m->mean : 0, ran);
		put_column(f, ran ? m->stddev : 0, ran);
		fprintf(f, "\n");
	}
}

void
print_end(FILE *f, const struct result *r)
{
	fprintf(f, "\n-- finished at %s --\n", get(r, "finished"));
}
