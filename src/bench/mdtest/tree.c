#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bench/mdtest/tree.h"
#include "core/err.h"
#include "core/hot.h"

/* No path holds more levels than this: each one takes 15 bytes of 4096. */
enum { MOST_LEVELS = 300, ITEM_ROOM = 64 };

bool
tree_mul(uint64_t a, uint64_t b, uint64_t *out)
{
	return !__builtin_mul_overflow(a, b, out);
}

bool
tree_add(uint64_t a, uint64_t b, uint64_t *out)
{
	return !__builtin_add_overflow(a, b, out);
}

/* Directories and leaves of a complete tree. */
static int
shape(struct tree *t, struct err *e)
{
	t->dirs = t->leaves = 1;
	for (uint64_t d = 0; d < t->depth; d++) {
		if (!tree_mul(t->leaves, t->branch, &t->leaves) ||
		    !tree_add(t->dirs, t->leaves, &t->dirs))
			return err_set(e, ERANGE,
			    "-z %" PRIu64 " -b %" PRIu64
			    ": more than 2^64 directories: give less of either",
			    t->depth, t->branch);
		if (t->branch == 1) { /* a chain: every further level adds one */
			t->dirs = t->depth + 1;
			break;
		}
	}
	return 0;
}

static int
too_many(struct err *e)
{
	return err_set(e, ERANGE, "-n, -I, -z, -b: more than 2^64 items: give less of one of them");
}

int
tree_plan(struct tree *t, const struct tree_want *w, struct err *e)
{
	uint64_t holders;
	int rc;

	memset(t, 0, sizeof *t);
	t->branch = w->branch;
	t->depth = w->depth;
	t->loops = 1;
	rc = shape(t, e);
	if (rc != 0)
		return rc;
	holders = w->leaf_only ? t->leaves : t->dirs;
	t->per_dir = w->per_dir > 0 ? w->per_dir : w->items / holders;
	if (w->per_dir > 0 && w->has_items && w->items > 0) {
		if (w->items % w->per_dir != 0)
			return err_set(e, EINVAL,
			    "-n %" PRIu64 ": not a multiple of -I %" PRIu64
			    ": with both, -n is that many items in trees of -I a directory",
			    w->items, w->per_dir);
		t->loops = w->items / w->per_dir;
	}
	if (!tree_mul(t->per_dir, holders, &t->per_tree) ||
	    !tree_mul(t->per_tree, t->loops, &t->items) ||
	    !tree_mul(t->per_dir, t->dirs - holders, &t->first) || t->items > INT64_MAX)
		return too_many(e);
	return 0;
}

struct tree_spot
tree_find(const struct tree *t, uint64_t index)
{
	struct tree_spot s;

	s.loop = index / t->per_tree;
	s.number = t->first + index % t->per_tree;
	s.dir = s.number / t->per_dir;
	return s;
}

HOT size_t
tree_decimal(char *p, uint64_t v)
{
	char digit[24];
	size_t n = 0, len;

	do
		digit[n++] = (char)('0' + v % 10);
	while ((v /= 10) != 0);
	for (len = 0; n > 0; len++)
		p[len] = digit[--n];
	p[len] = '\0';
	return len;
}

size_t
tree_dir(char *buf, size_t size, size_t at, const struct tree *t, int rank, uint64_t k)
{
	uint64_t way[MOST_LEVELS]; /* from k up to the root */
	size_t n = 0;

	for (; n < MOST_LEVELS; k = (k - 1) / t->branch) {
		way[n++] = k;
		if (k == 0)
			break;
	}
	if (way[n - 1] != 0)
		return 0;
	while (n > 0) {
		int len =
		    rank < 0
			? snprintf(buf + at, size - at, "/mdtest_tree.%" PRIu64, way[--n])
			: snprintf(buf + at, size - at, "/mdtest_tree.%d.%" PRIu64, rank, way[--n]);

		if (len < 0 || (size_t)len >= size - at)
			return 0;
		at += (size_t)len;
	}
	return at;
}

static size_t
digits(uint64_t v)
{
	char text[24];

	return tree_decimal(text, v);
}

size_t
tree_longest(const struct tree *t, int tasks, bool unique)
{
	size_t name = strlen("/file.mdtest.shared.") + digits((uint64_t)tasks), len = 0;
	uint64_t last = 0; /* highest number on a level */

	for (uint64_t d = 0; d <= t->depth; d++) {
		len += strlen("/mdtest_tree.") + digits(last) +
		       (unique ? digits((uint64_t)tasks) + 1 : 0);
		if (len > 1u << 20) /* far past any limit */
			break;
		last = last * t->branch + t->branch;
	}
	return len + name + digits(t->first + t->per_tree) + strlen("-XX");
}
