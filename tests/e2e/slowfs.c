/*
 * Preloaded into the benchmarks by tests: every metadata call takes so many microseconds longer as
 * the file that SLOWFS names says when the process starts.  What a slow metadata server looks like
 * to a client.  SLOWFS_ONLY: a regular expression, and only what has such a path is slow.
 *
 * SLOWFS_CALM: a rank that waits for others sleeps for a moment where it would give way.  With more
 * ranks than cores, spinning would take the processors from the kernel's own threads, which are to
 * write what is throttled.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long usec;
static regex_t only;
static int some; /* not all paths */
static int calm;

__attribute__((constructor)) static void
start(void)
{
	const char *path = getenv("SLOWFS"), *which = getenv("SLOWFS_ONLY");
	FILE *f = path != NULL ? fopen(path, "re") : NULL;

	if (f != NULL) {
		if (fscanf(f, "%ld", &usec) != 1)
			usec = 0;
		fclose(f);
	}
	some = which != NULL && regcomp(&only, which, REG_EXTENDED | REG_NOSUB) == 0;
	calm = getenv("SLOWFS_CALM") != NULL;
}

int
sched_yield(void)
{
	struct timespec t = { 0, 500000 };

	if (calm)
		nanosleep(&t, NULL);
	else
		syscall(SYS_sched_yield);
	return 0;
}

static void
wait_a_little(const char *path)
{
	struct timespec t = { 0, usec * 1000 };
	const char *under = getenv("SLOWFS_UNDER");

	if (some && (path == NULL || regexec(&only, path, 0, NULL, 0) != 0))
		return;
	/* what the launcher and the C library open lies elsewhere */
	if (usec > 0 && path != NULL &&
	    (path[0] != '/' || (under != NULL && strncmp(path, under, strlen(under)) == 0)))
		nanosleep(&t, NULL);
}

int
openat64(int at, const char *path, int flags, ...)
{
	static int (*real)(int, const char *, int, ...);
	mode_t mode = 0;
	va_list ap;

	if (real == NULL)
		real = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat64");
	va_start(ap, flags);
	if (flags & O_CREAT)
		mode = va_arg(ap, mode_t);
	va_end(ap);
	wait_a_little(path);
	return real(at, path, flags, mode);
}

int
mkdirat(int at, const char *path, mode_t mode)
{
	static int (*real)(int, const char *, mode_t);

	if (real == NULL)
		real = (int (*)(int, const char *, mode_t))dlsym(RTLD_NEXT, "mkdirat");
	wait_a_little(path);
	return real(at, path, mode);
}

int
unlinkat(int at, const char *path, int flags)
{
	static int (*real)(int, const char *, int);

	if (real == NULL)
		real = (int (*)(int, const char *, int))dlsym(RTLD_NEXT, "unlinkat");
	wait_a_little(path);
	return real(at, path, flags);
}

int
fstatat64(int at, const char *path, struct stat64 *st, int flags)
{
	static int (*real)(int, const char *, struct stat64 *, int);

	if (real == NULL)
		real =
		    (int (*)(int, const char *, struct stat64 *, int))dlsym(RTLD_NEXT, "fstatat64");
	wait_a_little(path);
	return real(at, path, st, flags);
}
