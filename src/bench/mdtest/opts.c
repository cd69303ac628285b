#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/opts.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/opt.h"
#include "core/units.h"

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

#define AT(member) offsetof(struct opts, member)
#define END                                                                                        \
	{                                                                                          \
		0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0                                           \
	}

static const struct opt where[] = {
	{ 'd', NULL, OPT_CALL, 0, "DIR[@DIR...]",
	    "directories to work in; rank r uses the r-th of them (default .)", 0, 0, take_dirs,
	    0 },
	{ 'n', NULL, OPT_CALL, 0, "N", "items of each task over the whole tree", 0, 0, take_items,
	    0 },
	{ 'I', NULL, OPT_COUNT64, AT(per_dir), "N",
	    "items of each task in each directory of the tree", 0, 0, NULL, 0 },
	{ 'z', NULL, OPT_INT, AT(depth), "N", "depth of the tree (default 0: one directory)", 0,
	    1000000, NULL, 0 },
	{ 'b', NULL, OPT_INT, AT(branch), "N", "branching factor of the tree (default 1)", 1,
	    INT_MAX, NULL, 0 },
	{ 'L', NULL, OPT_FLAG, AT(leaf_only), NULL, "items only in the leaves of the tree", 0, 0,
	    NULL, 0 },
	{ 'u', NULL, OPT_FLAG, AT(unique), NULL, "a tree for each task", 0, 0, NULL, 0 },
	END,
};

static const struct opt what[] = {
	{ 'D', NULL, OPT_FLAG, AT(dirs_only), NULL, "directories only", 0, 0, NULL, 0 },
	{ 'F', NULL, OPT_FLAG, AT(files_only), NULL, "files only", 0, 0, NULL, 0 },
	{ 'C', NULL, OPT_FLAG, AT(create), NULL,
	    "create phases (all phases where none of -C -T -E -r is given)", 0, 0, NULL, 0 },
	{ 'T', NULL, OPT_FLAG, AT(stat), NULL, "stat phases", 0, 0, NULL, 0 },
	{ 'E', NULL, OPT_FLAG, AT(read), NULL, "read phase: open, read -e bytes, close", 0, 0, NULL,
	    0 },
	{ 'r', NULL, OPT_FLAG, AT(remove), NULL, "remove phases (-r BYTES is taken as -e BYTES)", 0,
	    0, NULL, 0 },
	{ 'w', NULL, OPT_SIZE, AT(write_bytes), "BYTES",
	    "bytes written to each file when it is created", 0, 0, NULL, 0 },
	{ 'e', NULL, OPT_SIZE, AT(read_bytes), "BYTES",
	    "bytes read from each file in the read phase", 0, 0, NULL, 0 },
	{ 'y', NULL, OPT_FLAG, AT(fsync_each), NULL, "fsync each file before it is closed", 0, 0,
	    NULL, 0 },
	END,
};

static const struct opt how[] = {
	{ 'i', NULL, OPT_INT, AT(iterations), "N", "iterations (default 1)", 1, INT_MAX, NULL, 0 },
	{ 'p', NULL, OPT_SECONDS, AT(delay), "SECONDS",
	    "wait before the directory and the file phases, untimed", 0, 0, NULL, 0 },
	{ 'N', NULL, OPT_INT, AT(shift), "N",
	    "each phase works on the items of the task N further on", 0, INT_MAX, NULL, 0 },
	{ 'R', NULL, OPT_CALL, 0, "SEED", "stat and read in random order; a seed only where glued",
	    0, 0, take_random, OPT_GLUED },
	{ 'v', NULL, OPT_COUNT, AT(verbose), NULL, "more output; up to three times", 0, 0, NULL,
	    0 },
	{ 'V', NULL, OPT_INT, AT(verbose), "N", "verbosity N", 0, 100, NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "show this help", 0, 0, NULL, 0 },
	END,
};

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

/*
 * `-r` followed by a word of digits has no meaning in either released version, and users were told
 * that it is the read size: such a pair becomes -e.
 */
static void
rewrite(struct opts *o, int argc, char *const argv[])
{
	for (int i = 0; i < argc; i++) {
		if (i == 0 || strcmp(argv[i], "-r") != 0 || i + 1 == argc ||
		    !all_digits(argv[i + 1])) {
			strv_add(&o->taken, "%s", argv[i]);
			continue;
		}
		strv_add(&o->taken, "-e");
		strv_add(&o->notes,
		    "-r %s: taken as -e %s, the bytes read from each file; -r alone is the remove "
		    "phase",
		    argv[i + 1], argv[i + 1]);
	}
}

static void
settle(struct opts *o)
{
	if (!o->create && !o->stat && !o->read && !o->remove)
		o->create = o->stat = o->read = o->remove = true;
	o->dirs_on = o->dirs_only || !o->files_only;
	o->files_on = o->files_only || !o->dirs_only;
	if (o->dirs.n == 0)
		strv_add(&o->dirs, ".");
}

static int
check(const struct opts *o, struct err *e)
{
	if (!o->has_items && o->per_dir == 0)
		return err_set(e, EINVAL,
		    "no items: give -n (items of each task) or -I (items in each directory)");
	if (o->dirs.n > 1 && o->shift > 0)
		return err_set(e, EINVAL, "-N %d: not with several directories in -d", o->shift);
	if (o->dirs.n > 1 && !o->unique)
		return err_set(e, EINVAL,
		    "-d: several directories only with -u: a shared tree lies in one of them");
	if (o->unique && o->has_items && o->items > 0 && o->per_dir > 0)
		return err_set(e, EINVAL, "-n with -I: not with -u: give one of them");
	if (o->create && o->read && o->files_on && o->read_bytes > o->write_bytes)
		return err_set(e, EINVAL,
		    "-e %" PRIu64 ": more than the -w %" PRIu64 " bytes that the files will have",
		    o->read_bytes, o->write_bytes);
	return 0;
}

static void
help(void)
{
	static const struct opt_set sets[] = {
		{ where, NULL, "Where:" },
		{ what, NULL, "What:" },
		{ how, NULL, "How:" },
		{ NULL, NULL, NULL },
	};

	printf("Usage: mpirun -np TASKS mdtest [options]\n\n"
	       "Times how fast tasks create, stat, read and remove directories and files.\n");
	opt_help(stdout, sets);
}

int
opts_parse(int argc, char *const argv[], struct opts *o, struct err *e)
{
	const struct opt_set sets[] = {
		{ where, o, NULL },
		{ what, o, NULL },
		{ how, o, NULL },
		{ NULL, NULL, NULL },
	};
	int rc;

	memset(o, 0, sizeof *o);
	o->branch = o->iterations = 1;
	for (int i = 0; i < argc; i++)
		strv_add(&o->words, "%s", argv[i]);
	rewrite(o, argc, argv);
	rc = opt_parse(sets, (int)o->taken.n, o->taken.v, NULL, e);
	if (rc == 1)
		help();
	if (rc != 0)
		return rc;
	settle(o);
	return check(o, e);
}

void
opts_free(struct opts *o)
{
	strv_free(&o->words);
	strv_free(&o->taken);
	strv_free(&o->dirs);
	strv_free(&o->notes);
}
