#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/guard.h"
#include "core/clock.h"
#include "core/err.h"

/* What the child sends back. */
struct answer {
	int rc;
	struct err e;
};

static void
child(int to, int (*call)(void *, struct err *), void *arg)
{
	struct answer a;
	ssize_t n;

	memset(&a, 0, sizeof a);
	/* the parent decides when to stop; a signal of the terminal must not leave half of this
	 * undone */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_DFL);
	a.rc = call(arg, &a.e);
	n = write(to, &a, sizeof a); /* less than PIPE_BUF: whole or not at all */
	_exit(n == sizeof a ? 0 : 1);
}

int
guard_call(double seconds, int (*call)(void *arg, struct err *e), void *arg, const char *what,
    struct err *e)
{
	double until = clock_now() + seconds;
	struct answer a;
	int ends[2], status;
	pid_t pid, got = 0;
	ssize_t n;

	if (pipe(ends) != 0)
		return err_sys(e, errno, "%s: cannot make a pipe", what);
	pid = fork();
	if (pid == 0)
		child(ends[1], call, arg);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return err_sys(e, errno, "%s: cannot start a process", what);
	}
	for (double nap = 0.001; (got = waitpid(pid, &status, WNOHANG)) == 0 && clock_now() < until;
	     nap = nap < 0.05 ? 2 * nap : nap)
		clock_sleep(nap);
	if (got != pid) {
		kill(pid, SIGKILL);
		close(ends[0]);
		return err_set(e, ETIMEDOUT,
		    "%s: did not answer within %.0f s: the file system hangs", what, seconds);
	}
	n = read(ends[0], &a, sizeof a);
	close(ends[0]);
	if (n != sizeof a)
		return err_set(e, EIO, "%s: the process that did it was ended", what);
	if (a.rc < 0)
		return err_set(e, -a.rc, "%s", a.e.text[0] ? a.e.text : strerror(-a.rc));
	return a.rc;
}
