#ifndef CORE_FSINFO_H
#define CORE_FSINFO_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/* The file system a path lies on.  Text fields are "" where the system does not say. */
struct fsinfo {
	char type[64];                /* "ext4", "tmpfs", "lustre" */
	char source[512];             /* "/dev/sda1", "server:/export" */
	char mount[PATH_MAX];         /* mount point */
	char options[1024];           /* mount and super block options, comma-separated */
	char uuid[64];                /* of the block device, from /dev/disk/by-uuid */
	char devno[32];               /* "254:0" */
	char device[16];              /* class: disk, ssd, memory, network, fuse, other */
	uint64_t bytes, free, avail;  /* avail: what an ordinary user may still take */
	uint64_t inodes, inodes_free; /* both 0 where the file system does not count them */
	bool readonly;
};

/* 0, or -errno with e naming path. */
int fsinfo_get(const char *path, struct fsinfo *f, struct err *e);

/*
 * The "FS: ..." line as mdtest 1.9.3 and IOR 2.10.3 print it, without a newline:
 * "FS: 252.0 GiB   Used FS: 8.7%   Inodes: 16.0 Mi   Used Inodes: 3.2%"; "n/a" where inodes are not
 * counted.
 */
char *fsinfo_line(char *buf, size_t size, const struct fsinfo *f);

#endif
