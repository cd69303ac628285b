/* What differs between a session and the one it is compared with, and which of it matters. */
#include "../../unit.h"
#include "compare/comparable.h"
#include "made.h"

/* Does this value now, that value then, count as a change of the key?  -1: no, 0: named, 1: it
 * blocks. */
static int
change(const char *key, const char *was, const char *is)
{
	struct session *a = made_session(0, 1), *b = made_session(MADE_DAY, 1);
	struct change *c;
	size_t n;
	int found = -1;

	if (was != NULL)
		session_env(a, key, "%s", was);
	if (is != NULL)
		session_env(b, key, "%s", is);
	n = comparable_changes(b, a, &c);
	for (size_t i = 0; i < n; i++)
		if (strcmp(c[i].key, key) == 0)
			found = c[i].blocks;
	comparable_free(c, n);
	session_free(a);
	session_free(b);
	return found;
}

static void
what_must_match_blocks(void)
{
	CHECK(change("fs.type", "ext4", "xfs") == 1);
	CHECK(change("fs.device", "disk", "ssd") == 1);
	CHECK(change("job.ranks-per-node", "4", "2") == 1);
	CHECK(change("tool.format", "1", "2") == 1);
	CHECK(change("fs.type", "ext4", "ext4") == -1);
}

static void
what_should_match_is_named(void)
{
	CHECK(change("host.kernel", "6.1", "6.17") == 0);
	CHECK(change("mpi.version", "4.1", "5.0") == 0);
	CHECK(change("fs.options", "rw,noatime", "rw") == 0);
	CHECK(change("fs.uuid", "a", "b") == 0);
	CHECK(change("host.raid", NULL, "md0: resync") ==
	      0);                                   /* a rebuild is shown next to the result */
	CHECK(change("host.load", "1", "9") == -1); /* informational */
}

static void
fullness_counts_in_bands(void)
{
	CHECK(change("fs.used-percent", "20", "80") == 0);
	CHECK(change("fs.used-percent", "20", "45") == -1);
	CHECK(change("fs.used-percent", "49", "51") == -1); /* the edge of a band is no news */
	CHECK(change("fs.used-percent", "70", "91") == 0);
}

static void
amounts_may_differ_by_a_little(void)
{
	CHECK(change("host.memory", "100000", "99000") ==
	      -1); /* what the kernel keeps differs from boot to boot */
	CHECK(change("host.memory", "100000", "95000") == 0);
	CHECK(change("fs.bytes", "1000", "1200") == 0);
}

static void
what_one_side_did_not_record_does_not_block(void)
{
	CHECK(change("job.ranks-per-node", NULL, "4") == 0);
	CHECK(change("job.ranks-per-node", "4", NULL) == 0);
}

static void
commands_and_layout_block(void)
{
	struct session *a = made_session(0, 1), *b = made_session(MADE_DAY, 1);
	struct change *c;

	session_recipe(b, "mdtest-unique", "mdtest -n 1 -d {dir}");
	session_recipe(a, "only-then", "ior");
	session_recipe(b, "only-now", "ior");
	b->nodes = 2;
	CHECK(comparable_changes(b, a, &c) == 4);
	for (int i = 0; i < 4; i++)
		CHECK(c[i].blocks);
	CHECK_TEXT(c[1].key, "only-then");
	CHECK_TEXT(c[1].is, "");
	CHECK_TEXT(c[2].key, "only-now");
	CHECK_TEXT(c[2].was, "");
	CHECK_TEXT(c[3].key, "nodes");
	comparable_free(c, 4);
	session_free(a);
	session_free(b);
}

int
main(void)
{
	what_must_match_blocks();
	what_should_match_is_named();
	fullness_counts_in_bands();
	amounts_may_differ_by_a_little();
	what_one_side_did_not_record_does_not_block();
	commands_and_layout_block();
	return unit_end();
}
