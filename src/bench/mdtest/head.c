#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/mdtest/head.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/opts.h"
#include "bench/mdtest/tree.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/fsinfo.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/units.h"
#include "par/par.h"

/* -- settings ------------------------------------------------------------- */

static void
set_time(struct result *r, const char *key)
{
	time_t now = clock_wall();
	struct tm tm;
	char text[64] = "";

	if (localtime_r(&now, &tm) != NULL)
		strftime(text, sizeof text, "%m/%d/%Y %H:%M:%S", &tm);
	result_set(r, key, "%s", text);
}

/* The words that the user gave, unquoted and in order, as the released version shows them. */
static void
set_command(struct result *r, const struct opts *o)
{
	size_t size = 1;
	char *text, *at;

	for (size_t i = 0; i < o->words.n; i++)
		size += strlen(o->words.v[i]) + 1;
	at = text = mem_zero(size, 1);
	for (size_t i = 0; i < o->words.n; i++)
		at += snprintf(
		    at, size - (size_t)(at - text), "%s%s", i > 0 ? " " : "", o->words.v[i]);
	result_set(r, "command", "%s", text);
	free(text);
}

/* One digit a rank: is it on rank 0's host? */
static void
set_nodemap(struct result *r, const struct par *world)
{
	int n = par_size(world);
	char *map = mem_zero((size_t)n + 1, 1);

	for (int i = 0; i < n; i++)
		map[i] = par_node(world, i) == par_node(world, 0) ? '1' : '0';
	result_set(r, "nodemap", "%s", map);
	free(map);
}

void
head_start(struct result *r, const struct opts *o, const struct par *world, long long seed)
{
	set_time(r, "started");
	result_set(r, "world-tasks", "%d", par_size(world));
	result_set(r, "nodes", "%d", par_nodes(world));
	set_command(r, o);
	set_nodemap(r, world);
	if (o->random)
		result_set(r, "seed", "%lld", seed);
}

void
head_end(struct result *r)
{
	set_time(r, "finished");
}

/* The directory that the base lies in, as 1.9.3 shows it: the text up to the last '/', resolved. */
static void
set_path(struct result *r, const char *given)
{
	const char *slash = strrchr(given, '/');
	char parent[PATH_MAX] = ".", real[PATH_MAX];

	if (slash == given)
		str_copy(parent, sizeof parent, "/");
	else if (slash != NULL)
		snprintf(parent, sizeof parent, "%.*s", (int)(slash - given), given);
	result_set(r, "path", "%s", realpath(parent, real) != NULL ? real : parent);
}

int
head_where(struct result *r, const struct job *j, const char *given, struct err *e)
{
	struct fsinfo *info = mem_zero(1, sizeof *info);
	char line[256];
	int rc = 0;

	set_path(r, given);
	result_set(r, "given", "%s", given);
	if (j->io->caps & IO_DATA)
		rc = fsinfo_get(j->base, info, e);
	result_set(r, "fs", "%s",
	    j->io->caps & IO_DATA ? fsinfo_line(line, sizeof line, info)
				  : "FS: none (no I/O is done)");
	free(info);
	return rc;
}

static const char *
kind(const struct opts *o)
{
	if (o->dirs_on && o->files_on)
		return "files/directories";
	return o->dirs_on ? "directories" : "files";
}

/* Does a shift by k tasks leave any task on its own node? */
static bool
stays(const struct par *p, long long k)
{
	int n = par_size(p);

	for (int r = 0; r < n; r++)
		if (par_node(p, r) == par_node(p, (int)((r + k) % n)))
			return true;
	return false;
}

static bool
local(const struct opts *o, const struct par *p, long long shift)
{
	return o->shift > 0 && (stays(p, shift) || stays(p, 2 * shift));
}

static const char local_text[] =
    "stat and read work on items that the task's own node made: their figures may be the cache's";

void
head_tasks(struct result *r, const struct job *j)
{
	const struct opts *o = j->o;
	uint64_t tasks = (uint64_t)j->tasks;

	result_set(r, "tasks", "%d", j->tasks);
	result_set(r, "items", "%" PRIu64, j->files_planned * (o->shared ? 1 : tasks));
	result_set(r, "items-kind", "%s", kind(o));
	result_set(r, "iterations", "%d", o->iterations);
	if (local(o, j->par, j->shift))
		result_warn(r, "local-stat", "-N %d: %s", o->shift, local_text);
}

/* -- notes ---------------------------------------------------------------- */

void
head_notes(const struct opts *o, const struct tree *t, const struct par *world)
{
	bool blocks = par_nodes(world) > 1 && par_node(world, 0) == par_node(world, 1);
	long long shift =
	    (long long)o->shift * (o->format == OPTS_FORMAT4 && blocks ? par_on_node(world, 0) : 1);

	if (par_rank(world) != 0)
		return;
	for (size_t i = 0; i < o->notes.n; i++)
		fprintf(stderr, "mdtest: %s\n", o->notes.v[i]);
	if (o->per_dir == 0 && t->items != o->items)
		fprintf(stderr,
		    "mdtest: -n %" PRIu64 " over %" PRIu64 " directories is %" PRIu64
		    " in each: %" PRIu64 " items a task\n",
		    o->items, o->leaf_only ? t->leaves : t->dirs, t->per_dir, t->items);
	if (o->last > par_size(world))
		fprintf(stderr, "mdtest: -l %d: only %d tasks were started\n", o->last,
		    par_size(world));
	if (local(o, world, shift))
		fprintf(stderr, "mdtest: -N %d: %s\n", o->shift, local_text);
}

/* -- what -W leaves ------------------------------------------------------- */

/* The number in the file of -x; 0 where there is none yet. */
static int
read_count(const struct job *j, uint64_t *n, struct err *e)
{
	const char *path = j->o->count_file;
	long long v = 0;
	char *text;
	size_t len;
	int rc;

	*n = 0;
	if (!file_exists(path)) {
		fprintf(
		    stderr, "mdtest: -x %s: not there: all of the plan's files are used\n", path);
		return 0;
	}
	rc = file_read(path, &text, &len, e);
	if (rc != 0)
		return rc;
	rc = units_int(str_trim(text), 1, INT64_MAX, &v, NULL);
	free(text);
	if (rc != 0)
		return err_set(e, EINVAL, "-x %s: not a number of files", path);
	if ((uint64_t)v > j->tree.items)
		return err_set(e, ERANGE,
		    "-x %s: holds %lld, more than the %" PRIu64
		    " items of this plan: give the -n or -I of the run that made it",
		    path, v, j->tree.items);
	*n = (uint64_t)v;
	return 0;
}

int
head_files(struct job *j, struct err *e)
{
	struct err mine = { 0, "" };
	uint64_t n = 0;
	int rc;

	j->files = j->files_planned = j->tree.items;
	if (j->o->count_file == NULL || j->o->create)
		return 0;
	if (j->rank == 0)
		read_count(j, &n, &mine);
	rc = par_agree(j->par, &mine);
	if (rc != 0)
		return err_set(e, -rc, "%s", mine.text);
	par_bcast(j->par, &n, sizeof n);
	if (n > 0)
		j->files = n;
	if (!j->o->dirs_on)
		j->files_planned = j->files;
	return 0;
}

int
head_wall(const struct job *j, struct err *e)
{
	char text[32];

	if (j->rank != 0 || !j->o->create)
		return 0;
	if (j->o->stonewall > 0 && j->wall_least < j->tree.items && j->o->format != OPTS_JSON)
		printf("Continue stonewall hit min: %" PRIu64 " max: %" PRIu64 " avg: %.1f \n\n\n",
		    j->wall_least, j->files, j->wall_mean);
	if (j->o->count_file == NULL)
		return 0;
	snprintf(text, sizeof text, "%" PRIu64, j->files);
	return file_write(j->o->count_file, text, strlen(text), e);
}
