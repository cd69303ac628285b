#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "bench/mdtest/guard.h"
#include "bench/mdtest/opts.h"
#include "bench/mdtest/place.h"
#include "bench/mdtest/run.h"
#include "bench/mdtest/space.h"
#include "bench/mdtest/tree.h"
#include "core/err.h"
#include "core/mem.h"
#include "par/par.h"

struct mdtest {
	struct opts o;
	struct tree tree;
	struct guard guard;
};

/* The trees that the options describe. */
static int
plan(struct mdtest *m, struct err *e)
{
	const struct opts *o = &m->o;
	const struct tree_want want = { (uint64_t)o->branch, (uint64_t)o->depth, o->items,
		o->per_dir, o->leaf_only, o->has_items };
	int rc = tree_plan(&m->tree, &want, e);

	if (rc == 0 && m->tree.items == 0 && !(o->has_items && o->items == 0))
		rc = err_set(e, EINVAL,
		    "-n %" PRIu64 ": fewer items than the %" PRIu64
		    " directories they are spread over: each would get none",
		    o->items, o->leaf_only ? m->tree.leaves : m->tree.dirs);
	return rc;
}

static int
mdtest_parse(int argc, char *const argv[], void **cfg, struct err *e)
{
	struct mdtest *m = mem_zero(1, sizeof *m);
	int rc = opts_parse(argc, argv, &m->o, e);

	*cfg = m;
	if (rc == 0 && !m->o.clean)
		rc = plan(m, e);
	return rc == 0 ? guard_start(&m->guard, e) : rc;
}

/* The longest path that this run would use in the base directory. */
static size_t
longest(const struct mdtest *m, const char *base, int tasks)
{
	return strlen(base) + strlen("/#test-dir.") + 33 +
	       tree_longest(&m->tree, tasks, m->o.unique);
}

/* What depends on the number of tasks. */
static int
mdtest_check(const void *cfg, const struct par *par, struct err *e)
{
	const struct mdtest *m = cfg;
	const struct opts *o = &m->o;
	int tasks = par_size(par), first = o->first > 0 ? o->first : tasks;
	struct space s;

	if (o->clean)
		return 0;
	if (first > tasks)
		return err_set(
		    e, EINVAL, "-f %d: more than the %d tasks that were started", first, tasks);
	if (o->last > tasks && o->format == OPTS_FORMAT4)
		return err_set(
		    e, EINVAL, "-l %d: more than the %d tasks that were started", o->last, tasks);
	if (first < tasks && (o->last == 0 || o->last > first) && o->create && !o->remove)
		return err_set(e, EINVAL,
		    "-f, -l: several numbers of tasks only with the remove phases: each would find "
		    "what the one before left");
	if (o->dirs.n > (size_t)first)
		return err_set(e, EINVAL, "-d: %zu directories for %d tasks: at most one each",
		    o->dirs.n, first);
	for (size_t i = 0; i < o->dirs.n; i++)
		if (longest(m, o->dirs.v[i], tasks) >= PATH_MAX)
			return err_set(e, ENAMETOOLONG,
			    "-z %d: paths would be %zu bytes long, the system's limit is %d: give "
			    "a smaller depth",
			    o->depth, longest(m, o->dirs.v[i], tasks), PATH_MAX - 1);
	return space_plan(&s, o, &m->tree, tasks, e);
}

static int
clean(const struct mdtest *m, const struct par *par, struct err *e)
{
	struct err mine = { 0, "" };
	int rc;

	for (size_t i = 0; par_rank(par) == 0 && i < m->o.dirs.n; i++)
		place_clean(m->o.dirs.v[i], &mine);
	rc = par_agree(par, &mine);
	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine.text);
}

/* What would be made, and whether it fits. */
static int
dry_run(const struct mdtest *m, const struct par *par, struct err *e)
{
	struct err mine = { 0, "" };
	struct space s;
	int rc = space_plan(&s, &m->o, &m->tree, par_size(par), &mine);

	if (rc == 0 && par_rank(par) == 0)
		printf("%d tasks would make %" PRIu64 " directories and %" PRIu64
		       " files with %" PRIu64 " bytes in",
		    par_size(par), s.dirs, s.files, s.bytes);
	for (size_t i = 0; rc == 0 && par_rank(par) == 0 && i < m->o.dirs.n; i++)
		printf(" %s", m->o.dirs.v[i]);
	if (rc == 0 && par_rank(par) == 0)
		printf("\n");
	for (size_t i = 0; rc == 0 && par_rank(par) == 0 && i < m->o.dirs.n; i++)
		rc = space_check(&s, m->o.dirs.v[i], (int)m->o.dirs.n, &mine);
	rc = par_agree(par, &mine);
	return rc == 0 ? 0 : err_set(e, -rc, "%s", mine.text);
}

static int
mdtest_run(const void *cfg, const struct par *par, struct err *e)
{
	struct mdtest *m = (struct mdtest *)cfg; /* the guard's end of the pipe is closed in here */
	int rc;

	if (m->o.clean)
		rc = clean(m, par, e);
	else if (m->o.dry_run)
		rc = dry_run(m, par, e);
	else
		rc = run_all(&m->o, &m->tree, m->guard.sweep, par, e);
	guard_stop(&m->guard);
	return rc;
}

static void
mdtest_free(void *cfg)
{
	struct mdtest *m = cfg;

	opts_free(&m->o);
	free(m);
}

const struct bench bench = {
	.name = "mdtest",
	.synopsis = "[options]",
	.parse = mdtest_parse,
	.check = mdtest_check,
	.run = mdtest_run,
	.free = mdtest_free,
};
