#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench/mdtest/opts.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/units.h"
#include "par/par.h"

/* -d A@B@C */
static int
take_dirs(void *cfg, const char *value, struct err *e)
{
	struct opts *o = cfg;
	const char *at;

	strv_free(&o->dirs); /* the last -d counts */
	if (value[0] == '-')
		return err_set(e, EINVAL, "'%s' looks like an option: give the directory, as ./%s",
		    value, value);
	for (; (at = strchr(value, '@')) != NULL; value = at + 1) {
		if (at == value)
			break;
		strv_add(&o->dirs, "%.*s", (int)(at - value), value);
	}
	if (at != NULL || (*value == '\0' && o->dirs.n > 0))
		return err_set(e, EINVAL, "an empty path between two '@'");
	strv_add(&o->dirs, "%s", *value != '\0' ? value : ".");
	return 0;
}

static int
take_items(void *cfg, const char *value, struct err *e)
{
	struct opts *o = cfg;

	o->has_items = true;
	return strchr(value, '.') ? err_set(e, EINVAL, "'%s' is not a whole number", value)
				  : units_size(value, &o->items, e);
}

/* -R, -R7: the seed is only taken when glued, as 1.9.3 does. */
static int
take_random(void *cfg, const char *value, struct err *e)
{
	struct opts *o = cfg;

	o->random = true;
	if (value == NULL)
		return 0;
	o->has_seed = true;
	return units_int(value, INT_MIN, INT_MAX, &o->seed, e);
}

static int
take_seed(void *cfg, const char *value, struct err *e)
{
	struct opts *o = cfg;

	o->has_seed = true;
	return units_int(value, INT_MIN, INT_MAX, &o->seed, e);
}

/* -B; with 0 or 1 after it as 4.x wants it. */
static int
take_barriers(void *cfg, const char *value, struct err *e)
{
	struct opts *o = cfg;
	long long n = 1;
	int rc = value != NULL ? units_int(value, 0, 1, &n, e) : 0;

	o->no_barriers = n != 0;
	return rc;
}

static int
take_packet(void *cfg, const char *value, struct err *e)
{
	struct opts *o = cfg;
	char c = (char)tolower((unsigned char)value[0]);

	if (c == '\0' || strchr("toir", c) == NULL)
		return err_set(
		    e, EINVAL, "'%s' is none of timestamp, offset, incompressible, random", value);
	o->packet = c;
	o->pattern = true;
	return 0;
}

static int
take_packet_seed(void *cfg, const char *value, struct err *e)
{
	struct opts *o = cfg;

	o->pattern = true;
	return units_int(value, -1, INT_MAX, &o->packet_seed, e);
}

static int
take_format(void *cfg, const char *value, struct err *e)
{
	static const char *const name[] = { "1", "4", "json" };
	struct opts *o = cfg;

	for (int i = 0; i < 3; i++)
		if (strcmp(value, name[i]) == 0) {
			o->format = (enum opts_format)i;
			return 0;
		}
	return err_set(e, EINVAL, "'%s' is none of 1, 4, json", value);
}

static int
take_engine(void *cfg, const char *value, struct err *e)
{
	static const char *const name[] = { "auto", "threads", "uring" };
	struct opts *o = cfg;

	for (int i = 0; i < 3; i++)
		if (strcmp(value, name[i]) == 0) {
			o->engine = (enum opts_engine)i;
			return 0;
		}
	return err_set(e, EINVAL, "'%s' is none of auto, threads, uring", value);
}

/* --phases=readdir,chmod,... */
static int
take_phases(void *cfg, const char *value, struct err *e)
{
	static const struct {
		const char *name;
		size_t off;
	} known[] = {
		{ "readdir", offsetof(struct opts, list) },
		{ "rename", offsetof(struct opts, move) },
		{ "chmod", offsetof(struct opts, chmod) },
		{ "link", offsetof(struct opts, link) },
		{ "symlink", offsetof(struct opts, symlink) },
	};

	for (size_t len; *value != '\0'; value += len + (value[len] == ',')) {
		bool found = false;

		len = strcspn(value, ",");
		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			if (strlen(known[i].name) == len && strncmp(known[i].name, value, len) == 0)
				*(bool *)((char *)cfg + known[i].off) = found = true;
		if (!found)
			return err_set(e, EINVAL,
			    "'%.*s' is none of readdir, rename, chmod, link, symlink", (int)len,
			    value);
	}
	return 0;
}

#define AT(member) offsetof(struct opts, member)
#define END                                                                                        \
	{                                                                                          \
		0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0                                           \
	}

/* clang-format off */
static const struct opt where[] = {
	{ 'd', NULL, OPT_CALL, 0, "DIR[@DIR...]", "directories to work in; rank r uses the r-th of them (default .)", 0, 0, take_dirs, 0 },
	{ 'n', NULL, OPT_CALL, 0, "N", "items of each task over the whole tree", 0, 0, take_items, 0 },
	{ 'I', NULL, OPT_COUNT64, AT(per_dir), "N", "items of each task in each directory of the tree", 0, 0, NULL, 0 },
	{ 'z', NULL, OPT_INT, AT(depth), "N", "depth of the tree (default 0: one directory)", 0, 1000000, NULL, 0 },
	{ 'b', NULL, OPT_INT, AT(branch), "N", "branching factor of the tree (default 1)", 1, INT_MAX, NULL, 0 },
	{ 'L', NULL, OPT_FLAG, AT(leaf_only), NULL, "items only in the leaves of the tree", 0, 0, NULL, 0 },
	{ 'u', NULL, OPT_FLAG, AT(unique), NULL, "a tree for each task", 0, 0, NULL, 0 },
	{ 't', NULL, OPT_FLAG, AT(time_unique), NULL, "choosing the task's directory is timed too", 0, 0, NULL, 0 },
	{ 'a', NULL, OPT_STR, AT(api), "NAME", "back end: POSIX (default), NULL, DUMMY (the same)", 0, 0, NULL, 0 },
	{ 'g', NULL, OPT_FLAG, AT(reset_dirs), NULL, "Lustre: no inherited default of where directories go, in each test directory", 0, 0, NULL, 0 },
	END,
};

static const struct opt what[] = {
	{ 'D', NULL, OPT_FLAG, AT(dirs_only), NULL, "directories only", 0, 0, NULL, 0 },
	{ 'F', NULL, OPT_FLAG, AT(files_only), NULL, "files only", 0, 0, NULL, 0 },
	{ 'C', NULL, OPT_FLAG, AT(create), NULL, "create phases (all phases where none of -C -T -E -r -U is given)", 0, 0, NULL, 0 },
	{ 'T', NULL, OPT_FLAG, AT(stat), NULL, "stat phases", 0, 0, NULL, 0 },
	{ 'E', NULL, OPT_FLAG, AT(read), NULL, "read phase: open, read -e bytes, close", 0, 0, NULL, 0 },
	{ 'r', NULL, OPT_FLAG, AT(remove), NULL, "remove phases (-r BYTES is taken as -e BYTES)", 0, 0, NULL, 0 },
	{ 'U', NULL, OPT_FLAG, AT(rename), NULL, "directory rename phase", 0, 0, NULL, 0 },
	{ 0, "phases", OPT_CALL, 0, "NAME,...", "more phases: readdir, rename (of files), chmod, link, symlink", 0, 0, take_phases, 0 },
	{ 'w', NULL, OPT_SIZE, AT(write_bytes), "BYTES", "bytes written to each file when it is created", 0, 0, NULL, 0 },
	{ 'e', NULL, OPT_SIZE, AT(read_bytes), "BYTES", "bytes read from each file in the read phase", 0, 0, NULL, 0 },
	{ 'y', NULL, OPT_FLAG, AT(fsync_each), NULL, "fsync each file before it is closed", 0, 0, NULL, 0 },
	{ 'Y', NULL, OPT_FLAG, AT(sync_phase), NULL, "sync the file system at the end of each phase, timed", 0, 0, NULL, 0 },
	{ 'c', NULL, OPT_FLAG, AT(collective), NULL, "task 0 creates and removes everything", 0, 0, NULL, 0 },
	{ 'S', NULL, OPT_FLAG, AT(shared), NULL, "all tasks use the same files; no directories", 0, 0, NULL, 0 },
	{ 'k', NULL, OPT_FLAG, AT(mknod), NULL, "create files with mknod", 0, 0, NULL, 0 },
	{ 'X', "verify-read", OPT_FLAG, AT(verify_read), NULL, "compare the data read with what was written", 0, 0, NULL, 0 },
	{ 0, "verify-write", OPT_FLAG, AT(verify_write), NULL, "read back and compare after each write", 0, 0, NULL, 0 },
	{ 'G', NULL, OPT_CALL, 0, "N", "seed of the data, the same for -X in a later run (default: the clock)", 0, 0, take_packet_seed, 0 },
	{ 0, "dataPacketType", OPT_CALL, 0, "TYPE", "data: timestamp, offset (both compress), incompressible, random", 0, 0, take_packet, 0 },
	{ 0, "posix.odirect", OPT_FLAG, AT(direct), NULL, "no page cache: -w and -e in multiples of the block size", 0, 0, NULL, 0 },
	END,
};

static const struct opt how[] = {
	{ 'i', NULL, OPT_INT, AT(iterations), "N", "iterations (default 1)", 1, INT_MAX, NULL, 0 },
	{ 'f', NULL, OPT_INT, AT(first), "N", "first number of tasks to run with (default 1 with -l)", 1, INT_MAX, NULL, 0 },
	{ 'l', NULL, OPT_INT, AT(last), "N", "last number of tasks (default all)", 1, INT_MAX, NULL, 0 },
	{ 's', NULL, OPT_INT, AT(stride), "N", "step between numbers of tasks (default 1)", 1, INT_MAX, NULL, 0 },
	{ 'N', NULL, OPT_INT, AT(shift), "N", "each phase works on the items of the task N further on", 0, INT_MAX, NULL, 0 },
	{ 'p', NULL, OPT_SECONDS, AT(delay), "SECONDS", "wait before the directory and the file phases, untimed", 0, 0, NULL, 0 },
	{ 'B', NULL, OPT_CALL, 0, "0|1", "no barriers between phases", 0, 0, take_barriers, OPT_GLUED },
	{ 'W', NULL, OPT_SECONDS, AT(stonewall), "SECONDS", "stop creating files after that time; all tasks then catch up with the fastest", 0, 0, NULL, 0 },
	{ 'x', NULL, OPT_STR, AT(count_file), "FILE", "store, or without the create phase take, how many items -W created", 0, 0, NULL, 0 },
	{ 'R', NULL, OPT_CALL, 0, "SEED", "stat and read in random order; a seed only where glued", 0, 0, take_random, OPT_GLUED },
	{ 0, "random-seed", OPT_CALL, 0, "SEED", "seed of -R", 0, 0, take_seed, 0 },
	{ 0, "queue-depth", OPT_INT, AT(depth_queue), "N", "operations in flight from each task (default 1: plain calls)", 1, 4096, NULL, 0 },
	{ 0, "engine", OPT_CALL, 0, "NAME", "what keeps them in flight: threads, uring, auto (the better one)", 0, 0, take_engine, 0 },
	{ 0, "held-dirs", OPT_FLAG, AT(held), NULL, "keep directories open and name items relative to them", 0, 0, NULL, 0 },
	{ 0, "run-cmd-before-phase", OPT_STR, AT(before), "CMD", "run CMD on every task before each phase, untimed", 0, 0, NULL, 0 },
	{ 0, "run-cmd-after-phase", OPT_STR, AT(after), "CMD", "run CMD on every task after each phase, timed", 0, 0, NULL, 0 },
	{ 0, "dry-run", OPT_FLAG, AT(dry_run), NULL, "say what would be created and whether it fits; create nothing", 0, 0, NULL, 0 },
	{ 0, "clean", OPT_FLAG, AT(clean), NULL, "remove what killed runs left in the directories of -d", 0, 0, NULL, 0 },
	{ 0, "warningAsErrors", OPT_FLAG, AT(warnings_fail), NULL, "what would be a note on stderr is an error", 0, 0, NULL, 0 },
	END,
};

static const struct opt output[] = {
	{ 0, "format", OPT_CALL, 0, "1|4|json", "output as mdtest 1.9.3 (default), as 4.x, or one JSON document", 0, 0, take_format, 0 },
	{ 0, "output", OPT_STR, AT(json), "FILE", "the JSON document in FILE, beside the text", 0, 0, NULL, 0 },
	{ 0, "csv", OPT_STR, AT(csv), "FILE", "every iteration's figures in FILE", 0, 0, NULL, 0 },
	{ 0, "latency", OPT_FLAG, AT(latency), NULL, "percentiles of the time that single operations took", 0, 0, NULL, 0 },
	{ 'Z', NULL, OPT_FLAG, AT(times), NULL, "time table instead of the rate table", 0, 0, NULL, 0 },
	{ 'P', NULL, OPT_FLAG, AT(rates_too), NULL, "both tables", 0, 0, NULL, 0 },
	{ 0, "print-all-procs", OPT_FLAG, AT(all_tasks), NULL, "the rate of each task", 0, 0, NULL, 0 },
	{ 0, "showRankStatistics", OPT_FLAG, AT(task_stats), NULL, "columns over single tasks in the tables", 0, 0, NULL, 0 },
	{ 0, "saveRankPerformanceDetails", OPT_STR, AT(task_csv), "FILE", "each task's rates and times in FILE", 0, 0, NULL, 0 },
	{ 0, "savePerOpDataCSV", OPT_STR, AT(op_csv), "PREFIX", "every file operation's time in PREFIX-PHASE-TASK.csv", 0, 0, NULL, 0 },
	{ 'v', NULL, OPT_COUNT, AT(verbose), NULL, "more output; up to three times", 0, 0, NULL, 0 },
	{ 'V', NULL, OPT_INT, AT(verbose), "N", "verbosity N", 0, 100, NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "show this help", 0, 0, NULL, 0 },
	END,
};
/* clang-format on */

/* -- words that need rewriting -------------------------------------------- */

static bool
all_digits(const char *s)
{
	if (*s == '\0')
		return false;
	for (; *s != '\0'; s++)
		if (!isdigit((unsigned char)*s))
			return false;
	return true;
}

/* 4.x's options of its back end that does nothing, in terms of ours: "--dummy.delay-create" and so
 * on. */
static const char *
dummy_ops(const char *word, size_t len)
{
	static const struct {
		const char *name, *op;
	} known[] = {
		{ "--dummy.delay-create", "open" },
		{ "--dummy.delay-close", "close" },
		{ "--dummy.delay-sync", "sync" },
		{ "--dummy.delay-xfer", "write" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strlen(known[i].name) == len && strncmp(known[i].name, word, len) == 0)
			return known[i].op;
	return NULL;
}

/* Returns how many words it took: 0 where the word at i is none of these. */
static int
rewrite_dummy(struct opts *o, int argc, char *const argv[], int i)
{
	size_t len = strcspn(argv[i], "=");
	const char *op = dummy_ops(argv[i], len);
	bool glued = argv[i][len] == '=';
	const char *value = glued ? argv[i] + len + 1 : i + 1 < argc ? argv[i + 1] : NULL;

	if (op == NULL || value == NULL)
		return 0;
	strv_add(&o->taken, "--null.delay=%s:%s", op, value);
	if (strcmp(op, "write") == 0)
		strv_add(&o->taken, "--null.delay=read:%s", value);
	return glued ? 1 : 2;
}

/*
 * `-r` followed by a word of digits has no meaning in either released version, and users were told
 * that it is the read size: such a pair becomes -e.  `-B 0` and `-B 1` are one option.
 */
static int
rewrite_pair(struct opts *o, const char *word, const char *next)
{
	if (next == NULL)
		return 0;
	if (strcmp(word, "-B") == 0 && (strcmp(next, "0") == 0 || strcmp(next, "1") == 0)) {
		strv_add(&o->taken, "-B%s", next);
		return 2;
	}
	if (strcmp(word, "-r") != 0 || !all_digits(next))
		return 0;
	strv_add(&o->taken, "-e%s", next);
	strv_add(&o->notes,
	    "-r %s: taken as -e %s, the bytes read from each file; -r alone is the remove phase",
	    next, next);
	return 2;
}

static void
rewrite(struct opts *o, int argc, char *const argv[])
{
	int took;

	strv_add(&o->taken, "%s", argc > 0 ? argv[0] : "mdtest");
	for (int i = 1; i < argc; i += took) {
		took = rewrite_pair(o, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
		if (took == 0)
			took = rewrite_dummy(o, argc, argv, i);
		if (took == 0) {
			strv_add(&o->taken, "%s", argv[i]);
			took = 1;
		}
	}
}

/* -- what follows from what was given ------------------------------------- */

static void
settle(struct opts *o)
{
	if (!o->create && !o->stat && !o->read && !o->remove && !o->rename) {
		o->create = o->stat = o->read = o->remove = true;
		o->rename = o->format == OPTS_FORMAT4; /* 1.9.3 has no such phase */
	}
	o->dirs_on = o->dirs_only || !o->files_only;
	o->files_on = o->files_only || !o->dirs_only;
	if (o->shared)
		o->dirs_on = false;
	if (o->dirs.n == 0)
		strv_add(&o->dirs, "%s", o->format == OPTS_FORMAT4 ? "./out" : ".");
	if (o->api == NULL)
		o->api = "POSIX";
	if (o->reset_dirs)
		opt_assign(o->io_sets, "posix.lustre.resetdirs", "1", NULL);
	if (strcasecmp(o->api, "DUMMY") == 0)
		o->api = "NULL";
	o->pattern |= o->verify_read || o->verify_write;
	if (o->first == 0 && o->last > 0)
		o->first = 1;
}

/* What can be decided from the options alone; in the order in which 4.x looks at them. */
static int
check_pairs(const struct opts *o, struct err *e)
{
	const struct {
		bool bad;
		const char *text;
	} rule[] = {
		{ o->no_barriers && o->stonewall > 0,
		    "-B: not with -W: the tasks wait for each other after it" },
		{ o->no_barriers && o->shift > 0,
		    "-B: not with -N: a task could come before the one whose items it needs" },
		{ o->shared && o->collective, "-S: not with -c" },
		{ o->dirs.n > 1 && o->collective, "-c: not with several directories in -d" },
		{ o->no_barriers && o->collective, "-c: not with -B" },
		{ o->unique && o->shared, "-u: not with -S" },
		{ o->dirs.n > 1 && o->shift > 0, "-N: not with several directories in -d" },
		{ o->dirs.n > 1 && !o->unique,
		    "-d: several directories only with -u: a shared tree lies in one of them" },
		{ o->unique && o->has_items && o->items > 0 && o->per_dir > 0,
		    "-n with -I: not with -u: give one of them" },
		{ o->mknod && o->write_bytes > 0, "-k: not with -w: such files are never opened" },
		{ o->mknod && o->collective, "-k: not with -c: such files are never opened" },
		{ o->verify_read && (!o->read || !o->files_on),
		    "-X: only with the read phase (-E) of files" },
		{ o->verify_read && o->read_bytes == 0,
		    "-X: only with -e: there must be something to read" },
		{ o->verify_write && o->write_bytes == 0,
		    "--verify-write: only with -w: there must be something to read back" },
		{ o->has_seed && !o->random, "--random-seed: only with -R" },
		{ o->first > 0 && o->last > 0 && o->first > o->last,
		    "-f, -l: the first number of tasks is larger than the last" },
		{ o->shared && o->dirs_only, "-S: not with -D: it is about files" },
		{ o->count_file != NULL && o->dirs_only, "-x: only with files" },
		{ o->depth_queue > 1 && o->collective, "--queue-depth: not with -c" },
		{ o->held && o->collective, "--held-dirs: not with -c" },
		{ o->depth_queue > 1 && o->op_csv != NULL,
		    "--savePerOpDataCSV: not with --queue-depth" },
		{ o->dry_run && o->clean, "--dry-run: not with --clean" },
	};

	for (size_t i = 0; i < sizeof rule / sizeof *rule; i++)
		if (rule[i].bad)
			return err_set(e, EINVAL, "%s", rule[i].text);
	return 0;
}

static int
check(const struct opts *o, struct err *e)
{
	const struct io_ops *io = io_find(o->api);

	if (io == NULL)
		return err_set(e, EINVAL, "-a %s: no such back end: POSIX, SLOW or NULL", o->api);
	if (!(io->caps & IO_NAMESPACE))
		return err_set(e, EINVAL,
		    "-a %s: has no directories, which mdtest is about: POSIX, SLOW or NULL", io->name);
	if (io_opts_check(o->io_sets, io, e) != 0)
		return -EINVAL;
	if (o->clean)
		return 0;
	if (io_needs(o->io_sets, io) & IO_LAYS && !o->create)
		return err_set(e, EINVAL,
		    "-g, --posix.lustre: a layout is given to new directories: only with the "
		    "create "
		    "phases (-C)");
	if (!o->has_items && o->per_dir == 0)
		return err_set(e, EINVAL,
		    "no items: give -n (items of each task) or -I (items in each directory)");
	if (o->create && o->read && o->files_on && o->read_bytes > o->write_bytes)
		return err_set(e, EINVAL,
		    "-e %" PRIu64 ": more than the -w %" PRIu64 " bytes that the files will have",
		    o->read_bytes, o->write_bytes);
	if (o->warnings_fail && o->notes.n > 0)
		return err_set(e, EINVAL, "%s", o->notes.v[0]);
	return check_pairs(o, e);
}

/* All tables, with room for those of the back ends. */
static void
tables(struct opts *o, struct opt_set *sets)
{
	const struct opt_set own[] = {
		{ where, o, "Where:" },
		{ what, o, "What:" },
		{ how, o, "How:" },
		{ output, o, "Output:" },
	};
	size_t n = sizeof own / sizeof *own;

	memcpy(sets, own, sizeof own);
	for (size_t i = 0; o->io_sets[i].opts != NULL; i++)
		sets[n++] = o->io_sets[i];
	memset(&sets[n], 0, sizeof sets[n]);
}

static void
help(const struct opt_set *sets)
{
	printf("Usage: mpirun -np TASKS mdtest [options]\n\n"
	       "Times how fast tasks create, stat, read and remove directories and files.\n");
	opt_help(stdout, sets);
}

int
opts_parse(int argc, char *const argv[], struct opts *o, struct err *e)
{
	struct opt_set sets[IO_MOST + 8];
	int rc;

	memset(o, 0, sizeof *o);
	o->branch = o->iterations = o->stride = o->depth_queue = 1;
	o->packet = 't';
	o->packet_seed = -1;
	io_opts(o->io_sets, IO_NAMESPACE);
	for (int i = 0; i < argc; i++)
		strv_add(&o->words, "%s", argv[i]);
	rewrite(o, argc, argv);
	tables(o, sets);
	rc = opt_parse(sets, (int)o->taken.n, o->taken.v, NULL, e);
	if (rc == 1 && par_launched_rank() == 0)
		help(sets);
	if (rc != 0)
		return rc;
	settle(o);
	return check(o, e);
}

bool
opts_per_task(const struct opts *o)
{
	return o->all_tasks || o->task_stats || o->task_csv != NULL;
}

void
opts_free(struct opts *o)
{
	strv_free(&o->words);
	strv_free(&o->taken);
	strv_free(&o->dirs);
	strv_free(&o->notes);
	io_opts_free(o->io_sets);
}
