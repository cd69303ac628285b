#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/ior/corrupt.h"
#include "bench/ior/job.h"
#include "bench/ior/names.h"
#include "core/err.h"
#include "par/par.h"

/* What was done to one file. */
struct change {
	uint64_t at;
	unsigned char from, to;
};

/* The finaliser of a 64-bit congruential generator: neighbouring seeds give places far apart. */
static uint64_t
scatter(uint64_t x)
{
	x = x * 6364136223846793005ULL + 1442695040888963407ULL;
	return x ^ x >> 29;
}

static int
change(const char *path, uint64_t seed, struct change *c, struct err *e)
{
	int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC), rc = 0;
	off_t size = fd >= 0 ? lseek(fd, 0, SEEK_END) : -1;

	if (size <= 0)
		rc = err_sys(e, size < 0 ? errno : ENODATA, "corruptFile: %s", path);
	if (rc == 0) {
		c->at = scatter(seed) % (uint64_t)size;
		if (pread(fd, &c->from, 1, (off_t)c->at) != 1)
			rc = err_sys(e, errno, "corruptFile: read: %s", path);
	}
	c->to = c->from ^ 0x79;
	if (rc == 0 && pwrite(fd, &c->to, 1, (off_t)c->at) != 1)
		rc = err_sys(e, errno, "corruptFile: write: %s", path);
	if (fd >= 0)
		close(fd);
	return rc;
}

int
corrupt_files(struct job *j, int rep, struct err *e)
{
	int n = j->o->fpp ? par_size(j->par) : 1, rc;
	struct change *all = calloc((size_t)par_size(j->par), sizeof *all), mine = { 0, 0, 0 };
	char *path = names_file(j->o, j->rank, rep);
	struct err here = { 0, "" };

	if (all == NULL)
		err_set(&here, ENOMEM, "corruptFile: no memory");
	else if (j->rank < n)
		change(path, j->o->signature + (uint64_t)rep + (uint64_t)j->rank, &mine, &here);
	free(path);
	rc = par_agree(j->par, &here);
	if (rc == 0)
		par_gather(j->par, &mine, sizeof mine, all);
	for (int r = 0; rc == 0 && j->rank == 0 && r < n; r++) {
		path = names_file(j->o, r, rep);
		print_line(j->print, "** DEBUG: offset %llu in %s changed from %d to %d **",
		    (unsigned long long)all[r].at, path, all[r].from, all[r].to);
		free(path);
	}
	free(all);
	return rc == 0 ? 0 : err_set(e, -rc, "%s", here.text);
}
