#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/str.h"
#include "launch/reap.h"

void
reap_adopt(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void
reap_bind_to_parent(void)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
}

/* Parent of a process; 0 where it has gone, or only waits to be reaped. */
static pid_t
parent_of(pid_t pid)
{
	char path[64], line[512] = "", state = 'X', *p;
	FILE *f;
	long ppid = 0;

	snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
	f = fopen(path, "r");
	if (f == NULL)
		return 0;
	/* the name in brackets may hold anything: what follows the last bracket is ours */
	if (fgets(line, sizeof line, f) != NULL && (p = strrchr(line, ')')) != NULL &&
	    sscanf(p + 1, " %c %ld", &state, &ppid) != 2)
		ppid = 0;
	fclose(f);
	return state == 'Z' || state == 'X' ? 0 : (pid_t)ppid;
}

/* Send sig to every living child (sig 0: only count them). */
static int
each_child(int sig)
{
	DIR *d = opendir("/proc");
	struct dirent *de;
	int n = 0;

	if (d == NULL)
		return 0;
	while ((de = readdir(d)) != NULL) {
		pid_t pid = isdigit((unsigned char)de->d_name[0]) ? (pid_t)atol(de->d_name) : 0;

		if (pid == 0 || parent_of(pid) != getpid())
			continue;
		n++;
		if (sig != 0)
			kill(pid, sig);
	}
	closedir(d);
	return n;
}

static void
collect(void)
{
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

int
reap_rest(double grace)
{
	double kill_at = clock_now() + grace, give_up = kill_at + 5;
	int n;

	collect();
	n = each_child(0);
	if (n > 0)
		each_child(SIGTERM);
	/* children of the ended ones arrive here in turn, so look until there is none */
	for (int left = n; left > 0 && clock_now() < give_up; left = each_child(0)) {
		clock_sleep(0.02);
		collect();
		if (clock_now() >= kill_at)
			each_child(SIGKILL);
	}
	return n;
}
