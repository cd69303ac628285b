#define _GNU_SOURCE /* madvise */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/ior/buffer.h"

enum { HUGE = 2 << 20 };

/* KiB of the mapping at `at` that lie on huge pages, as the kernel tells. */
static unsigned long long
huge_kib(const void *at)
{
	FILE *f = fopen("/proc/self/smaps", "re");
	char line[512];
	unsigned long long from, to, kib, here = 0, found = 0;

	if (f == NULL)
		return 0;
	while (fgets(line, sizeof line, f) != NULL) {
		if (sscanf(line, "%llx-%llx ", &from, &to) == 2)
			here = (uintptr_t)at >= from && (uintptr_t)at < to;
		else if (here && sscanf(line, "AnonHugePages: %llu", &kib) == 1)
			found = kib;
	}
	fclose(f);
	return found;
}

static void *
map(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

/* size bytes that begin on a huge page's boundary: map more and give the ends back. */
static void *
map_aligned(size_t size)
{
	char *p = map(size + HUGE), *start;

	if (p == NULL)
		return NULL;
	start = p + (HUGE - (uintptr_t)p % HUGE) % HUGE;
	if (start > p)
		munmap(p, (size_t)(start - p));
	munmap(start + size, HUGE - (size_t)(start - p));
	return start;
}

void *
buffer_new(size_t size, size_t *mapped, uint64_t *huge)
{
	void *p;

	if (size > SIZE_MAX - 2 * HUGE)
		return NULL;
	*mapped = (size + HUGE - 1) / HUGE * HUGE;
	p = map_aligned(*mapped);
	*huge = 0;
	if (p == NULL)
		return NULL;
	madvise(p, *mapped, MADV_HUGEPAGE);
	memset(p, 0, size); /* page faults happen here, not in the first transfer */
	*huge = huge_kib(p) * 1024 * 1000 / *mapped;
	if (*huge > 1000)
		*huge = 1000;
	return p;
}

void
buffer_free(void *buf, size_t mapped)
{
	if (buf != NULL)
		munmap(buf, mapped);
}

void *
buffer_hog(size_t size)
{
	char *p = size > 0 ? map(size) : NULL;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	for (size_t at = 0; p != NULL && at < size; at += page)
		p[at] = 1;
	return p;
}

uint64_t
buffer_memory(void)
{
	return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}
