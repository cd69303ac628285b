#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"

#define AT(m) offsetof(struct settings, m)
const struct opt settings_opts[] = {
	{ 't', "target", OPT_STR, AT(target), "DIR", "directory on the file system to measure", 0,
	    0, NULL, 0 },
	{ 'm', "machine", OPT_STR, AT(machine), "NAME",
	    "whose baseline (default: this host's short name)", 0, 0, NULL, 0 },
	{ 'p', "profile", OPT_STR, AT(profile), "NAME",
	    "smoke, quick (default), standard, or a FILE", 0, 0, NULL, 0 },
	{ 'n', "ranks", OPT_INT, AT(ranks), "N",
	    "MPI ranks (default: the cores this job may use, at most 16)", 1, 1000000, NULL, 0 },
	{ 'N', "nodes", OPT_INT, AT(nodes), "N", "nodes they are spread over (default: 1)", 1,
	    100000, NULL, 0 },
	{ 0, "launcher", OPT_STR, AT(launcher), "NAME",
	    "mpirun, srun, flux or local (default: what is there)", 0, 0, NULL, 0 },
	{ 0, "baselines", OPT_STR, AT(baselines), "DIR", "where baselines are kept", 0, 0, NULL,
	    0 },
	{ 0, "reports", OPT_STR, AT(reports), "DIR", "where reports are written", 0, 0, NULL, 0 },
	{ 0, "strict", OPT_FLAG, AT(strict), NULL,
	    "what is not proved is not success (exit 3 or 4)", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

/* Directory of the running program, symlinks resolved: .../build/bin. */
static char *
program_dir(void)
{
	char path[PATH_MAX], *slash;
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

	if (n <= 0)
		return mem_dup(".");
	path[n] = '\0';
	slash = strrchr(path, '/');
	*slash = '\0';
	return mem_dup(slash == path ? "/" : path);
}

/* The checkout that the program was built in, or NULL where it is an installed one. */
static char *
checkout(void)
{
	char *bin = program_dir(), *marker = NULL, *top;
	char resolved[PATH_MAX];

	/* build/bin, wherever BUILD is, has the tree's Makefile two above it */
	top = mem_fmt("%s/../..", bin);
	free(bin);
	if (realpath(top, resolved) == NULL) {
		free(top);
		return NULL;
	}
	free(top);
	marker = file_join(resolved, "harness/plan/quick.ini");
	top = file_exists(marker) ? mem_dup(resolved) : NULL;
	free(marker);
	return top;
}

char *
settings_own(const char *what)
{
	char *bin = program_dir(), *top, *path;

	if (str_starts(what, "bin/")) {
		path = file_join(bin, what + 4);
		free(bin);
		return path;
	}
	top = checkout();
	if (top != NULL && strcmp(what, "profiles") == 0)
		path = file_join(top, "harness/plan");
	else if (top != NULL && strcmp(what, "charts") == 0)
		path = file_join(top, "harness/report/charts");
	else
		path = mem_fmt("%s/../share/check-fs/%s", bin, what);
	free(top);
	free(bin);
	return path;
}

/* $XDG_DATA_HOME/check-fs/what; relative values are ignored, as the XDG rules ask. */
static char *
xdg(const char *what)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

	if (data != NULL && data[0] == '/')
		return mem_fmt("%s/check-fs/%s", data, what);
	return mem_fmt("%s/.local/share/check-fs/%s", home && home[0] == '/' ? home : "/tmp", what);
}

static const char *
folder(const char *given, const char *variable, const char *what)
{
	const char *v = getenv(variable);
	char *top, *dir;

	if (given != NULL)
		return given;
	if (v != NULL && *v != '\0')
		return v;
	top = checkout();
	if (top != NULL) {
		dir = file_join(top, what);
		free(top);
		if (access(dir, W_OK) == 0)
			return dir;
		free(dir);
	}
	if (file_is_dir(what) && access(what, W_OK) == 0)
		return what;
	return xdg(what);
}

static char *
short_host(void)
{
	char name[HOST_NAME_MAX + 1] = "";
	char *dot;

	gethostname(name, sizeof name - 1);
	dot = strchr(name, '.');
	if (dot != NULL && dot != name)
		*dot = '\0';
	return mem_dup(*name ? name : "localhost");
}

static int
machine_ok(const char *name, struct err *e)
{
	if (*name == '\0')
		return err_set(e, EINVAL, "--machine: the name is empty");
	if (strlen(name) > 80)
		return err_set(e, EINVAL, "--machine: the name is longer than 80 bytes");
	for (const char *p = name; *p; p++)
		if (*p == '/' || iscntrl((unsigned char)*p))
			return err_set(e, EINVAL,
			    "--machine: '/' and control characters are not allowed in the name");
	return 0;
}

int
settings_finish(struct settings *s, struct err *e)
{
	s->baselines = folder(s->baselines, "CHECK_FS_BASELINES", "baselines");
	s->reports = folder(s->reports, "CHECK_FS_REPORTS", "reports");
	if (s->profile == NULL)
		s->profile = "quick";
	if (s->machine == NULL)
		s->machine = short_host();
	return machine_ok(s->machine, e);
}
