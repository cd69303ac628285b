#include <errno.h>
#include <stdlib.h>

#include "core/err.h"
#include "core/session.h"
#include "tests/unit.h"

static struct session *
sample(void)
{
	struct session *s = session_new();
	struct session_metric *m;
	struct result r;

	s->id = strdup("20261130T185845Z");
	s->machine = strdup("box");
	s->ranks = 4;
	s->nodes = 2;
	s->started = 1796063925;
	session_env(s, "fs.type", "%s", "ext4");
	session_env(s, "fs.mount", "/mnt/\xe4");
	session_recipe(s, "mdtest-unique", "mdtest -n 1000 -d {dir}");
	result_init(&r);
	metric_add(result_metric(&r, "file-create", "ops/s", BETTER_HIGHER), 1.0 / 3, 0.25);
	metric_add(result_metric(&r, "file-create", "ops/s", BETTER_HIGHER), 2e9, 1e-9);
	result_metric(&r, "write", "B/s", BETTER_HIGHER)->mean = 5e8;
	metric_add(result_metric(&r, "write", "ops/s", BETTER_HIGHER), 7, 1);
	metric_add(result_metric(&r, "write", "s", BETTER_LOWER), 7, 1);
	result_warn(&r, "not-synced", "no -e");
	result_warn(&r, "not-synced", "no -e");
	session_take(s, "step", &r);
	result_free(&r);
	m = session_metric(s, "step/bad", "ops/s", BETTER_HIGHER);
	m->invalid = strdup("rate without items");
	return s;
}

/* The same, and each node alone and with moved ranks. */
static struct session *
with_inner(void)
{
	struct session *s = sample();

	s->alone = sample();
	detail_share(
	    &session_metric(s->alone, "step/write", "B/s", BETTER_HIGHER)->detail, "n1", 0, 5);
	s->rotated = sample();
	s->rotated->nodes = 7;
	return s;
}

static void
taking_a_result_keeps_rates_once_and_warnings_once(void)
{
	struct session *s = sample();
	const struct session_metric *m = session_find(s, "step/write");

	CHECK(s->nmetric == 3);
	CHECK(m != NULL && m->n == 1 && m->sample[0] == 5e8);
	CHECK_TEXT(m->unit, "B/s");
	CHECK(s->nwarning == 1);
	CHECK(isnan(session_median(session_find(s, "step/bad"))));
	session_free(s);
}

static void
json_brings_back_the_same_session(void)
{
	struct session *s = with_inner(), *t = NULL;
	json_t *a = session_json(s), *b;
	struct err e = { 0, "" };

	CHECK(session_read(a, &t, &e) == 0);
	b = session_json(t);
	CHECK(json_equal(a, b));
	CHECK(session_find(t, "step/file-create")->sample[0] == 1.0 / 3);
	CHECK(session_find(t, "step/file-create")->seconds[1] == 1e-9);
	CHECK_TEXT(session_find(t->alone, "step/write")->detail.share[0].host, "n1");
	CHECK(t->rotated->nodes == 7 && t->rotated->alone == NULL);
	CHECK_TEXT(
	    session_env_get(t, "fs.mount"), "/mnt/\xc3\xa4"); /* not UTF-8: kept as Latin-1 */
	json_decref(a);
	json_decref(b);
	session_free(s);
	session_free(t);
}

static void
a_broken_document_is_refused_by_field(void)
{
	static const char *const bad[] = { "[]", "{}", "{\"metrics\":[{}]}",
		"{\"metrics\":[],\"alone\":{}}",
		"{\"metrics\":[],\"rotated\":{\"metrics\":[],\"alone\":{\"metrics\":[]}}}",
		"{\"metrics\":[{\"id\":\"a\",\"unit\":\"s\",\"samples\":[1],\"seconds\":[]}]}",
		"{\"metrics\":[{\"id\":\"a\",\"unit\":\"s\",\"samples\":[]},{\"id\":\"a\",\"unit\":"
		"\"s\",\"samples\":[]}]}" };
	struct session *s;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct err e = { 0, "" };
		json_t *j = json_loads(bad[i], 0, NULL);

		CHECK(session_read(j, &s, &e) == -EINVAL && s == NULL && e.text[0] != '\0');
		json_decref(j);
	}
}

int
main(void)
{
	taking_a_result_keeps_rates_once_and_warnings_once();
	json_brings_back_the_same_session();
	a_broken_document_is_refused_by_field();
	return unit_end();
}
