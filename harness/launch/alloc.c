#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/str.h"
#include "launch/alloc.h"

/* Where each scheduler says what. */
static const struct known {
	const char *name, *id, *nodes, *tasks, *hosts;
} schedulers[] = {
	{ "slurm", "SLURM_JOB_ID", "SLURM_JOB_NUM_NODES", "SLURM_NTASKS", NULL },
	{ "pbs", "PBS_JOBID", NULL, NULL, "PBS_NODEFILE" },
	{ "lsf", "LSB_JOBID", NULL, NULL, "LSB_DJOB_HOSTFILE" },
	{ "flux", "FLUX_JOB_ID", "FLUX_JOB_NNODES", "FLUX_JOB_SIZE", NULL },
};

static int
number(const char *variable)
{
	const char *v = variable != NULL ? getenv(variable) : NULL;

	return v != NULL && atoi(v) > 0 ? atoi(v) : 0;
}

/* Lines and distinct hosts of a host file. */
static void
count(const char *path, int *lines, int *hosts)
{
	struct strv seen = { NULL, 0, 0 };
	char line[1024];
	FILE *f = fopen(path, "re");

	if (f == NULL)
		return;
	while (fgets(line, sizeof line, f) != NULL) {
		const char *host = str_trim(line);
		size_t i = 0;

		if (*host == '\0' || *host == '#')
			continue;
		while (i < seen.n && strcmp(seen.v[i], host) != 0)
			i++;
		if (i == seen.n)
			strv_add(&seen, "%s", host);
		++*lines;
	}
	*hosts = (int)seen.n;
	strv_free(&seen);
	fclose(f);
}

bool
alloc_find(struct alloc *out)
{
	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < sizeof schedulers / sizeof *schedulers; i++) {
		const struct known *k = &schedulers[i];
		const char *id = getenv(k->id), *hosts = k->hosts != NULL ? getenv(k->hosts) : NULL;

		if (id == NULL || *id == '\0')
			continue;
		out->scheduler = k->name;
		out->id = id;
		out->nodes = number(k->nodes);
		out->tasks = number(k->tasks);
		if (hosts != NULL &&
		    str_copy(out->hostfile, sizeof out->hostfile, hosts) < sizeof out->hostfile)
			count(hosts, &out->tasks, &out->nodes);
		return true;
	}
	return false;
}
