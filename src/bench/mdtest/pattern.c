#include <string.h>

#include "bench/mdtest/pattern.h"

/* A well-mixed 64-bit number from another (the finaliser of splitmix64). */
static inline uint64_t
mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

struct pattern
pattern_of(char type, uint64_t seed, int owner, uint64_t item)
{
	struct pattern p = { type, mix(mix(seed + 1) + (uint64_t)(owner + 2)) };

	p.key = mix(p.key + item * 0x9e3779b97f4a7c15u);
	return p;
}

/* Number `i` of the file's 8-byte words. */
static inline uint64_t
word(const struct pattern *p, uint64_t i)
{
	switch (p->type) {
	case 't':
		return p->key + i;
	case 'o':
		return p->key + 8 * i;
	default:
		return mix(p->key + i * 0x9e3779b97f4a7c15u);
	}
}

void
pattern_fill(const struct pattern *p, void *buf, size_t len, uint64_t at)
{
	uint64_t i = at / 8, w;
	char *to = buf;

	for (; len >= 8; len -= 8, to += 8) {
		w = word(p, i++);
		memcpy(to, &w, 8);
	}
	w = word(p, i);
	memcpy(to, &w, len);
}

size_t
pattern_check(const struct pattern *p, const void *buf, size_t len, uint64_t at)
{
	const char *from = buf;
	uint64_t i = at / 8, w;
	size_t done = 0, k;

	for (; len - done >= 8; done += 8) {
		w = word(p, i++);
		if (memcmp(from + done, &w, 8) != 0)
			break;
	}
	w = len - done >= 8 ? word(p, i - 1) : word(p, i);
	for (k = 0; k < 8 && done + k < len; k++)
		if (from[done + k] != ((const char *)&w)[k])
			return done + k;
	return len;
}
