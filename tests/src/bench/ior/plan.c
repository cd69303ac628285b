#include <stdlib.h>

#include "bench/ior/plan.h"
#include "tests/unit.h"

static void
a_shared_file_lays_the_blocks_of_a_segment_side_by_side(void)
{
	const struct plan p = { .block = 64, .transfer = 16, .segments = 2, .tasks = 3 };

	CHECK(plan_count(&p) == 8);
	CHECK(plan_file_size(&p) == 384);
	CHECK(plan_total(&p) == 384);
	CHECK(plan_offset(&p, 0, 0) == 0);
	CHECK(plan_offset(&p, 1, 0) == 64);
	CHECK(plan_offset(&p, 2, 3) == 128 + 48);
	CHECK(plan_offset(&p, 1, 4) == 192 + 64); /* second segment */
}

static void
a_file_of_its_own_is_written_from_end_to_end(void)
{
	const struct plan p = { .block = 64, .transfer = 16, .segments = 2, .tasks = 3, .fpp = true };

	CHECK(plan_file_size(&p) == 128);
	CHECK(plan_total(&p) == 384);
	for (uint64_t k = 0; k < plan_count(&p); k++)
		CHECK(plan_offset(&p, 2, k) == k * 16);
}

/* Walks every combination and marks each transfer's slot. */
static void
every_byte_belongs_to_exactly_one_transfer(void)
{
	for (int i = 0; i < 4 * 3 * 3 * 5; i++) {
		const struct plan p = { .transfer = 7, .block = 7 * (uint64_t)(i % 5 + 1),
			.segments = (uint64_t)(i / 5 % 3 + 1), .tasks = (uint64_t)(i / 15 % 3 + 1), .fpp = i / 45 & 1,
			.random = i / 90 & 1, .seed = 42 };
		uint64_t slots = plan_file_size(&p) / p.transfer, at;

		for (uint64_t f = 0; f < (p.fpp ? p.tasks : 1); f++) {
			int *hit = calloc(slots, sizeof *hit);

			for (uint64_t t = p.fpp ? f : 0; t < (p.fpp ? f + 1 : p.tasks); t++) {
				struct plan_walk w = plan_start(&p, t);

				for (uint64_t k = 0; plan_next(&w, &at); k++) {
					CHECK(at == plan_offset(&p, t, k));
					CHECK(at % p.transfer == 0 && at / p.transfer < slots);
					hit[at / p.transfer]++;
				}
				CHECK(w.k == plan_count(&p));
			}
			for (uint64_t s = 0; s < slots; s++)
				CHECK(hit[s] == 1);
			free(hit);
		}
	}
}

static void
a_permutation_reaches_every_element_once(void)
{
	for (uint64_t n = 1; n < 300; n++) {
		char *hit = calloc(n, 1);
		uint64_t sum = 0;

		for (uint64_t i = 0; i < n; i++) {
			uint64_t x = plan_permute(i, n, 5);

			if (CHECK(x < n))
				sum += !hit[x], hit[x] = 1;
		}
		CHECK(sum == n);
		free(hit);
	}
}

static void
another_seed_gives_another_order(void)
{
	int same = 0, fixed = 0;

	for (uint64_t i = 0; i < 1000; i++) {
		same += plan_permute(i, 1000, 1) == plan_permute(i, 1000, 2);
		fixed += plan_permute(i, 1000, 1) == i;
	}
	CHECK(same < 20);
	CHECK(fixed < 20);
}

int
main(void)
{
	a_shared_file_lays_the_blocks_of_a_segment_side_by_side();
	a_file_of_its_own_is_written_from_end_to_end();
	every_byte_belongs_to_exactly_one_transfer();
	a_permutation_reaches_every_element_once();
	another_seed_gives_another_order();
	return unit_end();
}
