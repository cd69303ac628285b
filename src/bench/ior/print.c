#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench/ior/print.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/stats.h"
#include "core/str.h"
#include "core/units.h"

const struct print_ops *
print_find(const char *name)
{
	static const struct print_ops *const all[] = { &format2_ops, &format4_ops, &formatjson_ops,
		&formatcsv_ops };

	if (strcasecmp(name, "default") == 0)
		name = "4";
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcasecmp(name, all[i]->name) == 0)
			return all[i];
	return NULL;
}

static int
add(struct print *p, const char *kind, const char *path, struct err *e)
{
	struct print_sink *s = &p->sink[p->n];

	s->ops = print_find(kind);
	if (s->ops == NULL)
		return err_set(e, EINVAL, "format '%s': there are 2, 4, json and csv", kind);
	s->path = path;
	s->f = path == NULL ? stdout : fopen(path, "we");
	if (s->f == NULL)
		return err_sys(e, errno, "%s", path);
	p->n++;
	return 0;
}

/* --format, 4.x's summaryFormat and summaryFile (which send the results elsewhere), --output
 * KIND:FILE. */
int
print_open(struct print *p, const struct opts *o, struct err *e)
{
	const char *kind = o->summary_format ? o->summary_format : o->format;
	int rc;

	if (o->summary_file != NULL && o->summary_format == NULL && strcmp(kind, "2") == 0)
		kind = "4";
	rc = add(p, kind, o->summary_file, e);
	for (int i = 0; i < o->outputs && rc == 0; i++) {
		const char *colon = strchr(o->output[i], ':');
		char *name = mem_fmt("%.*s", (int)(colon - o->output[i]), o->output[i]);

		rc = add(p, name, colon + 1, e);
		free(name);
	}
	return rc;
}

static void
trial_free(struct print_trial *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->phase[i].latency.curve);
	strv_free(&t->warn_code);
	strv_free(&t->warn_text);
	free(t->phase);
	free(t->host);
	free(t->dir);
	free(t->path);
	free(t);
}

int
print_close(struct print *p, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < p->n; i++) {
		struct print_sink *s = &p->sink[i];
		int bad = fflush(s->f) != 0 || ferror(s->f);

		if (s->path != NULL && fclose(s->f) != 0)
			bad = 1;
		if (bad && rc == 0)
			rc = err_set(e, EIO, "%s: the output could not be written",
			    s->path ? s->path : "stdout");
	}
	p->n = 0;
	for (size_t i = 0; i < p->trials; i++)
		trial_free(p->trial[i]);
	free(p->trial);
	return rc;
}

struct print_trial *
print_new(struct print *p)
{
	p->trial = mem_room(p->trial, p->trials, &p->trial_room, sizeof *p->trial);
	p->trial[p->trials] = mem_zero(1, sizeof **p->trial);
	return p->trial[p->trials++];
}

void
print_begin(const struct print *p)
{
	for (size_t i = 0; i < p->n; i++)
		p->sink[i].ops->begin(p->sink[i].f, p->facts);
}

void
print_test(const struct print *p, struct print_trial *t)
{
	t->shown = true;
	for (size_t i = 0; i < p->n; i++) {
		p->sink[i].ops->test(p->sink[i].f, p->facts, t);
		fflush(p->sink[i].f);
	}
}

void
print_note(
    const struct print *p, const struct print_trial *t, enum print_note n, const char *detail)
{
	for (size_t i = 0; i < p->n; i++)
		p->sink[i].ops->note(p->sink[i].f, t, n, detail);
}

void
print_row(const struct print *p, struct print_trial *t, const struct phase *phase)
{
	t->phase = mem_room(t->phase, t->n, &t->room, sizeof *t->phase);
	t->phase[t->n++] = *phase;
	for (size_t i = 0; i < p->n; i++) {
		p->sink[i].ops->row(p->sink[i].f, t, &t->phase[t->n - 1]);
		fflush(p->sink[i].f);
	}
}

void
print_result(const struct print *p, const struct print_trial *t)
{
	for (size_t i = 0; i < p->n; i++) {
		p->sink[i].ops->result(p->sink[i].f, t);
		fflush(p->sink[i].f);
	}
}

void
print_end(const struct print *p)
{
	bool shown = false;

	for (size_t i = 0; i < p->trials; i++)
		shown |= p->trial[i]->shown;
	for (size_t i = 0; i < p->n; i++) {
		/* nothing to finish where nothing was printed; a document is written in any case */
		if (!shown && p->sink[i].ops->line != NULL)
			continue;
		p->sink[i].ops->end(p->sink[i].f, p->facts, p->trial, p->trials);
		fflush(p->sink[i].f);
	}
}

void
print_warn(struct print *p, const char *code, const char *fmt, ...)
{
	char line[4096];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	fprintf(stderr, "ior: warning: %s\n", line);
	if (p->trials == 0)
		return;
	strv_add(&p->trial[p->trials - 1]->warn_code, "%s", code);
	strv_add(&p->trial[p->trials - 1]->warn_text, "%s", line);
}

void
print_line(const struct print *p, const char *fmt, ...)
{
	char line[4096];
	bool said = false;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	for (size_t i = 0; i < p->n; i++)
		if (p->sink[i].ops->line != NULL) {
			p->sink[i].ops->line(p->sink[i].f, line);
			said = true;
		}
	if (!said)
		fprintf(stderr, "%s\n", line);
}

double
print_rate(const struct phase *p)
{
	return p->total > 0 ? (double)p->bytes / p->total : 0;
}

double
print_operations(const struct phase *p)
{
	return p->total > 0 ? (double)p->ops / p->total : 0;
}

static void
from_samples(struct print_stats *s, const double *bw, const double *ops, const double *seconds)
{
	s->max = stats_max(bw, s->n), s->min = stats_min(bw, s->n);
	s->mean = stats_mean(bw, s->n), s->sd = stats_sd_pop(bw, s->n);
	s->ops_max = stats_max(ops, s->n), s->ops_min = stats_min(ops, s->n);
	s->ops_mean = stats_mean(ops, s->n), s->ops_sd = stats_sd_pop(ops, s->n);
	s->seconds = stats_mean(seconds, s->n);
}

struct print_stats
print_summarise(const struct print_trial *t, enum phase_kind kind)
{
	struct print_stats s = { 0 };
	double *bw = mem_zero(t->n + 1, sizeof *bw), *ops = mem_zero(t->n + 1, sizeof *ops),
	       *seconds = mem_zero(t->n + 1, sizeof *seconds), bytes = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct phase *p = &t->phase[i];

		if (p->kind != kind)
			continue;
		if (s.n == 0)
			s.bytes = p->bytes;
		bytes += (double)p->bytes;
		bw[s.n] = print_rate(p);
		ops[s.n] = print_operations(p);
		seconds[s.n++] = p->total;
		s.stone_seconds += p->stone_seconds;
		s.stone_rate +=
		    p->stone_seconds > 0 ? (double)p->stone_bytes / p->stone_seconds : 0;
	}
	if (s.n > 0) {
		from_samples(&s, bw, ops, seconds);
		s.all = s.seconds > 0 ? bytes / (s.seconds * (double)s.n) : 0;
		s.stone_seconds /= (double)s.n;
		s.stone_rate /= (double)s.n;
	}
	free(bw), free(ops), free(seconds);
	return s;
}

const char *
print_source(const struct print_trial *t, const struct phase *p)
{
	const struct opts *o = t->o;

	if (p->kind != PHASE_READ)
		return "none";
	if (o->direct)
		return "direct";
	if (o->drop_cache && p->resident != NOT_KNOWN && p->resident < 10)
		return "dropped";
	if ((o->reorder || o->reorder_random) && t->nodes > 1 && p->resident != NOT_KNOWN &&
	    p->resident < 10)
		return "other-node";
	return p->resident == NOT_KNOWN ? "unknown" : p->resident >= 10 ? "cached" : "storage";
}

char *
print_number(char *buf, size_t size, double x)
{
	if (x < 0 || !isfinite(x))
		snprintf(buf, size, "   -      ");
	else
		snprintf(buf, size, "%-10.*f", x < 1 ? 6 : x < 3600 ? 2 : 0, x);
	return buf;
}

char *
print_moment(char *buf, size_t size, time_t t)
{
	struct tm tm;

	strftime(buf, size, "%a %b %e %H:%M:%S %Y", localtime_r(&t, &tm));
	return buf;
}

char *
print_platform(char *buf, size_t size, const struct print_facts *facts, const struct opts *o)
{
	size_t n = strlen(facts->node);

	if (o->platform != NULL) {
		str_copy(buf, size, o->platform);
		return buf;
	}
	while (n > 0 && facts->node[n - 1] >= '0' && facts->node[n - 1] <= '9')
		n--;
	snprintf(buf, size, "%.*s(%s)", (int)n, facts->node, facts->system);
	return buf;
}

void
print_environment(FILE *f, const struct print_facts *facts)
{
	fprintf(f, "STARTING ENVIRON LOOP\n");
	for (char *const *v = facts->env; v != NULL && *v != NULL; v++)
		fprintf(f, "%s\n", *v);
	fprintf(f, "ENDING ENVIRON LOOP\n");
}

static void
max_line(FILE *f, const char *name, const struct print_trial *t, enum phase_kind kind)
{
	struct print_stats s = print_summarise(t, kind);

	fprintf(f, "%s %.2f MiB/sec (%.2f MB/sec)\n", name, s.max / UNITS_MIB, s.max / 1e6);
}

void
print_maxima(FILE *f, const struct print_trial *t)
{
	if (t->o->write)
		max_line(f, "Max Write:", t, PHASE_WRITE);
	if (t->o->read || t->o->check_read)
		max_line(f, "Max Read: ", t, PHASE_READ);
}

char *
print_command(const struct print_facts *facts)
{
	char *line = mem_dup(facts->argc > 0 ? facts->argv[0] : "");

	for (int i = 1; i < facts->argc; i++) {
		char *more = mem_fmt("%s %s", line, facts->argv[i]);

		free(line);
		line = more;
	}
	return line;
}
