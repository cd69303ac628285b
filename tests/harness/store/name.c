/* Folder names of machines and series. */
#include "../../unit.h"
#include "scratch.h"
#include "store/store.h"

static void
round_trip(const char *text, const char *folder)
{
	char *f = store_encode(text), *back = f != NULL ? store_decode(f) : NULL;

	CHECK_TEXT(f, folder);
	CHECK_TEXT(back, text);
	free(f);
	free(back);
}

static void
refused(const char *text)
{
	char *f = store_encode(text);

	CHECK(f == NULL);
	free(f);
}

static void
label(const char *path, const char *want)
{
	char *l = store_label(path);

	CHECK_TEXT(l, want);
	free(l);
}

int
main(void)
{
	char *a, *b;

	round_trip("node1.example", "node1.example");
	round_trip("my node", "my%20node");
	round_trip("J\303\274lich", "J%C3%BClich");
	round_trip("100%", "100%25");
	round_trip("..", "%2E."); /* never the parent */
	round_trip(".hidden", "%2Ehidden");
	round_trip("latest", "%6Catest"); /* reports/latest is the link to the newest run */
	refused("a/b");
	refused("a\nb");
	refused("");
	CHECK(store_decode("my node") == NULL); /* was not made by store_encode */

	label("/mnt/scratch", "mnt_scratch");
	label("/mnt/scratch/", "mnt_scratch");
	label("/", "root");
	a = store_label("/a/b");
	b = store_label("/a_b");
	CHECK(strcmp(a, b) != 0);
	free(a);
	free(b);
	a = store_series("/mnt/scratch", "quick", 16, 2);
	CHECK_TEXT(a, "mnt_scratch-quick-16x2");
	free(a);
	return unit_end();
}
