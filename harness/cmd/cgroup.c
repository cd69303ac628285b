#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cgroup.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"

#define ROOT "/sys/fs/cgroup"

/* Where a controller's group of ours is: its mount below the root, and the path in it. */
struct place {
	char mount[32];
	char *path;
};

/* Whether `list` ("cpu,cpuacct") names the controller. */
static bool
names(const char *list, size_t len, const char *controller)
{
	size_t n = strlen(controller);

	for (const char *p = list; p + n <= list + len; p++)
		if (strncmp(p, controller, n) == 0 && (p == list || p[-1] == ',') &&
		    (p + n == list + len || p[n] == ','))
			return true;
	return false;
}

/* Find the group of a controller ("" is version 2) in the text of /proc/self/cgroup. */
static bool
find(const char *groups, const char *controller, struct place *out)
{
	for (const char *line = groups; line != NULL && *line; line = strchr(line, '\n')) {
		const char *list, *path, *end;

		line += *line == '\n';
		list = strchr(line, ':');
		path = list ? strchr(list + 1, ':') : NULL;
		if (path == NULL)
			break;
		list++;
		if (*controller == '\0' ? path != list
					: !names(list, (size_t)(path - list), controller))
			continue;
		end = path + 1 + strcspn(path + 1, "\n");
		out->path = mem_fmt("%.*s", (int)(end - path - 1), path + 1);
		snprintf(out->mount, sizeof out->mount, "%.*s", (int)(path - list), list);
		return true;
	}
	return false;
}

/* First line of ROOT/MOUNT/PATH/file, or false. */
static bool
read_line(
    const char *root, const char *mount, const char *path, const char *file, char *line, int size)
{
	char *name = mem_fmt("%s/%s%s/%s", root, mount, strcmp(path, "/") == 0 ? "" : path, file);
	FILE *f = fopen(name, "re");
	bool ok = f != NULL && fgets(line, size, f) != NULL;

	if (f != NULL)
		fclose(f);
	free(name);
	return ok;
}

/* Call `one` for the group and for each above it: the tightest limit holds. */
static void
upwards(const char *root, const struct place *at, const char *mount,
    void (*one)(const char *root, const char *mount, const char *path, void *arg), void *arg)
{
	char *path = mem_dup(at->path), *slash;

	for (;;) {
		one(root, mount, path, arg);
		slash = strrchr(path, '/');
		if (slash == NULL || *path == '\0')
			break;
		*slash = '\0';
	}
	free(path);
}

static void
memory_at(const char *root, const char *mount, const char *path, void *arg)
{
	uint64_t *least = arg, n;
	char line[64];

	/* version 1 says a number near 2^63 where there is no limit, version 2 says "max" */
	if (!read_line(root, mount, path, "memory.max", line, sizeof line) &&
	    !read_line(root, mount, path, "memory.limit_in_bytes", line, sizeof line))
		return;
	n = strtoull(line, NULL, 10);
	if (line[0] != 'm' && n < (UINT64_C(1) << 62) && n < *least)
		*least = n;
}

static void
cpus_at(const char *root, const char *mount, const char *path, void *arg)
{
	double *least = arg, quota = 0, period = 0;
	char line[64];

	if (read_line(root, mount, path, "cpu.max", line, sizeof line))
		sscanf(line, "%lf %lf", &quota, &period);
	else if (read_line(root, mount, path, "cpu.cfs_quota_us", line, sizeof line)) {
		quota = strtod(line, NULL);
		if (read_line(root, mount, path, "cpu.cfs_period_us", line, sizeof line))
			period = strtod(line, NULL);
	}
	if (quota > 0 && period > 0 && (*least == 0 || quota / period < *least))
		*least = quota / period;
}

/* Both versions: on a mixed system the controller is in one of them. */
static void
both(const char *root, const char *groups, const char *controller,
    void (*one)(const char *, const char *, const char *, void *), void *arg)
{
	struct place p = { "", NULL };

	if (find(groups, controller, &p)) {
		upwards(root, &p, p.mount, one, arg);
		/* "cpu,cpuacct" may be mounted under either name */
		if (strcmp(p.mount, controller) != 0)
			upwards(root, &p, controller, one, arg);
		free(p.path);
	}
	if (find(groups, "", &p)) {
		upwards(root, &p, "", one, arg);
		free(p.path);
	}
}

uint64_t
cgroup_memory(const char *root, const char *groups)
{
	uint64_t least = UINT64_MAX;

	both(root, groups, "memory", memory_at, &least);
	return least;
}

double
cgroup_cpus(const char *root, const char *groups)
{
	double least = 0;

	both(root, groups, "cpu", cpus_at, &least);
	return least;
}

uint64_t
cgroup_own_memory(void)
{
	uint64_t n = UINT64_MAX;
	char *groups;

	if (file_read("/proc/self/cgroup", &groups, NULL, NULL) == 0) {
		n = cgroup_memory(ROOT, groups);
		free(groups);
	}
	return n;
}

double
cgroup_own_cpus(void)
{
	double n = 0;
	char *groups;

	if (file_read("/proc/self/cgroup", &groups, NULL, NULL) == 0) {
		n = cgroup_cpus(ROOT, groups);
		free(groups);
	}
	return n;
}
