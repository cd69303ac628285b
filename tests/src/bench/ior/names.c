#include <stdlib.h>

#include "bench/ior/names.h"
#include "tests/unit.h"

static void
named(const struct opts *o, int task, int rep, const char *want)
{
	char *got = names_file(o, task, rep);

	CHECK_TEXT(got, want);
	free(got);
}

static void
files_are_named_as_upstream_names_them(void)
{
	struct opts o = { .file = "/scratch/f" };

	named(&o, 3, 0, "/scratch/f");
	o.multi_file = true;
	named(&o, 3, 2, "/scratch/f.2");
	o.fpp = true;
	named(&o, 3, 2, "/scratch/f.00000003.2");
	o.multi_file = false;
	o.unique_dir = true;
	named(&o, 12, 0, "/scratch/12/f.00000012");
}

static void
a_unique_directory_works_for_a_name_without_a_slash(void)
{
	struct opts o = { .file = "name", .fpp = true, .unique_dir = true };
	char *dir = names_own_dir(&o, 0);

	named(&o, 0, 0, "0/name.00000000");
	CHECK_TEXT(dir, "0");
	free(dir);
}

static void
several_names_are_dealt_to_the_tasks_in_turn(void)
{
	struct opts o = { .file = "/a/x@/b/y@z", .fpp = true };

	named(&o, 0, 0, "/a/x.00000000");
	named(&o, 1, 0, "/b/y.00000001");
	named(&o, 2, 0, "z.00000002");
	named(&o, 4, 0, "/b/y.00000004");
	o.fpp = false;
	named(&o, 1, 0, "/a/x");
}

static void
the_directory_that_must_exist_is_that_of_the_name(void)
{
	static const struct {
		const char *file, *dir;
	} row[] = { { "f", "." }, { "./f", "." }, { "/f", "/" }, { "a/b/f", "a/b" } };

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct opts o = { .file = row[i].file };
		char *dir = names_parent(&o, 0);

		CHECK_TEXT(dir, row[i].dir);
		free(dir);
	}
}

int
main(void)
{
	files_are_named_as_upstream_names_them();
	a_unique_directory_works_for_a_name_without_a_slash();
	several_names_are_dealt_to_the_tasks_in_turn();
	the_directory_that_must_exist_is_that_of_the_name();
	return unit_end();
}
