/*
 * One JSON document, written at the end: 4.x's keys in their order, with full precision, and
 * what 4.x does not say. Nothing else ever goes into its file.
 */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ior/latency.h"
#include "bench/ior/params.h"
#include "bench/ior/print.h"
#include "core/mem.h"
#include "core/units.h"

/* Text that may not be UTF-8 (a file name): such bytes are shown as \xNN. */
static json_t *
text(const char *s)
{
	json_t *j = json_string(s ? s : "");
	char *safe;
	size_t n = 0;

	if (j != NULL)
		return j;
	safe = mem_zero(strlen(s) * 4 + 1, 1);
	for (; *s != '\0'; s++)
		n += (size_t)snprintf(
		    safe + n, 5, (unsigned char)*s < 0x80 ? "%c" : "\\x%02x", (unsigned char)*s);
	j = json_string(safe);
	free(safe);
	return j;
}

/* JSON has neither nan nor inf. */
static json_t *
number(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

static json_t *
known(uint64_t x)
{
	return x == NOT_KNOWN ? json_null() : json_integer((json_int_t)x);
}

static void
set_int(json_t *o, const char *key, long long x)
{
	json_object_set_new(o, key, json_integer(x));
}

static void
set_size(json_t *o, const char *key, uint64_t bytes)
{
	char buf[64];

	json_object_set_new(o, key, text(units_ior(buf, sizeof buf, bytes)));
}

static void
put(void *to, const char *key, long long value)
{
	set_int(to, key, value);
}

static json_t *
parameters(const struct print_facts *facts, const struct print_trial *t)
{
	const struct opts *o = t->o;
	char buf[128];
	json_t *j = json_object();

	set_int(j, "testID", o->id);
	set_int(j, "refnum", o->number < 0 ? 0 : o->number);
	json_object_set_new(j, "api", text(o->label));
	json_object_set_new(j, "platform", text(print_platform(buf, sizeof buf, facts, o)));
	json_object_set_new(j, "testFileName", text(o->file));
	json_object_set_new(j, "deadlineForStonewall", number(o->deadline));
	set_int(j, "stoneWallingWearOut", o->wear_out);
	set_int(j, "maxTimeDuration", o->max_minutes);
	json_object_set_new(j, "outlierThreshold", number(o->outlier));
	json_object_set_new(j, "options", text("(null)"));
	params_each(t, PARAMS_4, put, j);
	snprintf(buf, sizeof buf, "%c", "toir"[o->packet]);
	json_object_set_new(j, "data packet type", text(buf));
	set_int(j, "setTimeStampSignature/incompressibleSeed", (long long)o->signature);
	set_int(j, "collective", o->collective);
	set_int(j, "segmentCount", (long long)o->segments);
	set_int(j, "transferSize", (long long)o->transfer);
	set_int(j, "blockSize", (long long)o->block);
	/* what 4.x has not */
	set_int(j, "queueDepth", o->queue_depth);
	set_int(j, "useO_DIRECT", o->direct);
	set_int(j, "dropCache", o->drop_cache);
	set_int(j, "bufferHugePagePerMille", (long long)t->huge);
	return j;
}

static json_t *
options(const struct print_trial *t)
{
	const struct opts *o = t->o;
	json_t *j = json_object();

	json_object_set_new(j, "api", text(o->label));
	json_object_set_new(j, "apiVersion", text(""));
	json_object_set_new(j, "test filename", text(o->file));
	json_object_set_new(j, "access", text(o->fpp ? "file-per-process" : "single-shared-file"));
	json_object_set_new(j, "type", text(o->collective ? "collective" : "independent"));
	set_int(j, "segments", (long long)o->segments);
	json_object_set_new(j, "ordering in a file", text(o->random ? "random" : "sequential"));
	json_object_set_new(j, "ordering inter file",
	    text(o->reorder          ? "constant task offset"
		 : o->reorder_random ? "random task offset"
				     : "no tasks offsets"));
	if (o->reorder || o->reorder_random)
		set_int(j, "task offset", o->reorder_offset);
	if (o->reorder_random)
		set_int(j, "reorder random seed", o->reorder_seed);
	set_int(j, "nodes", t->nodes);
	set_int(j, "tasks", t->tasks);
	set_int(j, "clients per node", t->per_node);
	json_object_set_new(j, "memoryBuffer", text("CPU"));
	json_object_set_new(j, "dataAccess", text("CPU"));
	json_object_set_new(j, "GPUDirect", text("0"));
	set_int(j, "repetitions", o->repetitions);
	set_size(j, "xfersize", o->transfer);
	set_size(j, "blocksize", o->block);
	set_size(j, "aggregate filesize", o->block * o->segments * (uint64_t)t->tasks);
	if (o->verbose > 0)
		set_int(j, "verbose", o->verbose);
	if (o->deadline > 0)
		json_object_set_new(j, "stonewallingTime", number(o->deadline));
	if (o->deadline > 0)
		set_int(j, "stoneWallingWearOut", o->wear_out);
	return j;
}

/* [[seconds, share of the operations that took no longer], ...] */
static json_t *
curve(const struct print_trial *t, const struct phase_latency *l)
{
	json_t *a = json_array();
	uint64_t seen = 0;

	for (size_t i = 0; i < LATENCY_BUCKETS; i++) {
		if (l->curve[i] == 0)
			continue;
		seen += l->curve[i];
		json_array_append_new(a, json_pack("[o,o]", number(latency_edge(i) * t->tick),
					     number((double)seen / (double)l->n)));
	}
	return a;
}

static json_t *
latency(const struct print_trial *t, const struct phase_latency *l)
{
	json_t *j = json_object();

	set_int(j, "operations", (long long)l->n);
	json_object_set_new(j, "p50", number(l->p50));
	json_object_set_new(j, "p90", number(l->p90));
	json_object_set_new(j, "p99", number(l->p99));
	json_object_set_new(j, "p99.9", number(l->p999));
	json_object_set_new(j, "max", number(l->max));
	json_object_set_new(j, "cdf", curve(t, l));
	return j;
}

/* The same of all repetitions together. */
static void
summary_latency(json_t *j, const struct print_trial *t, enum phase_kind kind)
{
	struct latency *all = mem_zero(1, sizeof *all);
	struct phase_latency sum = { 0 };

	for (size_t i = 0; i < t->n; i++)
		for (size_t b = 0; b < LATENCY_BUCKETS; b++)
			if (t->phase[i].kind == kind && t->phase[i].latency.curve != NULL)
				all->count[b] += t->phase[i].latency.curve[b];
	sum.curve = all->count;
	phase_percentiles(&sum, all, t->tick);
	if (sum.n > 0)
		json_object_set_new(j, "latencyDistribution", latency(t, &sum));
	free(all);
}

static void
phase_extra(json_t *j, const struct print_trial *t, const struct phase *p)
{
	set_int(j, "iter", p->rep);
	set_int(j, "bytes", (long long)p->bytes);
	set_int(j, "operations", (long long)p->ops);
	json_object_set_new(j, "openTimeMean", number(p->open_mean));
	json_object_set_new(j, "wrRdTimeMean", number(p->move_mean));
	json_object_set_new(j, "closeTimeMean", number(p->close_mean));
	json_object_set_new(j, "leftOutTime", number(p->checked));
	if (p->kind == PHASE_WRITE)
		json_object_set_new(j, "synced",
		    json_boolean(t->o->fsync || t->o->fsync_per_write || t->o->direct));
	if (p->unsynced > 0) {
		json_object_set_new(j, "timeBeforeSync", number(p->unsynced));
		json_object_set_new(
		    j, "bwMiBBeforeSync", number((double)p->bytes / p->unsynced / UNITS_MIB));
	}
	if (p->kind == PHASE_READ) {
		json_object_set_new(j, "dataFrom", text(print_source(t, p)));
		json_object_set_new(j, "cachedBeforePerMille", known(p->resident));
		json_object_set_new(j, "bytesFromDevice", known(p->device));
		json_object_set_new(j, "verified", json_boolean(t->o->check_read));
	}
	if (p->bad_bytes > 0)
		set_int(j, "wrongBytes", (long long)p->bad_bytes);
	if (p->stone_bytes > 0) {
		json_object_set_new(j, "stonewallTime", number(p->stone_seconds));
		set_int(j, "stonewallBytes", (long long)p->stone_bytes);
	}
	if (p->latency.curve != NULL)
		json_object_set_new(j, "latencyDistribution", latency(t, &p->latency));
}

static json_t *
phase(const struct print_trial *t, const struct phase *p)
{
	json_t *j = json_object();

	json_object_set_new(j, "access", text(phase_name(p->kind)));
	if (p->kind != PHASE_REMOVE) {
		json_object_set_new(j, "bwMiB", number(print_rate(p) / UNITS_MIB));
		json_object_set_new(j, "blockKiB", number((double)t->o->block / UNITS_KIB));
		json_object_set_new(j, "xferKiB", number((double)t->o->transfer / UNITS_KIB));
		json_object_set_new(j, "iops", number(print_operations(p)));
		json_object_set_new(j, "latency", number(p->operation));
		json_object_set_new(j, "openTime", number(p->open));
		json_object_set_new(j, "wrRdTime", number(p->move));
		json_object_set_new(j, "closeTime", number(p->close));
	}
	json_object_set_new(j, "totalTime", number(p->total));
	if (p->kind == PHASE_REMOVE)
		set_int(j, "iter", p->rep);
	else
		phase_extra(j, t, p);
	return j;
}

static json_t *
maxima(const struct print_trial *t)
{
	json_t *j = json_object();
	double w = print_summarise(t, PHASE_WRITE).max, r = print_summarise(t, PHASE_READ).max;

	if (w > 0) {
		json_object_set_new(j, "writeMiB", number(w / UNITS_MIB));
		json_object_set_new(j, "writeMB", number(w / 1e6));
	}
	if (r > 0) {
		json_object_set_new(j, "readMiB", number(r / UNITS_MIB));
		json_object_set_new(j, "readMB", number(r / 1e6));
	}
	return j;
}

static json_t *
warnings(const struct print_trial *t)
{
	json_t *a = json_array();

	for (size_t i = 0; i < t->warn_code.n; i++)
		json_array_append_new(a, json_pack("{s:o,s:o}", "code", text(t->warn_code.v[i]),
					     "text", text(t->warn_text.v[i])));
	return a;
}

/* What the file system said, in 4.x's words. */
static void
capacity(json_t *j, const struct print_trial *t)
{
	char line[256], value[64], unit[8];
	static const char *const key[] = { "Capacity", "Used Capacity", "Inodes", "Used Inodes" };
	static const char *const mark[] = { "FS: ", "Used FS: ", "Inodes: ", "Used Inodes: " };

	if (!t->fs_known)
		return;
	fsinfo_line(line, sizeof line, &t->fs);
	for (size_t i = 0; i < 4; i++) {
		const char *at = strstr(line, mark[i]);
		char out[80] = "";
		int n = at ? sscanf(at + strlen(mark[i]), "%63s %7[A-Za-z]", value, unit) : 0;

		if (n > 0)
			snprintf(out, sizeof out, "%s%s%s", value, n == 2 && i % 2 == 0 ? " " : "",
			    n == 2 && i % 2 == 0 ? unit : "");
		json_object_set_new(j, key[i], text(out));
	}
}

static json_t *
test_object(const struct print_facts *facts, const struct print_trial *t)
{
	json_t *j = json_object(), *results = json_array();
	char buf[64];

	set_int(j, "TestID", t->o->id);
	json_object_set_new(j, "StartTime", text(print_moment(buf, sizeof buf, t->started)));
	json_object_set_new(j, "Path", text(t->path));
	capacity(j, t);
	json_object_set_new(j, "Parameters", parameters(facts, t));
	json_object_set_new(j, "Options", options(t));
	for (size_t i = 0; i < t->n; i++)
		json_array_append_new(results, phase(t, &t->phase[i]));
	json_object_set_new(j, "Results", results);
	json_object_set_new(j, "max", maxima(t));
	json_object_set_new(j, "clockSkew", number(t->skew));
	json_object_set_new(j, "clockError", number(t->clock_error));
	json_object_set_new(j, "warnings", warnings(t));
	return j;
}

static void
add_summary(json_t *a, const struct print_trial *t, enum phase_kind kind)
{
	const struct opts *o = t->o;
	struct print_stats s = print_summarise(t, kind);
	json_t *j;

	if (s.n == 0)
		return;
	j = json_object();
	json_object_set_new(j, "operation", text(phase_name(kind)));
	json_object_set_new(j, "API", text(o->label));
	set_int(j, "TestID", o->id);
	set_int(j, "ReferenceNumber", o->number < 0 ? 0 : o->number);
	set_int(j, "segmentCount", (long long)o->segments);
	set_int(j, "blockSize", (long long)o->block);
	set_int(j, "transferSize", (long long)o->transfer);
	set_int(j, "numTasks", t->tasks);
	set_int(j, "tasksPerNode", t->per_node);
	set_int(j, "repetitions", o->repetitions);
	set_int(j, "filePerProc", o->fpp);
	set_int(j, "reorderTasks", o->reorder);
	set_int(j, "taskPerNodeOffset", o->reorder_offset);
	set_int(j, "reorderTasksRandom", o->reorder_random);
	set_int(j, "reorderTasksRandomSeed", o->reorder_seed);
	json_object_set_new(j, "bwMaxMIB", number(s.max / UNITS_MIB));
	json_object_set_new(j, "bwMinMIB", number(s.min / UNITS_MIB));
	json_object_set_new(j, "bwMeanMIB", number(s.mean / UNITS_MIB));
	json_object_set_new(j, "bwStdMIB", number(s.sd / UNITS_MIB));
	json_object_set_new(j, "OPsMax", number(s.ops_max));
	json_object_set_new(j, "OPsMin", number(s.ops_min));
	json_object_set_new(j, "OPsMean", number(s.ops_mean));
	json_object_set_new(j, "OPsSD", number(s.ops_sd));
	json_object_set_new(j, "MeanTime", number(s.seconds));
	if (s.stone_seconds > 0) {
		json_object_set_new(j, "StoneWallTime", number(s.stone_seconds));
		json_object_set_new(j, "StoneWallbwMeanMIB", number(s.stone_rate / UNITS_MIB));
	}
	json_object_set_new(j, "xsizeMiB", number((double)s.bytes / UNITS_MIB));
	json_object_set_new(j, "bwTotalMIB", number(s.all / UNITS_MIB));
	set_int(j, "executed", (long long)s.n);
	summary_latency(j, t, kind);
	json_array_append_new(a, j);
}

static void
nothing(FILE *f, const struct print_facts *facts)
{
	(void)f, (void)facts;
}

static void
test(FILE *f, const struct print_facts *facts, const struct print_trial *t)
{
	(void)f, (void)facts, (void)t;
}

static void
note(FILE *f, const struct print_trial *t, enum print_note n, const char *detail)
{
	(void)f, (void)t, (void)n, (void)detail;
}

static void
row(FILE *f, const struct print_trial *t, const struct phase *p)
{
	(void)f, (void)t, (void)p;
}

static void
result(FILE *f, const struct print_trial *t)
{
	(void)f, (void)t;
}

static void
end(FILE *f, const struct print_facts *facts, struct print_trial *const *trial, size_t n)
{
	json_t *j = json_object(), *tests = json_array(), *summary = json_array();
	char buf[64], *line = print_command(facts),
		      *machine = mem_fmt("%s %s", facts->system, facts->node);

	json_object_set_new(j, "Version", text("4.1.0+dev"));
	json_object_set_new(j, "Began", text(print_moment(buf, sizeof buf, facts->started)));
	json_object_set_new(j, "Command line", text(line));
	json_object_set_new(j, "Machine", text(machine));
	for (size_t i = 0; i < n; i++) {
		json_array_append_new(tests, test_object(facts, trial[i]));
		add_summary(summary, trial[i], PHASE_WRITE);
		add_summary(summary, trial[i], PHASE_READ);
	}
	json_object_set_new(j, "tests", tests);
	json_object_set_new(j, "summary", summary);
	json_object_set_new(j, "Finished", text(print_moment(buf, sizeof buf, facts->finished)));
	json_dumpf(j, f, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	fputc('\n', f);
	json_decref(j);
	free(line), free(machine);
}

const struct print_ops formatjson_ops = { "json", nothing, test, note, NULL, row, result, end };
