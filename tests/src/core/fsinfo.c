#include <errno.h>

#include "core/err.h"
#include "core/fsinfo.h"
#include "tests/unit.h"

static void
the_line_is_as_mdtest_and_ior_print_it(void)
{
	struct fsinfo f = { .bytes = 252ULL << 30, .free = 230ULL << 30, .inodes = 16 << 20, .inodes_free = 16252928 };
	char b[200];

	CHECK_TEXT(fsinfo_line(b, sizeof b, &f),
	    "FS: 252.0 GiB   Used FS: 8.7%   Inodes: 16.0 Mi   Used Inodes: 3.1%");
	f.bytes = 3ULL << 40;
	f.free = f.bytes;
	f.inodes = f.inodes_free = 0; /* btrfs counts none */
	CHECK_TEXT(fsinfo_line(b, sizeof b, &f), "FS: 3.0 TiB   Used FS: 0.0%   Inodes: n/a   Used Inodes: n/a");
}

static void
proc_and_the_root_are_told_apart(void)
{
	struct fsinfo f;
	struct err e = { 0, "" };

	CHECK(fsinfo_get("/proc/self", &f, &e) == 0);
	CHECK_TEXT(f.type, "proc");
	CHECK_TEXT(f.mount, "/proc");
	CHECK(fsinfo_get("/", &f, &e) == 0 && f.bytes > 0 && f.device[0] != '\0');
	CHECK_TEXT(f.mount, "/");
}

static void
a_missing_path_is_named(void)
{
	struct fsinfo f;
	struct err e = { 0, "" };

	CHECK(fsinfo_get("/no/such/place", &f, &e) == -ENOENT && strstr(e.text, "/no/such/place") != NULL);
}

int
main(void)
{
	the_line_is_as_mdtest_and_ior_print_it();
	proc_and_the_root_are_told_apart();
	a_missing_path_is_named();
	return unit_end();
}
