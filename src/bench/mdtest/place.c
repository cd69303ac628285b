#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/mdtest/job.h"
#include "bench/mdtest/place.h"
#include "bench/mdtest/sweep.h"
#include "bench/mdtest/trace.h"
#include "bench/mdtest/verify.h"
#include "core/err.h"
#include "core/file.h"
#include "io/io.h"
#include "par/par.h"

enum { DIR_MODE = 0775 };

/* A back end that keeps nothing has no directories to look at. */
static bool
real(const struct job *j)
{
	return (j->io->caps & IO_DATA) != 0;
}

static int
make_base(struct job *j, struct err *e)
{
	struct stat st;

	if (stat(j->base, &st) == 0)
		return S_ISDIR(st.st_mode) ? 0
					   : err_set(e, ENOTDIR, "-d %s: not a directory", j->base);
	if (errno != ENOENT)
		return err_sys(e, errno, "-d %s: cannot be used", j->base);
	if (!j->o->create)
		return err_set(
		    e, ENOENT, "-d %s: not there: run the create phases (-C) first", j->base);
	if (mkdir(j->base, DIR_MODE) == 0) {
		j->sweep->base_made = true;
		return 0;
	}
	if (errno == EEXIST) /* another path or rank was quicker */
		return 0;
	if (errno == ENOENT)
		return err_sys(e, errno,
		    "-d %s: cannot be made: make its parent first (only the last component is "
		    "made)",
		    j->base);
	return err_sys(e, errno, "-d %s: cannot be made", j->base);
}

int
place_open(struct job *j, struct err *e)
{
	struct err mine = { 0, "" };
	struct stat st;
	int rc;

	if (!real(j))
		return 0;
	if (job_keeper(j) && (j->io->check == NULL || j->io->check(j->ctx, j->base, &mine) == 0))
		make_base(j, &mine);
	rc = par_agree(j->par, &mine);
	if (rc == 0 && !job_keeper(j) && stat(j->base, &st) != 0)
		err_sys(&mine, errno,
		    "-d %s: not seen by this rank: the directory must be shared by all hosts",
		    j->base);
	if (rc == 0)
		rc = par_agree(j->par, &mine);
	if (rc != 0)
		err_set(e, -rc, "%s", mine.text);
	return rc;
}

/* A test directory that an earlier run left: what has to be true before this one works in it. */
static int
check_old(const char *path, struct err *e)
{
	struct dirent *de;
	struct stat st;
	DIR *d;
	int rc = 0;

	if (lstat(path, &st) != 0)
		return err_sys(e, errno,
		    "%s: no test directory to work in: run the create phases (-C) first", path);
	if (S_ISLNK(st.st_mode))
		return err_set(e, ELOOP, "%s: a symbolic link: it is not followed", path);
	if (!S_ISDIR(st.st_mode))
		return err_set(e, ENOTDIR, "%s: not a directory", path);
	if (st.st_uid != geteuid())
		return err_set(e, EPERM, "%s: belongs to another user", path);
	d = opendir(path);
	if (d == NULL)
		return err_sys(e, errno, "read directory: %s", path);
	while (rc == 0 && (de = readdir(d)) != NULL)
		if (strcmp(de->d_name, ".") != 0 && strcmp(de->d_name, "..") != 0 &&
		    !sweep_is_ours(de->d_name))
			rc = err_set(e, EEXIST, "%s: holds '%s', which mdtest did not make", path,
			    de->d_name);
	closedir(d);
	return rc;
}

static int
make_new(struct job *j, const char *path, struct err *e)
{
	int rc = j->io->mkdir(j->ctx, path, DIR_MODE);

	if (rc == -EEXIST)
		return err_set(e, EEXIST,
		    "%s: is there already, from a run that was killed or kept its files: mdtest "
		    "--clean "
		    "-d %s removes it",
		    path, j->base);
	if (rc != 0)
		return err_sys(e, -rc, "mkdir: %s", path);
	j->sweep->loops++;
	if (j->io->dress != NULL && j->io->dress(j->ctx, path, e) != 0)
		return -e->code;
	trace(j, 2, "main: making test directory \"%s\"", path);
	return 0;
}

/* Call one of the two above, or rmdir, for each of this iteration's test directories in this rank's
 * base. */
static int
each(struct job *j, int (*one)(struct job *, const char *, struct err *), struct err *e)
{
	struct cursor c;
	const struct cursor_aim aim = { &j->tree, j->base, j->style, j->iteration, -1, 0, "file" };
	int rc = 0;

	cursor_start(&c, &aim);
	for (uint64_t loop = 0; rc == 0 && loop < j->tree.loops; loop++)
		rc = one(j, cursor_test(&c, loop), e);
	return rc;
}

static int
old(struct job *j, const char *path, struct err *e)
{
	int rc = real(j) ? check_old(path, e) : 0;

	/* before anything is removed: would all of it be? */
	if (rc == 0 && real(j) && j->o->remove)
		rc = verify_plan(j, path, e);
	return rc;
}

static int
remove_one(struct job *j, const char *path, struct err *e)
{
	int rc = j->io->rmdir(j->ctx, path);

	trace(j, 2, "main: removing test directory \"%s\"", path);
	return rc == 0 ? 0 : err_sys(e, -rc, "rmdir: %s", path);
}

/* Ranks agree; e gets what the first one said. */
static int
agree(struct job *j, struct err *mine, struct err *e)
{
	int rc = par_agree(j->par, mine);

	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine->text);
}

/* From here on what this iteration makes is ours to remove. */
static void
own(struct job *j)
{
	struct sweep *s = j->sweep;

	s->dirs = s->files = s->loops = 0;
	if (s->from == s->to)
		s->from = j->iteration;
	s->to = j->iteration + 1;
}

int
place_enter(struct job *j, struct err *e)
{
	struct err mine = { 0, "" };

	if (j->o->create)
		own(j);
	if (job_keeper(j))
		each(j, j->o->create ? make_new : old, &mine);
	return agree(j, &mine, e);
}

int
place_leave(struct job *j, struct err *e)
{
	struct err mine = { 0, "" };
	int rc;

	if (!j->o->remove)
		return 0;
	if (job_keeper(j))
		each(j, remove_one, &mine);
	rc = agree(j, &mine, e);
	if (rc == 0 && j->o->create)
		j->sweep->from = j->sweep->to = j->iteration + 1;
	return rc;
}

int
place_close(struct job *j, struct err *e)
{
	struct err mine = { 0, "" };

	if (!j->o->remove)
		return 0;
	/* something else may have been put there meanwhile: then it is not ours to remove */
	if (j->sweep->base_made && rmdir(j->base) != 0 && errno != ENOTEMPTY && errno != EEXIST)
		err_sys(&mine, errno, "rmdir: %s", j->base);
	j->sweep->base_made = false;
	return agree(j, &mine, e);
}

int
place_undo(struct job *j, struct err *e)
{
	int rc = 0;

	if (j->sweep->armed && real(j))
		sweep_items(j->sweep);
	par_barrier(j->par);
	if (real(j))
		rc = sweep_rest(j->sweep, e);
	par_barrier(j->par);
	return rc;
}

/* -- what killed runs left ------------------------------------------------ */

/* Remove the test directory at path if it is one of ours; say what was done. */
static void
clean_one(const char *path, struct err *e)
{
	struct err mine = { 0, "" };

	if (check_old(path, &mine) != 0 || sweep_dir(path, &mine) != 0) {
		fprintf(stderr, "mdtest: left: %s\n", mine.text);
		err_set(e, EPERM, "not all could be removed");
		return;
	}
	printf("removed %s\n", path);
}

int
place_clean(const char *base, struct err *e)
{
	DIR *d = opendir(base);
	struct dirent *de;
	int found = 0;

	if (d == NULL)
		return err_sys(e, errno, "-d %s: cannot be read", base);
	while ((de = readdir(d)) != NULL)
		if (sweep_is_test_dir(de->d_name)) {
			char *path = file_join(base, de->d_name);

			found++;
			clean_one(path, e);
			free(path);
		}
	closedir(d);
	if (found == 0)
		printf("nothing to remove in %s\n", base);
	return -e->code;
}
