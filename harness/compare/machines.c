#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/blocks.h"
#include "compare/dist.h"
#include "compare/machines.h"
#include "compare/shape.h"
#include "core/mem.h"
#include "core/stats.h"
#include "core/str.h"

#define EQUIVALENT 0.10

/* ---- one side ---- */

struct estimate {
	double mean, square, freedom; /* of the log; square of its standard error */
	size_t n;
	bool within, cache;
};

/* Logs of one session's repetitions. */
static size_t
repetitions(const struct session_metric *m, double **y)
{
	size_t n = 0;

	*y = mem_zero(m->n + 1, sizeof **y);
	for (size_t i = 0; i < m->n; i++)
		if (!isnan(blocks_log(m->sample[i], m->better)))
			(*y)[n++] = blocks_log(m->sample[i], m->better);
	return n;
}

static void
spread(struct estimate *x, const double *y, size_t n)
{
	double sd = stats_sd_sample(y, n);

	x->square = sd * sd / (double)n;
	x->freedom = (double)n - 1;
	x->n = n;
}

/* From the blocks where there are two or more, else from the repetitions of the one session. */
static struct estimate
estimate(const struct blocks *b, const char *id)
{
	struct estimate x = { NAN, NAN, 0, 0, false, false };
	struct blocks_metric m;
	double *y;
	size_t n;

	blocks_metric(b, id, &m);
	x.cache = m.last != NULL && m.last->caveat != NULL && strcmp(m.last->caveat, "cache") == 0;
	if (m.n >= 2) {
		x.mean = stats_mean(m.median, m.n);
		spread(&x, m.median, m.n);
	} else if (m.n == 1) {
		x.mean = m.median[0];
		x.within = true;
		n = repetitions(m.last, &y);
		if (n >= 2)
			spread(&x, y, n);
		/* the median of few values scatters more than their mean */
		x.square *= M_PI / 2;
		free(y);
	}
	blocks_metric_free(&m);
	return x;
}

/* ---- rows ---- */

static void
add_rows(struct machines *m, const struct blocks *b)
{
	for (size_t s = 0; s < b->nsession; s++)
		for (size_t i = 0; i < b->session[s]->nmetric; i++) {
			const struct session_metric *x = &b->session[s]->metric[i];
			size_t at = 0;

			while (at < m->n && strcmp(m->row[at].metric, x->id) != 0)
				at++;
			if (at < m->n)
				continue;
			m->row = mem_grow(m->row, m->n + 1, sizeof *m->row);
			m->row[m->n++] = (struct machines_row){
				.metric = x->id, .unit = x->unit, .better = x->better
			};
		}
}

/* Welch: two means with their own errors. */
static void
fill_row(struct machines_row *r, const struct estimate *a, const struct estimate *b)
{
	double d = b->mean - a->mean, square = a->square + b->square, nu, t;

	r->a = blocks_value(a->mean, r->better);
	r->b = blocks_value(b->mean, r->better);
	r->fold = exp(d);
	r->low = r->high = NAN;
	r->within = a->within || b->within;
	r->cache = a->cache != b->cache;
	if (isnan(square) || isnan(d))
		return;
	nu = square > 0
		 ? square * square /
		       (a->square * a->square / a->freedom + b->square * b->square / b->freedom)
		 : fmin(a->freedom, b->freedom);
	t = dist_t_at(0.975, nu);
	r->low = exp(d - t * sqrt(square));
	r->high = exp(d + t * sqrt(square));
}

/* ---- families ---- */

enum machines_group
machines_group_of(const char *metric, const char *unit)
{
	const char *name = strrchr(metric, '/');

	name = name != NULL ? name + 1 : metric;
	if (strcmp(unit, "B/s") == 0) {
		if (strcmp(name, "read") == 0)
			return MACHINES_READ;
		return strstr(metric, "small") != NULL ? MACHINES_SMALL : MACHINES_WRITE;
	}
	if (str_ends(name, "-create"))
		return MACHINES_CREATE;
	if (str_ends(name, "-stat"))
		return MACHINES_STAT;
	return str_ends(name, "-read") ? MACHINES_OPEN : MACHINES_REMOVE;
}

/* The tree's few directories are too few to speak for a family. */
static bool
speaks(const struct machines_row *r)
{
	return isfinite(r->fold) && !r->cache && strstr(r->metric, "/tree-") == NULL;
}

static double
mean_fold(const struct machines *m, bool (*in)(const struct machines_row *, int), int which)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++)
		if (speaks(&m->row[i]) && in(&m->row[i], which)) {
			sum += log(m->row[i].fold);
			n++;
		}
	return n > 0 ? exp(sum / (double)n) : NAN;
}

static bool
in_group(const struct machines_row *r, int g)
{
	return (int)machines_group_of(r->metric, r->unit) == g;
}

static bool
in_family(const struct machines_row *r, int data)
{
	return (strcmp(r->unit, "B/s") == 0) == (data != 0);
}

struct machines *
machines_compare(struct session *const *a, size_t na, struct session *const *b, size_t nb)
{
	struct machines *m = mem_zero(1, sizeof *m);
	struct blocks x, y;

	blocks_make(&x, a, na);
	blocks_make(&y, b, nb);
	add_rows(m, &x);
	add_rows(m, &y);
	for (size_t i = 0; i < m->n; i++) {
		struct machines_row *r = &m->row[i];
		struct estimate of_a = estimate(&x, r->metric), of_b = estimate(&y, r->metric);

		fill_row(r, &of_a, &of_b);
		m->known += !isnan(r->low);
		m->same += r->low > 1 - EQUIVALENT && r->high < 1 + EQUIVALENT;
	}
	for (int g = 0; g < MACHINES_GROUPS; g++)
		m->group[g] = mean_fold(m, in_group, g);
	m->metadata = mean_fold(m, in_family, 0);
	m->data = mean_fold(m, in_family, 1);
	m->shape = shape_words(m->group);
	blocks_free(&x);
	blocks_free(&y);
	return m;
}

void
machines_free(struct machines *m)
{
	if (m == NULL)
		return;
	free(m->row);
	free(m->shape);
	free(m);
}

const char *
machines_group_name(enum machines_group g)
{
	static const char *const names[MACHINES_GROUPS] = { "create", "stat", "file read", "remove",
		"write", "read", "small write" };

	return names[g];
}

/* ---- sessions ---- */

static void
copy_facts(struct session *to, const struct session *from)
{
	to->id = mem_dup(from->id);
	to->machine = mem_dup(from->machine);
	to->series = mem_dup(from->series);
	to->target = mem_dup(from->target);
	to->profile = mem_dup(from->profile);
	to->ranks = from->ranks;
	to->nodes = from->nodes;
	to->started = from->started;
	to->finished = from->finished;
	for (size_t i = 0; i < from->nenv; i++)
		session_env(to, from->env[i].key, "%s", from->env[i].value);
	for (size_t i = 0; i < from->nrecipe; i++)
		session_recipe(to, from->recipe[i].key, from->recipe[i].value);
	for (size_t i = 0; i < from->nwarning; i++)
		session_warn(to, from->warning[i].code, "%s", from->warning[i].text);
}

static const char *
why_not(const struct session *s, const char *id)
{
	const struct session_metric *m = session_find(s, id);

	return m != NULL && m->invalid != NULL ? m->invalid : "no usable value";
}

struct session *
machines_typical(struct session *const *s, size_t n)
{
	struct session *out = session_new();
	struct machines m = { NULL, 0, { 0 }, 0, 0, 0, 0, NULL };
	struct blocks b;

	copy_facts(out, s[n - 1]);
	blocks_make(&b, s, n);
	add_rows(&m, &b);
	for (size_t i = 0; i < m.n; i++) {
		struct session_metric *to =
		    session_metric(out, m.row[i].metric, m.row[i].unit, m.row[i].better);
		struct blocks_metric was;

		blocks_metric(&b, m.row[i].metric, &was);
		if (was.last != NULL) {
			to->caveat = mem_dup(was.last->caveat);
			to->work = was.last->work;
			to->sample = mem_zero(1, sizeof *to->sample);
			to->sample[0] = was.typical;
			to->n = 1;
		} else {
			to->invalid = mem_dup(why_not(s[n - 1], to->id));
		}
		blocks_metric_free(&was);
	}
	free(m.row);
	blocks_free(&b);
	return out;
}

void
machines_mark(struct session *s, double link)
{
	for (size_t i = 0; i < s->nmetric; i++) {
		struct session_metric *m = &s->metric[i];

		if (m->caveat == NULL && strcmp(m->unit, "B/s") == 0 && str_ends(m->id, "/read") &&
		    session_median(m) > link)
			m->caveat = mem_dup("cache");
	}
}
