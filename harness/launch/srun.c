#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "launch/launch.h"
#include "launch/which.h"

/* The plug-ins that start MPI ranks, best first; what srun has is found with --mpi=list. */
static const char *const plugins[] = { "pmix", "pmi2", "cray_shasta" };

static int
probe(const char *program, struct launch_env *env, struct err *e)
{
	if (!which_find(program ? program : "srun", env->program, sizeof env->program))
		return err_set(e, ENOENT,
		    "%s: not found: this is not a machine that Slurm schedules",
		    program ? program : "srun");
	str_copy(env->flavour, sizeof env->flavour, "slurm");
	which_version(env, "--version");
	return 0;
}

/* Without the right plug-in every process becomes rank 0 of 1, and nobody says so. */
static const char *
plugin(const struct launch_env *env)
{
	struct strv argv = { NULL, 0, 0 };
	char text[4096] = "";
	int rc;

	strv_add(&argv, "%s", env->program);
	strv_add(&argv, "--mpi=list");
	rc = launch_capture(&argv, text, sizeof text);
	if (rc != 0)
		str_copy(text, sizeof text, plugins[0]); /* it cannot be asked: the usual one */
	strv_free(&argv);
	for (size_t i = 0; i < sizeof plugins / sizeof *plugins; i++)
		if (strstr(text, plugins[i]) != NULL)
			return plugins[i];
	return NULL;
}

static bool
given(const struct strv *extra, const char *start)
{
	for (size_t i = 0; extra != NULL && i < extra->n; i++)
		if (str_starts(extra->v[i], start))
			return true;
	return false;
}

static int
build(const struct job *job, const struct launch_env *env, struct strv *out, struct strv *vars,
    struct err *e)
{
	const char *mpi;

	if (job->hostfile != NULL)
		return err_set(e, EINVAL,
		    "--hostfile: srun takes its hosts from Slurm; use --launcher-args='-w HOSTS'");
	strv_add(out, "%s", env->program);
	strv_add(out, "-n");
	strv_add(out, "%d", job->ranks);
	strv_add(out, "-N");
	strv_add(out, "%d", job->nodes);
	if (job->order != NULL) {
		strv_add(out, "--distribution=arbitrary");
		strv_add(vars, "SLURM_HOSTFILE=%s", job->order);
	} else {
		strv_add(out, "--ntasks-per-node=%d", (job->ranks + job->nodes - 1) / job->nodes);
	}
	if (!given(job->extra, "--mpi") && (mpi = plugin(env)) != NULL)
		strv_add(out, "--mpi=%s", mpi);
	if (job->oversubscribe)
		strv_add(out, "--overcommit");
	if (job->extra != NULL)
		strv_add_all(out, job->extra);
	return 0;
}

const struct launch_ops launch_srun = {
	"srun",
	"srun of Slurm, with the plug-in that fits",
	probe,
	build,
	SIGUSR1,
};
