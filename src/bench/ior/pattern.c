#define _DEFAULT_SOURCE /* htole64 */
#include <endian.h>
#include <stdbool.h>
#include <string.h>

#include "bench/ior/pattern.h"

/*
 * The loops below work on vectors of eight words.  On x86-64 with glibc the loader picks the build
 * for the CPU that is there; elsewhere the compiler lowers the same code to what the machine has.
 */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define VECTOR                                                                                     \
	__attribute__((                                                                            \
	    target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"), optimize("O3")))
#else
#define VECTOR
#endif

typedef uint64_t vec __attribute__((vector_size(64)));
enum { VEC = sizeof(vec), SECTOR = 512, PAGE = 4096 };

#define MUL1 0xbf58476d1ce4e5b9ULL
#define MUL2 0x94d049bb133111ebULL

static uint64_t
hash(uint64_t x)
{
	x = (x ^ x >> 30) * MUL1;
	x = (x ^ x >> 27) * MUL2;
	return x ^ x >> 31;
}

struct pattern
pattern_of(enum opts_packet kind, int task, uint64_t signature)
{
	struct pattern p = { kind, (uint64_t)(unsigned)task << 32 | (signature & 0xffffffffU), 0 };

	p.key = hash(p.stamp + 0x9e3779b97f4a7c15ULL * (signature >> 32 | 1)) | 1;
	return p;
}

/* The word at file offset `at`, a multiple of 8. */
static uint64_t
word(const struct pattern *p, uint64_t at)
{
	switch (p->kind) {
	case PACKET_TIMESTAMP:
		return htole64(at & 8 ? at : p->stamp);
	case PACKET_OFFSET:
		return htole64(at % SECTOR ? at : p->stamp);
	case PACKET_INCOMPRESSIBLE:
		return htole64(hash(at * p->key + p->stamp));
	case PACKET_RANDOM:
		break;
	}
	return htole64(hash(at * hash(at / PAGE + p->key) + p->stamp));
}

/* Eight words from `at` on, before the hash: every vector after them adds the same. */
struct series {
	vec first, step;
};

/* Words that are linear in their offset: x + m * offset. */
static struct series
line(uint64_t at, uint64_t m, uint64_t x)
{
	struct series s;

	for (int i = 0; i < VEC / 8; i++) {
		s.first[i] = (at + 8 * (uint64_t)i) * m + x;
		s.step[i] = VEC * m;
	}
	return s;
}

/* Timestamp: every other word stands still. */
static struct series
stamped(const struct pattern *p, uint64_t at)
{
	struct series s = line(at, 1, 0);

	for (int i = 0; i < VEC / 8; i++)
		if (((at + 8 * (uint64_t)i) & 8) == 0) {
			s.first[i] = p->stamp;
			s.step[i] = 0;
		}
	return s;
}

VECTOR static void
fill_series(void *buf, size_t n, const struct series *of)
{
	vec v = of->first, s = of->step;

	for (size_t i = 0; i < n; i++, v += s)
		memcpy((char *)buf + i * VEC, &v, VEC);
}

VECTOR static void
fill_hashes(void *buf, size_t n, const struct series *of)
{
	vec x = of->first, s = of->step;

	for (size_t i = 0; i < n; i++, x += s) {
		vec v = (x ^ x >> 30) * MUL1;

		v = (v ^ v >> 27) * MUL2;
		v ^= v >> 31;
		memcpy((char *)buf + i * VEC, &v, VEC);
	}
}

VECTOR static bool
same_series(const void *buf, size_t n, const struct series *of)
{
	vec v = of->first, s = of->step, diff = { 0 };
	uint64_t any = 0;

	for (size_t i = 0; i < n; i++, v += s) {
		vec got;

		memcpy(&got, (const char *)buf + i * VEC, VEC);
		diff |= got ^ v;
	}
	for (int i = 0; i < VEC / 8; i++)
		any |= diff[i];
	return any == 0;
}

/* Words one by one, for what is no whole vector. */
static void
fill_words(const struct pattern *p, void *buf, size_t len, uint64_t at)
{
	for (size_t i = 0; i < len; i += 8) {
		uint64_t w = word(p, at + i);

		memcpy((char *)buf + i, &w, len - i < 8 ? len - i : 8);
	}
}

/* The up to 7 bytes before the first whole word.  Returns how many. */
static size_t
head(const struct pattern *p, void *buf, size_t len, uint64_t at)
{
	size_t in = at % 8, n = 8 - in;
	uint64_t w;

	if (in == 0)
		return 0;
	if (n > len)
		n = len;
	w = word(p, at - in);
	memcpy(buf, (char *)&w + in, n);
	return n;
}

/* Offset: the words at the sectors' starts are others. */
static void
fill_sectors(const struct pattern *p, char *buf, size_t len, uint64_t at)
{
	for (size_t i = (SECTOR - at % SECTOR) % SECTOR; i + 8 <= len; i += SECTOR)
		memcpy(buf + i, &p->stamp, 8);
}

/* n vectors from a word's start on, inside one page. */
static void
fill_piece(const struct pattern *p, char *buf, size_t n, uint64_t at)
{
	struct series s;

	switch (p->kind) {
	case PACKET_TIMESTAMP:
		s = stamped(p, at);
		fill_series(buf, n, &s);
		break;
	case PACKET_OFFSET:
		s = line(at, 1, 0);
		fill_series(buf, n, &s);
		fill_sectors(p, buf, n * VEC, at);
		break;
	case PACKET_INCOMPRESSIBLE:
		s = line(at, p->key, p->stamp);
		fill_hashes(buf, n, &s);
		break;
	case PACKET_RANDOM:
		s = line(at, hash(at / PAGE + p->key), p->stamp);
		fill_hashes(buf, n, &s);
		break;
	}
}

/* Whether the vectors make the bytes that the file has: not where its byte order is not the
 * machine's. */
static bool
native(void)
{
	return htole64(1) == 1;
}

void
pattern_fill(const struct pattern *p, void *buf, size_t len, uint64_t at)
{
	size_t done = head(p, buf, len, at);

	while (len - done >= VEC && native()) {
		/* only random data change from page to page */
		size_t left = len - done, page = PAGE - (at + done) % PAGE, n;

		if (p->kind == PACKET_RANDOM && left > page)
			left = page;
		n = left / VEC;
		if (n == 0) { /* a vector would reach into the next page */
			fill_words(p, (char *)buf + done, left, at + done);
			done += left;
			continue;
		}
		fill_piece(p, (char *)buf + done, n, at + done);
		done += n * VEC;
	}
	fill_words(p, (char *)buf + done, len - done, at + done);
}

/* Count differing bytes of a piece that is known to differ, or is too short for vectors. */
static size_t
count(const struct pattern *p, const unsigned char *buf, size_t len, uint64_t at, size_t *first)
{
	size_t bad = 0;

	for (size_t i = 0; i < len;) {
		uint64_t w = word(p, (at + i) & ~7ULL);
		size_t in = (at + i) % 8, n = 8 - in;

		if (n > len - i)
			n = len - i;
		if (memcmp(buf + i, (char *)&w + in, n) != 0)
			for (size_t j = 0; j < n; j++)
				if (buf[i + j] != ((unsigned char *)&w)[in + j] && bad++ == 0)
					*first = i + j;
		i += n;
	}
	return bad;
}

/* Whether a piece is right; at most a page but for timestamps, for it is made anew beside it. */
static bool
same(const struct pattern *p, const char *buf, size_t len, uint64_t at)
{
	char want[PAGE];

	size_t n = len / VEC * VEC;

	if (p->kind == PACKET_TIMESTAMP && at % 8 == 0 && native()) {
		struct series s = stamped(p, at);

		if (!same_series(buf, n / VEC, &s))
			return false;
	} else {
		n = 0;
	}
	if (len - n > PAGE)
		return false; /* at an odd offset, byte by byte */
	pattern_fill(p, want, len - n, at + n);
	return memcmp(buf + n, want, len - n) == 0;
}

size_t
pattern_check(const struct pattern *p, const void *buf, size_t len, uint64_t at, size_t *first)
{
	size_t bad = 0, where = 0, n;

	for (size_t done = 0; done < len; done += n) {
		const char *piece = (const char *)buf + done;
		size_t here;

		n = p->kind == PACKET_TIMESTAMP ? 16 * PAGE : PAGE;
		n -= (at + done) % PAGE;
		if (n > len - done)
			n = len - done;
		if (same(p, piece, n, at + done))
			continue;
		here = count(p, (const unsigned char *)piece, n, at + done, &where);
		if (bad == 0 && first != NULL)
			*first = done + where;
		bad += here;
	}
	return bad;
}
