#define _GNU_SOURCE /* syscall, mincore */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "bench/ior/phase.h"
#include "bench/ior/resident.h"

/* cachestat(2) is Linux 6.5; the C library may be older than the kernel. */
enum { CACHESTAT = 451, WINDOW = 1 << 30 };

struct range {
	uint64_t off, len;
};

struct counts {
	uint64_t cached, dirty, writeback, evicted, recently_evicted;
};

/* Pages of a mapped window that are there; -1 on failure. */
static long long
count_window(int fd, off_t at, size_t len, size_t page)
{
	size_t pages = (len + page - 1) / page;
	unsigned char *vec = malloc(pages);
	void *map = mmap(NULL, len, PROT_READ, MAP_SHARED, fd, at);
	long long n = -1;

	if (vec != NULL && map != MAP_FAILED && mincore(map, len, vec) == 0) {
		n = 0;
		for (size_t i = 0; i < pages; i++)
			n += vec[i] & 1;
	}
	if (map != MAP_FAILED)
		munmap(map, len);
	free(vec);
	return n;
}

static long long
by_mincore(int fd, off_t size, size_t page)
{
	long long sum = 0;

	for (off_t at = 0; at < size; at += WINDOW) {
		long long n =
		    count_window(fd, at, size - at < WINDOW ? (size_t)(size - at) : WINDOW, page);

		if (n < 0)
			return -1;
		sum += n;
	}
	return sum;
}

static long long
cached_pages(int fd, off_t size, size_t page)
{
	struct range all = { 0, 0 }; /* to the end */
	struct counts c;

	if (syscall(CACHESTAT, fd, &all, &c, 0) == 0)
		return (long long)c.cached;
	return by_mincore(fd, size, page);
}

uint64_t
resident_share(const char *path)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint64_t share = NOT_KNOWN;
	long long cached;
	struct stat st;

	if (fd < 0)
		return NOT_KNOWN;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
		cached = cached_pages(fd, st.st_size, page);
		if (cached >= 0)
			share = (uint64_t)cached * page * 1000 / (uint64_t)st.st_size;
		if (cached >= 0 && share > 1000)
			share = 1000;
	}
	close(fd);
	return share;
}

uint64_t
resident_device(const char *path)
{
	FILE *f;
	struct stat st;
	char line[128];
	unsigned long long n;
	uint64_t bytes = NOT_KNOWN;

	/* devices without a driver (tmpfs, FUSE, network file systems, btrfs) have the major number
	 * 0 */
	if (stat(path, &st) != 0 || major(st.st_dev) == 0)
		return NOT_KNOWN;
	f = fopen("/proc/self/io", "re");
	if (f == NULL)
		return NOT_KNOWN;
	while (fgets(line, sizeof line, f) != NULL)
		if (sscanf(line, "read_bytes: %llu", &n) == 1)
			bytes = n;
	fclose(f);
	return bytes;
}

uint64_t
resident_device_since(const char *path, uint64_t before)
{
	uint64_t now = before == NOT_KNOWN ? NOT_KNOWN : resident_device(path);

	return now == NOT_KNOWN ? NOT_KNOWN : now - before;
}
