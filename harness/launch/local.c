#include <errno.h>
#include <signal.h>

#include "core/err.h"
#include "launch/launch.h"

static int
probe(const char *program, struct launch_env *env, struct err *e)
{
	(void)program;
	(void)e;
	str_copy(env->flavour, sizeof env->flavour, "local");
	return 0;
}

static int
build(const struct job *job, const struct launch_env *env, struct strv *out, struct strv *vars,
    struct err *e)
{
	(void)env;
	(void)out;
	(void)vars;
	if (job->ranks != 1 || job->nodes != 1)
		return err_set(e, EINVAL,
		    "--launcher=local: starts one rank, not %d: use mpirun or srun", job->ranks);
	if (job->hostfile != NULL || (job->extra != NULL && job->extra->n > 0))
		return err_set(e, EINVAL,
		    "--launcher=local: takes neither a host file nor launcher arguments");
	return 0;
}

const struct launch_ops launch_local = {
	"local",
	"the program itself, one rank, no launcher",
	probe,
	build,
	SIGTERM,
};
