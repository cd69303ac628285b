#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/mdtest/bulk.h"
#include "bench/mdtest/cursor.h"
#include "bench/mdtest/item.h"
#include "bench/mdtest/job.h"
#include "bench/mdtest/phases.h"
#include "bench/mdtest/trace.h"
#include "bench/mdtest/walk.h"
#include "core/err.h"
#include "core/mem.h"

enum { TREE_MODE = 0775 };

/* -- trees ---------------------------------------------------------------- */

/* Whose trees does this rank make: its own, the shared one, with -c all of them, or none? */
static int
first_tree(const struct job *j, int *count)
{
	*count = 1;
	if (!j->o->unique || j->o->collective) {
		*count = j->rank != 0 ? 0 : j->o->unique ? j->tasks : 1;
		return j->o->unique ? 0 : -1;
	}
	return j->rank;
}

static uint64_t
one_tree(struct job *j, int rank, bool make, struct err *e)
{
	uint64_t per = j->tree.dirs, n = per * j->tree.loops, i, looked = tick_now(&j->tick);
	const struct cursor_aim aim = { &j->tree, j->base, j->style, j->iteration, rank, 0,
		"file" };
	struct cursor c;

	cursor_start(&c, &aim);
	for (i = 0; i < n && !walk_stopped(j, &looked); i++) {
		/* parents first; the other way round when they go */
		const char *path = cursor_dir(&c, i / per, make ? i % per : per - 1 - i % per);
		int rc = make ? j->io->mkdir(j->ctx, path, TREE_MODE) : j->io->rmdir(j->ctx, path);

		if (rc != 0) {
			err_sys(e, -rc, "%s: %s", make ? "mkdir" : "rmdir", path);
			break;
		}
		trace(j, 2, "%s directory \"%s\"", make ? "Making" : "Remove", path);
	}
	return i;
}

static uint64_t
trees(struct job *j, bool make, struct err *e)
{
	uint64_t done = 0;
	int n, first = first_tree(j, &n);

	for (int k = 0; k < n && e->code == 0; k++)
		done += one_tree(j, first + k, make, e);
	return done;
}

uint64_t
bulk_make_trees(struct job *j, const struct phase *p, struct err *e)
{
	(void)p;
	return trees(j, true, e);
}

uint64_t
bulk_remove_trees(struct job *j, const struct phase *p, struct err *e)
{
	(void)p;
	return trees(j, false, e);
}

/* -- listing -------------------------------------------------------------- */

uint64_t
bulk_list(struct job *j, const struct phase *p, struct err *e)
{
	const struct tree *t = &j->tree;
	uint64_t first = t->first / (t->per_dir > 0 ? t->per_dir : 1), per = t->dirs - first, i;
	uint64_t looked = tick_now(&j->tick);
	struct cursor c;

	job_cursor(j, &c, "file", p->shift);
	for (i = 0; i < per * t->loops && !walk_stopped(j, &looked); i++) {
		const char *path = cursor_dir(&c, i / per, first + i % per);
		ssize_t n = j->io->list(j->ctx, path);

		if (n < 0) {
			err_sys(e, (int)-n, "read directory: %s", path);
			break;
		}
	}
	return i;
}

/* -- renaming ------------------------------------------------------------- */

/* One rename, from a path to a path with a tail. */
static int
move(struct job *j, const char *from, const char *from_tail, const char *to, const char *to_tail,
    struct err *e)
{
	char *a = mem_fmt("%s%s", from, from_tail), *b = mem_fmt("%s%s", to, to_tail);
	int rc = j->io->rename(j->ctx, a, b);

	if (rc != 0)
		err_sys(e, -rc, "rename: %s to %s", a, b);
	free(a);
	free(b);
	return rc;
}

/* 0 steps aside, 1 takes its place, 2 that of 1, ...; 0 ends in the place that m-2 left. */
uint64_t
bulk_rename(struct job *j, const struct phase *p, struct err *e)
{
	uint64_t m = j->tree.items, i, looked = tick_now(&j->tick);
	struct cursor *c = mem_zero(2, sizeof *c);
	uint64_t done = 0;

	job_cursor(j, &c[0], "dir", p->shift);
	job_cursor(j, &c[1], "dir", p->shift);
	if (m >= 2 && !(j->o->collective && j->rank != 0)) {
		done += move(j, cursor_item(&c[0], 0), "", c[0].path, "-XX", e) == 0;
		for (i = 1; i + 1 < m && e->code == 0 && !walk_stopped(j, &looked); i++)
			done += move(j, cursor_item(&c[0], i), "", cursor_item(&c[1], i - 1), "",
				    e) == 0;
		if (e->code == 0 && i + 1 >= m)
			done += move(j, cursor_item(&c[0], 0), "-XX", cursor_item(&c[1], m - 2), "",
				    e) == 0;
	}
	free(c);
	return done;
}

static uint64_t
pass_with(
    struct job *j, const struct phase *p, int (*op)(struct item *, const char *), struct err *e)
{
	struct phase q = *p;
	struct walk *w = NULL;
	uint64_t done = 0;

	q.op = op;
	q.all = NULL;
	if (walk_ready(&w, j, &q, e) == 0)
		done = walk_run(w, e);
	walk_end(w);
	return done;
}

uint64_t
bulk_away_and_back(struct job *j, const struct phase *p, struct err *e)
{
	uint64_t done = pass_with(j, p, item_away, e);

	return e->code != 0 ? done : done + pass_with(j, p, item_back, e);
}
