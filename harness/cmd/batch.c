#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/batch.h"
#include "core/mem.h"
#include "launch/which.h"

#define WARNING                                                                                    \
	60 /* seconds before the time limit that a job is told: it removes its files in them */

/* What every script ends with.  exec: signals are for check-fs and not for a shell that waits for
 * it. */
static char *
tail_of(const struct batch *b)
{
	const char *word = b->dir;
	struct strv dir = { (char **)&word, 1, 1 };
	char *in = strv_line(&dir), *command = strv_line(b->command);
	char *text = mem_fmt("cd %s || exit 5\nexec %s\n", in, command);

	free(in);
	free(command);
	return text;
}

static char *
slurm(const struct batch *b)
{
	int seconds = (int)b->seconds;
	char *end = tail_of(b),
	     *queue = b->queue ? mem_fmt("#SBATCH --partition=%s\n", b->queue) : mem_dup("");
	char *text = mem_fmt("#!/bin/bash\n"
			     "#SBATCH --job-name=check-fs\n"
			     "#SBATCH --nodes=%d\n"
			     "#SBATCH --ntasks=%d\n"
			     "#SBATCH --ntasks-per-node=%d\n"
			     "#SBATCH --time=%02d:%02d:%02d\n"
			     "#SBATCH --signal=B:TERM@%d\n"
			     "#SBATCH --output=%s\n"
			     "%s"
			     "%s",
	    b->nodes, b->ranks, b->ranks / b->nodes, seconds / 3600, seconds / 60 % 60,
	    seconds % 60, WARNING, b->log, queue, end);

	free(end);
	free(queue);
	return text;
}

static char *
pbs(const struct batch *b)
{
	int seconds = (int)b->seconds;
	char *end = tail_of(b), *queue = b->queue ? mem_fmt("#PBS -q %s\n", b->queue) : mem_dup("");
	char *text = mem_fmt("#!/bin/bash\n"
			     "#PBS -N check-fs\n"
			     "#PBS -l nodes=%d:ppn=%d\n"
			     "#PBS -l walltime=%02d:%02d:%02d\n"
			     "#PBS -j oe\n"
			     "#PBS -o %s\n"
			     "%s"
			     "%s",
	    b->nodes, b->ranks / b->nodes, seconds / 3600, seconds / 60 % 60, seconds % 60, b->log,
	    queue, end);

	free(end);
	free(queue);
	return text;
}

static const struct batch_ops schedulers[] = {
	{ "slurm", "sbatch", "--parsable", "--wait", slurm },
	{ "pbs", "qsub", NULL, "-Wblock=true", pbs },
};

const struct batch_ops *
batch_find(const char *name)
{
	for (size_t i = 0; i < sizeof schedulers / sizeof *schedulers; i++)
		if (strcmp(schedulers[i].name, name) == 0)
			return &schedulers[i];
	return NULL;
}

const struct batch_ops *
batch_here(void)
{
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof schedulers / sizeof *schedulers; i++)
		if (which_find(schedulers[i].submit, path, sizeof path))
			return &schedulers[i];
	return NULL;
}
