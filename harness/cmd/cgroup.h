#ifndef CMD_CGROUP_H
#define CMD_CGROUP_H

#include <stdint.h>

/*
 * What the control groups that this process is in (version 1 or 2, and those above them) leave to
 * it. root is where they are mounted: "/sys/fs/cgroup"; groups: text of /proc/self/cgroup.
 */
uint64_t cgroup_memory(const char *root, const char *groups); /* bytes; UINT64_MAX: no limit */
double cgroup_cpus(const char *root, const char *groups);     /* CPUs worth of time; 0: no limit */

/* The same for this process. */
uint64_t cgroup_own_memory(void);
double cgroup_own_cpus(void);

#endif
