#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/stop.h"
#include "launch/launch.h"
#include "launch/reap.h"
#include "registry.h"

#define GRACE 10.0 /* seconds between SIGTERM and SIGKILL: the ranks remove their files in it */

#define X(n)  extern const struct launch_ops launch_##n;
LAUNCH_LIST(X)
#undef X

#define X(n) &launch_##n,
static const struct launch_ops *const all[] = { LAUNCH_LIST(X) NULL };
#undef X

const struct launch_ops *
launch_find(const char *name)
{
	const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;

	for (size_t i = 0; all[i] != NULL; i++)
		if (strcmp(all[i]->name, base) == 0)
			return all[i];
	/* mpirun.openmpi, mpiexec.hydra and such are mpirun by another name */
	if (str_starts(base, "mpirun") || str_starts(base, "mpiexec"))
		return launch_find("mpirun");
	return NULL;
}

int
launch_choose(const char *name, int ranks, const struct launch_ops **out, struct launch_env *env,
    struct err *e)
{
	static const char *const order[] = { "flux", "mpirun", "srun" };
	struct err why = { 0, "" };

	memset(env, 0, sizeof *env);
	if (name != NULL) {
		*out = launch_find(name);
		if (*out == NULL)
			return err_set(e, EINVAL,
			    "--launcher: %s: not a launcher, there are: mpirun, srun, flux, local",
			    name);
		return (*out)->probe(strcmp(name, (*out)->name) == 0 ? NULL : name, env, e);
	}
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		*out = launch_find(order[i]);
		/* the client of Flux may be installed where it schedules nothing */
		if (strcmp(order[i], "flux") == 0 && getenv("FLUX_URI") == NULL)
			continue;
		if (*out != NULL && (*out)->probe(NULL, env, &why) == 0)
			return 0;
	}
	*out = launch_find("local");
	if (ranks == 1)
		return (*out)->probe(NULL, env, e);
	return err_set(e, ENOENT,
	    "no launcher: neither mpirun nor srun is in PATH: install an MPI (ci/install run), "
	    "load its module, or "
	    "use --ranks=1");
}

int
launch_assume(const char *name, int ranks, const struct launch_ops **out, struct launch_env *env,
    struct err *e)
{
	struct err why = { 0, "" };
	int rc = launch_choose(name, ranks, out, env, &why);

	if (rc == 0)
		return 0;
	if (name != NULL && launch_find(name) == NULL)
		return err_set(e, EINVAL, "%s", why.text);
	*out = launch_find(name != NULL ? name : "mpirun");
	str_copy(env->program, sizeof env->program, name != NULL ? name : "mpirun");
	str_copy(env->flavour, sizeof env->flavour,
	    strcmp((*out)->name, "srun") == 0 ? "slurm" : "openmpi");
	return 0;
}

int
launch_argv(const struct launch_ops *ops, const struct job *job, const struct launch_env *env,
    struct strv *out, struct strv *vars, struct err *e)
{
	int rc = ops->argv(job, env, out, vars, e);

	if (rc == 0)
		strv_add_all(out, job->argv);
	return rc;
}

/* ---- starting ---- */

struct child {
	pid_t pid;
	int log;    /* where its output goes */
	off_t from; /* size of the log before it */
	bool done;
	int status; /* as waitpid gives it */
};

/* The child's side: never returns.  A failure to start is written to `report` as an errno. */
static void
become(const struct strv *argv, const struct strv *vars, int log, int report)
{
	int null = open("/dev/null", O_RDONLY), why;

	setpgid(0, 0);
	reap_bind_to_parent();
	signal(SIGPIPE, SIG_DFL);
	for (size_t i = 0; vars != NULL && i < vars->n; i++)
		putenv(vars->v[i]);
	if (null < 0 || dup2(null, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
		why = errno;
	else {
		execvp(argv->v[0], argv->v);
		why = errno;
	}
	if (write(report, &why, sizeof why) < 0)
		_exit(126);
	_exit(127);
}

/* Start argv with its output in c->log.  0, or -errno of what kept it from starting. */
static int
start(const struct strv *argv, const struct strv *vars, struct child *c)
{
	int report[2], why = 0;
	ssize_t n;

	if (pipe(report) != 0)
		return -errno;
	fcntl(report[1], F_SETFD, FD_CLOEXEC);
	c->pid = fork();
	if (c->pid == 0)
		become(argv, vars, c->log, report[1]);
	why = c->pid < 0 ? errno : 0;
	close(report[1]);
	if (c->pid > 0) {
		setpgid(c->pid, c->pid); /* in the parent too: whoever is first */
		while ((n = read(report[0], &why, sizeof why)) < 0 && errno == EINTR)
			;
		if (n != sizeof why)
			why = 0;
		else
			waitpid(c->pid, NULL, 0);
	}
	close(report[0]);
	return -why;
}

static bool
ended(struct child *c)
{
	if (!c->done)
		c->done = waitpid(c->pid, &c->status, WNOHANG) == c->pid;
	return c->done;
}

/* Wait until it has ended, or `until` (clock_now seconds; 0: no limit), or a stop is asked. */
static void
watch(struct child *c, double until, void (*tick)(void *, size_t), void *arg)
{
	double next = clock_now() + 0.2;
	struct stat st;

	while (!ended(c) && !stop_asked() && (until <= 0 || clock_now() < until)) {
		clock_sleep(0.02);
		if (tick == NULL || clock_now() < next)
			continue;
		next = clock_now() + 0.2;
		tick(arg, fstat(c->log, &st) == 0 ? (size_t)(st.st_size - c->from) : 0);
	}
}

/* Wait for it at most so many seconds, whatever signals arrive. */
static void
linger(struct child *c, double seconds)
{
	double until = clock_now() + seconds;

	while (!ended(c) && clock_now() < until)
		clock_sleep(0.02);
}

/* A request to stop, then one to the whole process group, then the last one. */
static void
end_group(struct child *c, int stop_signal)
{
	if (stop_signal != SIGTERM) {
		kill(c->pid, stop_signal);
		linger(c, GRACE);
		if (c->done)
			return;
	}
	kill(-c->pid, SIGTERM);
	linger(c, GRACE);
	if (c->done)
		return;
	kill(-c->pid, SIGKILL);
	linger(c, 5); /* a process that hangs in the kernel survives even that: go on without it */
}

/* The last whole lines of what was written since `from`. */
static void
read_tail(int log, off_t from, char *tail, size_t size)
{
	struct stat st;
	off_t at;
	ssize_t n;
	char *line;

	tail[0] = '\0';
	if (fstat(log, &st) != 0 || st.st_size <= from)
		return;
	at = st.st_size - from < (off_t)size ? from : st.st_size - (off_t)size + 1;
	n = pread(log, tail, size - 1, at);
	tail[n > 0 ? n : 0] = '\0';
	if (at > from && (line = strchr(tail, '\n')) != NULL)
		memmove(tail, line + 1, strlen(line));
}

int
launch_run(const struct strv *argv, const struct strv *vars, int stop_signal, const char *log,
    double deadline, void (*tick)(void *arg, size_t bytes), void *arg, struct launch_status *out,
    struct err *e)
{
	double until = deadline > 0 ? clock_now() + deadline : 0;
	struct child c = { 0, -1, 0, false, 0 };
	struct stat st;
	int rc;

	memset(out, 0, sizeof *out);
	c.log = open(log, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (c.log < 0)
		return err_sys(e, errno, "%s: cannot write", log);
	if (fstat(c.log, &st) == 0)
		c.from = st.st_size;
	reap_adopt();
	rc = start(argv, vars, &c);
	if (rc != 0) {
		err_sys(e, -rc, "%s: cannot start it", argv->v[0]);
		goto err0;
	}
	watch(&c, until, tick, arg);
	if (!c.done) {
		out->stopped = stop_asked() != 0;
		out->timeout = !out->stopped;
		end_group(&c, stop_signal);
	}
	reap_rest(c.done && !out->stopped && !out->timeout ? 2 : GRACE);
	out->exit = c.done && WIFEXITED(c.status) ? WEXITSTATUS(c.status) : -1;
	out->signal = c.done && WIFSIGNALED(c.status) ? WTERMSIG(c.status) : 0;
	read_tail(c.log, c.from, out->tail, sizeof out->tail);
err0:
	close(c.log);
	return rc;
}

int
launch_capture(const struct strv *argv, char *text, size_t size)
{
	struct child c = { 0, -1, 0, false, 0 };
	int out[2], rc;
	ssize_t n;

	if (pipe(out) != 0)
		return -errno;
	fcntl(out[0], F_SETFD, FD_CLOEXEC);
	fcntl(out[1], F_SETFD, FD_CLOEXEC);
	c.log = out[1];
	rc = start(argv, NULL, &c);
	close(out[1]);
	if (rc == 0) {
		/* what a probe prints fits into the pipe, so it need not be read meanwhile */
		watch(&c, clock_now() + 20, NULL, NULL);
		if (!c.done)
			end_group(&c, SIGTERM);
		rc = c.done && WIFEXITED(c.status) ? WEXITSTATUS(c.status) : -ETIMEDOUT;
		fcntl(out[0], F_SETFL, O_NONBLOCK);
		n = read(out[0], text, size - 1);
		text[n > 0 ? n : 0] = '\0';
	}
	close(out[0]);
	return rc;
}
