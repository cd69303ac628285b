/* What control groups leave to a process: version 1, version 2, both, and the groups above. */
#include <stdlib.h>
#include <unistd.h>

#include "cmd/cgroup.h"
#include "core/file.h"
#include "core/mem.h"
#include "tests/unit.h"

/* ROOT/name := text, with its directories. */
static void
put(const char *root, const char *name, const char *text)
{
	char *path = file_join(root, name), *slash = strrchr(path, '/');

	*slash = '\0';
	CHECK(file_mkdirs(path, 0777, NULL) == 0);
	*slash = '/';
	CHECK(file_write(path, text, strlen(text), NULL) == 0);
	free(path);
}

static void
test_version1(const char *root)
{
	static const char groups[] =
	    "9:name=systemd:/\n4:memory:/job/7\n2:cpu,cpuacct:/job/7\n0::/\n";

	put(root, "memory/job/7/memory.limit_in_bytes", "9223372036854771712\n");
	CHECK(cgroup_memory(root, groups) == UINT64_MAX);
	put(root, "memory/job/memory.limit_in_bytes", "4294967296\n");
	CHECK(cgroup_memory(root, groups) == UINT64_C(4294967296));
	put(root, "memory/job/7/memory.limit_in_bytes", "1073741824\n");
	CHECK(cgroup_memory(root, groups) == UINT64_C(1073741824));
	CHECK_NEAR(cgroup_cpus(root, groups), 0);
	put(root, "cpu,cpuacct/job/7/cpu.cfs_quota_us", "-1\n");
	put(root, "cpu,cpuacct/job/7/cpu.cfs_period_us", "100000\n");
	CHECK_NEAR(cgroup_cpus(root, groups), 0);
	put(root, "cpu,cpuacct/job/cpu.cfs_quota_us", "250000\n");
	put(root, "cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
	CHECK_NEAR(cgroup_cpus(root, groups), 2.5);
}

static void
test_version2(const char *root)
{
	static const char groups[] = "0::/user.slice/run-1.scope\n";

	put(root, "user.slice/run-1.scope/memory.max", "max\n");
	put(root, "user.slice/run-1.scope/cpu.max", "max 100000\n");
	CHECK(cgroup_memory(root, groups) == UINT64_MAX);
	CHECK_NEAR(cgroup_cpus(root, groups), 0);
	put(root, "user.slice/memory.max", "536870912\n");
	put(root, "user.slice/cpu.max", "150000 100000\n");
	CHECK(cgroup_memory(root, groups) == UINT64_C(536870912));
	CHECK_NEAR(cgroup_cpus(root, groups), 1.5);
}

int
main(void)
{
	char dir[] = "/tmp/cgroup-test.XXXXXX", *one, *two;

	if (mkdtemp(dir) == NULL)
		return 1;
	one = file_join(dir, "v1");
	two = file_join(dir, "v2");
	test_version1(one);
	test_version2(two);
	CHECK(cgroup_memory(dir, "") == UINT64_MAX);
	CHECK(cgroup_memory(dir, "nonsense") == UINT64_MAX);
	file_remove_tree(dir, NULL);
	free(one);
	free(two);
	return unit_end();
}
