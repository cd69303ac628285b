#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ior/opts.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/units.h"

/* Seeds the data where -G does not: always the same, so that a later check run finds the same
 * bytes. */
#define DEFAULT_SIGNATURE 0x1c0ffee5U

#define AT(member)        offsetof(struct opts, member)
#define FLAG(letter, name, member, help)                                                           \
	{                                                                                          \
		letter, name, OPT_FLAG, AT(member), NULL, help, 0, 0, NULL, 0                      \
	}
#define ALIAS(letter, name, kind, member, arg)                                                     \
	{                                                                                          \
		letter, name, kind, AT(member), arg, "", 0, 0, NULL, OPT_HIDDEN                    \
	}

/* Long names are the directives' names, in either version's spelling. */
static const struct opt table[] = {
	{ 'a', "api", OPT_STR, AT(api), "NAME", "I/O backend (see below)", 0, 0, NULL, 0 },
	{ 'A', "refNum", OPT_INT, AT(number), "N", "number printed in the summaries", 0, 0, NULL,
	    0 },
	ALIAS(0, "testNum", OPT_INT, number, "N"),
	{ 'b', "blockSize", OPT_SIZE, AT(block), "BYTES", "contiguous bytes of a task in a segment",
	    0, 0, NULL, 0 },
	FLAG('B', "useO_DIRECT", direct, "O_DIRECT: past the page cache"),
	ALIAS(0, "posix.odirect", OPT_FLAG, direct, NULL),
	FLAG('C', "reorderTasks", reorder, "read what a task on another node wrote"),
	ALIAS(0, "reorderTasksConstant", OPT_FLAG, reorder, NULL),
	{ 'd', "interTestDelay", OPT_SECONDS, AT(delay), "SECONDS", "pause before each timed phase",
	    0, 0, NULL, 0 },
	{ 'D', "deadlineForStonewalling", OPT_SECONDS, AT(deadline), "SECONDS",
	    "each task stops a phase after so long", 0, 0, NULL, 0 },
	FLAG('e', "fsync", fsync, "fsync at the end of the write phase, inside its time"),
	FLAG('F', "filePerProc", fpp, "a file for each task"),
	FLAG('g', "intraTestBarriers", barriers, "barriers between open, transfer and close"),
	{ 'h', "help", OPT_HELP, 0, NULL, "show this", 0, 0, NULL, 0 },
	{ 'i', "repetitions", OPT_INT, AT(repetitions), "N", "repetitions of the test", 1, 1000000,
	    NULL, 0 },
	FLAG('k', "keepFile", keep, "keep the files"),
	FLAG('m', "multiFile", multi_file, "another file in each repetition"),
	{ 'N', "numTasks", OPT_INT, AT(tasks), "N", "tasks that take part, 0 for all", 0, 1 << 30,
	    NULL, 0 },
	{ 'o', "testFile", OPT_STR, AT(file), "PATH", "file name", 0, 0, NULL, 0 },
	{ 'Q', "taskPerNodeOffset", OPT_INT, AT(reorder_offset), "N",
	    "with -C: nodes between writer and reader", 1, 1 << 30, NULL, 0 },
	FLAG('r', "readFile", read, "read phase"),
	{ 's', "segmentCount", OPT_COUNT64, AT(segments), "N", "segments", 1, 0, NULL, 0 },
	{ 't', "transferSize", OPT_SIZE, AT(transfer), "BYTES", "bytes of one I/O call", 0, 0, NULL,
	    0 },
	FLAG('u', "uniqueDir", unique_dir, "with -F: a directory for each file"),
	{ 'v', "verbose", OPT_COUNT, AT(verbose), NULL, "say more; up to five times", 0, 0, NULL,
	    0 },
	FLAG('w', "writeFile", write, "write phase (without -w and -r: both)"),
	FLAG(0, "drop-cache", drop_cache,
	    "sync and drop the files from the page cache before reading"),
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static const struct opts defaults = {
	.api = "POSIX",
	.file = "testFile",
	.block = UNITS_MIB,
	.transfer = 256 * UNITS_KIB,
	.segments = 1,
	.repetitions = 1,
	.reorder_offset = 1,
	.number = -1,
	.signature = DEFAULT_SIGNATURE,
};

static int
find_backend(struct opts *o, const struct opt_set *backends, struct err *e)
{
	char names[256] = "";
	size_t n = 0;

	o->ops = io_find(o->api);
	if (o->ops != NULL) {
		o->backend = io_cfg(backends, o->ops);
		return 0;
	}
	for (const struct io_ops *const *i = io_all(); *i != NULL && n < sizeof names; i++)
		n += (size_t)snprintf(
		    names + n, sizeof names - n, "%s%s", n ? ", " : "", (*i)->name);
	return err_set(
	    e, EINVAL, "-a %s: no such backend is built in; there are: %s", o->api, names);
}

/* Aggregate bytes in 63 bits, whatever the number of ranks. */
static int
check_total(const struct opts *o, struct err *e)
{
	uint64_t total;

	if (__builtin_mul_overflow(o->block, o->segments, &total) ||
	    total > (uint64_t)INT64_MAX >> 24)
		return err_set(e, EINVAL, "-b %llu -s %llu: too large together",
		    (unsigned long long)o->block, (unsigned long long)o->segments);
	return 0;
}

static int
check_direct(const struct opts *o, struct err *e)
{
	if (o->direct && (o->transfer % 512 != 0 || o->block % 512 != 0))
		return err_set(e, EINVAL,
		    "-t %llu: O_DIRECT needs transfers that are multiples of 512 bytes (often "
		    "4096)",
		    (unsigned long long)o->transfer);
	return 0;
}

int
opts_check(const struct opts *o, struct err *e)
{
	int rc;

	if (o->transfer == 0)
		return err_set(e, EINVAL, "-t 0: a transfer needs at least one byte");
	if (o->transfer > (uint64_t)SIZE_MAX >> 1)
		return err_set(e, EINVAL, "-t: too large for memory");
	if (o->block == 0 || o->block % o->transfer != 0)
		return err_set(e, EINVAL,
		    "-b %llu: the block must be a multiple of the transfer (-t %llu)",
		    (unsigned long long)o->block, (unsigned long long)o->transfer);
	if (o->file[0] == '\0')
		return err_set(e, EINVAL, "-o: the name is empty");
	if (o->unique_dir && !o->fpp)
		return err_set(e, EINVAL, "-u: a directory for each file needs -F");
	if (o->unique_dir && strchr(o->file, '@') != NULL)
		return err_set(e, EINVAL, "-o %s: several names (@) do not go with -u", o->file);
	rc = check_total(o, e);
	return rc != 0 ? rc : check_direct(o, e);
}

/* What the options imply. */
static int
finish(struct opts *o, const struct opt_set *backends, struct err *e)
{
	int rc = find_backend(o, backends, e);

	if (!o->write && !o->read)
		o->write = o->read = true;
	return rc != 0 ? rc : opts_check(o, e);
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

int
opts_parse(int argc, char *const argv[], struct opts_all **out, struct err *e)
{
	struct opts_all *a = mem_zero(1, sizeof *a);
	struct opt_set sets[IO_MOST + 2] = { 0 };
	int rc;

	a->test = mem_zero(1, sizeof *a->test);
	a->ntest = 1;
	a->argc = argc;
	a->argv = argv;
	a->test[0] = defaults;
	io_opts(a->backends);
	sets[0] = (struct opt_set){ table, &a->test[0], "Options" };
	for (size_t i = 0; a->backends[i].opts != NULL; i++)
		sets[i + 1] = a->backends[i];
	rc = opt_parse(sets, argc, argv, NULL, e);
	if (rc == 1)
		help(argv[0], sets);
	if (rc == 0)
		rc = finish(&a->test[0], a->backends, e);
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
	io_opts_free(a->backends);
	free(a->test);
	free(a);
}
