/* Sizing a step: by time, long enough to be judged, within the limits. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/file.h"
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

static const struct size_limits free_of_limits = { 4, 1, false, UINT64_MAX, UINT64_MAX, 0 };

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
	t.fastest = 2e4;
	n = final(p, "mdtest-unique", &l, t, &rc, &e);
	check(n == 300, "more where the fastest phase would be under 20 ms", n);
	n = final(p, "mdtest-shared", &l, t, &rc, &e);
	check(n == 150, "but not where the profile says that it need not be judged", n);
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

static const char profile[] =
    "[profile]\niterations = 5\n"
    "[mdtest-unique]\ntool = mdtest\nseconds = 3\nargs = -d {dir} -n {n} -u\n"
    "[mdtest-shared]\ntool = mdtest\nseconds = 3\nstretch = 1\n"
    "args = -d {dir} -n {n} -i {iterations} -N {ranks-per-node} -v\n"
    "[ior-fpp-write]\ntool = ior\ngroup = ior-fpp\nseconds = 2.5\n"
    "args = -w -F -t 1m -b {block} -o {dir}/data\n"
    "[ior-shared-write]\ntool = ior\ngroup = ior-shared\nseconds = 2.5\n"
    "args = -w -t 1m -b {block} -o {dir}/data\n"
    "[ior-fpp-read]\ntool = ior\ngroup = ior-fpp\nseconds = 2.5\n"
    "args = -r -t 1m -b {block} -i {iterations} {reorder} -o {dir}/data\n"
    "[ior-small]\ntool = ior\nseconds = 2\nargs = -w -t 8k -b {block} -o {dir}/data\n";

/* The profiles that come with check-fs can be read, and are as the help says. */
static void
test_built_in(void)
{
	static const char *const names[] = { "smoke", "quick", "standard" };
	struct plan p;
	struct err e = { 0, "" };

	for (size_t i = 0; i < 3; i++) {
		check(plan_load(names[i], "harness/plan", &p, &e) == 0, e.text, 0);
		check(p.judged == (i > 0), "smoke is not judged, the others are", i);
		check(p.nstep == 7, "seven steps", p.nstep);
		plan_free(&p);
	}
	check(plan_load("nonsense", "harness/plan", &p, &e) == -EINVAL &&
		  strstr(e.text, "smoke, quick, standard"),
	    "an unknown profile is refused with those there are", 0);
	plan_free(&p);
}

static void
refuse(const char *path, const char *text, const char *why)
{
	struct plan p;
	struct err e = { 0, "" };

	file_write(path, text, strlen(text), NULL);
	if (plan_load(path, "", &p, &e) != -EINVAL || strstr(e.text, why) == NULL) {
		failures++;
		printf("not refused with '%s': %s\n", why, e.text);
	}
	plan_free(&p);
}

static void
test_refusals(const char *path)
{
	refuse(path, "[s]\ntool = fio\n", "[s] tool: 'fio' is no tool of ours");
	refuse(path, "[s]\ntool = ior\nargs = -o data\n", "[s]: args has no {dir}");
	refuse(path, "[s]\ntool = ior\nargs = -b {block} -o {dir}/d\n", "[s]: seconds is missing");
	refuse(path, "[s]\ntool = ior\nsurprise = 1\n", "[s] surprise: unknown key");
	refuse(path, "[../s]\ntool = ior\n", "the section name may hold");
	refuse(path, "[profile]\niterations = 0\n", "[profile] iterations");
	refuse(path, "[profile]\njudged = perhaps\n", "neither yes nor no");
	refuse(path, "[profile]\nnonsense\n", ":2: is not 'key = value'");
	refuse(path, "", "has no step");
}

int
main(void)
{
	char dir[] = "/tmp/size-test.XXXXXX", *path;
	struct plan p;
	struct err e = { 0, "" };

	if (mkdtemp(dir) == NULL)
		return 1;
	path = file_join(dir, "mine.ini");
	file_write(path, profile, sizeof profile - 1, NULL);
	if (plan_load(path, "", &p, &e) != 0) {
		printf("%s\n", e.text);
		return 1;
	}
	check(strcmp(p.name, "mine") == 0, "a profile is called after its file", 0);
	test_items(&p);
	test_bytes(&p);
	command_is(&p, "mdtest-shared", 2, "mdtest -d {dir} -n 8388608 -i 5 -N 2 -v");
	command_is(&p, "ior-fpp-read", 2, "ior -r -t 1m -b 8m -i 5 -C -o {dir}/data");
	command_is(&p, "ior-fpp-read", 1, "ior -r -t 1m -b 8m -i 5 -o {dir}/data");
	check(plan_last_of_group(&p, 0), "mdtest-unique is alone in its group", 0);
	check(!plan_last_of_group(&p, 2), "the read comes after the write", 0);
	plan_free(&p);
	test_built_in();
	test_refusals(path);
	file_remove_tree(dir, NULL);
	free(path);
	return failures != 0;
}
