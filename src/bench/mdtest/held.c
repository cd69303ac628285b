#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "bench/mdtest/cursor.h"
#include "bench/mdtest/held.h"
#include "bench/mdtest/job.h"
#include "core/err.h"
#include "core/mem.h"

/* Files that the rest of the process needs: MPI's sockets above all. */
enum { SPARE = 128 };

/* One owner's trees; there is one of these for each rank that this one works for in turn. */
struct held {
	struct held *next;
	int tree_rank;
	uint64_t n, open;
	struct io_file dir[];
};

static uint64_t
count(const struct job *j)
{
	return j->tree.dirs * j->tree.loops;
}

int
held_check(const struct job *j, struct err *e)
{
	struct rlimit lim;
	/* create, stat, read and remove may each work in another task's tree */
	uint64_t need = count(j) * (j->o->unique && j->shift > 0 ? 4 : 1) + SPARE;

	if (getrlimit(RLIMIT_NOFILE, &lim) != 0)
		return 0;
	if (lim.rlim_cur < lim.rlim_max) {
		lim.rlim_cur = lim.rlim_max;
		setrlimit(RLIMIT_NOFILE, &lim);
	}
	if (count(j) < UINT32_MAX && need <= lim.rlim_cur)
		return 0;
	return err_set(e, EMFILE,
	    "--held-dirs: %" PRIu64
	    " directories, but only %llu files may be open: raise ulimit -n, or use a smaller tree",
	    count(j), (unsigned long long)lim.rlim_cur);
}

static struct held *
find(const struct job *j, int shift)
{
	int tree = job_tree(j, job_owner(j, shift));
	struct held *h = j->held;

	while (h != NULL && h->tree_rank != tree)
		h = h->next;
	return h;
}

int
held_open(struct job *j, int shift, struct err *e)
{
	struct held *h = find(j, shift);
	struct cursor c;
	uint64_t n = count(j);

	if (h != NULL)
		return 0;
	h = mem_zero(1, sizeof *h + n * sizeof h->dir[0]);
	h->tree_rank = job_tree(j, job_owner(j, shift));
	h->n = n;
	h->next = j->held;
	j->held = h;
	job_cursor(j, &c, "file", shift);
	for (; h->open < n; h->open++) {
		const char *path = cursor_dir(&c, h->open / j->tree.dirs, h->open % j->tree.dirs);
		int rc = j->io->hold(j->ctx, path, &h->dir[h->open]);

		if (rc != 0)
			return err_sys(e, -rc, "open directory: %s", path);
	}
	return 0;
}

void
held_close(struct job *j)
{
	while (j->held != NULL) {
		struct held *h = j->held;

		for (uint64_t i = 0; i < h->open; i++)
			j->io->close(&h->dir[i]);
		j->held = h->next;
		free(h);
	}
}

const struct io_file *
held_dir(const struct job *j, int shift, uint64_t loop, uint64_t dir)
{
	return &find(j, shift)->dir[loop * j->tree.dirs + dir];
}
