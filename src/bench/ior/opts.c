#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench/ior/opts.h"
#include "bench/ior/script.h"
#include "bench/ior/socket.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/units.h"

/* Seeds the data where -G does not: always the same, so that a later check run finds the same
 * bytes. */
#define DEFAULT_SIGNATURE 0x1c0ffee5U

int
opts_packet(const char *name)
{
	static const char *const word[] = { "timestamp", "offset", "incompressible", "random" };

	for (int i = 0; name != NULL && i < 4; i++)
		if (strcasecmp(name, word[i]) == 0 ||
		    (strchr("toir", name[0]) && name[1] == '\0' && name[0] == word[i][0]))
			return i;
	return -1;
}

static int
take_packet(void *cfg, const char *v, struct err *e)
{
	int kind = opts_packet(v);

	if (kind < 0)
		return err_set(e, EINVAL,
		    "'%s' is not a packet type (timestamp, offset, incompressible, random)", v);
	((struct opts *)cfg)->packet = (enum opts_packet)kind;
	return 0;
}

/* 2.10.3's flag: the offset in the words. */
static int
take_store_offset(void *cfg, const char *v, struct err *e)
{
	(void)e;
	if (v == NULL || strcmp(v, "0") != 0)
		((struct opts *)cfg)->packet = PACKET_OFFSET;
	return 0;
}

static int
take_signature(void *cfg, const char *v, struct err *e)
{
	long long n;
	int rc = units_int(v, INT32_MIN, UINT32_MAX, &n, e);

	if (rc == 0)
		((struct opts *)cfg)->signature = n == 0 ? DEFAULT_SIGNATURE : (uint32_t)n;
	return rc;
}

static int
take_memory_node(void *cfg, const char *v, struct err *e)
{
	struct opts *o = cfg;
	size_t n = strlen(v);
	long long percent;
	char text[32];

	if (n == 0 || v[n - 1] != '%' || n > sizeof text)
		return units_size(v, &o->memory_node, e);
	str_copy(text, n, v); /* without the % */
	if (units_int(text, 0, 95, &percent, e) != 0)
		return -EINVAL;
	o->memory_percent = (int)percent;
	return 0;
}

static int
take_output(void *cfg, const char *v, struct err *e)
{
	struct opts *o = cfg;

	if (strchr(v, ':') == NULL || strchr(v, ':')[1] == '\0')
		return err_set(e, EINVAL, "'%s' is not KIND:FILE (json:result.json)", v);
	if (o->outputs == OPTS_OUTPUTS)
		return err_set(e, EINVAL, "at most %d outputs", OPTS_OUTPUTS);
	o->output[o->outputs++] = v;
	return 0;
}

/* A script may say that it does not want what is not here. */
static int
refuse(const char *v, const char *why, struct err *e)
{
	if (v != NULL &&
	    (strcmp(v, "0") == 0 || strcmp(v, "-1") == 0 || strcasecmp(v, "false") == 0))
		return 0;
	return err_set(e, EINVAL, "is not built into this program: %s", why);
}

static int
take_undone(void *cfg, const char *v, struct err *e)
{
	(void)cfg;
	return refuse(v, "no released version does it: leave it out", e);
}

static int
take_gpu(void *cfg, const char *v, struct err *e)
{
	(void)cfg;
	return refuse(v, "its buffers are in the host's memory", e);
}

static int
take_debug(void *cfg, const char *v, struct err *e)
{
	(void)cfg;
	return refuse(v, "-v, up to five times, says what goes on", e);
}

static int take_directives(void *cfg, const char *v, struct err *e);

#define AT(member) offsetof(struct opts, member)
#define ROW(letter, name, kind, member, arg, help, min, max)                                       \
	{                                                                                          \
		letter, name, kind, AT(member), arg, help, min, max, NULL, 0                       \
	}
#define FLAG(letter, name, member, help) ROW(letter, name, OPT_FLAG, member, NULL, help, 0, 0)
#define CALL(letter, name, arg, help, call)                                                        \
	{                                                                                          \
		letter, name, OPT_CALL, 0, arg, help, 0, 0, call, 0                                \
	}
#define ALIAS(name, kind, member, arg, min, max)                                                   \
	{                                                                                          \
		0, name, kind, AT(member), arg, "", min, max, NULL, OPT_HIDDEN                     \
	}
#define REFUSED(letter, name, arg, call)                                                           \
	{                                                                                          \
		letter, name, OPT_CALL, 0, arg, "", 0, 0, call, OPT_HIDDEN                         \
	}
#define MOST_INT 1000000000

/* Long names are the directives' names, in either version's spelling. */
static const struct opt table[] = {
	ROW('a', "api", OPT_STR, api, "NAME", "I/O backend (see below)", 0, 0),
	ROW('A', "refNum", OPT_INT, number, "N", "number printed in the summaries", -1, MOST_INT),
	ALIAS("testNum", OPT_INT, number, "N", -1, MOST_INT),
	ROW('b', "blockSize", OPT_SIZE, block, "BYTES", "contiguous bytes of a task in a segment",
	    0, 0),
	FLAG('B', "useO_DIRECT", direct, "O_DIRECT: past the page cache"),
	ALIAS("posix.odirect", OPT_FLAG, direct, NULL, 0, 0),
	FLAG('c', "collective", collective, "collective calls, where the backend has them"),
	FLAG('C', "reorderTasks", reorder, "read what a task on another node wrote"),
	ALIAS("reorderTasksConstant", OPT_FLAG, reorder, NULL, 0, 0),
	ROW('d', "interTestDelay", OPT_SECONDS, delay, "SECONDS", "pause before each timed phase",
	    0, 0),
	ROW('D', "deadlineForStonewalling", OPT_SECONDS, deadline, "SECONDS",
	    "each task stops a phase after so long", 0, 0),
	FLAG('e', "fsync", fsync, "fsync at the end of the write phase, inside its time"),
	FLAG('E', "useExistingTestFile", existing, "write into the file that is there"),
	ROW('f', "script", OPT_STR, script, "FILE", "run the tests of a script", 0, 0),
	FLAG('F', "filePerProc", fpp, "a file for each task"),
	FLAG('g', "intraTestBarriers", barriers, "barriers between open, transfer and close"),
	CALL('G', "setTimeStampSignature", "N", "seed of the data and of every random choice",
	    take_signature),
	{ 'h', "help", OPT_HELP, 0, NULL, "show this", 0, 0, NULL, 0 },
	FLAG('H', "showHints", show_hints, "show the MPI hints"),
	ROW('i', "repetitions", OPT_INT, repetitions, "N", "repetitions of the test", 1, MOST_INT),
	ROW('j', "outlierThreshold", OPT_SECONDS, outlier, "SECONDS",
	    "name tasks that differ from the mean by more", 0, 0),
	ROW('J', "setAlignment", OPT_SIZE, alignment, "BYTES", "alignment in an HDF5 file", 0, 0),
	FLAG('k', "keepFile", keep, "keep the files"),
	FLAG('K', "keepFileWithError", keep_error,
	    "keep the files of a repetition whose check failed"),
	CALL('l', "storeFileOffset", NULL,
	    "the file offset as data; -l TYPE: --dataPacketType=TYPE", take_store_offset),
	CALL(0, "dataPacketType", "TYPE", "timestamp, offset, incompressible or random data",
	    take_packet),
	FLAG('m', "multiFile", multi_file, "another file in each repetition"),
	CALL(
	    'M', "memoryPerNode", "BYTES|P%", "memory to take away on each node", take_memory_node),
	ROW(0, "memoryPerTask", OPT_SIZE, memory_task, "BYTES", "memory to take away in each task",
	    0, 0),
	FLAG('n', "noFill", no_fill, "no fill values in an HDF5 file"),
	ROW('N', "numTasks", OPT_INT, tasks, "N", "tasks that take part, 0 for all", -1, MOST_INT),
	ROW('o', "testFile", OPT_STR, file, "PATH", "file name; A@B@C: dealt to the tasks with -F",
	    0, 0),
	CALL('O', "directives", "KEY=VALUE,...", "directives, as in a script", take_directives),
	FLAG('p', "preallocate", preallocate, "reserve the space of the file before writing"),
	FLAG('q', "quitOnError", quit_error, "end at the first transfer that has wrong data"),
	ROW('Q', "taskPerNodeOffset", OPT_INT, reorder_offset, "N",
	    "with -C or -Z: nodes between writer and reader", 1, MOST_INT),
	FLAG('r', "readFile", read, "read phase"),
	FLAG('R', "checkRead", check_read, "read phase that verifies every byte it reads"),
	ROW('s', "segmentCount", OPT_COUNT64, segments, "N", "segments", 1, 0),
	ROW('t', "transferSize", OPT_SIZE, transfer, "BYTES", "bytes of one I/O call", 0, 0),
	ROW('T', "maxTimeDuration", OPT_INT, max_minutes, "MINUTES", "no phase starts later", 0,
	    MOST_INT),
	FLAG('u', "uniqueDir", unique_dir, "with -F: a directory for each file"),
	ROW('U', "hintsFileName", OPT_STR, hints_file, "FILE", "MPI hints", 0, 0),
	ROW('v', "verbose", OPT_COUNT, verbose, NULL, "say more; up to five times", 0, 0),
	FLAG('V', "useFileView", file_view, "MPI file view"),
	FLAG('w', "writeFile", write, "write phase (without -w -r -W -R: -w -r)"),
	FLAG('W', "checkWrite", check_write, "verify the file after the write phase, untimed"),
	FLAG('x', "singleXferAttempt", single_attempt, "a short transfer is an error"),
	ROW('X', "reorderTasksRandomSeed", OPT_INT, reorder_seed, "N",
	    "seed of -Z; below 0: another order each time", -MOST_INT, MOST_INT),
	FLAG('Y', "fsyncPerWrite", fsync_per_write, "fsync after each write call"),
	ROW('z', "randomOffset", OPT_COUNT, random, NULL,
	    "random order; -z -z with repeats, reading only", 0, 0),
	ROW('Z', "reorderTasksRandom", OPT_COUNT, reorder_random, NULL,
	    "read what a random task on another node wrote", 0, 0),

	FLAG(0, "drop-cache", drop_cache,
	    "sync and drop the files from the page cache before reading"),
	ROW(0, "format", OPT_STR, format, "KIND", "of stdout: 2 (2.10.3), 4, json or csv", 0, 0),
	CALL(0, "output", "KIND:FILE", "write this too; may be repeated", take_output),
	FLAG(0, "latency", latency, "time every operation: percentiles, and a curve in the JSON"),
	FLAG(0, "no-clobber", no_clobber, "refuse to replace an existing file"),
	ROW(0, "phase-timeout", OPT_SECONDS, timeout, "SECONDS",
	    "name the ranks that are still at work, and end", 0, 0),
	ROW(0, "queue-depth", OPT_INT, queue_depth, "N",
	    "transfers in flight, where the backend has a queue", 1, 4096),
	ROW(0, "aio.max-pending", OPT_INT, aio_pending, "N", "of -a AIO: transfers in flight", 8,
	    4096),
	ROW(0, "aio.granularity", OPT_INT, aio_granularity, "N",
	    "4.x's; no effect: what is ready is submitted at once", 1, 4096),

	ROW(0, "random-offset-seed", OPT_INT, random_seed, "N", "seed of -z", -1, MOST_INT),
	ROW(0, "randomPrefill", OPT_SIZE, prefill, "BYTES",
	    "with -z: write the blocks once before, in such pieces", 0, 0),
	FLAG(0, "warningAsErrors", warn_errors, "a warning ends the run with status 1"),
	FLAG(0, "dryRun", dry_run, "print what would be done"),
	FLAG(0, "stoneWallingWearOut", wear_out, "after -D go on until all tasks moved as much"),
	ROW(0, "stoneWallingWearOutIterations", OPT_COUNT64, wear_out_count, "N",
	    "transfers that a wear-out goes on to", 0, 0),
	ROW(0, "stoneWallingStatusFile", OPT_STR, status_file, "FILE",
	    "keep the count of a wear-out for a later read", 0, 0),
	ROW(0, "minTimeDuration", OPT_SECONDS, min_time, "SECONDS",
	    "a phase starts over until so long", 0, 0),
	ROW(0, "interIODelay", OPT_INT, io_delay, "USEC",
	    "pause after each transfer, outside the time", 0, MOST_INT),
	FLAG(0, "summaryAlways", always, "summary after each test"),
	ROW(0, "summaryFormat", OPT_STR, summary_format, "KIND", "default, JSON or CSV", 0, 0),
	ROW(0, "summaryFile", OPT_STR, summary_file, "FILE", "where that goes", 0, 0),
	ROW(0, "saveRankPerformanceDetailsCSV", OPT_STR, rank_csv, "FILE", "figures of every task",
	    0, 0),
	ROW(0, "savePerOpDataCSV", OPT_STR, op_csv, "PREFIX", "every operation of every task", 0,
	    0),
	FLAG(0, "multiReRead", reread, "write in the first repetition, read in the others"),
	ROW(0, "nodes", OPT_INT, nodes, "N", "nodes that a script expects", 0, MOST_INT),
	ALIAS("numNodes", OPT_INT, nodes, "N", 0, MOST_INT),
	ROW(0, "numTasksOnNode0", OPT_INT, node0, "N", "tasks of the first node that it expects", 0,
	    MOST_INT),
	ROW(0, "NFS_serverCount", OPT_INT, nfs_count, "N",
	    "names NFS_rootPath/NFS_serverNameN/FILE", 0, MOST_INT),
	ROW(0, "NFS_rootPath", OPT_STR, nfs_root, "DIR", "of these names", 0, 0),
	ROW(0, "NFS_serverName", OPT_STR, nfs_server, "NAME", "of these names", 0, 0),

	FLAG('I', "individualDataSets", individual, "a data set of its own for each task, in HDF5"),
	REFUSED('P', "useSharedFilePointer", NULL, take_undone),
	FLAG('y', "dualMount", dual_mount,
	    "with -F: files in PATH0/data, PATH1/data by the socket that a task runs on"),
	FLAG('S', "useStridedDatatype", strided,
	    "with -V: all blocks of a task in one call, in MPI-IO"),
	/* in 2.10.3's and 3.x's words; of the POSIX backend (opts_check.c) */
	ALIAS("lustreStripeCount", OPT_STR, layout[0], "N", 0, 0),
	ALIAS("lustreStripeSize", OPT_STR, layout[1], "BYTES", 0, 0),
	ALIAS("lustreStartOST", OPT_STR, layout[2], "N", 0, 0),
	ALIAS("lustreIgnoreLocks", OPT_STR, layout[3], "0|1", 0, 0),
	ALIAS("gpfsHintAccess", OPT_STR, layout[4], "0|1", 0, 0),
	ALIAS("gpfsReleaseToken", OPT_STR, layout[5], "0|1", 0, 0),
	ALIAS("beegfsNumTargets", OPT_STR, layout[6], "N", 0, 0),
	ALIAS("beegfsChunkSize", OPT_STR, layout[7], "BYTES", 0, 0),
	FLAG(0, "corruptFile", corrupt,
	    "change a byte of each file after it was written, for the checks to find"),
	ROW(0, "fillTheFileSystem", OPT_INT, fill_every, "N",
	    "say how far it is after every N repetitions, instead of their rows", 0, MOST_INT),
	FLAG(0, "includeDeleteTime", delete_time, "remove the file inside the time of close"),
	REFUSED(0, "allocateBufferOnGPU", "N", take_gpu),
	REFUSED(0, "GPUid", "N", take_gpu),
	REFUSED(0, "GPUDirect", NULL, take_gpu),
	ROW(0, "platform", OPT_STR, platform, "NAME", "printed as the platform", 0, 0),
	REFUSED(0, "debug", "TEXT", take_debug),
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static const struct opts defaults = {
	.api = "POSIX",
	.file = "testFile",
	.block = UNITS_MIB,
	.transfer = 256 * UNITS_KIB,
	.segments = 1,
	.repetitions = 1,
	.queue_depth = 1,
	.aio_pending = 128,
	.aio_granularity = AIO_GRANULARITY,
	.alignment = 1,
	.reorder_offset = 1,
	.random_seed = -1,
	.number = -1,
	.format = "2",
	.signature = DEFAULT_SIGNATURE,
};

void
opts_sets(struct opts *o, struct opt_set sets[IO_MOST + 2])
{
	size_t n = 0;

	memset(sets, 0, (IO_MOST + 2) * sizeof *sets);
	sets[n++] = (struct opt_set){ table, o, "Options" };
	for (size_t i = 0; o->backends[i].opts != NULL; i++)
		sets[n++] = o->backends[i];
}

struct opts
opts_copy(const struct opts *o)
{
	struct opts c = *o;

	io_opts(c.backends, 0);
	for (size_t i = 0; c.backends[i].opts != NULL; i++)
		for (const struct io_ops *const *b = io_all(); *b != NULL; b++)
			if ((*b)->opts == c.backends[i].opts)
				memcpy(c.backends[i].cfg, o->backends[i].cfg, (*b)->cfg_size);
	return c;
}

/* An item with a dash: as on the command line. */
static int
dashed(struct opts *o, char *item, struct err *e)
{
	char *argv[] = { "directive", item, NULL };
	struct opt_set sets[IO_MOST + 2];

	opts_sets(o, sets);
	return opt_parse(sets, 2, argv, NULL, e) == 1
		   ? err_set(e, EINVAL, "%s: has no place here", item)
		   : -e->code;
}

static int
directive(struct opts *o, char *item, struct err *e)
{
	struct opt_set sets[IO_MOST + 2];
	char *eq = strchr(item, '='), *key, *value;
	int rc;

	if (*item == '-')
		return dashed(o, item, e);
	if (eq == NULL)
		return err_set(e, EINVAL, "%s: is not KEY=VALUE", item);
	*eq = '\0';
	key = str_trim(item);
	value = str_trim(eq + 1);
	if (*value == '\0')
		return err_set(e, EINVAL, "%s: has no value", key);
	opts_sets(o, sets);
	rc = opt_assign(sets, key, value, e);
	return rc == -ENOENT ? err_set(e, EINVAL, "%s: unknown directive", key) : rc;
}

int
opts_directive(struct opts_all *a, struct opts *o, const char *item, struct err *e)
{
	strv_add(&a->pool, "%s", item);
	return directive(o, str_trim(a->pool.v[a->pool.n - 1]), e);
}

static int
take_directives(void *cfg, const char *v, struct err *e)
{
	struct opts *o = cfg;
	char *list = mem_dup(v), *item = list, *next;
	int rc = 0;

	for (; item != NULL && rc == 0; item = next) {
		next = strchr(item, ',');
		if (next != NULL)
			*next++ = '\0';
		item = str_trim(item);
		if (*item == '\0')
			continue;
		strv_add(o->pool, "%s", item); /* options may point into it */
		rc = directive(o, o->pool->v[o->pool->n - 1], e);
	}
	free(list);
	return rc;
}

static void
help(const char *name, const struct opt_set *sets)
{
	printf("Usage: %s [options]\n\nMeasures how fast the ranks of an MPI job write and read "
	       "files together.\n"
	       "Sizes take k m g t p (powers of 1024); times are seconds, or 5m, 2h.\n",
	    name);
	opt_help(stdout, sets);
	printf("\nBackends (-a)\n");
	for (const struct io_ops *const *i = io_all(); *i != NULL; i++)
		printf("  %-26s  %s\n", (*i)->name, (*i)->help);
}

/* Whether a short option of the table takes a value. */
static bool
takes_value(char letter)
{
	for (const struct opt *o = table; o->kind != 0; o++)
		if (o->letter == letter)
			return o->arg != NULL;
	return false;
}

/*
 * -l alone is 2.10.3's flag and -l TYPE is 4.x's option: turn the latter into its long form before
 * the table sees it.  A word glued to -l could be either and is refused.
 */
static int
adapt(int argc, char *const argv[], struct strv *out, struct err *e)
{
	strv_add(out, "%s", argv[0]);
	for (int i = 1; i < argc; i++) {
		const char *w = argv[i], *last;

		if (strcmp(w, "--") == 0 || w[0] != '-' || w[1] == '-' || w[1] == '\0') {
			strv_add(out, "%s", w);
			continue;
		}
		if (w[1] == 'l' && w[2] != '\0')
			return err_set(e, EINVAL,
			    "%s: means two things: -l and then -%s (2.10.3), or -l %s (4.x): write "
			    "it as two words, "
			    "or --dataPacketType=TYPE",
			    w, w + 2, w + 2 + (w[2] == '='));
		if (strcmp(w, "-l") == 0 && i + 1 < argc && opts_packet(argv[i + 1]) >= 0) {
			strv_add(out, "--dataPacketType=%s", argv[++i]);
			continue;
		}
		strv_add(out, "%s", w);
		for (last = w + 1; last[1] != '\0' && !takes_value(*last); last++)
			;
		if (last[1] == '\0' && takes_value(*last) &&
		    i + 1 < argc) /* its value is the next word */
			strv_add(out, "%s", argv[++i]);
	}
	return 0;
}

static int
read_line(struct opts_all *a, struct err *e)
{
	struct opt_set sets[IO_MOST + 2];
	int rc = adapt(a->argc, a->argv, &a->words, e);

	opts_sets(&a->test[0], sets);
	if (rc == 0)
		rc = opt_parse(sets, (int)a->words.n, a->words.v, NULL, e);
	if (rc == 1)
		help(a->argv[0], sets);
	return rc;
}

int
opts_parse(int argc, char *const argv[], struct opts_all **out, struct err *e)
{
	struct opts_all *a = mem_zero(1, sizeof *a);
	int rc;

	a->test = mem_zero(1, sizeof *a->test);
	a->ntest = 1;
	a->argc = argc;
	a->argv = argv;
	a->test[0] = defaults;
	io_opts(a->test[0].backends, 0);
	a->test[0].pool = &a->pool;
	rc = read_line(a, e);
	if (rc == 0 && a->test[0].script != NULL)
		rc = script_read(a, a->test[0].script, e);
	for (size_t i = 0; rc == 0 && i < a->ntest; i++) {
		a->test[i].id = (int)i;
		rc = opts_check(a, &a->test[i], e);
	}
	if (rc == 0)
		*out = a;
	else
		opts_free(a);
	return rc;
}

void
opts_free(struct opts_all *a)
{
	if (a == NULL)
		return;
	for (size_t i = 0; i < a->ntest; i++)
		io_opts_free(a->test[i].backends), socket_free(a->test[i].sockets);
	strv_free(&a->warnings);
	strv_free(&a->pool);
	strv_free(&a->words);
	free(a->test);
	free(a);
}
