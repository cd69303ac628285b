#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/err.h"
#include "launch/alloc.h"
#include "launch/launch.h"
#include "launch/which.h"

/* What `mpirun --version` says of itself, and where the version number follows it. */
static const struct {
	const char *says, *flavour, *before;
} flavours[] = {
	{ "(Open MPI)", "openmpi", "(Open MPI)" },
	{ "OpenRTE", "openmpi", "(OpenRTE)" },
	{ "PRRTE", "openmpi", "PRRTE" },
	{ "Intel(R) MPI", "intel", "Version" },
	{ "HYDRA", "mpich", "Version:" },
	{ "mpich", "mpich", "Version:" },
};

static void
read_version(const char *text, struct launch_env *env)
{
	for (size_t i = 0; i < sizeof flavours / sizeof *flavours; i++) {
		const char *p;
		size_t n;

		if (strstr(text, flavours[i].says) == NULL)
			continue;
		str_copy(env->flavour, sizeof env->flavour, flavours[i].flavour);
		p = strstr(text, flavours[i].before);
		if (p == NULL)
			return;
		p += strlen(flavours[i].before);
		while (*p != '\0' && !isdigit((unsigned char)*p))
			p++;
		n = strcspn(p, " \t\r\n,)");
		if (n >= sizeof env->version)
			n = sizeof env->version - 1;
		memcpy(env->version, p, n);
		env->version[n] = '\0';
		env->major = atoi(p);
		return;
	}
}

static int
probe(const char *program, struct launch_env *env, struct err *e)
{
	struct strv argv = { NULL, 0, 0 };
	char text[8192] = "";
	int rc;

	if (program != NULL ? !which_find(program, env->program, sizeof env->program)
			    : !which_find("mpirun", env->program, sizeof env->program) &&
				  !which_find("mpiexec", env->program, sizeof env->program))
		return err_set(e, ENOENT,
		    "%s: not found: install an MPI (ci/install run) or load its module",
		    program ? program : "mpirun");
	strv_add(&argv, "%s", env->program);
	strv_add(&argv, "--version");
	rc = launch_capture(&argv, text, sizeof text);
	strv_free(&argv);
	read_version(text, env);
	if (env->flavour[0] == '\0')
		return err_set(e, ENOENT,
		    "%s: --version (exit %d) names no MPI that is known (Open MPI, MPICH, Intel "
		    "MPI)",
		    env->program, rc);
	return 0;
}

static int
per_node(const struct job *job)
{
	return (job->ranks + job->nodes - 1) / job->nodes;
}

/* Open MPI refuses root unless told twice that this is meant; the variables are known since 4.0.1.
 */
static void
as_root(const struct launch_env *env, struct strv *out, struct strv *vars)
{
	if (geteuid() != 0)
		return;
	if (env->major > 0 && env->major < 4) {
		strv_add(out, "--allow-run-as-root");
		return;
	}
	strv_add(vars, "OMPI_ALLOW_RUN_AS_ROOT=1");
	strv_add(vars, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1");
	if (env->major >= 5) {
		strv_add(vars, "PRTE_ALLOW_RUN_AS_ROOT=1");
		strv_add(vars, "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1");
	}
}

static void
mca(const struct launch_env *env, bool runtime, const char *name, const char *value,
    struct strv *out)
{
	/* from 5 on, what belongs to the runtime and not to MPI has a switch of its own */
	strv_add(out, env->major >= 5 && runtime ? "--prtemca" : "--mca");
	strv_add(out, "%s", name);
	strv_add(out, "%s", value);
}

static void
openmpi(const struct job *job, const struct launch_env *env, const struct alloc *a,
    struct strv *out, struct strv *vars)
{
	bool five = env->major >= 5;
	const char *hosts = job->order != NULL ? job->order : job->hostfile;

	/* one that was built without PBS or LSF does not know of the allocation, so it is told */
	if (hosts == NULL && job->nodes > 1 && a->hostfile[0] != '\0')
		hosts = a->hostfile;

	as_root(env, out, vars);
	strv_add(out, "-np");
	strv_add(out, "%d", job->ranks);
	if (hosts != NULL) {
		strv_add(out, "--hostfile");
		strv_add(out, "%s", hosts);
	}
	if (job->order != NULL) {
		strv_add(out, "--map-by");
		strv_add(out, "seq%s", job->oversubscribe ? ":OVERSUBSCRIBE" : "");
	} else if (job->nodes > 1 || (job->oversubscribe && five)) {
		strv_add(out, "--map-by");
		if (job->nodes > 1)
			strv_add(out, "ppr:%d:node%s", per_node(job),
			    job->oversubscribe ? ":OVERSUBSCRIBE" : "");
		else
			strv_add(out, ":OVERSUBSCRIBE");
	} else if (job->oversubscribe) {
		strv_add(out, "--oversubscribe");
	}
	if (job->yield)
		mca(env, false, "mpi_yield_when_idle", "1", out);
	if ((job->nodes > 1 || job->order != NULL) && !five) {
		/* a node that is cut off is noticed in seconds; by default it takes minutes, or for
		 * ever */
		mca(env, true, "oob_tcp_keepalive_time", "5", out);
		mca(env, true, "oob_tcp_keepalive_intvl", "2", out);
		mca(env, true, "oob_tcp_keepalive_probes", "3", out);
	}
}

static void
hydra(const struct job *job, struct strv *out)
{
	const char *hosts = job->order != NULL ? job->order : job->hostfile;

	strv_add(out, "-n");
	strv_add(out, "%d", job->ranks);
	if (job->nodes > 1) {
		strv_add(out, "-ppn");
		strv_add(out, "%d", per_node(job));
	}
	if (hosts != NULL) {
		strv_add(out, "-f");
		strv_add(out, "%s", hosts);
	}
}

static int
build(const struct job *job, const struct launch_env *env, struct strv *out, struct strv *vars,
    struct err *e)
{
	struct alloc a;

	if (!alloc_find(&a) && job->nodes > 1 && job->hostfile == NULL && job->order == NULL)
		return err_set(e, EINVAL,
		    "--nodes=%d: neither a host file (--hostfile) nor an allocation of a scheduler "
		    "says which hosts",
		    job->nodes);
	strv_add(out, "%s", env->program);
	if (strcmp(env->flavour, "openmpi") == 0)
		openmpi(job, env, &a, out, vars);
	else
		hydra(job, out);
	if (job->extra != NULL)
		strv_add_all(out, job->extra);
	return 0;
}

const struct launch_ops launch_mpirun = {
	"mpirun",
	"mpirun or mpiexec of Open MPI, MPICH or Intel MPI",
	probe,
	build,
	SIGUSR1,
};
