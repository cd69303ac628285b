#ifndef IOR_RESIDENT_H
#define IOR_RESIDENT_H

#include <stdint.h>

/*
 * How much of a file is in this node's page cache, in per mille of its size (cachestat(2), or
 * mincore(2) on older kernels).  NOT_KNOWN (phase.h) where the system does not say.
 */
uint64_t resident_share(const char *path);

/*
 * Bytes that this process has had read from storage so far (/proc/self/io), and what came since.
 * NOT_KNOWN where path is not on a block device: other file systems do not count there.
 */
uint64_t resident_device(const char *path);
uint64_t resident_device_since(const char *path, uint64_t before);

#endif
