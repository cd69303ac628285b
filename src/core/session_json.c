#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/session.h"

void
session_put_text(json_t *o, const char *key, const char *text)
{
	json_t *v = text ? json_string(text) : NULL;
	char *wide;
	size_t n = 0;

	if (text == NULL)
		return;
	if (v == NULL) {
		wide = mem_zero(2 * strlen(text) + 1, 1);
		for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
			if (*p >= 0x80)
				wide[n++] = (char)(0xc0 | *p >> 6);
			wide[n++] = (char)(*p >= 0x80 ? 0x80 | (*p & 0x3f) : *p);
		}
		v = json_string(wide);
		free(wide);
	}
	json_object_set_new(o, key, v);
}

/* NAN and infinities have no JSON form: null. */
static json_t *
numbers(const double *x, size_t n)
{
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(a, isfinite(x[i]) ? json_real(x[i]) : json_null());
	return a;
}

static json_t *
settings(const struct setting *s, size_t n)
{
	json_t *o = json_object();

	for (size_t i = 0; i < n; i++)
		session_put_text(o, s[i].key, s[i].value);
	return o;
}

static json_t *
metric(const struct session_metric *m)
{
	json_t *o = json_object();

	session_put_text(o, "id", m->id);
	session_put_text(o, "unit", m->unit);
	session_put_text(o, "better", m->better == BETTER_HIGHER ? "higher" : "lower");
	json_object_set_new(o, "samples", numbers(m->sample, m->n));
	if (m->seconds != NULL)
		json_object_set_new(o, "seconds", numbers(m->seconds, m->n));
	if (m->work > 0)
		json_object_set_new(o, "work", json_real(m->work));
	session_put_text(o, "caveat", m->caveat);
	session_put_text(o, "invalid", m->invalid);
	detail_json(&m->detail, o);
	return o;
}

json_t *
session_json(const struct session *s)
{
	json_t *o = json_object(), *list = json_array();

	session_put_text(o, "id", s->id);
	session_put_text(o, "machine", s->machine);
	session_put_text(o, "series", s->series);
	session_put_text(o, "target", s->target);
	session_put_text(o, "profile", s->profile);
	json_object_set_new(o, "ranks", json_integer(s->ranks));
	json_object_set_new(o, "nodes", json_integer(s->nodes));
	json_object_set_new(o, "started", json_integer(s->started));
	json_object_set_new(o, "finished", json_integer(s->finished));
	session_put_text(o, "accepted_by", s->accepted_by);
	session_put_text(o, "accepted_at", s->accepted_at);
	session_put_text(o, "reason", s->reason);
	json_object_set_new(o, "environment", settings(s->env, s->nenv));
	json_object_set_new(o, "recipe", settings(s->recipe, s->nrecipe));
	for (size_t i = 0; i < s->nmetric; i++)
		json_array_append_new(list, metric(&s->metric[i]));
	json_object_set_new(o, "metrics", list);
	list = json_array();
	for (size_t i = 0; i < s->nwarning; i++) {
		json_t *w = json_object();

		session_put_text(w, "code", s->warning[i].code);
		session_put_text(w, "text", s->warning[i].text);
		json_array_append_new(list, w);
	}
	json_object_set_new(o, "warnings", list);
	if (s->alone != NULL)
		json_object_set_new(o, "alone", session_json(s->alone));
	if (s->rotated != NULL)
		json_object_set_new(o, "rotated", session_json(s->rotated));
	return o;
}

/* Text member; NULL where it is absent. */
static char *
get_text(const json_t *o, const char *key)
{
	return mem_dup(json_string_value(json_object_get(o, key)));
}

static double *
get_numbers(const json_t *a, size_t *n)
{
	size_t k = json_array_size(a);
	double *x = mem_zero(k, sizeof *x);

	for (size_t i = 0; i < k; i++) {
		json_t *v = json_array_get(a, i);

		x[i] = json_is_number(v) ? json_number_value(v) : NAN;
	}
	*n = k;
	return x;
}

static int
read_metric(struct session *s, const json_t *j, struct err *e)
{
	const char *id = json_string_value(json_object_get(j, "id"));
	const char *unit = json_string_value(json_object_get(j, "unit"));
	const char *better = json_string_value(json_object_get(j, "better"));
	json_t *seconds = json_object_get(j, "seconds");
	struct session_metric *m;
	size_t n;

	if (id == NULL || unit == NULL || !json_is_array(json_object_get(j, "samples")))
		return err_set(e, EINVAL, "metrics: an entry lacks id, unit or samples");
	if (session_find(s, id) != NULL)
		return err_set(e, EINVAL, "metrics: %s is there twice", id);
	m = session_metric(s, id, unit,
	    better != NULL && strcmp(better, "lower") == 0 ? BETTER_LOWER : BETTER_HIGHER);
	m->sample = get_numbers(json_object_get(j, "samples"), &m->n);
	if (seconds != NULL) {
		m->seconds = get_numbers(seconds, &n);
		if (n != m->n)
			return err_set(
			    e, EINVAL, "metrics: %s has %zu samples but %zu times", id, m->n, n);
	}
	m->work = json_number_value(json_object_get(j, "work"));
	m->caveat = get_text(j, "caveat");
	m->invalid = get_text(j, "invalid");
	return detail_read(&m->detail, j, e);
}

static int
read_lists(struct session *s, const json_t *j, struct err *e)
{
	const char *key;
	json_t *v;
	size_t i;
	int rc;

	json_object_foreach(json_object_get(j, "environment"), key, v)
	    session_env(s, key, "%s", json_string_value(v) ? json_string_value(v) : "");
	json_object_foreach(json_object_get(j, "recipe"), key, v)
	    session_recipe(s, key, json_string_value(v) ? json_string_value(v) : "");
	json_array_foreach(
	    json_object_get(j, "metrics"), i, v) if ((rc = read_metric(s, v, e)) != 0) return rc;
	json_array_foreach(json_object_get(j, "warnings"), i, v)
	{
		const char *code = json_string_value(json_object_get(v, "code"));
		const char *text = json_string_value(json_object_get(v, "text"));

		if (code != NULL && text != NULL)
			session_warn(s, code, "%s", text);
	}
	return 0;
}

/* A session inside another one; none where there is no such member. */
static int
read_inner(const json_t *j, const char *key, struct session **out, struct err *e)
{
	const json_t *inner = json_object_get(j, key);
	struct err why = { 0, "" };

	if (inner == NULL || json_is_null(inner))
		return 0;
	/* one level is all there is: a file that nests on must not lead anywhere */
	if (json_object_get(inner, "alone") != NULL || json_object_get(inner, "rotated") != NULL)
		return err_set(e, EINVAL, "%s: holds a session inside a session", key);
	return session_read(inner, out, &why) == 0 ? 0
						   : err_set(e, EINVAL, "%s: %s", key, why.text);
}

int
session_read(const json_t *j, struct session **out, struct err *e)
{
	struct session *s;
	int rc;

	*out = NULL;
	if (!json_is_object(j) || !json_is_array(json_object_get(j, "metrics")))
		return err_set(e, EINVAL, "not a session: no \"metrics\" list");
	s = session_new();
	s->id = get_text(j, "id");
	s->machine = get_text(j, "machine");
	s->series = get_text(j, "series");
	s->target = get_text(j, "target");
	s->profile = get_text(j, "profile");
	s->ranks = (int)json_integer_value(json_object_get(j, "ranks"));
	s->nodes = (int)json_integer_value(json_object_get(j, "nodes"));
	s->started = json_integer_value(json_object_get(j, "started"));
	s->finished = json_integer_value(json_object_get(j, "finished"));
	s->accepted_by = get_text(j, "accepted_by");
	s->accepted_at = get_text(j, "accepted_at");
	s->reason = get_text(j, "reason");
	rc = read_lists(s, j, e);
	if (rc == 0)
		rc = read_inner(j, "alone", &s->alone, e);
	if (rc == 0)
		rc = read_inner(j, "rotated", &s->rotated, e);
	if (rc != 0) {
		session_free(s);
		return rc;
	}
	*out = s;
	return 0;
}
