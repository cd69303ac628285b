#include <errno.h>
#include <signal.h>
#include <string.h>

#include "core/err.h"
#include "launch/launch.h"
#include "launch/which.h"

static int
probe(const char *program, struct launch_env *env, struct err *e)
{
	if (!which_find(program ? program : "flux", env->program, sizeof env->program))
		return err_set(e, ENOENT,
		    "%s: not found: this is not a machine that Flux schedules",
		    program ? program : "flux");
	str_copy(env->flavour, sizeof env->flavour, "flux");
	which_version(env, "version");
	return 0;
}

static int
build(const struct job *job, const struct launch_env *env, struct strv *out, struct strv *vars,
    struct err *e)
{
	(void)vars;
	if (job->hostfile != NULL)
		return err_set(e, EINVAL,
		    "--hostfile: flux takes its hosts from the allocation; use "
		    "--launcher-args=--requires=host:LIST");
	if (job->order != NULL)
		return err_set(
		    e, EINVAL, "flux: which rank runs on which node cannot be told to it");
	strv_add(out, "%s", env->program);
	strv_add(out, "run");
	strv_add(out, "-n");
	strv_add(out, "%d", job->ranks);
	strv_add(out, "-N");
	strv_add(out, "%d", job->nodes);
	if (job->extra != NULL)
		strv_add_all(out, job->extra);
	return 0;
}

const struct launch_ops launch_flux = {
	"flux",
	"flux run of the Flux framework",
	probe,
	build,
	SIGUSR1,
};
