/* Sizing a step: by time, long enough to be judged, within the limits. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/units.h"
#include "plan/plan.h"
#include "plan/size.h"

static int failures;

static void
check(int ok, const char *what, unsigned long long got)
{
	if (ok)
		return;
	failures++;
	printf("not so: %s (got %llu)\n", what, got);
}

static const struct size_limits free_of_limits = { 4, 1, UINT64_MAX, UINT64_MAX, 0 };

static uint64_t
final(const struct plan *p, const char *step, const struct size_limits *l, struct size_trial t,
    int *rc, struct err *e)
{
	uint64_t out = 0;

	e->code = 0;
	e->text[0] = '\0';
	*rc = size_final(p, plan_find(p, step), l, &t, &out, e);
	return out;
}

static void
test_items(const struct plan *p)
{
	struct size_limits l = free_of_limits;
	struct size_trial t = { 100, 0.3, 10000 };
	struct err e;
	int rc;
	uint64_t n;

	n = final(p, "mdtest-unique", &l, t, &rc, &e);
	check(n == 1000, "3 s at 0.3 s for 100 items is 1000 items", n);
	t.seconds =
	    10; /* slow: 30 items in the time, 250 for 1000 in all: as far as four times the time */
	n = final(p, "mdtest-unique", &l, t, &rc, &e);
	check(n == 120, "a slow target gets at most four times the time", n);
	t.seconds = 2;
	n = final(p, "mdtest-unique", &l, t, &rc, &e);
	check(n == 250, "1000 operations in all where that is possible", n);
	t.fastest = 1e5;
	n = final(p, "mdtest-unique", &l, t, &rc, &e);
	check(n == 600, "more where the fastest phase would be under 20 ms", n);
	l.inodes = 400;
	n = final(p, "mdtest-unique", &l, t, &rc, &e);
	check(n == 100, "no more than the inodes allow", n);
	l.inodes = 3;
	final(p, "mdtest-unique", &l, t, &rc, &e);
	check(rc == -ENOSPC && strstr(e.text, "needs at least 4 inodes"),
	    "too few inodes is an error", (unsigned)-rc);
	l.inodes = UINT64_MAX;
	l.bytes = 2048 * 80;
	l.inode_bytes = 2048;
	n = final(p, "mdtest-unique", &l, t, &rc, &e);
	check(n == 20, "on a memory file system items count as bytes", n);
}

static void
test_bytes(const struct plan *p)
{
	struct size_limits l = free_of_limits;
	struct size_trial t = { 16 * UNITS_MIB, 0.5, 128e6 };
	struct err e;
	int rc;
	uint64_t b;

	b = final(p, "ior-fpp-write", &l, t, &rc, &e);
	check(b == 80 * UNITS_MIB, "2.5 s at 0.5 s for 16 MiB", b);
	t.seconds = 2.3;
	b = final(p, "ior-fpp-write", &l, t, &rc, &e);
	check(b % UNITS_MIB == 0 && b >= 17 * UNITS_MIB, "blocks are whole transfers", b);
	l.bytes = 3 * 4 * 5 * UNITS_MIB;
	b = final(p, "ior-fpp-write", &l, t, &rc, &e);
	check(b == 5 * UNITS_MIB, "three groups share the space", b);
	l.bytes = 3 * 4 * UNITS_MIB - 1;
	final(p, "ior-fpp-write", &l, t, &rc, &e);
	check(rc == -ENOSPC && strstr(e.text, "needs at least 4"), "no room for one transfer each",
	    (unsigned)-rc);
}

static void
command_is(const struct plan *p, const char *step, int nodes, const char *want)
{
	struct size_limits l = free_of_limits;
	char *got;

	l.nodes = nodes;
	got = size_command(plan_find(p, step), &l, 8 * UNITS_MIB, 5);
	if (strcmp(got, want) != 0) {
		failures++;
		printf("not so: %s\n   got: %s\n", want, got);
	}
	free(got);
}

int
main(void)
{
	struct plan p;
	struct err e = { 0, "" };

	if (plan_load("quick", "harness/plan", &p, &e) != 0) {
		printf("%s\n", e.text);
		return 1;
	}
	test_items(&p);
	test_bytes(&p);
	command_is(&p, "mdtest-shared", 2, "mdtest -d {dir} -n 8388608 -i 5 -N 2 -v");
	command_is(&p, "ior-shared-read", 2,
	    "ior -a POSIX -r -k -t 1m -b 8m -i 5 -C --drop-cache -v -v -o {dir}/data");
	command_is(&p, "ior-shared-read", 1,
	    "ior -a POSIX -r -k -t 1m -b 8m -i 5 --drop-cache -v -v -o {dir}/data");
	check(plan_last_of_group(&p, 0), "mdtest-unique is alone in its group", 0);
	check(!plan_last_of_group(&p, 2), "the read comes after the write", 0);
	plan_free(&p);
	return failures != 0;
}
