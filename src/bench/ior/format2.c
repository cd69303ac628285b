/* The output of IOR 2.10.3, to the column. */

#include "bench/ior/params.h"
#include "bench/ior/print.h"
#include "core/units.h"

static void
begin(FILE *f, const struct print_facts *facts)
{
	(void)f, (void)facts; /* the header is printed for each test */
}

static void
moment(FILE *f, time_t t)
{
	char text[64];

	fprintf(f, "%s\n", print_moment(text, sizeof text, t));
}

static void
banner(FILE *f, const struct print_facts *facts, int verbose)
{
	fprintf(f, "IOR-2.10.3: MPI Coordinated Test of Parallel I/O\n\nRun began: ");
	moment(f, facts->started);
	fprintf(f, "Command line used:");
	for (int i = 0; i < facts->argc; i++)
		fprintf(f, " %s", facts->argv[i]);
	fprintf(f, "\nMachine: %s %s", facts->system, facts->node);
	if (verbose >= 2)
		fprintf(f, " %s %s %s", facts->release, facts->version, facts->machine);
	fputc('\n', f);
}

static void
place(FILE *f, const struct print_trial *t)
{
	char text[256];

	if (t->o->verbose >= 2)
		fprintf(f, "Using %ssynchronized MPI timer\n", t->nodes > 1 ? "un" : "");
	fprintf(f, "Start time skew across all tasks: %.02f sec\n", t->skew);
	if (t->dir != NULL)
		fprintf(f, "Path: %s\n", t->dir);
	if (t->fs_known)
		fprintf(f, "%s\n", fsinfo_line(text, sizeof text, &t->fs));
}

static void
put(void *to, const char *key, long long value)
{
	if (value < 0)
		fprintf(to, "\t%s=\n", key);
	else
		fprintf(to, "\t%s=%lld\n", key, value);
}

/* Every parameter, at verbosity 3. */
static void
dump(FILE *f, const struct print_facts *facts, const struct print_trial *t)
{
	const struct opts *o = t->o;
	char text[128];

	fprintf(f,
	    "\n\n  ================================\n\nTEST:\tid=%d\n\ttestnum=%d\n\tapi=%s\n",
	    o->id, o->number, o->label);
	fprintf(f, "\tplatform=%s\n", print_platform(text, sizeof text, facts, o));
	fprintf(f, "\ttestFileName=%s\n\thintsFileName=%s\n", o->file,
	    o->hints_file ? o->hints_file : "");
	params_each(t, PARAMS_2, put, f);
}

static void
size_line(FILE *f, const char *key, uint64_t bytes)
{
	char text[64];

	fprintf(f, "\t%-19s= %s\n", key, units_ior(text, sizeof text, bytes));
}

static void
summary(FILE *f, const struct print_trial *t)
{
	const struct opts *o = t->o;

	fprintf(f, "\nSummary:\n");
	fprintf(f, "\tapi                = %s\n", o->label);
	fprintf(f, "\ttest filename      = %s\n", o->file);
	fprintf(
	    f, "\taccess             = %s\n", o->fpp ? "file-per-process" : "single-shared-file");
	if (o->verbose >= 1 && o->segments > 1)
		fprintf(f, "\tpattern            = strided (%llu segments)\n",
		    (unsigned long long)o->segments);
	else if (o->verbose >= 1)
		fprintf(f, "\tpattern            = segmented (1 segment)\n");
	fprintf(f, "\tordering in a file = %s offsets\n", o->random ? "random" : "sequential");
	if (o->reorder)
		fprintf(f, "\tordering inter file=constant task offsets = %d\n", o->reorder_offset);
	else if (o->reorder_random)
		fprintf(f, "\tordering inter file=random task offsets >= %d, seed=%d\n",
		    o->reorder_offset, o->reorder_seed);
	else
		fprintf(f, "\tordering inter file= no tasks offsets\n");
	fprintf(f, "\tclients            = %d (%d per node)\n", t->tasks, t->per_node);
	fprintf(f, "\trepetitions        = %d\n", o->repetitions);
	size_line(f, "xfersize", o->transfer);
	size_line(f, "blocksize", o->block);
	size_line(f, "aggregate filesize", o->block * o->segments * (uint64_t)t->tasks);
	if (o->deadline > 0)
		fprintf(f, "\tUsing stonewalling = %g second(s)\n", o->deadline);
	fputc('\n', f);
}

static void
test(FILE *f, const struct print_facts *facts, const struct print_trial *t)
{
	int verbose = t->o->verbose;

	banner(f, facts, verbose);
	if (verbose >= 1)
		place(f, t);
	if (verbose >= 3) {
		print_environment(f, facts);
		dump(f, facts, t);
	}
	if (verbose >= 1)
		fprintf(f, "Participating tasks: %d\n", t->tasks);
	if (verbose >= 1 && t->o->reorder)
		fprintf(f, "Using reorderTasks '-C' (any task assignment)\n");
	for (int r = 0; verbose >= 2 && r < t->tasks; r++)
		fprintf(f, "task %d on %s\n", r, t->host[r]);
	summary(f, t);
}

/* A line with the time below it. */
static void
announce(FILE *f, const char *text)
{
	fprintf(f, "%s\n", text);
	moment(f, time(NULL));
	fputc('\n', f);
}

static void
note(FILE *f, const struct print_trial *t, enum print_note n, const char *detail)
{
	static const int level[] = { [NOTE_WRITE] = 1,
		[NOTE_CHECK_WRITE] = 1,
		[NOTE_READ] = 1,
		[NOTE_SIGNATURE] = 2,
		[NOTE_OPEN_READ] = 2,
		[NOTE_DELAY] = 1,
		[NOTE_HITS] = 2 };

	if (t->o->verbose < level[n])
		return;
	switch (n) {
	case NOTE_WRITE:
		announce(f, "Commencing write performance test.");
		break;
	case NOTE_CHECK_WRITE:
		announce(f, "Verifying contents of the file(s) just written.");
		break;
	case NOTE_READ:
		announce(f, "Commencing read performance test.");
		break;
	case NOTE_SIGNATURE:
		fprintf(f, "Using Time Stamp %llu (0x%llx) for Data Signature\n",
		    (unsigned long long)t->o->signature, (unsigned long long)t->o->signature);
		break;
	case NOTE_OPEN_READ:
		fprintf(f, "[RANK 000] open for reading file %s XXCEL\n", detail);
		break;
	case NOTE_DELAY:
		fprintf(f, "delaying %s seconds . . .\n", detail);
		break;
	case NOTE_HITS:
		fprintf(f, "#File Hits Dist: %s XXCEL\n", detail);
		break;
	}
}

static void
line(FILE *f, const char *text)
{
	fprintf(f, "%s\n", text);
}

static bool
data(const struct phase *p)
{
	return p->kind == PHASE_WRITE || p->kind == PHASE_READ;
}

/* Whether a row is the test's first one, which has the heading above it. */
static bool
first(const struct print_trial *t, const struct phase *p)
{
	for (const struct phase *q = t->phase; q < p; q++)
		if (data(q))
			return false;
	return true;
}

static void
row(FILE *f, const struct print_trial *t, const struct phase *p)
{
	const double value[] = { print_rate(p) / UNITS_MIB, (double)t->o->block / UNITS_KIB,
		(double)t->o->transfer / UNITS_KIB, p->open, p->move, p->close, p->total };
	char text[64];

	if (t->o->verbose < 2 || t->o->fill_every > 0 || !data(p))
		return;
	if (first(t, p))
		fprintf(f,
		    "access    bw(MiB/s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s) "
		    "total(s)  iter\n"
		    "------    ---------  ---------- ---------  --------   --------   --------  "
		    "--------   ----\n");
	fprintf(f, "%-10s", phase_name(p->kind));
	for (size_t i = 0; i < sizeof value / sizeof *value; i++)
		fprintf(f, "%s ", print_number(text, sizeof text, value[i]));
	fprintf(f, "%-4d XXCEL\n", p->rep);
}

static void
table_row(FILE *f, const struct print_trial *t, enum phase_kind kind)
{
	const struct opts *o = t->o;
	struct print_stats s = print_summarise(t, kind);
	double m = UNITS_MIB;

	if (!(s.max > 0))
		return;
	fprintf(f, "%-10s%10.2f %10.2f  %10.2f%10.2f %10.2f %10.2f  %10.2f%10.2f%10.5f   ",
	    phase_name(kind), s.max / m, s.min / m, s.mean / m, s.sd / m, s.ops_max, s.ops_min,
	    s.ops_mean, s.ops_sd, s.seconds);
	if (o->verbose >= 1)
		fprintf(f, "%d %d %d %d %d %d %d %d %llu %llu %llu %llu %d %s ", t->tasks,
		    t->per_node, o->repetitions, o->fpp, o->reorder, o->reorder_offset,
		    o->reorder_random, o->reorder_seed, (unsigned long long)o->segments,
		    (unsigned long long)o->block, (unsigned long long)o->transfer,
		    (unsigned long long)s.bytes, o->number, o->label);
	fprintf(f, "EXCEL\n");
}

static void
result(FILE *f, const struct print_trial *t)
{
	fprintf(f, "Operation  Max (MiB)  Min (MiB)  Mean (MiB)   Std Dev  Max (OPs)  Min (OPs)  "
		   "Mean (OPs)   "
		   "Std Dev  Mean (s)  ");
	if (t->o->verbose >= 1)
		fprintf(f,
		    "Op grep #Tasks tPN reps  fPP reord reordoff reordrand seed segcnt blksiz "
		    "xsize aggsize\n");
	fprintf(f, "\n---------  ---------  ---------  ----------   -------  ---------  ---------  "
		   "----------  "
		   " -------  --------\n");
	table_row(f, t, PHASE_WRITE);
	table_row(f, t, PHASE_READ);
	fputc('\n', f);
	print_maxima(f, t);
	fputc('\n', f);
}

static void
end(FILE *f, const struct print_facts *facts, struct print_trial *const *trial, size_t n)
{
	(void)trial, (void)n;
	fprintf(f, "Run finished: ");
	moment(f, facts->finished);
}

const struct print_ops format2_ops = { "2", begin, test, note, line, row, result, end };
