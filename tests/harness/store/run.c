/* Run directories: unique, pointed at, read back. */
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "../../unit.h"
#include "scratch.h"
#include "store/store.h"

static void
a_taken_name_gets_a_suffix(void)
{
	char *dir = scratch_begin(), *a = NULL, *b = NULL;
	struct err e = { 0, "" };

	CHECK(store_run_create(dir, "node 1", "20261130T185845Z", &a, &e) == 0);
	CHECK(store_run_create(dir, "node 1", "20261130T185845Z", &b, &e) == 0);
	CHECK(strstr(a, "/node%201/20261130T185845Z") != NULL && file_is_dir(a));
	CHECK(strstr(b, "/node%201/20261130T185845Z-2") != NULL && file_is_dir(b));
	free(a);
	free(b);
	scratch_end(dir);
}

static void
latest_is_a_relative_link_that_moves_with_the_folder(void)
{
	char *dir = scratch_begin(), *a = NULL, *b = NULL, *link = file_join(dir, "latest"),
	     to[PATH_MAX] = "";
	struct err e = { 0, "" };

	store_run_create(dir, "m", "a", &a, &e);
	store_run_create(dir, "m", "b", &b, &e);
	CHECK(store_run_latest(dir, a, &e) == 0);
	CHECK(store_run_latest(dir, b, &e) == 0);
	CHECK(readlink(link, to, sizeof to - 1) > 0);
	CHECK_TEXT(to, "m/b");
	free(a);
	free(b);
	free(link);
	scratch_end(dir);
}

static void
a_result_reads_back(void)
{
	char *dir = scratch_begin();
	struct session *s = scratch_session("a", 100), *t = NULL, *second = NULL;
	json_t *v = json_pack("{s:s}", "verdict", "HEALTHY"), *w = NULL;
	struct err e = { 0, "" };

	CHECK(store_run_write(dir, s, NULL, v, &e) == 0);
	CHECK(store_run_read(dir, &t, &second, &w, &e) == 0);
	CHECK_TEXT(t->id, "a");
	CHECK(second == NULL);
	CHECK(json_equal(v, w));
	session_free(t);
	json_decref(w);
	CHECK(store_run_write(dir, s, s, v, &e) == 0);
	CHECK(store_run_read(dir, NULL, &second, NULL, &e) == 0);
	CHECK(second != NULL);
	session_free(second);
	session_free(s);
	json_decref(v);
	scratch_end(dir);
}

static void
refused(const char *text, int code, const char *because)
{
	char *dir = scratch_begin();
	struct session *s;
	struct err e = { 0, "" };

	if (text != NULL)
		scratch_put(dir, "result.json", text);
	CHECK(store_run_read(dir, &s, NULL, NULL, &e) == code);
	CHECK(s == NULL);
	if (!CHECK(strstr(e.text, because) != NULL))
		printf("  says: %s\n", e.text);
	scratch_end(dir);
}

int
main(void)
{
	a_taken_name_gets_a_suffix();
	latest_is_a_relative_link_that_moves_with_the_folder();
	a_result_reads_back();
	refused(NULL, -ENOENT, "there is no such run");
	refused("{\n\"kind\":", -EINVAL, "result.json:2: not valid JSON");
	refused("{\"kind\":\"other\"}", -EINVAL, "is not a result of check-fs run");
	refused("{\"kind\":\"check-fs-run\",\"format\":7}", -EINVAL, "newer check-fs");
	refused("{\"kind\":\"check-fs-run\",\"format\":1,\"session\":{}}", -EINVAL,
	    "session: not a session");
	return unit_end();
}
