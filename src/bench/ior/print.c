#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "bench/ior/print.h"
#include "core/mem.h"
#include "core/stats.h"

void
print_begin(const struct print *p)
{
	for (size_t i = 0; i < p->n; i++)
		p->sink[i].ops->begin(p->sink[i].f, p->facts);
}

void
print_test(const struct print *p, const struct print_trial *t)
{
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
print_row(const struct print *p, const struct print_trial *t, const struct phase *phase)
{
	for (size_t i = 0; i < p->n; i++) {
		p->sink[i].ops->row(p->sink[i].f, t, phase);
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
	for (size_t i = 0; i < p->n; i++) {
		p->sink[i].ops->end(p->sink[i].f, p->facts);
		fflush(p->sink[i].f);
	}
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

struct print_stats
print_summarise(const struct print_trial *t, enum phase_kind kind)
{
	struct print_stats s = { 0 };
	double *bw = mem_zero(t->n + 1, sizeof *bw), *ops = mem_zero(t->n + 1, sizeof *ops),
	       *seconds = mem_zero(t->n + 1, sizeof *seconds);

	for (size_t i = 0; i < t->n; i++) {
		const struct phase *p = &t->phase[i];

		if (p->kind != kind)
			continue;
		if (s.n == 0)
			s.bytes = p->bytes;
		bw[s.n] = p->total > 0 ? (double)p->bytes / p->total : 0;
		ops[s.n] = p->total > 0 ? (double)p->ops / p->total : 0;
		seconds[s.n++] = p->total;
	}
	if (s.n > 0) {
		s.max = stats_max(bw, s.n), s.min = stats_min(bw, s.n);
		s.mean = stats_mean(bw, s.n), s.sd = stats_sd_pop(bw, s.n);
		s.ops_max = stats_max(ops, s.n), s.ops_min = stats_min(ops, s.n);
		s.ops_mean = stats_mean(ops, s.n), s.ops_sd = stats_sd_pop(ops, s.n);
		s.seconds = stats_mean(seconds, s.n);
	}
	free(bw), free(ops), free(seconds);
	return s;
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
