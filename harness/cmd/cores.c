#define _GNU_SOURCE /* sched_getaffinity and the CPU_ macros */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/cgroup.h"
#include "cmd/cores.h"
#include "core/mem.h"

#define MOST_CPUS  8192
#define MOST_RANKS 16

/* Lowest CPU that shares a core with this one (itself where the system does not say). */
static int
first_sibling(int cpu)
{
	char path[128];
	FILE *f;
	int first = cpu;

	snprintf(
	    path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
	f = fopen(path, "re");
	if (f == NULL)
		return cpu;
	if (fscanf(f, "%d", &first) != 1)
		first = cpu;
	fclose(f);
	return first;
}

/* Distinct cores of the affinity mask. */
static int
in_mask(void)
{
	cpu_set_t *set = CPU_ALLOC(MOST_CPUS);
	size_t size = CPU_ALLOC_SIZE(MOST_CPUS);
	char *seen = mem_zero(MOST_CPUS, 1);
	int n = 0;

	if (set != NULL && sched_getaffinity(0, size, set) == 0)
		for (int cpu = 0; cpu < MOST_CPUS; cpu++) {
			int first;

			if (!CPU_ISSET_S((size_t)cpu, size, set))
				continue;
			first = first_sibling(cpu);
			if (first < 0 || first >= MOST_CPUS || seen[first])
				continue;
			seen[first] = 1;
			n++;
		}
	CPU_FREE(set);
	free(seen);
	return n;
}

int
cores_usable(void)
{
	int n = in_mask();
	double quota = cgroup_own_cpus();

	if (n < 1)
		n = (int)sysconf(_SC_NPROCESSORS_ONLN);
	if (quota > 0 && n > quota)
		n = (int)quota;
	return n < 1 ? 1 : n;
}

int
cores_ranks(void)
{
	int n = cores_usable();

	return n > MOST_RANKS ? MOST_RANKS : n;
}
