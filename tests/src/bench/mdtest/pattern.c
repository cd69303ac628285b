/* Data that say which item they belong to: swapped, stale, shifted and damaged data are all
 * noticed. */
#include <string.h>

#include "bench/mdtest/pattern.h"
#include "tests/unit.h"

int
main(void)
{
	static const char types[] = "toir";
	char a[1000], b[1000];

	for (int t = 0; t < 4; t++) {
		struct pattern p = pattern_of(types[t], 7, 1, 5);
		const struct pattern other[] = {
			pattern_of(types[t], 8, 1, 5), /* another seed */
			pattern_of(types[t], 7, 2, 5), /* another task */
			pattern_of(types[t], 7, 1, 6), /* another item of the same task */
			pattern_of(types[t], 7, -1, 5),
		};

		pattern_fill(&p, a, sizeof a, 0);
		for (size_t len = 0; len <= 20; len++)
			CHECK(pattern_check(&p, a, len, 0) == len);
		CHECK(pattern_check(&p, a, sizeof a, 0) == sizeof a);
		for (size_t i = 0; i < sizeof other / sizeof *other; i++)
			CHECK(pattern_check(&other[i], a, sizeof a, 0) < 8);
		/* parts stand where the whole has them */
		pattern_fill(&p, b, 400, 0);
		pattern_fill(&p, b + 400, 600, 400);
		CHECK(memcmp(a, b, sizeof a) == 0);
		CHECK(pattern_check(&p, a, 100, 8) < 8);
		for (size_t k = 0; k < sizeof a; k += 37) {
			a[k] = (char)(a[k] ^ 1);
			CHECK(pattern_check(&p, a, sizeof a, 0) == k);
			a[k] = (char)(a[k] ^ 1);
		}
		CHECK(pattern_check(&p, a, 3, 0) == 3);
		a[2] = (char)(a[2] ^ 1);
		CHECK(pattern_check(&p, a, 3, 0) == 2);
	}
	return unit_end();
}
