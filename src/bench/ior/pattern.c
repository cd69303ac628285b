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

/*
 * First vector and what to add for the next one where the words are linear in their offset.  False
 * where they are not, or where the machine's byte order is not the file's.
 */
static bool
linear(const struct pattern *p, uint64_t at, vec *first, vec *step)
{
	if (p->kind != PACKET_TIMESTAMP || htole64(1) != 1)
		return false;
	for (int i = 0; i < VEC / 8; i++) {
		(*first)[i] = word(p, at + 8 * (uint64_t)i);
		(*step)[i] = i & 1 ? VEC : 0;
	}
	if (at & 8)
		for (int i = 0; i < VEC / 8; i++)
			(*step)[i] = i & 1 ? 0 : VEC;
	return true;
}

VECTOR static void
fill_linear(void *buf, size_t n, const vec *first, const vec *step)
{
	vec v = *first, s = *step;

	for (size_t i = 0; i < n; i++, v += s)
		memcpy((char *)buf + i * VEC, &v, VEC);
}

VECTOR static bool
same_linear(const void *buf, size_t n, const vec *first, const vec *step)
{
	vec v = *first, s = *step, diff = { 0 };
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

/* Words one by one, for the ends, for patterns without a vector form, and to place a difference. */
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

void
pattern_fill(const struct pattern *p, void *buf, size_t len, uint64_t at)
{
	size_t done = head(p, buf, len, at), n;
	vec first, step;

	n = (len - done) / VEC;
	if (n > 0 && linear(p, at + done, &first, &step)) {
		fill_linear((char *)buf + done, n, &first, &step);
		done += n * VEC;
	}
	fill_words(p, (char *)buf + done, len - done, at + done);
}

/* Count differing bytes of a piece that is known to differ, or too odd for the vector loop. */
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

size_t
pattern_check(const struct pattern *p, const void *buf, size_t len, uint64_t at, size_t *first)
{
	size_t skip = (8 - at % 8) % 8, n, where = 0, bad, rest, tail = 0;
	vec start, step;

	if (first == NULL)
		first = &where;
	if (len <= skip + VEC || !linear(p, at + skip, &start, &step))
		return count(p, buf, len, at, first);
	n = (len - skip) / VEC;
	if (!same_linear((const char *)buf + skip, n, &start, &step))
		return count(p, buf, len, at, first);
	/* the middle is right: only the two ends are left to look at */
	bad = count(p, buf, skip, at, first);
	rest = skip + n * VEC;
	tail = count(p, (const unsigned char *)buf + rest, len - rest, at + rest, &where);
	if (bad == 0 && tail > 0)
		*first = rest + where;
	return bad + tail;
}
