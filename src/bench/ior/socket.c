#define _GNU_SOURCE /* sched_getcpu */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/ior/socket.h"
#include "core/mem.h"
#include "par/par.h"

struct sockets {
	int *of, n;
};

struct sockets *
socket_new(void)
{
	return mem_zero(1, sizeof(struct sockets));
}

void
socket_free(struct sockets *s)
{
	if (s != NULL)
		free(s->of);
	free(s);
}

static int
here(void)
{
	char path[80];
	int id = 0;
	FILE *f;

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/physical_package_id",
	    sched_getcpu());
	f = fopen(path, "re");
	if (f == NULL)
		return 0;
	if (fscanf(f, "%d", &id) != 1 || id < 0) /* some virtual machines say -1 */
		id = 0;
	fclose(f);
	return id;
}

void
socket_find(struct sockets *s, const struct par *par)
{
	int mine = here();

	s->n = par_size(par);
	free(s->of);
	s->of = mem_zero((size_t)s->n, sizeof *s->of);
	par_gather(par, &mine, sizeof mine, s->of);
	par_bcast(par, s->of, (size_t)s->n * sizeof *s->of);
}

int
socket_of(const struct sockets *s, int task)
{
	return task < s->n ? s->of[task] : 0;
}
