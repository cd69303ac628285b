#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/lock.h"
#include "core/mem.h"
#include "store/recipe.h"
#include "store/store.h"

#define FORMAT    1
#define LOCK_WAIT 30

static char *
series_dir(const char *baselines, const char *machine, const char *series)
{
	char *folder = store_encode(machine), *dir = NULL;

	if (folder != NULL && *series && strchr(series, '/') == NULL && strcmp(series, "..") != 0)
		dir = mem_fmt("%s/%s/%s", baselines, folder, series);
	free(folder);
	return dir;
}

/* ---- reading the ledger ---- */

static size_t
position(const struct store_baseline *b, const char *id)
{
	for (size_t i = 0; i < b->n; i++)
		if (b->session[i]->id != NULL && strcmp(b->session[i]->id, id) == 0)
			return i;
	return b->n;
}

static int
take_withdrawal(struct store_baseline *b, const json_t *j, struct err *e)
{
	const char *id = json_string_value(json_object_get(j, "withdraw"));
	const char *by = json_string_value(json_object_get(j, "by"));
	const char *reason = json_string_value(json_object_get(j, "reason"));
	const char *at = json_string_value(json_object_get(j, "at"));
	size_t i = id == NULL ? b->n : position(b, id);

	if (i == b->n)
		return err_set(e, EINVAL, "withdraws %s, which is no accepted session",
		    id != NULL ? id : "nothing");
	session_free(b->session[i]);
	memmove(b->session + i, b->session + i + 1, (b->n - i - 1) * sizeof *b->session);
	b->n--;
	b->withdrawn = mem_grow(b->withdrawn, b->nwithdrawn + 1, sizeof *b->withdrawn);
	b->withdrawn[b->nwithdrawn++] =
	    (struct store_withdrawal){ mem_dup(id), mem_dup(by), mem_dup(reason), mem_dup(at) };
	return 0;
}

static int
take_session(struct store_baseline *b, const json_t *j, struct err *e)
{
	struct session *s;
	int rc = session_read(j, &s, e);

	if (rc != 0)
		return rc;
	if (s->id == NULL || position(b, s->id) < b->n) {
		rc = err_set(
		    e, EINVAL, "session %s is there twice", s->id ? s->id : "without an id");
		session_free(s);
		return rc;
	}
	b->session = mem_grow(b->session, b->n + 1, sizeof *b->session);
	b->session[b->n++] = s;
	return 0;
}

static int
take_line(struct store_baseline *b, const char *line, size_t len, struct err *e)
{
	json_error_t why;
	json_t *j = json_loadb(line, len, JSON_REJECT_DUPLICATES, &why);
	int rc;

	if (j == NULL)
		return err_set(e, EINVAL,
		    "not valid JSON: %s: get the file back from version control, or take this line "
		    "out",
		    why.text);
	if (json_integer_value(json_object_get(j, "format")) > FORMAT)
		rc = err_set(e, EINVAL, "written by a newer check-fs (format %d)",
		    (int)json_integer_value(json_object_get(j, "format")));
	else if (json_object_get(j, "withdraw") != NULL)
		rc = take_withdrawal(b, j, e);
	else
		rc = take_session(b, j, e);
	json_decref(j);
	return rc;
}

static int
by_start(const void *a, const void *b)
{
	const struct session *x = *(struct session *const *)a, *y = *(struct session *const *)b;

	if (x->started != y->started)
		return x->started < y->started ? -1 : 1;
	return strcmp(x->id, y->id);
}

static int
read_ledger(const char *path, struct store_baseline *b, struct err *e)
{
	struct err why = { 0, "" };
	char *text;
	int line = 1, rc;

	if (!file_exists(path))
		return 0;
	rc = file_read(path, &text, NULL, e);
	if (rc != 0)
		return rc;
	for (const char *p = text; *p && rc == 0; line++) {
		size_t n = strcspn(p, "\n");

		if (strspn(p, " \t\r") < n && (rc = take_line(b, p, n, &why)) != 0)
			err_set(e, EINVAL, "%s:%d: %s", path, line, why.text);
		p += n + (p[n] == '\n');
	}
	free(text);
	if (b->n > 1)
		qsort(b->session, b->n, sizeof *b->session, by_start);
	return rc == 0 ? 0 : -EINVAL;
}

/* recipe.ini is lost or empty: every session has the commands it ran, and only those compare. */
static void
recipe_of_session(struct store_baseline *b)
{
	const struct session *s;

	for (size_t i = b->n; b->nrecipe == 0 && i > 0; i--) {
		s = b->session[i - 1];
		if (s->nrecipe == 0)
			continue;
		b->recipe = mem_zero(s->nrecipe, sizeof *b->recipe);
		for (size_t k = 0; k < s->nrecipe; k++) {
			b->recipe[k].key = mem_dup(s->recipe[k].key);
			b->recipe[k].value = mem_dup(s->recipe[k].value);
		}
		b->nrecipe = s->nrecipe;
	}
}

int
store_baseline_read(const char *baselines, const char *machine, const char *series,
    struct store_baseline *b, struct err *e)
{
	char *dir = series_dir(baselines, machine, series), *ledger, *recipe;
	int rc;

	memset(b, 0, sizeof *b);
	if (dir == NULL)
		return err_set(
		    e, EINVAL, "'%s', '%s': cannot be a machine and its series", machine, series);
	ledger = file_join(dir, "sessions.jsonl");
	recipe = file_join(dir, "recipe.ini");
	rc = read_ledger(ledger, b, e);
	if (rc == 0 && file_exists(recipe))
		rc = recipe_read(recipe, &b->recipe, &b->nrecipe, e);
	if (rc == 0)
		recipe_of_session(b);
	if (rc != 0)
		store_baseline_free(b);
	free(ledger);
	free(recipe);
	free(dir);
	return rc;
}

void
store_baseline_free(struct store_baseline *b)
{
	for (size_t i = 0; i < b->n; i++)
		session_free(b->session[i]);
	free(b->session);
	for (size_t i = 0; i < b->nwithdrawn; i++) {
		free(b->withdrawn[i].session);
		free(b->withdrawn[i].by);
		free(b->withdrawn[i].reason);
		free(b->withdrawn[i].at);
	}
	free(b->withdrawn);
	recipe_free(b->recipe, b->nrecipe);
	memset(b, 0, sizeof *b);
}

/* ---- adding to it ---- */

static int
append_line(const char *path, const char *line, struct err *e)
{
	char *was = NULL, *now;
	int rc = file_exists(path) ? file_read(path, &was, NULL, e) : 0;

	if (rc != 0)
		return rc;
	/* a line that an editor left open must not swallow the new one */
	now = mem_fmt("%s%s%s\n", was != NULL ? was : "",
	    was != NULL && *was && !str_ends(was, "\n") ? "\n" : "", line);
	rc = file_write(path, now, strlen(now), e);
	free(now);
	free(was);
	return rc;
}

/* The session without what tells slow nodes: that is a run's, and baselines are kept in git. */
static json_t *
lean(const struct session *s)
{
	json_t *j = session_json(s), *metric;
	size_t i;

	json_array_foreach(json_object_get(j, "metrics"), i, metric)
	    json_object_del(metric, "ranks");
	json_object_del(j, "alone");
	json_object_del(j, "rotated");
	return j;
}

/* The session as a line of the ledger. */
static char *
session_line(const struct session *s, const char *who, const char *why)
{
	json_t *j = lean(s);
	char at[32], *line;

	json_object_set_new(j, "format", json_integer(FORMAT));
	json_object_set_new(j, "accepted_by", json_string(who));
	json_object_set_new(j, "accepted_at", json_string(clock_iso(at, sizeof at, clock_wall())));
	json_object_set_new(j, "reason", json_string(why != NULL ? why : ""));
	line = json_dumps(j, JSON_COMPACT);
	json_decref(j);
	return line;
}

static const char *
command_of(const struct setting *recipe, size_t n, const char *step)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(recipe[i].key, step) == 0)
			return recipe[i].value;
	return NULL;
}

static int
recipe_same(const struct store_baseline *b, const struct session *s, struct err *e)
{
	if (b->nrecipe == 0)
		return 0;
	for (size_t i = 0; i < s->nrecipe; i++) {
		const char *frozen = command_of(b->recipe, b->nrecipe, s->recipe[i].key);

		if (frozen == NULL || strcmp(frozen, s->recipe[i].value) != 0)
			return err_set(e, EINVAL,
			    "step %s ran '%s', but the series is frozen to '%s'", s->recipe[i].key,
			    s->recipe[i].value, frozen != NULL ? frozen : "not having it");
	}
	for (size_t i = 0; i < b->nrecipe; i++)
		if (command_of(s->recipe, s->nrecipe, b->recipe[i].key) == NULL)
			return err_set(
			    e, EINVAL, "step %s of the series was not run", b->recipe[i].key);
	return 0;
}

static int
append_session(const char *baselines, const char *dir, const struct session *s, const char *who,
    const char *why, struct err *e)
{
	struct store_baseline b;
	char *ledger = file_join(dir, "sessions.jsonl"), *recipe = file_join(dir, "recipe.ini"),
	     *line;
	int rc = store_baseline_read(baselines, s->machine, s->series, &b, e);

	if (rc != 0)
		goto out;
	if (position(&b, s->id) < b.n)
		rc = err_set(e, EEXIST, "%s: is part of the baseline of %s %s already", s->id,
		    s->machine, s->series);
	if (rc == 0)
		rc = recipe_same(&b, s, e);
	if (rc == 0)
		rc = store_machine_create(baselines, s->machine, s, e);
	if (rc == 0 && s->nrecipe > 0 && (b.nrecipe == 0 || !file_exists(recipe)))
		rc = recipe_write(recipe, s->recipe, s->nrecipe, e);
	if (rc == 0) {
		line = session_line(s, who, why);
		rc = append_line(ledger, line, e);
		free(line);
	}
	store_baseline_free(&b);
out:
	free(ledger);
	free(recipe);
	return rc;
}

static int
lock_series(struct lock *l, const char *dir, struct err *e)
{
	char *path = file_join(dir, "sessions.jsonl.lock");
	int rc = lock_take(l, path, "check-fs baseline", LOCK_WAIT, e);

	free(path);
	return rc;
}

int
store_baseline_accept(
    const char *baselines, const struct session *s, const char *who, const char *why, struct err *e)
{
	struct lock lock = { 0 };
	char *dir;
	int rc;

	if (s->id == NULL || s->machine == NULL || s->series == NULL)
		return err_set(e, EINVAL,
		    "the session names no machine and series, it cannot be part of a baseline");
	dir = series_dir(baselines, s->machine, s->series);
	if (dir == NULL)
		return err_set(e, EINVAL, "'%s', '%s': cannot be a machine and its series",
		    s->machine, s->series);
	rc = file_mkdirs(dir, 0777, e);
	if (rc == 0)
		rc = lock_series(&lock, dir, e);
	if (rc == 0)
		rc = append_session(baselines, dir, s, who, why, e);
	lock_drop(&lock);
	free(dir);
	return rc;
}

static char *
withdrawal_line(const char *id, const char *who, const char *why)
{
	char at[32], *line;
	json_t *j = json_object();

	json_object_set_new(j, "format", json_integer(FORMAT));
	json_object_set_new(j, "withdraw", json_string(id));
	json_object_set_new(j, "by", json_string(who));
	json_object_set_new(j, "at", json_string(clock_iso(at, sizeof at, clock_wall())));
	json_object_set_new(j, "reason", json_string(why != NULL ? why : ""));
	line = json_dumps(j, JSON_COMPACT);
	json_decref(j);
	return line;
}

int
store_baseline_withdraw(const char *baselines, const char *machine, const char *series,
    const char *id, const char *who, const char *why, struct err *e)
{
	char *dir = series_dir(baselines, machine, series), *ledger, *line;
	struct store_baseline b = { 0 };
	struct lock lock = { 0 };
	int rc;

	if (dir == NULL || !file_is_dir(dir)) {
		free(dir);
		return err_set(e, ENOENT, "%s %s: there is no such baseline", machine, series);
	}
	ledger = file_join(dir, "sessions.jsonl");
	rc = lock_series(&lock, dir, e);
	if (rc == 0)
		rc = store_baseline_read(baselines, machine, series, &b, e);
	if (rc == 0 && position(&b, id) == b.n)
		rc = err_set(
		    e, ENOENT, "%s: is not part of the baseline of %s %s", id, machine, series);
	if (rc == 0) {
		line = withdrawal_line(id, who, why);
		rc = append_line(ledger, line, e);
		free(line);
	}
	store_baseline_free(&b);
	lock_drop(&lock);
	free(ledger);
	free(dir);
	return rc;
}
