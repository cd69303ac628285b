#include <errno.h>
#include <stdlib.h>

#include "core/clock.h"
#include "core/err.h"
#include "par/par.h"
#include "tests/unit.h"

/* Run under a launcher with any number of ranks (par.bats uses 1, 4 and 20), and without one. */

static void
values_are_reduced_over_all_ranks(const struct par *p)
{
	int r = par_rank(p), n = par_size(p);
	double x[2] = { r, -r }, out[2];
	uint64_t u[1] = { 1 }, sum[1];

	CHECK(par_max(p, r) == n - 1 && par_min(p, r) == 0 && par_sum(p, 1) == (uint64_t)n);
	par_max_root(p, x, out, 2);
	par_sum_root(p, u, sum, 1);
	if (r == 0)
		CHECK(out[0] == n - 1 && out[1] == 0 && sum[0] == (uint64_t)n);
	par_min_root(p, x, x, 2);
	if (r == 0)
		CHECK(x[0] == 0 && x[1] == 1 - n);
}

static void
one_rank_s_error_is_everybody_s_and_rank_0_has_its_text(const struct par *p)
{
	struct err e = { 0, "" };
	int last = par_size(p) - 1;

	CHECK(par_agree(p, &e) == 0);
	if (par_rank(p) == last) {
		err_set(&e, ENOSPC, "write: file: no space");
		par_stop(p);
	}
	CHECK(par_agree(p, &e) == -ENOSPC);
	if (par_rank(p) == 0 && last > 0)
		CHECK(strstr(e.text, "write: file: no space (rank 3 on ") != NULL || last != 3);
	memset(&e, 0, sizeof e);
	CHECK(!par_stopped(p)); /* what was told is forgotten after the agreement */
	CHECK(par_agree(p, &e) == 0);
}

static void
a_stop_reaches_ranks_that_are_busy(const struct par *p)
{
	struct err e = { 0, "" };
	double until = clock_now() + 20;

	par_barrier(p);
	if (par_rank(p) == par_size(p) - 1) {
		err_set(&e, EIO, "broken");
		par_stop(p);
	} else {
		while (!par_stopped(p) && clock_now() < until)
			;
		CHECK(clock_now() < until);
	}
	CHECK(par_agree(p, &e) == -EIO);
}

/* More or fewer of them at once, agreement after agreement: no word is lost, none comes too late.
 */
static void
any_number_of_ranks_may_stop_at_once(const struct par *p)
{
	struct err e = { 0, "" };

	for (int i = 0; i < 60; i++) {
		if (i % 5 == 0 || (i + par_rank(p)) % 3 == 0)
			par_stop(p);
		CHECK(par_agree(p, &e) == 0);
		par_barrier(p); /* nobody stops for the next time yet */
		CHECK(!par_stopped(p));
		par_barrier(p);
	}
}

static void
a_smaller_group_works_on_its_own(const struct par *p)
{
	int half = (par_size(p) + 1) / 2;
	struct par *q = par_first(p, half);

	CHECK((q != NULL) == (par_rank(p) < half));
	if (q != NULL) {
		CHECK(par_size(q) == half && par_sum(q, 1) == (uint64_t)half);
		par_drop(q);
	}
}

static void
hosts_are_counted(const struct par *p)
{
	const char *fake = getenv("CHECK_FS_FAKE_NODES");

	CHECK(par_nodes(p) == (fake && par_size(p) > 1 ? atoi(fake) : 1));
	CHECK(par_node(p, 0) == 0 && par_on_node(p, 0) * par_nodes(p) == par_size(p));
	CHECK(par_host(p, par_rank(p))[0] != '\0');
	for (int r = 0; r < par_size(p) && par_rank(p) == 0 && fake && par_nodes(p) > 1; r++)
		CHECK(atoi(par_host(p, r) + strlen("fake")) == par_node(p, r));
}

int
main(int argc, char *argv[])
{
	struct err e = { 0, "" };
	const struct par *p;
	int status;

	if (par_init(&argc, &argv, &e) != 0) {
		fprintf(stderr, "%s\n", e.text);
		return 2;
	}
	p = par_world();
	values_are_reduced_over_all_ranks(p);
	one_rank_s_error_is_everybody_s_and_rank_0_has_its_text(p);
	a_stop_reaches_ranks_that_are_busy(p);
	any_number_of_ranks_may_stop_at_once(p);
	a_smaller_group_works_on_its_own(p);
	hosts_are_counted(p);
	status = (int)par_max(p, unit_end());
	par_fini();
	return status;
}
