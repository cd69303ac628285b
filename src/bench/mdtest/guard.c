#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/mdtest/guard.h"
#include "bench/mdtest/sweep.h"
#include "core/clock.h"
#include "core/err.h"

/* How long other ranks may still put things into a test directory that is being removed. */
enum { PATIENCE = 30 };

/* Hold no file of the launcher's open: it waits for them to close. */
static void
let_go(int keep)
{
	int null = open("/dev/null", O_RDWR);

	for (int fd = 0; fd < 3 && null >= 0; fd++)
		dup2(null, fd);
	for (int fd = 3; fd < 1024; fd++)
		if (fd != keep)
			close(fd);
}

static void
watch(int fd, const struct sweep *s)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE };
	char settled = 0;
	double until;

	setsid();
	for (size_t i = 0; i < sizeof sigs / sizeof *sigs; i++)
		signal(sigs[i], SIG_IGN);
	let_go(fd);
	while (read(fd, &settled, 1) < 0 && errno == EINTR)
		;
	if (settled || !s->armed)
		_exit(0);
	sweep_items(s);
	for (until = clock_now() + PATIENCE; sweep_rest(s, NULL) != 0 && clock_now() < until;)
		clock_sleep(0.1);
	_exit(0);
}

int
guard_start(struct guard *g, struct err *e)
{
	int end[2];

	g->sweep =
	    mmap(NULL, sizeof *g->sweep, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (g->sweep == MAP_FAILED)
		return err_sys(e, errno, "guard: shared memory");
	if (pipe(end) != 0)
		return err_sys(e, errno, "guard: pipe");
	g->pid = fork();
	if (g->pid < 0)
		return err_sys(e, errno, "guard: fork");
	if (g->pid == 0) {
		close(end[1]);
		watch(end[0], g->sweep);
	}
	close(end[0]);
	fcntl(end[1], F_SETFD, FD_CLOEXEC);
	g->fd = end[1];
	return 0;
}

void
guard_stop(struct guard *g)
{
	if (g->sweep == NULL)
		return;
	while (write(g->fd, "s", 1) < 0 && errno == EINTR)
		;
	close(g->fd);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	munmap(g->sweep, sizeof *g->sweep);
	g->sweep = NULL;
}
