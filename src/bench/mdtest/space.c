#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/opts.h"
#include "bench/mdtest/space.h"
#include "bench/mdtest/tree.h"
#include "core/err.h"
#include "core/file.h"
#include "core/fsinfo.h"
#include "core/mem.h"
#include "core/str.h"
#include "core/units.h"

int
space_plan(struct space *s, const struct opts *o, const struct tree *t, int tasks, struct err *e)
{
	uint64_t n = (uint64_t)tasks, trees = o->unique ? n : 1, items = 0, keep;
	bool fits = true;

	/* without the remove phase every iteration's items stay */
	keep = o->remove ? 1 : (uint64_t)o->iterations;
	fits &= tree_mul(t->items, o->shared ? 1 : n, &items);
	fits &= tree_mul(t->dirs, trees * t->loops, &s->dirs);
	fits &= tree_add(s->dirs, o->dirs_on ? items : 0, &s->dirs);
	s->files = o->files_on ? items : 0;
	if (o->symlink && o->files_on) /* each has an inode of its own while that phase runs */
		fits &= tree_mul(s->files, 2, &s->files);
	fits &= tree_mul(s->dirs, keep, &s->dirs) && tree_mul(s->files, keep, &s->files);
	fits &= tree_mul(s->files, o->write_bytes, &s->bytes);
	return fits ? 0
		    : err_set(e, ERANGE,
			  "the plan has more than 2^64 items or bytes: give less of -n, -I, -z, "
			  "-b, -w or -i");
}

/* The nearest directory above that is there. */
static void
existing(char *out, size_t size, const char *base)
{
	char *slash;

	str_copy(out, size, base);
	while (!file_is_dir(out)) {
		slash = strrchr(out, '/');
		if (slash == NULL)
			str_copy(out, size, ".");
		else
			slash[slash == out] = '\0';
	}
}

int
space_check(const struct space *s, const char *base, int paths, struct err *e)
{
	struct fsinfo *f = mem_zero(1, sizeof *f);
	uint64_t share = (uint64_t)paths, items = (s->dirs + s->files) / share,
		 bytes = s->bytes / share;
	char where[PATH_MAX], need[64], have[64];
	int rc;

	existing(where, sizeof where, base);
	rc = fsinfo_get(where, f, e);
	if (rc == 0 && f->inodes > 0 && items > f->inodes_free)
		rc = err_set(e, ENOSPC,
		    "-d %s: %" PRIu64 " files and directories would be made, but only %" PRIu64
		    " inodes are free: give less of -n or -I",
		    base, items, f->inodes_free);
	if (rc == 0 && bytes > f->avail)
		rc = err_set(e, ENOSPC,
		    "-d %s: %s would be written, but only %s are free: give less of -w, -n or -I",
		    base, units_human(need, sizeof need, (double)bytes, "B"),
		    units_human(have, sizeof have, (double)f->avail, "B"));
	free(f);
	return rc;
}
