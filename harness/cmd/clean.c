#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/guard.h"
#include "cmd/rundir.h"
#include "cmd/target.h"
#include "core/err.h"
#include "core/file.h"
#include "core/lock.h"
#include "core/str.h"

#define HOURS (24 * 3600.0) /* a million files on a slow file system take their time */

struct clean {
	bool force;
	bool list;
};

#define AT(m) offsetof(struct clean, m)
static const struct opt opts[] = {
	{ 'f', "force", OPT_FLAG, AT(force), NULL,
	    "also those of other hosts, whose runs cannot be asked", 0, 0, NULL, 0 },
	{ 'l', "list", OPT_FLAG, AT(list), NULL, "only say what there is", 0, 0, NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "show this help", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

static int
remove_it(void *arg, struct err *e)
{
	return rundir_remove(arg, e);
}

/* One leftover: removed, or refused with the reason.  0, or 1 where it stays. */
static int
deal_with(const struct rundir_left *l, const struct clean *c)
{
	struct err e = { 0, "" };

	if (l->state == RUNDIR_ALIVE) {
		printf("%s: its run (pid %ld on %s) still goes on: left alone\n", l->path, l->pid,
		    l->host);
		return 1;
	}
	if (l->state == RUNDIR_UNKNOWN && !c->force) {
		printf("%s: made on %s, which cannot be asked from here: left alone; run check-fs "
		       "clean there, or add "
		       "--force\n",
		    l->path, l->host);
		return 1;
	}
	if (c->list) {
		printf("%s: left by pid %ld on %s\n", l->path, l->pid, l->host);
		return 0;
	}
	if (guard_call(HOURS, remove_it, l->path, l->path, &e) != 0) {
		fprintf(stderr, "check-fs: %s\n", e.text);
		return 1;
	}
	printf("%s: removed\n", l->path);
	return 0;
}

/* The lock file of a run that was killed: the lock itself went with it. */
static void
drop_stale_lock(const char *target)
{
	struct lock l = { 0, NULL };

	if (target_locked(target) && target_lock(target, &l, NULL) == 0)
		lock_drop(&l);
}

static int
clean(const char *target, const struct clean *c, struct err *e)
{
	struct rundir_left *left;
	size_t n;
	int stays = 0, rc;

	if (!file_is_dir(target))
		return err_set(e, EINVAL, "%s: %s", target,
		    file_exists(target) ? "is not a directory" : "no such directory");
	rc = rundir_list(target, NULL, &left, &n, e);
	if (rc != 0)
		return rc;
	if (n == 0)
		printf("%s: nothing of check-fs is left in it\n", target);
	for (size_t i = 0; i < n; i++)
		stays |= deal_with(&left[i], c);
	rundir_list_free(left, n);
	if (!c->list)
		drop_stale_lock(target);
	return stays ? 5 : 0;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct clean c = { false, false };
	struct settings s = { 0 };
	const struct opt_set sets[] = { { opts, &c, NULL }, { settings_opts, &s, "Common options" },
		{ NULL, NULL, NULL } };
	struct strv words = { NULL, 0, 0 };
	int rc = opt_parse(sets, argc, argv, &words, e);

	if (rc == 1) {
		cmd_help(cmd_find("clean"), sets);
		return 0;
	}
	if (rc == 0 && words.n + (s.target != NULL) != 1)
		rc = err_set(
		    e, EINVAL, "clean: takes one directory: the target of the run that was killed");
	if (rc == 0)
		rc = clean(s.target ? s.target : words.v[0], &c, e);
	strv_free(&words);
	return rc;
}

const struct cmd_ops cmd_clean = {
	"clean",
	"remove what killed runs left in a target",
	"[options] TARGET",
	"Only directories that carry the marker of a check-fs run are touched, and none whose run "
	"still goes on.\n"
	"Exit status: 0 nothing is left, 5 something had to stay, 2 usage.\n",
	run,
};
