/* The ledger of accepted sessions: appended, never rewritten. */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../unit.h"
#include "scratch.h"
#include "store/store.h"

#define SERIES "scratch-quick-4x1"
#define LEDGER "node%201/" SERIES "/sessions.jsonl"
#define LOCK   "node%201/" SERIES "/sessions.jsonl.lock"

static void
accept(const char *dir, const char *id, long long started)
{
	struct session *s = scratch_session(id, started);
	struct err e = { 0, "" };

	if (!CHECK(store_baseline_accept(dir, s, "kim@node1", "because", &e) == 0))
		printf("  %s\n", e.text);
	session_free(s);
}

static void
an_accepted_session_reads_back_with_who_and_why(void)
{
	char *dir = scratch_begin(), *lock;
	struct store_baseline b;
	struct err e = { 0, "" };

	accept(dir, "b", 200);
	accept(dir, "a", 100);
	CHECK(store_baseline_read(dir, "node 1", SERIES, &b, &e) == 0);
	CHECK(b.n == 2 && b.nrecipe == 1);
	CHECK_TEXT(b.session[0]->id, "a"); /* oldest first, however they were entered */
	CHECK_TEXT(b.session[1]->accepted_by, "kim@node1");
	CHECK_TEXT(b.session[1]->reason, "because");
	CHECK_TEXT(b.recipe[0].value, "ior -w -F -o {dir}/data");
	lock = file_join(dir, LOCK);
	CHECK(!file_exists(lock));
	free(lock);
	store_baseline_free(&b);
	scratch_end(dir);
}

static void
a_lost_recipe_is_taken_from_the_newest_session(void)
{
	char *dir = scratch_begin(), *recipe = file_join(dir, "node%201/" SERIES "/recipe.ini");
	struct store_baseline b;
	struct err e = { 0, "" };

	accept(dir, "a", 100);
	unlink(recipe);
	CHECK(store_baseline_read(dir, "node 1", SERIES, &b, &e) == 0);
	CHECK(b.nrecipe == 1);
	CHECK_TEXT(b.nrecipe == 1 ? b.recipe[0].value : "", "ior -w -F -o {dir}/data");
	store_baseline_free(&b);
	accept(dir, "b", 200); /* and is written again */
	CHECK(file_exists(recipe));
	scratch_put(dir, "node%201/" SERIES "/recipe.ini", "");
	CHECK(store_baseline_read(dir, "node 1", SERIES, &b, &e) == 0);
	CHECK(b.nrecipe == 1);
	store_baseline_free(&b);
	free(recipe);
	scratch_end(dir);
}

static void
lines_are_only_added(void)
{
	char *dir = scratch_begin(), *before, *after;
	struct err e = { 0, "" };

	accept(dir, "a", 100);
	before = scratch_get(dir, LEDGER);
	accept(dir, "b", 200);
	CHECK(store_baseline_withdraw(dir, "node 1", SERIES, "a", "kim", "disk was bad", &e) == 0);
	after = scratch_get(dir, LEDGER);
	CHECK(strncmp(before, after, strlen(before)) == 0);
	CHECK(strlen(after) > strlen(before));
	free(before);
	free(after);
	scratch_end(dir);
}

static void
a_withdrawn_session_is_out_but_remembered(void)
{
	char *dir = scratch_begin();
	struct store_baseline b;
	struct err e = { 0, "" };

	accept(dir, "a", 100);
	accept(dir, "b", 200);
	CHECK(store_baseline_withdraw(dir, "node 1", SERIES, "a", "kim", "disk was bad", &e) == 0);
	CHECK(store_baseline_read(dir, "node 1", SERIES, &b, &e) == 0);
	CHECK(b.n == 1 && b.nwithdrawn == 1);
	CHECK_TEXT(b.withdrawn[0].session, "a");
	CHECK_TEXT(b.withdrawn[0].reason, "disk was bad");
	store_baseline_free(&b);
	CHECK(store_baseline_withdraw(dir, "node 1", SERIES, "a", "kim", "", &e) == -ENOENT);
	accept(dir, "a", 100); /* and may come back */
	scratch_end(dir);
}

static void
the_same_session_is_not_accepted_twice(void)
{
	char *dir = scratch_begin(), *before, *after;
	struct session *s = scratch_session("a", 100);
	struct err e = { 0, "" };

	accept(dir, "a", 100);
	before = scratch_get(dir, LEDGER);
	CHECK(store_baseline_accept(dir, s, "me", "", &e) == -EEXIST);
	after = scratch_get(dir, LEDGER);
	CHECK_TEXT(after, before);
	free(before);
	free(after);
	session_free(s);
	scratch_end(dir);
}

static void
other_commands_are_refused(void)
{
	char *dir = scratch_begin();
	struct session *s = scratch_session("b", 200);
	struct err e = { 0, "" };

	accept(dir, "a", 100);
	session_recipe(s, "ior-fpp-write", "ior -w -F -t 2m -o {dir}/data");
	CHECK(store_baseline_accept(dir, s, "me", "", &e) == -EINVAL);
	CHECK(strstr(e.text, "frozen to 'ior -w -F -o {dir}/data'") != NULL);
	session_free(s);
	scratch_end(dir);
}

static void
a_long_command_survives_recipe_ini(void)
{
	char *dir = scratch_begin(), *command = mem_dup("ior");
	struct session *s = scratch_session("a", 100);
	struct store_baseline b;
	struct err e = { 0, "" };

	for (int i = 0; i < 60; i++) {
		char *longer = mem_fmt("%s --option-%d=value", command, i);

		free(command);
		command = longer;
	}
	session_recipe(s, "ior-fpp-write", command);
	CHECK(store_baseline_accept(dir, s, "me", "", &e) == 0);
	CHECK(store_baseline_read(dir, "node 1", SERIES, &b, &e) == 0);
	CHECK_TEXT(b.recipe[0].value, command);
	store_baseline_free(&b);
	free(command);
	session_free(s);
	scratch_end(dir);
}

static void
broken(const char *line, const char *because)
{
	char *dir = scratch_begin(), *was, *now;
	struct store_baseline b;
	struct err e = { 0, "" };

	accept(dir, "a", 100);
	was = scratch_get(dir, LEDGER);
	now = mem_fmt("%s%s\n", was, line);
	scratch_put(dir, LEDGER, now);
	CHECK(store_baseline_read(dir, "node 1", SERIES, &b, &e) == -EINVAL);
	if (!CHECK(strstr(e.text, because) != NULL))
		printf("  says: %s\n", e.text);
	free(was);
	free(now);
	scratch_end(dir);
}

static void
a_broken_line_is_named_and_nothing_is_guessed(void)
{
	broken("{\"id\":", "sessions.jsonl:2: not valid JSON");
	broken("{\"format\":99}", "sessions.jsonl:2: written by a newer check-fs (format 99)");
	broken("{\"withdraw\":\"zz\"}",
	    "sessions.jsonl:2: withdraws zz, which is no accepted session");
	broken("{\"id\":\"a\",\"metrics\":[]}", "sessions.jsonl:2: session a is there twice");
	broken("[]", "sessions.jsonl:2: not a session");
}

/* An editor that leaves the last line open must not make the next session part of it. */
static void
a_line_without_an_end_is_closed_first(void)
{
	char *dir = scratch_begin(), *was;
	struct store_baseline b;
	struct err e = { 0, "" };

	accept(dir, "a", 100);
	was = scratch_get(dir, LEDGER);
	was[strlen(was) - 1] = '\0';
	scratch_put(dir, LEDGER, was);
	free(was);
	accept(dir, "b", 200);
	CHECK(store_baseline_read(dir, "node 1", SERIES, &b, &e) == 0 && b.n == 2);
	store_baseline_free(&b);
	scratch_end(dir);
}

static void
eight_at_a_time_lose_nothing(void)
{
	char *dir = scratch_begin();
	struct store_baseline b;
	struct err e = { 0, "" };
	int status, bad = 0;

	for (int i = 0; i < 8; i++) {
		if (fork() == 0) {
			char *id = mem_fmt("p%d", i);
			struct session *s = scratch_session(id, 100 + i);

			_exit(store_baseline_accept(dir, s, "me", "", NULL) == 0 ? 0 : 1);
		}
	}
	while (wait(&status) > 0)
		bad += status != 0;
	CHECK(bad == 0);
	CHECK(store_baseline_read(dir, "node 1", SERIES, &b, &e) == 0);
	CHECK(b.n == 8);
	store_baseline_free(&b);
	scratch_end(dir);
}

static void
no_baseline_is_an_empty_one(void)
{
	char *dir = scratch_begin();
	struct store_baseline b;
	struct err e = { 0, "" };

	CHECK(store_baseline_read(dir, "node 1", SERIES, &b, &e) == 0);
	CHECK(b.n == 0 && b.nrecipe == 0);
	scratch_end(dir);
}

int
main(void)
{
	an_accepted_session_reads_back_with_who_and_why();
	a_lost_recipe_is_taken_from_the_newest_session();
	lines_are_only_added();
	a_withdrawn_session_is_out_but_remembered();
	the_same_session_is_not_accepted_twice();
	other_commands_are_refused();
	a_long_command_survives_recipe_ini();
	a_broken_line_is_named_and_nothing_is_guessed();
	a_line_without_an_end_is_closed_first();
	eight_at_a_time_lose_nothing();
	no_baseline_is_an_empty_one();
	return unit_end();
}
