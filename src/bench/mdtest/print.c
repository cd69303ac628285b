#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/pertask.h"
#include "bench/mdtest/opts.h"
#include "bench/mdtest/print.h"
#include "bench/mdtest/report.h"
#include "bench/mdtest/rows.h"
#include "bench/mdtest/table.h"
#include "core/result.h"

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

/* 4.x shows each word after the first in quotes. */
static void
put_words(FILE *f, const struct opts *o)
{
	fprintf(f, "Command line used: %s", o->words.n > 0 ? o->words.v[0] : "");
	for (size_t i = 1; i < o->words.n; i++)
		fprintf(f, " '%s'", o->words.v[i]);
	fputc('\n', f);
}

void
print_start(FILE *f, const struct opts *o, const struct result *r)
{
	bool four = o->format == OPTS_FORMAT4;

	fprintf(f, "-- started at %s --\n\n", get(r, "started"));
	fprintf(f, "mdtest-%s was launched with %s total task(s) on %s node(s)\n",
	    four ? "4.1.0" : "1.9.3", get(r, "world-tasks"), get(r, "nodes"));
	if (four)
		put_words(f, o);
	else
		fprintf(f, "Command line used: %s\n", get(r, "command"));
}

/* -- the settings --------------------------------------------------------- */

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

static void
put_paths(FILE *f, const struct opts *o)
{
	fprintf(f, "dirpath(s):\n");
	for (size_t i = 0; i < o->dirs.n; i++)
		fprintf(f, "\t%s\n", o->dirs.v[i]);
}

static void
put_later(FILE *f, const struct opts *o)
{
	put_number(f, "branch_factor", (uint64_t)o->branch);
	if (o->format != OPTS_FORMAT4)
		return;
	fprintf(f, "%-24s: %s\n", "api", o->api);
	fprintf(f, "%-24s: %g\n", "stone_wall_timer_seconds", o->stonewall);
	put_flag(f, "call_sync", o->sync_phase);
	put_flag(f, "make_node", o->mknod);
	put_flag(f, "rename_dirs", o->rename);
}

void
print_opts(FILE *f, const struct opts *o)
{
	put_flag(f, "barriers", !o->no_barriers);
	put_flag(f, "collective_creates", o->collective);
	put_flag(f, "create_only", o->create);
	put_paths(f, o);
	put_flag(f, "dirs_only", o->dirs_on);
	put_number(f, "read_bytes", o->read_bytes);
	put_flag(f, "read_only", o->read);
	put_number(f, "first", o->first > 0 ? (uint64_t)o->first : 1);
	put_flag(f, "files_only", o->files_on);
	put_number(f, "iterations", (uint64_t)o->iterations);
	put_number(f, "items_per_dir", o->per_dir);
	put_number(f, "last", (uint64_t)o->last);
	put_flag(f, "leaf_only", o->leaf_only);
	put_number(f, "items", o->items);
	put_number(f, "nstride", (uint64_t)o->shift);
	fprintf(f, "%-24s: %g\n", "pre_delay", o->delay);
	put_flag(f, "remove_only", o->remove);
	fprintf(f, "%-24s: %lld\n", "random_seed", o->random ? o->seed : 0);
	put_number(f, "stride", (uint64_t)o->stride);
	put_flag(f, "shared_file", o->shared);
	put_flag(f, "time_unique_dir_overhead", o->time_unique);
	put_flag(f, "stat_only", o->stat);
	put_flag(f, "unique_dir_per_task", o->unique);
	put_number(f, "write_bytes", o->write_bytes);
	put_flag(f, "sync_file", o->fsync_each);
	put_number(f, "depth", (uint64_t)o->depth);
	put_later(f, o);
}

/* -- between the settings and the tables ---------------------------------- */

void
print_where(FILE *f, const struct opts *o, const struct result *r)
{
	const char *seed = result_get(r, "seed"), *fs = get(r, "fs");
	bool four = o->format == OPTS_FORMAT4;

	if (four) {
		fprintf(f, "Nodemap: %s\n", get(r, "nodemap"));
		fprintf(f, "Path                : %s\n", get(r, "given"));
		fprintf(f, "FS                  : %s\n", strncmp(fs, "FS: ", 4) == 0 ? fs + 4 : fs);
	} else {
		fprintf(f, "Path: %s\n%s\n", get(r, "path"), fs);
	}
	if (seed != NULL)
		fprintf(f, "random seed: %s\n", seed);
}

void
print_tasks(FILE *f, const struct opts *o, const struct result *r)
{
	fprintf(f, "%s%s tasks, %s %s\n", o->format == OPTS_FORMAT4 ? "" : "\n", get(r, "tasks"),
	    get(r, "items"), get(r, "items-kind"));
}

void
print_phase_head(FILE *f)
{
	fprintf(
	    f, "\n   %-9s               %-8s              %s\n", "Operation", "Duration", "Rate");
	fprintf(f, "   %-9s               %-8s              %s\n", "---------", "--------", "----");
}

void
print_phase(FILE *f, const char *metric, bool ran, double seconds, double rate)
{
	const struct row *row = &rows_all[rows_find(metric)];
	bool make = strcmp(metric, "tree-create") == 0;

	if (!ran && !row->in1)
		return;
	/* 1.9.3's own difference between the two tree lines */
	fprintf(f, "V-1:%s   %-18s: %14.3f sec, ",
	    row->kind != 't' ? ""
	    : make           ? " main:"
			     : " main",
	    row->label, seconds);
	if (isfinite(rate))
		fprintf(f, "%14.3f ops/sec\n", rate);
	else
		fprintf(f, "%14s ops/sec\n", "NA");
}

/* -- tables --------------------------------------------------------------- */

static void
put_tasks(FILE *f, const struct report *p)
{
	const struct pertask *d = p->tasks_own;
	const char *kind = get(p->r, "items-kind");

	fprintf(f, "\nPer process result (%s):\n", p->o->times ? "time" : "rate");
	for (int it = 0; it < d->iterations; it++) {
		fprintf(f, "iteration: %d\n", it);
		for (int k = 0; rows_all[k].metric != NULL; k++) {
			const struct pertask_cell *c = pertask_row(d, it, k);
			const struct metric *m = result_find(p->r, rows_all[k].metric, "ops/s");

			if (!rows_shown(&rows_all[k], kind) || m == NULL)
				continue;
			fprintf(f, "Test %s ", rows_all[k].label);
			for (int t = 0; t < d->tasks; t++)
				fprintf(f, "%s%e", t > 0 ? "," : "",
				    p->o->times ? c[t].seconds : pertask_rate(&c[t]));
			fputc('\n', f);
		}
	}
}

void
print_tables(FILE *f, const struct report *p)
{
	if (p->o->all_tasks)
		put_tasks(f, p);
	if (!p->o->times || p->o->rates_too)
		table_rates(f, p);
	if (p->o->times || p->o->rates_too)
		table_times(f, p);
	if (p->hist != NULL)
		table_latency(f, p);
	if (p->o->depth_queue > 1)
		table_engines(f, p);
	if (p->wrong > 0)
		fprintf(f,
		    "\nERROR: verifying the data on read (%" PRIu64
		    " errors)! Take the performance values with care!\n\n",
		    p->wrong);
}

void
print_end(FILE *f, const struct opts *o, const struct result *r)
{
	if (o->format == OPTS_FORMAT4)
		fprintf(f, "-- finished at %s --\n\n", get(r, "finished"));
	else
		fprintf(f, "\n-- finished at %s --\n", get(r, "finished"));
}
