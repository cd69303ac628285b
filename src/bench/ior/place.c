#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/ior/job.h"
#include "bench/ior/names.h"
#include "bench/ior/place.h"
#include "bench/ior/sweep.h"
#include "core/err.h"
#include "core/file.h"
#include "core/fsinfo.h"
#include "core/units.h"
#include "par/par.h"

/* Whether the backend's names are files that this process can look at. */
static bool
real(const struct job *j)
{
	return j->o->ops->caps & IO_PATHS;
}

/* Whether this rank makes and removes a file: each its own, or rank 0 the shared one. */
static bool
mine(const struct job *j)
{
	return j->o->fpp || j->rank == 0;
}

static int
agree(struct job *j, struct err *here, struct err *e)
{
	int rc = par_agree(j->par, here);

	return rc == 0 ? 0 : err_set(e, -rc, "%s", here->text);
}

/* Rank 0 looks, so that a mistyped name gives one line and one look-up, not one for every rank. */
static void
look(struct job *j, struct err *e)
{
	int n = j->o->fpp ? par_size(j->par) : 1;
	char *last = NULL;

	for (int task = 0; task < n && e->code == 0; task++) {
		char *dir = names_parent(j->o, task);

		if (last == NULL || strcmp(dir, last) != 0) {
			if (!file_exists(dir))
				err_set(e, ENOENT,
				    "%s: no such directory: make it first (mkdir -p %s), or "
				    "correct -o %s",
				    dir, dir, j->o->file);
			else if (!file_is_dir(dir))
				err_set(e, ENOTDIR, "%s: is not a directory", dir);
			else if (j->ctx != NULL && j->o->ops->check != NULL)
				j->o->ops->check(j->ctx, dir, e);
		}
		free(last);
		last = dir;
		if (strchr(j->o->file, '@') == NULL && j->o->sockets == NULL)
			break;
	}
	free(last);
}

/* Whether the test's size says nothing of what will be on the file system at a time. */
static bool
no_forecast(const struct opts *o)
{
	char *first;
	bool there;

	if (!o->write || o->dry_run || o->existing || o->deadline > 0 || o->fill_every > 0 ||
	    o->sockets != NULL || strchr(o->file, '@') != NULL)
		return true;
	/* old files are replaced, and give back what they hold */
	first = names_file(o, 0, 0);
	there = file_exists(first);
	free(first);
	return there;
}

/* A file system that is filled up hurts everybody on it, and a tmpfs the whole node. */
static void
room(struct job *j, struct err *e)
{
	const struct opts *o = j->o;
	char *dir = names_parent(o, 0), a[32], b[32];
	uint64_t reps = o->keep && o->multi_file ? (uint64_t)o->repetitions : 1,
		 need = plan_total(&j->plan);
	struct fsinfo fs;

	if (!no_forecast(o) && fsinfo_get(dir, &fs, NULL) == 0 && fs.bytes > 0 && !fs.readonly &&
	    need > fs.avail / reps)
		err_set(e, ENOSPC,
		    "-o %s: %s would be written, but only %s are free: give less of -b or -s",
		    o->file, units_human(a, sizeof a, (double)need * (double)reps, "B"),
		    units_human(b, sizeof b, (double)fs.avail, "B"));
	free(dir);
}

static void
make_own_dir(struct job *j, struct err *e)
{
	char *dir = names_own_dir(j->o, j->rank);
	int rc = j->o->ops->mkdir(j->ctx, dir, 0700);

	if (rc == 0 && !j->o->keep)
		sweep_add_dir(j->sweep, dir);
	else if (rc != 0 && rc != -EEXIST)
		err_sys(e, -rc, "mkdir: %s", dir);
	free(dir);
}

int
place_prepare(struct job *j, struct err *e)
{
	struct err here = { 0, "" };
	int rc;

	if (j->rank == 0 && real(j))
		look(j, &here);
	if (j->rank == 0 && real(j) && here.code == 0)
		room(j, &here);
	/* rank 0's text alone: which rank looked says nothing */
	rc = here.code;
	par_bcast(j->par, &rc, sizeof rc);
	if (rc != 0)
		return err_set(e, rc, "%s", here.text);
	if (j->o->unique_dir && j->o->write)
		make_own_dir(j, &here);
	return agree(j, &here, e);
}

/* 1 where an old file was removed, 0 where there was none. */
static int
clear_one(struct job *j, const char *path, int rep, struct err *e)
{
	struct stat st;
	int rc;

	if (lstat(path, &st) != 0)
		return errno == ENOENT ? 0 : err_sys(e, errno, "%s", path);
	if (!S_ISREG(st.st_mode))
		return err_set(e, EEXIST,
		    "%s: is %s, not a regular file: left alone; choose another name with -o", path,
		    S_ISLNK(st.st_mode)   ? "a symbolic link"
		    : S_ISDIR(st.st_mode) ? "a directory"
					  : "a device, pipe or socket");
	if (j->o->existing)
		return 0;
	if (j->o->no_clobber && (rep == 0 || j->o->multi_file))
		return err_set(
		    e, EEXIST, "%s: is there already, and --no-clobber asks to leave it", path);
	rc = j->o->ops->unlink(j->ctx, path);
	if (rc != 0)
		return err_sys(e, -rc, "remove old file: %s", path);
	return 1;
}

int
place_clear(struct job *j, int rep, struct err *e)
{
	struct err here = { 0, "" };
	uint64_t old = 0;
	char *path;
	int rc;

	if (!real(j))
		return 0;
	path = names_file(j->o, j->rank, rep);
	if (mine(j))
		old = clear_one(j, path, rep, &here) == 1;
	rc = agree(j, &here, e);
	/* with -k a later repetition replaces what an earlier one left: no news */
	if (rc == 0 && (rep == 0 || j->o->multi_file)) {
		old = par_sum(j->par, old);
		if (old > 0 && j->rank == 0)
			print_warn(j->print, "replaced",
			    "%s: %llu existing file%s of that name replaced", j->o->file,
			    (unsigned long long)old, old > 1 ? "s" : "");
	}
	free(path);
	return rc;
}

int
place_remove(struct job *j, int rep, struct err *e)
{
	struct err here = { 0, "" };
	char *path;
	int rc = 0;

	if (j->o->keep || j->o->ops->unlink == NULL)
		return 0;
	par_barrier(j->par);
	path = names_file(j->o, j->rank, rep);
	if (mine(j))
		rc = j->o->ops->unlink(j->ctx, path);
	if (rc != 0 && rc != -ENOENT)
		err_sys(&here, -rc, "remove: %s", path);
	else if (mine(j))
		sweep_done(j->sweep, path);
	free(path);
	return agree(j, &here, e);
}

void
place_keep(struct job *j, int rep)
{
	char *path = names_file(j->o, j->rank, rep), *dir = names_own_dir(j->o, j->rank);

	sweep_done(j->sweep, path);
	sweep_done(j->sweep, dir);
	free(path), free(dir);
}

int
place_leave(struct job *j, struct err *e)
{
	struct err here = { 0, "" };
	int left = sweep_now(j->sweep);

	if (left > 0)
		err_set(&here, EIO,
		    "%s: %d file(s) or directories of this run could not be removed", j->o->file,
		    left);
	return agree(j, &here, e);
}
