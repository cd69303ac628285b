/* One JSON document for all files, written as it goes. */
#include <math.h>
#include <stdlib.h>

#include "cmd/valuesform.h"
#include "core/mem.h"

static void
set_real(json_t *to, const char *key, double v)
{
	if (!isnan(v))
		json_object_set_new(
		    to, key, isinf(v) ? json_string(v > 0 ? "inf" : "-inf") : json_real(v));
}

static json_t *
json_text(const char *text)
{
	json_t *j = text != NULL ? json_string(text) : json_null();
	char *copy;

	if (j != NULL)
		return j;
	/* not UTF-8: bytes of an old encoding become '?' */
	copy = mem_dup(text);
	for (char *p = copy; *p; p++)
		if ((unsigned char)*p >= 0x80)
			*p = '?';
	j = json_string(copy);
	free(copy);
	return j;
}

static json_t *
json_reals(const double *x, size_t n)
{
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(a, isfinite(x[i]) ? json_real(x[i]) : json_null());
	return a;
}

static json_t *
json_metric(const struct metric *m)
{
	json_t *j = json_object();

	json_object_set_new(j, "operation", json_text(m->name));
	json_object_set_new(j, "unit", json_text(m->unit));
	json_object_set_new(
	    j, "better", json_string(m->better == BETTER_LOWER ? "lower" : "higher"));
	set_real(j, "max", m->max);
	set_real(j, "min", m->min);
	set_real(j, "mean", m->mean);
	set_real(j, "stddev", m->stddev);
	if (m->n > 0) {
		json_object_set_new(j, "samples", json_reals(m->sample, m->n));
		json_object_set_new(j, "seconds", json_reals(m->seconds, m->n));
	}
	if (m->work > 0)
		set_real(j, "work", m->work);
	if (m->invalid != NULL)
		json_object_set_new(j, "invalid", json_text(m->invalid));
	json_object_set_new(j, "line", json_integer(m->line));
	return j;
}

static json_t *
json_warning(const struct warning *w)
{
	json_t *j = json_object();

	json_object_set_new(j, "code", json_text(w->code));
	json_object_set_new(j, "text", json_text(w->text));
	json_object_set_new(j, "line", json_integer(w->line));
	return j;
}

static int
write_piece(const char *text, size_t len, void *out)
{
	out_bytes(out, text, len);
	return 0;
}

static void
write_json(struct values *v, const json_t *j)
{
	json_dump_callback(j, write_piece, v->out, JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY);
}

static void
json_begin(struct values *v)
{
	out_text(v->out, "{\"format\": 1, \"files\": [");
}

static void
json_file_end(struct values *v)
{
	if (v->files == 0)
		return;
	out_text(v->out, "], \"conditions\": ");
	write_json(v, v->pending);
	out_text(v->out, "}");
	json_array_clear(v->pending);
}

static void
json_file(struct values *v)
{
	json_t *name = json_text(v->path);

	json_file_end(v);
	if (v->pending == NULL)
		v->pending = json_array();
	out_text(v->out, v->files > 0 ? ",\n {\"file\": " : "\n {\"file\": ");
	write_json(v, name);
	out_text(v->out, ", \"runs\": [");
	json_decref(name);
}

static void
json_run(struct values *v, size_t serial, const struct result *r)
{
	json_t *j = json_object(), *set = json_object(), *metrics = json_array(),
	       *warnings = json_array();

	json_object_set_new(j, "run", json_integer((json_int_t)serial + 1));
	json_object_set_new(j, "tool", json_text(r->tool));
	json_object_set_new(j, "version", json_text(r->version));
	json_object_set_new(j, "dialect", json_text(r->dialect));
	for (size_t i = 0; i < r->nsetting; i++)
		json_object_set_new(set, r->setting[i].key, json_text(r->setting[i].value));
	for (size_t i = 0; i < r->nmetric; i++)
		json_array_append_new(metrics, json_metric(&r->metric[i]));
	for (size_t i = 0; i < r->nwarning; i++)
		json_array_append_new(warnings, json_warning(&r->warning[i]));
	json_object_set_new(j, "settings", set);
	json_object_set_new(j, "metrics", metrics);
	json_object_set_new(j, "warnings", warnings);
	out_text(v->out, v->runs > 0 ? ",\n  " : "\n  ");
	write_json(v, j);
	json_decref(j);
}

static void
json_condition(struct values *v, const struct warning *w)
{
	json_array_append_new(v->pending, json_warning(w));
}

static void
json_end(struct values *v)
{
	json_file_end(v);
	out_text(v->out, "\n]}\n");
}

const struct values_format valuesjson_format = { "json", json_begin, json_file, json_run,
	json_condition, json_end };
