#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bench/mdtest/cursor.h"
#include "core/hot.h"

void
cursor_start(struct cursor *c, const struct cursor_aim *aim)
{
	c->aim = *aim;
	c->low = c->high = 0; /* no directory yet */
	c->last = UINT64_MAX - 1;
	c->end = 1;
	c->path[0] = '\0';
}

/* Length of the test directory's path, written to c->path; 0 where it does not fit. */
static size_t
test_dir(struct cursor *c, uint64_t loop)
{
	const struct cursor_aim *a = &c->aim;
	const char *slash = strcmp(a->base, "/") == 0 ? "" : a->base;
	int n;

	c->low = c->high = 0;
	if (a->style == CURSOR_STYLE4)
		n = snprintf(
		    c->path, PATH_MAX, "%s/test-dir.%d-%" PRIu64, slash, a->iteration, loop);
	else if (a->tree->loops > 1)
		n = snprintf(
		    c->path, PATH_MAX, "%s/#test-dir.%d-%" PRIu64, slash, a->iteration, loop);
	else
		n = snprintf(c->path, PATH_MAX, "%s/#test-dir.%d", slash, a->iteration);
	return n > 0 && n < PATH_MAX ? (size_t)n : 0;
}

const char *
cursor_test(struct cursor *c, uint64_t loop)
{
	return test_dir(c, loop) > 0 ? c->path : NULL;
}

const char *
cursor_dir(struct cursor *c, uint64_t loop, uint64_t k)
{
	size_t at = test_dir(c, loop);

	if (at == 0 || tree_dir(c->path, PATH_MAX, at, c->aim.tree, c->aim.tree_rank, k) == 0)
		return NULL;
	return c->path;
}

/* Go to the directory that holds the item of that index. */
static void
enter(struct cursor *c, uint64_t index)
{
	const struct tree *t = c->aim.tree;
	struct tree_spot s = tree_find(t, index);
	uint64_t number = s.dir * t->per_dir; /* of the directory's first item */
	size_t at = test_dir(c, s.loop);

	c->dir = tree_dir(c->path, PATH_MAX, at, t, c->aim.tree_rank, s.dir);
	c->low = index - (s.number - number);
	c->high = c->low + t->per_dir;
	c->shift = number - c->low;
	if (c->aim.owner < 0)
		c->stem = c->dir + (size_t)snprintf(c->path + c->dir, sizeof c->path - c->dir,
				       "/%s.mdtest.shared.", c->aim.kind);
	else
		c->stem = c->dir + (size_t)snprintf(c->path + c->dir, sizeof c->path - c->dir,
				       "/%s.mdtest.%d.", c->aim.kind, c->aim.owner);
}

HOT const char *
cursor_seek(struct cursor *c, uint64_t index)
{
	if (index < c->low || index >= c->high)
		enter(c, index);
	c->last = index;
	c->end = c->stem + tree_decimal(c->path + c->stem, index + c->shift);
	return c->path;
}
