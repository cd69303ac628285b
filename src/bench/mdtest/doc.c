#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/pertask.h"
#include "bench/mdtest/doc.h"
#include "bench/mdtest/hist.h"
#include "bench/mdtest/opts.h"
#include "bench/mdtest/report.h"
#include "bench/mdtest/rows.h"
#include "core/err.h"
#include "core/file.h"
#include "core/result.h"
#include "core/version.h"

/* JSON has neither NaN nor infinity. */
static json_t *
number(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

static json_t *
numbers(const double *v, size_t n)
{
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(a, number(v[i]));
	return a;
}

static json_t *
text(const char *s)
{
	json_t *t = json_string(s); /* NULL where it is no UTF-8 */

	return t != NULL ? t : json_stringn_nocheck("?", 1);
}

/* A setting as text or, where it is one, as a number. */
static json_t *
setting(const char *v)
{
	char *end;
	long long n;

	if (v == NULL)
		return json_null();
	n = strtoll(v, &end, 10);
	if (*v != '\0' && *end == '\0' && v[0] != '+')
		return json_integer(n);
	return text(v);
}

static void
copy(json_t *to, const struct result *r, const char *const *keys)
{
	for (; *keys != NULL; keys++)
		json_object_set_new(to, *keys, setting(result_get(r, *keys)));
}

json_t *
doc_start(const struct opts *o, const struct result *r)
{
	static const char *const keys[] = { "started", "nodes", "seed", NULL };
	json_t *doc = json_object(), *words = json_array();

	json_object_set_new(doc, "tool", json_string("mdtest"));
	json_object_set_new(doc, "version", json_string(VERSION_TEXT));
	for (size_t i = 0; i < o->words.n; i++)
		json_array_append_new(words, text(o->words.v[i]));
	json_object_set_new(doc, "command", words);
	json_object_set_new(doc, "tasks", setting(result_get(r, "world-tasks")));
	copy(doc, r, keys);
	json_object_set_new(doc, "runs", json_array());
	return doc;
}

static json_t *
latency(const struct hist *h)
{
	json_t *j = json_object();

	json_object_set_new(j, "operations", json_integer((json_int_t)h->n));
	json_object_set_new(j, "p50", json_real(hist_quantile(h, 0.5) * 1e-9));
	json_object_set_new(j, "p90", json_real(hist_quantile(h, 0.9) * 1e-9));
	json_object_set_new(j, "p99", json_real(hist_quantile(h, 0.99) * 1e-9));
	json_object_set_new(j, "p99.9", json_real(hist_quantile(h, 0.999) * 1e-9));
	json_object_set_new(j, "max", json_real((double)h->max * 1e-9));
	return j;
}

/* Each task's rate in each iteration. */
static json_t *
tasks(const struct pertask *d, int k)
{
	json_t *all = json_array();

	for (int it = 0; it < d->iterations; it++) {
		json_t *a = json_array();

		for (int t = 0; t < d->tasks; t++)
			json_array_append_new(a, number(pertask_rate(&pertask_row(d, it, k)[t])));
		json_array_append_new(all, a);
	}
	return all;
}

static json_t *
metric(const struct report *p, int k, const struct metric *m)
{
	json_t *j = json_object();
	int e = p->engines != NULL ? p->engines[k] : 0;

	json_object_set_new(j, "name", json_string(m->name));
	json_object_set_new(j, "label", json_string(rows_all[k].label));
	json_object_set_new(j, "unit", json_string(m->unit));
	json_object_set_new(j, "operations", number(m->work));
	json_object_set_new(j, "samples", numbers(m->sample, m->n));
	json_object_set_new(j, "seconds", numbers(m->seconds, m->n));
	json_object_set_new(j, "max", number(m->max));
	json_object_set_new(j, "min", number(m->min));
	json_object_set_new(j, "mean", number(m->mean));
	json_object_set_new(j, "stddev", number(m->stddev));
	json_object_set_new(j, "engine",
	    json_string(e == 'u'   ? "uring"
			: e == 't' ? "threads"
				   : "calls"));
	if (e == 'u')
		json_object_set_new(j, "rings", json_integer(p->rings));
	if (p->hist != NULL && p->hist[k].n > 0)
		json_object_set_new(j, "latency", latency(&p->hist[k]));
	if (p->tasks_own != NULL)
		json_object_set_new(j, "rank_rates", tasks(p->tasks_own, k));
	return j;
}

static json_t *
warnings(const struct result *r)
{
	json_t *a = json_array();

	for (size_t i = 0; i < r->nwarning; i++)
		json_array_append_new(a, json_pack("{s:s, s:s}", "code", r->warning[i].code, "text",
					     r->warning[i].text));
	return a;
}

void
doc_add(json_t *doc, const struct report *p)
{
	static const char *const keys[] = { "tasks", "items", "items-kind", "iterations", NULL };
	static const char *const once[] = { "path", "fs", NULL };
	json_t *run = json_object(), *all = json_array();

	if (json_object_get(doc, "fs") == NULL)
		copy(doc, p->r, once);
	copy(run, p->r, keys);
	json_object_set_new(run, "queue_depth", json_integer(p->o->depth_queue));
	json_object_set_new(run, "directories_per_task", json_integer((json_int_t)p->dirs));
	json_object_set_new(run, "verify_errors", json_integer((json_int_t)p->wrong));
	for (int k = 0; rows_all[k].metric != NULL; k++) {
		const struct metric *m = result_find(p->r, rows_all[k].metric, "ops/s");

		if (m != NULL && m->n > 0)
			json_array_append_new(all, metric(p, k, m));
	}
	json_object_set_new(run, "metrics", all);
	json_object_set_new(run, "warnings", warnings(p->r));
	json_array_append_new(json_object_get(doc, "runs"), run);
}

void
doc_end(json_t *doc, const struct result *r)
{
	static const char *const keys[] = { "finished", NULL };

	copy(doc, r, keys);
}

int
doc_write(const json_t *doc, const char *path, struct err *e)
{
	char *s = json_dumps(doc, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
	int rc = 0;

	if (s == NULL)
		return err_set(e, EINVAL, "the JSON document cannot be written");
	if (path == NULL)
		printf("%s\n", s);
	else
		rc = file_write(path, s, strlen(s), e);
	free(s);
	return rc;
}
