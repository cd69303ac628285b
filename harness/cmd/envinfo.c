#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "cmd/cgroup.h"
#include "cmd/envinfo.h"
#include "core/file.h"
#include "core/fsinfo.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"
#include "core/version.h"
#include "launch/alloc.h"
#include "launch/launch.h"

static void
set_if(struct session *s, const char *key, const char *value)
{
	if (value != NULL && *value != '\0')
		session_env(s, key, "%s", value);
}

static int
target(struct session *s, struct err *e)
{
	struct fsinfo f;
	int rc = fsinfo_get(s->target, &f, e);
	double used;

	if (rc != 0)
		return rc;
	set_if(s, "fs.type", f.type);
	set_if(s, "fs.source", f.source);
	set_if(s, "fs.mount", f.mount);
	set_if(s, "fs.options", f.options);
	set_if(s, "fs.uuid", f.uuid);
	set_if(s, "fs.device", f.device);
	set_if(s, "fs.devno", f.devno);
	session_env(s, "fs.bytes", "%" PRIu64, f.bytes);
	session_env(s, "fs.free", "%" PRIu64, f.free);
	session_env(s, "fs.inodes", "%" PRIu64, f.inodes);
	session_env(s, "fs.inodes-free", "%" PRIu64, f.inodes_free);
	used = f.bytes ? 100 * (1 - (double)f.free / (double)f.bytes) : 0;
	session_env(s, "fs.used-percent", "%.1f", used);
	if (used > 90)
		session_warn(s, "nearly-full",
		    "%s is %.0f %% full: many file systems get slow there", s->target, used);
	return 0;
}

/* The value of "key : value" in a file like /proc/cpuinfo or /proc/meminfo, into out; "" where
 * there is none. */
static void
field(const char *path, const char *key, char *out, size_t size)
{
	char line[1024], *p;
	FILE *f = fopen(path, "re");

	out[0] = '\0';
	if (f == NULL)
		return;
	while (out[0] == '\0' && fgets(line, sizeof line, f) != NULL)
		if (str_starts(line, key) && (p = strchr(line, ':')) != NULL)
			str_copy(out, size, str_trim(p + 1));
	fclose(f);
}

static void
cpu_and_memory(struct session *s)
{
	char text[256];
	uint64_t limit = cgroup_own_memory();

	field("/proc/cpuinfo", "model name", text, sizeof text);
	if (text[0] == '\0')
		field("/proc/cpuinfo", "CPU part", text, sizeof text);
	set_if(s, "host.cpu", text);
	session_env(s, "host.cores", "%ld", sysconf(_SC_NPROCESSORS_ONLN));
	field("/proc/meminfo", "MemTotal", text, sizeof text);
	if (text[0] != '\0')
		session_env(
		    s, "host.memory", "%" PRIu64, (uint64_t)strtoull(text, NULL, 10) * 1024);
	if (limit != UINT64_MAX)
		session_env(s, "job.cgroup-memory", "%" PRIu64, limit);
}

static void
load(struct session *s, int cores)
{
	FILE *f = fopen("/proc/loadavg", "re");
	double one = 0;

	if (f == NULL)
		return;
	if (fscanf(f, "%lf", &one) == 1) {
		session_env(s, "host.load", "%.2f", one);
		if (one > cores / 2.0 && one > 1)
			session_warn(s, "load",
			    "this host was busy when the run began: load %.1f on %d cores", one,
			    cores);
	}
	fclose(f);
}

/* A RAID that rebuilds or checks itself is slow, and nothing else is wrong with it. */
static void
raid(struct session *s)
{
	char line[512], array[64] = "";
	FILE *f = fopen("/proc/mdstat", "re");

	if (f == NULL)
		return;
	while (fgets(line, sizeof line, f) != NULL) {
		if (isalpha((unsigned char)line[0]))
			snprintf(array, sizeof array, "%.*s", (int)strcspn(line, " \n"), line);
		if (strstr(line, "recovery =") == NULL && strstr(line, "resync =") == NULL &&
		    strstr(line, "reshape =") == NULL && strstr(line, "check =") == NULL)
			continue;
		session_env(s, "host.raid", "%s: %s", array, str_trim(line));
		session_warn(s, "raid", "%s is busy with itself: %s", array, str_trim(line));
	}
	fclose(f);
}

static void
host(struct session *s, int cores)
{
	char name[HOST_NAME_MAX + 1] = "";
	struct utsname u;

	gethostname(name, sizeof name - 1);
	set_if(s, "host.name", name);
	if (uname(&u) == 0)
		session_env(s, "host.kernel", "%s %s %s", u.sysname, u.release, u.machine);
	cpu_and_memory(s);
	load(s, cores);
	raid(s);
}

/* The scheduler whose job this is, with what it gave. */
static void
scheduler(struct session *s)
{
	struct alloc a;

	if (!alloc_find(&a))
		return;
	session_env(
	    s, "job.scheduler", "%s %s, %d tasks, %d nodes", a.scheduler, a.id, a.tasks, a.nodes);
	if (a.tasks > 0 && a.tasks != s->ranks)
		session_warn(s, "scheduler-tasks",
		    "the job was given %d tasks by %s, and %d ranks are used", a.tasks, a.scheduler,
		    s->ranks);
}

int
envinfo_record(
    struct session *s, const struct launch_env *env, const char *launcher, int cores, struct err *e)
{
	double quota = cgroup_own_cpus();
	int rc = target(s, e);

	if (rc != 0)
		return rc;
	host(s, cores);
	session_env(
	    s, "mpi.version", "%s%s%s", env->flavour, env->version[0] ? " " : "", env->version);
	session_env(s, "mpi.launcher", "%s", launcher);
	session_env(s, "job.ranks", "%d", s->ranks);
	session_env(s, "job.nodes", "%d", s->nodes);
	session_env(s, "job.ranks-per-node", "%d", (s->ranks + s->nodes - 1) / s->nodes);
	session_env(s, "job.cores", "%d", cores);
	if (quota > 0)
		session_env(s, "job.cgroup-cpus", "%.2f", quota);
	scheduler(s);
	session_env(s, "tool.version", VERSION_TEXT);
	session_env(s, "tool.format", "mdtest 1.9.3, IOR 2.10.3");
	return 0;
}
