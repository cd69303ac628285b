#include <stdbool.h>

#include "bench/ior/pattern.h"
#include "tests/unit.h"

static const enum opts_packet kinds[] = { PACKET_TIMESTAMP, PACKET_OFFSET, PACKET_INCOMPRESSIBLE, PACKET_RANDOM };

enum { FILE_SIZE = 20000 };

/* The same file in one piece and in pieces of any size, at any offset. */
static void
a_byte_depends_on_its_offset_alone(void)
{
	static unsigned char whole[FILE_SIZE], part[FILE_SIZE + 1];

	for (size_t k = 0; k < 4; k++) {
		struct pattern p = pattern_of(kinds[k], 3, 77);

		pattern_fill(&p, whole, sizeof whole, 0);
		for (size_t len = 1; len < 700; len += len < 140 ? 1 : 37)
			for (size_t at = 0; at + len < sizeof whole; at += 1 + len * 7 + at / 3) {
				memset(part, 0xaa, sizeof part);
				pattern_fill(&p, part, len, at);
				CHECK(memcmp(part, whole + at, len) == 0);
				CHECK(part[len] == 0xaa);
				CHECK(pattern_check(&p, whole + at, len, at, NULL) == 0);
			}
	}
}

static void
every_flipped_byte_is_found_and_placed(void)
{
	static unsigned char buf[5000];
	static const size_t lens[] = { 1, 7, 8, 63, 64, 65, 128, 200, 4096, 5000 }, ats[] = { 0, 1, 8, 511, 4096, 123456789 };

	for (size_t k = 0; k < 4; k++)
		for (size_t l = 0; l < sizeof lens / sizeof *lens; l++)
			for (size_t a = 0; a < sizeof ats / sizeof *ats; a++) {
				struct pattern p = pattern_of(kinds[k], 1, 5);
				size_t len = lens[l] ? lens[l] : 1, first;

				pattern_fill(&p, buf, len, ats[a]);
				for (size_t i = 0; i < len; i += 1 + len / 50) {
					buf[i] ^= 0x10;
					CHECK(pattern_check(&p, buf, len, ats[a], &first) == 1);
					CHECK(first == i);
					buf[i] ^= 0x10;
				}
				buf[0] ^= 1, buf[(len - 1) % sizeof buf] ^= 2; /* %: the compiler cannot see that len > 0 */
				CHECK(pattern_check(&p, buf, len, ats[a], &first) == (len == 1 ? 1u : 2u));
				CHECK(first == 0);
			}
}

static void
a_transfer_in_the_wrong_place_is_found(void)
{
	unsigned char buf[16];

	for (size_t k = 0; k < 4; k++) {
		struct pattern p = pattern_of(kinds[k], 0, 9);

		/* two transfers of 16 bytes, swapped; also beyond 4 GiB */
		pattern_fill(&p, buf, sizeof buf, 16);
		CHECK(pattern_check(&p, buf, sizeof buf, 32, NULL) > 0);
		CHECK(pattern_check(&p, buf, sizeof buf, 16 + (1ULL << 32), NULL) > 0);
	}
}

static void
another_task_or_signature_writes_other_bytes(void)
{
	static unsigned char buf[1024];
	static const uint64_t sigs[] = { 1, 2, 0x80000000U, 0xffffffffU };

	for (size_t k = 0; k < 4; k++)
		for (size_t s = 0; s < 4; s++) {
			struct pattern p = pattern_of(kinds[k], 1, sigs[s]), q;

			pattern_fill(&p, buf, sizeof buf, 0);
			q = pattern_of(kinds[k], 2, sigs[s]);
			CHECK(pattern_check(&q, buf, sizeof buf, 0, NULL) > 0);
			q = pattern_of(kinds[k], 1, sigs[s] - 1);
			CHECK(pattern_check(&q, buf, sizeof buf, 0, NULL) > 0);
		}
}

/* Order-0 entropy is not proof, but one repeated word (or ASCII) would show here at once. */
static void
incompressible_words_do_not_repeat(void)
{
	static uint64_t word[8192];
	int bits = 0, same = 0;

	for (size_t k = 2; k < 4; k++) {
		struct pattern p = pattern_of(kinds[k], 0, 1);

		bits = same = 0;
		pattern_fill(&p, word, sizeof word, 0);
		for (size_t i = 1; i < 8192; i++) {
			same += word[i] == word[i - 1];
			bits += __builtin_popcountll(word[i] ^ word[i - 1]);
		}
		CHECK(same == 0);
		CHECK(bits > 8191 * 31 && bits < 8191 * 33);
	}
}

int
main(void)
{
	a_byte_depends_on_its_offset_alone();
	every_flipped_byte_is_found_and_placed();
	a_transfer_in_the_wrong_place_is_found();
	another_task_or_signature_writes_other_bytes();
	incompressible_words_do_not_repeat();
	return unit_end();
}
