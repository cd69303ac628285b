/* What command lines the launchers build, and what launch_run tells of a program's end. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "launch/alloc.h"
#include "launch/launch.h"

static int failures;

static void
check(int ok, const char *what, const char *got)
{
	if (ok)
		return;
	failures++;
	printf("not so: %s\n  got: %s\n", what, got);
}

/* The launcher's line for ranks on nodes, with ", VAR=1..." after it. */
static void
line_is(const char *flavour, int major, const struct job *job, const char *want)
{
	const struct launch_ops *ops = launch_find("mpirun");
	struct launch_env env = { "mpirun", "", "", 0 };
	struct strv out = { NULL, 0, 0 }, vars = { NULL, 0, 0 };
	struct err e = { 0, "" };
	char *got;
	int rc;

	str_copy(env.flavour, sizeof env.flavour, flavour);
	env.major = major;
	rc = launch_argv(ops, job, &env, &out, &vars, &e);
	got = rc == 0 ? strv_line(&out) : strdup(e.text);
	check(strstr(got, want) != NULL, want, got);
	free(got);
	strv_free(&out);
	strv_free(&vars);
}

static void
test_lines(void)
{
	struct strv argv = { NULL, 0, 0 }, extra = { NULL, 0, 0 };
	struct job j = { &argv, 4, 1, NULL, NULL, false, false, NULL };

	strv_add(&argv, "mdtest");
	strv_add(&argv, "-u");
	strv_add(&extra, "--tag-output");
	line_is("openmpi", 4, &j, "mpirun -np 4 mdtest -u");
	line_is("openmpi", 5, &j, "mpirun -np 4 mdtest -u");
	line_is("mpich", 4, &j, "mpirun -n 4 mdtest -u");
	line_is("intel", 2021, &j, "mpirun -n 4 mdtest -u");
	j.oversubscribe = j.yield = true;
	line_is("openmpi", 4, &j, "-np 4 --oversubscribe --mca mpi_yield_when_idle 1");
	line_is("openmpi", 5, &j, "-np 4 --map-by :OVERSUBSCRIBE --mca mpi_yield_when_idle 1");
	line_is("mpich", 4, &j, "mpirun -n 4 mdtest -u");
	j.extra = &extra;
	line_is("mpich", 4, &j, "mpirun -n 4 --tag-output mdtest -u");
	j.extra = NULL;
	j.nodes = 2;
	line_is("openmpi", 4, &j, "neither a host file (--hostfile) nor an allocation");
	j.hostfile = "hosts";
	line_is("openmpi", 4, &j, "--hostfile hosts --map-by ppr:2:node:OVERSUBSCRIBE");
	line_is("mpich", 4, &j, "-n 4 -ppn 2 -f hosts");
	j.order = "order"; /* which rank runs where is told instead */
	line_is("openmpi", 4, &j, "--hostfile order --map-by seq:OVERSUBSCRIBE");
	line_is("mpich", 4, &j, "-n 4 -ppn 2 -f order");
	strv_free(&argv);
	strv_free(&extra);
}

/* Which rank runs where: srun reads it from the environment, Flux is not told. */
static void
test_order(void)
{
	struct strv argv = { NULL, 0, 0 }, out = { NULL, 0, 0 }, vars = { NULL, 0, 0 };
	struct job j = { &argv, 4, 2, NULL, NULL, false, false, "order" };
	struct launch_env env = { "srun", "slurm", "", 0 };
	struct err e = { 0, "" };
	char *line;

	strv_add(&argv, "true");
	launch_argv(launch_find("srun"), &j, &env, &out, &vars, &e);
	line = strv_line(&out);
	check(strstr(line, "-n 4 -N 2 --distribution=arbitrary ") != NULL,
	    "tasks in the file's order", line);
	check(vars.n == 1 && strcmp(vars.v[0], "SLURM_HOSTFILE=order") == 0, "srun's host file",
	    vars.n ? vars.v[0] : "none");
	free(line);
	strv_free(&out);
	strv_free(&vars);
	check(launch_argv(launch_find("flux"), &j, &env, &out, &vars, &e) < 0, "Flux refuses",
	    e.text);
	strv_free(&argv);
	strv_free(&out);
	strv_free(&vars);
}

/* root needs Open MPI's two variables, and no other MPI may see them. */
static void
test_root(void)
{
	struct strv argv = { NULL, 0, 0 }, out = { NULL, 0, 0 }, vars = { NULL, 0, 0 };
	struct job j = { &argv, 2, 1, NULL, NULL, false, false, NULL };
	struct launch_env env = { "mpirun", "openmpi", "4.1.4", 4 };

	strv_add(&argv, "true");
	launch_argv(launch_find("mpirun"), &j, &env, &out, &vars, NULL);
	check((vars.n == 2) == (geteuid() == 0), "Open MPI's variables for root only",
	    vars.n ? vars.v[0] : "none");
	strv_free(&out);
	strv_free(&vars);
	str_copy(env.flavour, sizeof env.flavour, "mpich");
	launch_argv(launch_find("mpirun"), &j, &env, &out, &vars, NULL);
	check(vars.n == 0, "nothing of Open MPI for MPICH", vars.n ? vars.v[0] : "none");
	strv_free(&out);
	strv_free(&vars);
	strv_free(&argv);
}

/* What PBS and Slurm say of a job; Open MPI is given PBS's host file. */
static void
test_alloc(const char *hosts)
{
	static const char text[] = "n1\nn1\nn2\nn2\n\n";
	struct strv argv = { NULL, 0, 0 };
	struct job j = { &argv, 4, 2, NULL, NULL, false, false, NULL };
	struct alloc a;
	char *want = mem_fmt("--hostfile %s --map-by ppr:2:node", hosts);

	strv_add(&argv, "true");
	check(!alloc_find(&a) && a.scheduler == NULL, "no allocation",
	    a.scheduler ? a.scheduler : "");
	file_write(hosts, text, sizeof text - 1, NULL);
	setenv("PBS_JOBID", "17.srv", 1);
	setenv("PBS_NODEFILE", hosts, 1);
	check(alloc_find(&a) && a.nodes == 2 && a.tasks == 4, "two nodes, four slots of PBS",
	    a.scheduler);
	line_is("openmpi", 4, &j, want);
	line_is("mpich", 4, &j, "mpirun -n 4 -ppn 2 true");
	unsetenv("PBS_JOBID");
	unsetenv("PBS_NODEFILE");
	setenv("SLURM_JOB_ID", "5", 1);
	setenv("SLURM_JOB_NUM_NODES", "3", 1);
	setenv("SLURM_NTASKS", "12", 1);
	check(alloc_find(&a) && a.nodes == 3 && a.tasks == 12, "three nodes, twelve tasks of Slurm",
	    a.scheduler);
	j.ranks = 12;
	j.nodes = 3;
	line_is("openmpi", 4, &j, "mpirun -np 12 --map-by ppr:4:node");
	unsetenv("SLURM_JOB_ID");
	free(want);
	strv_free(&argv);
}

static struct launch_status
run(const char *script, double deadline, const char *log)
{
	struct strv argv = { NULL, 0, 0 };
	struct launch_status st;
	struct err e = { 0, "" };

	strv_add(&argv, "/bin/sh");
	strv_add(&argv, "-c");
	strv_add(&argv, "%s", script);
	check(launch_run(&argv, NULL, SIGTERM, log, deadline, NULL, NULL, &st, &e) == 0, "starts",
	    e.text);
	strv_free(&argv);
	return st;
}

static void
test_ends(const char *log)
{
	struct strv none = { NULL, 0, 0 };
	struct launch_status st;
	struct err e = { 0, "" };
	double start;
	char *text = NULL;

	st = run("echo one; echo two >&2; exit 3", 0, log);
	check(st.exit == 3 && st.signal == 0 && !st.timeout, "exit status 3", st.tail);
	check(strcmp(st.tail, "one\ntwo\n") == 0, "both streams in order", st.tail);
	st = run("kill -SEGV $$", 0, log);
	check(st.signal == SIGSEGV && st.exit == -1, "the signal that ended it", st.tail);
	start = clock_now();
	st = run("sleep 60", 0.2, log);
	check(st.timeout && clock_now() - start < 9, "the deadline ends it", st.tail);
	/* a grandchild in a process group of its own, as Open MPI starts its ranks */
	start = clock_now();
	st = run("setsid sh -c 'echo $$; exec sleep 60' & sleep 60", 0.4, log);
	check(kill((pid_t)atol(st.tail), 0) != 0, "what left the process group is ended too",
	    st.tail);
	st = run("trap 'echo cleaned; exit 7' TERM; while :; do sleep 0.1; done", 0.3, log);
	check(st.timeout && st.exit == 7 && strstr(st.tail, "cleaned"), "it may clean up", st.tail);
	check(file_read(log, &text, NULL, &e) == 0 && strstr(text, "one\ntwo\n") == text,
	    "the log is appended to", text ? text : e.text);
	free(text);
	strv_add(&none, "/nowhere/prog");
	check(launch_run(&none, NULL, SIGTERM, log, 1, NULL, NULL, &st, &e) == -2,
	    "a missing program is an error", e.text);
	check(strstr(e.text, "/nowhere/prog: cannot start it: No such file") != NULL,
	    "and it is named", e.text);
	strv_free(&none);
}

int
main(void)
{
	char dir[] = "/tmp/launch-test.XXXXXX", *log, *hosts;

	if (mkdtemp(dir) == NULL)
		return 1;
	log = file_join(dir, "log");
	unsetenv("SLURM_JOB_ID");
	unsetenv("PBS_JOBID");
	unsetenv("LSB_JOBID");
	unsetenv("FLUX_JOB_ID");
	test_lines();
	test_order();
	test_root();
	test_ends(log);
	hosts = file_join(dir, "hosts");
	test_alloc(hosts);
	free(hosts);
	free(log);
	file_remove_tree(dir, NULL);
	return failures != 0;
}
