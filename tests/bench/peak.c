/* peak CMD...: runs it with its output to /dev/null; prints the seconds it took and its largest resident set in KiB. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int
main(int argc, char *argv[])
{
	double from = now();
	struct rusage used;
	int status;
	pid_t pid = argc > 1 ? fork() : -1;

	if (pid == 0) {
		dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &used) < 0 || !WIFEXITED(status))
		return 1;
	printf("%.3f %ld\n", now() - from, used.ru_maxrss);
	return WEXITSTATUS(status);
}
