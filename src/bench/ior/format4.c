/* The default output of IOR 4.x. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "bench/ior/params.h"
#include "bench/ior/print.h"
#include "core/units.h"

static void __attribute__((format(printf, 3, 4)))
key(FILE *f, const char *name, const char *fmt, ...)
{
	va_list ap;

	fprintf(f, "%-20s: ", name);
	va_start(ap, fmt);
	vfprintf(f, fmt, ap);
	va_end(ap);
	fputc('\n', f);
}

static void
begin(FILE *f, const struct print_facts *facts)
{
	char text[64], *line = print_command(facts);

	fprintf(f, "IOR-4.1.0+dev: MPI Coordinated Test of Parallel I/O\n");
	key(f, "Began", "%s", print_moment(text, sizeof text, facts->started));
	key(f, "Command line", "%s", line);
	key(f, "Machine", "%s %s", facts->system, facts->node);
	free(line);
}

static void
put(void *to, const char *name, long long value)
{
	key(to, name, "%lld", value);
}

static void
parameters(FILE *f, const struct print_facts *facts, const struct print_trial *t)
{
	const struct opts *o = t->o;
	char text[128];

	fprintf(f, "\nParameters: \n");
	key(f, "testID", "%d", o->id);
	key(f, "refnum", "%d", o->number < 0 ? 0 : o->number);
	key(f, "api", "%s", o->label);
	key(f, "platform", "%s", print_platform(text, sizeof text, facts, o));
	key(f, "testFileName", "%s", o->file);
	key(f, "deadlineForStonewall", "%g", o->deadline);
	key(f, "stoneWallingWearOut", "%d", o->wear_out);
	key(f, "maxTimeDuration", "%d", o->max_minutes);
	key(f, "outlierThreshold", "%g", o->outlier);
	key(f, "options", "(null)");
	params_each(t, PARAMS_4, put, f);
	key(f, "data packet type", "%c", "toir"[o->packet]);
	key(f, "setTimeStampSignature/incompressibleSeed", "%" PRIu64, o->signature);
	key(f, "collective", "%d", o->collective);
	key(f, "segmentCount", "%" PRIu64, o->segments);
	key(f, "transferSize", "%" PRIu64, o->transfer);
	key(f, "blockSize", "%" PRIu64, o->block);
}

static void
ordering(FILE *f, const struct opts *o)
{
	key(f, "ordering in a file", "%s", o->random ? "random" : "sequential");
	if (!o->reorder && !o->reorder_random) {
		key(f, "ordering inter file", "no tasks offsets");
		return;
	}
	key(f, "ordering inter file", "%s task offset", o->reorder ? "constant" : "random");
	key(f, "task offset", "%d", o->reorder_offset);
	if (o->reorder_random)
		key(f, "reorder random seed", "%d", o->reorder_seed);
}

static void
size(FILE *f, const char *name, uint64_t bytes)
{
	char text[64];

	if (bytes >= 1ULL << 40 && bytes % (1ULL << 40) == 0)
		key(f, name, "%" PRIu64 " TiB", bytes >> 40);
	else if (bytes >= 1ULL << 40)
		key(f, name, "%.2f TiB", (double)bytes / (double)(1ULL << 40));
	else
		key(f, name, "%s", units_ior(text, sizeof text, bytes));
}

static void
options(FILE *f, const struct print_trial *t)
{
	const struct opts *o = t->o;

	fprintf(f, "\nOptions: \n");
	key(f, "api", "%s", o->label);
	key(f, "apiVersion", "%s", "");
	key(f, "test filename", "%s", o->file);
	key(f, "access", "%s", o->fpp ? "file-per-process" : "single-shared-file");
	key(f, "type", "%s", o->collective ? "collective" : "independent");
	key(f, "segments", "%" PRIu64, o->segments);
	ordering(f, o);
	key(f, "nodes", "%d", t->nodes);
	key(f, "tasks", "%d", t->tasks);
	key(f, "clients per node", "%d", t->per_node);
	if (o->memory_task > 0)
		size(f, "memoryPerTask", o->memory_task);
	if (o->memory_node > 0)
		size(f, "memoryPerNode", o->memory_node);
	key(f, "memoryBuffer", "CPU");
	key(f, "dataAccess", "CPU");
	key(f, "GPUDirect", "0");
	key(f, "repetitions", "%d", o->repetitions);
	size(f, "xfersize", o->transfer);
	size(f, "blocksize", o->block);
	size(f, "aggregate filesize", o->block * o->segments * (uint64_t)t->tasks);
	if (o->dry_run)
		key(f, "dryRun", "1");
	if (o->verbose > 0)
		key(f, "verbose", "%d", o->verbose);
	if (o->deadline > 0) {
		key(f, "stonewallingTime", "%g", o->deadline);
		key(f, "stoneWallingWearOut", "%d", o->wear_out);
	}
}

static void
test(FILE *f, const struct print_facts *facts, const struct print_trial *t)
{
	char text[256];

	if (t->o->verbose >= 3 && t->o->id == 0)
		print_environment(f, facts);
	key(f, "TestID", "%d", t->o->id);
	key(f, "StartTime", "%s", print_moment(text, sizeof text, t->started));
	if (t->path != NULL)
		key(f, "Path", "%s", t->path);
	if (t->fs_known)
		key(f, "FS", "%s", fsinfo_line(text, sizeof text, &t->fs) + sizeof "FS: " - 1);
	if (t->o->verbose >= 3)
		parameters(f, facts, t);
	options(f, t);
	fprintf(f, "\nResults: \n");
	if (t->o->verbose >= 2)
		fprintf(f, "Using Time Stamp %" PRIu64 " (0x%" PRIx64 ") for Data Signature\n",
		    t->o->signature, t->o->signature);
	fprintf(f, "\naccess    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    "
		   "wr/rd(s)   close(s)   "
		   "total(s)   iter\n"
		   "------    ---------  ----       ----------  ---------- ---------  --------   "
		   "--------   --------   "
		   "--------   ----\n");
}

static void
note(FILE *f, const struct print_trial *t, enum print_note n, const char *detail)
{
	int verbose = t->o->verbose;
	char text[64];

	print_moment(text, sizeof text, time(NULL));
	if (n == NOTE_CHECK_WRITE && verbose >= 1)
		fprintf(f, "Verifying contents of the file(s) just written.\n%s\n\n", text);
	else if (n == NOTE_DELAY && verbose >= 1)
		fprintf(f, "delaying %s seconds . . .\n", detail);
	else if (n == NOTE_HITS && verbose >= 2)
		fprintf(f, "#File Hits Dist: %s\n", detail);
	else if (n == NOTE_WRITE && verbose >= 3)
		fprintf(f, "Commencing write performance test: %s\n", text);
	else if (n == NOTE_READ && verbose >= 3)
		fprintf(f, "Commencing read performance test: %s\n\n", text);
}

static void
line(FILE *f, const char *text)
{
	fprintf(f, "%s\n", text);
}

static void
row(FILE *f, const struct print_trial *t, const struct phase *p)
{
	const double value[] = { (double)t->o->block / UNITS_KIB,
		(double)t->o->transfer / UNITS_KIB, p->open, p->move, p->close, p->total };
	char text[64];

	if (t->o->fill_every > 0)
		return;
	if (p->kind == PHASE_REMOVE) {
		if (t->o->verbose >= 1)
			fprintf(f,
			    "remove    -          -          -           -          -          -   "
			    "       -          -      "
			    "    %s %-4d\n",
			    print_number(text, sizeof text, p->total), p->rep);
		return;
	}
	fprintf(f, "%-10s", phase_name(p->kind));
	fprintf(f, "%s ", print_number(text, sizeof text, print_rate(p) / UNITS_MIB));
	fprintf(f, "%s ", print_number(text, sizeof text, print_operations(p)));
	fprintf(f, "%s  ", print_number(text, sizeof text, p->operation));
	for (size_t i = 0; i < sizeof value / sizeof *value; i++)
		fprintf(f, "%s ", print_number(text, sizeof text, value[i]));
	fprintf(f, "%-4d\n", p->rep);
}

static void
table_head(FILE *f)
{
	fprintf(f, "%-9s %10s %10s %10s %10s %10s %10s %10s %10s %10s %12s %13s", "Operation",
	    "Max(MiB)", "Min(MiB)", "Mean(MiB)", "StdDev", "Max(OPs)", "Min(OPs)", "Mean(OPs)",
	    "StdDev", "Mean(s)", "Stonewall(s)", "Stonewall(MiB)");
	fprintf(f, " Test# #Tasks tPN reps fPP reord reordoff reordrand seed segcnt ");
	fprintf(f, "%8s %8s %9s %5s RefNum\n", " blksiz", "xsize", "aggs(MiB)", "API");
}

static void
table_row(FILE *f, const struct print_trial *t, enum phase_kind kind)
{
	const struct opts *o = t->o;
	struct print_stats s = print_summarise(t, kind);
	double m = UNITS_MIB;

	if (s.n == 0)
		return;
	fprintf(f, "%-9s %10.2f %10.2f %10.2f %10.2f %10.2f %10.2f %10.2f %10.2f %10.5f ",
	    phase_name(kind), s.max / m, s.min / m, s.mean / m, s.sd / m, s.ops_max, s.ops_min,
	    s.ops_mean, s.ops_sd, s.seconds);
	if (s.stone_seconds > 0)
		fprintf(f, "%10.2f %13.2f ", s.stone_seconds, s.stone_rate / m);
	else
		fprintf(f, "%10s %13s ", "NA", "NA");
	fprintf(f,
	    "%5d %6d %3d %4d %3d %5d %8d %9d %4d %6" PRIu64 " %8" PRIu64 " %8" PRIu64
	    " %9.1f %3s %6d\n",
	    o->id, t->tasks, t->per_node, o->repetitions, o->fpp, o->reorder, o->reorder_offset,
	    o->reorder_random, o->reorder_seed, o->segments, o->block, o->transfer,
	    (double)s.bytes / m, o->label, o->number < 0 ? 0 : o->number);
}

static void
result(FILE *f, const struct print_trial *t)
{
	print_maxima(f, t);
	if (!t->o->always)
		return;
	table_head(f);
	table_row(f, t, PHASE_WRITE);
	table_row(f, t, PHASE_READ);
}

static void
end(FILE *f, const struct print_facts *facts, struct print_trial *const *trial, size_t n)
{
	char text[64];

	fprintf(f, "\nSummary of all tests:\n");
	table_head(f);
	for (size_t i = 0; i < n; i++) {
		table_row(f, trial[i], PHASE_WRITE);
		table_row(f, trial[i], PHASE_READ);
	}
	key(f, "Finished", "%s", print_moment(text, sizeof text, facts->finished));
}

const struct print_ops format4_ops = { "4", begin, test, note, line, row, result, end };
