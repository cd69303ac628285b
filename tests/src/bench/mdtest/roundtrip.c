/* What mdtest prints, parse reads back: generated results, huge, tiny and as long as a column can
 * burst. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/opts.h"
#include "bench/mdtest/print.h"
#include "bench/mdtest/report.h"
#include "core/mem.h"
#include "core/result.h"
#include "parse/parse.h"
#include "tests/unit.h"

#define RESULTS 2000

static const char *const names[] = { "dir-create", "dir-stat", "dir-remove", "file-create",
	"file-stat", "file-read", "file-remove", "tree-create", "tree-remove" };

/* A small generator of our own: the same results on every machine. */
static unsigned long long
next(unsigned long long *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static double
uniform(unsigned long long *state)
{
	return (double)(next(state) >> 11) / 9007199254740992.0;
}

/* From 10^-4 to 10^15, now and then a round number or a zero. */
static double
rate(unsigned long long *state)
{
	switch (next(state) % 12) {
	case 0:
		return 0;
	case 1:
		return (double)(next(state) % 1000000);
	case 2:
		return 99999999999.999;
	default:
		return pow(10, -4 + 19 * uniform(state));
	}
}

static void
fill(struct metric *m, size_t iterations, unsigned long long *state)
{
	double sum = 0, squares = 0, first = rate(state);

	for (size_t i = 0; i < iterations; i++) {
		double v = first * (0.5 + uniform(state));

		metric_add(m, v, uniform(state));
		sum += v;
		m->max = i == 0 || v > m->max ? v : m->max;
		m->min = i == 0 || v < m->min ? v : m->min;
	}
	m->mean = sum / (double)iterations;
	for (size_t i = 0; i < iterations; i++)
		squares += (m->sample[i] - m->mean) * (m->sample[i] - m->mean);
	m->stddev = sqrt(squares / (double)iterations);
}

static void
make(struct result *r, unsigned long long *state)
{
	static const char *const kinds[] = { "files", "directories", "files/directories" };
	size_t iterations = 1 + next(state) % 4, kind = next(state) % 3;

	result_init(r);
	result_set(r, "started", "11/30/2026 18:58:45");
	result_set(r, "finished", "11/30/2026 18:58:47");
	result_set(r, "world-tasks", "%llu", 1 + next(state) % 100000);
	result_set(r, "nodes", "1");
	result_set(r, "command", "./mdtest -d /tmp/ -n %llu", next(state) % 1000);
	result_set(r, "path", "/tmp");
	result_set(
	    r, "fs", "FS: 252.0 GiB   Used FS: 8.7%%   Inodes: 16.0 Mi   Used Inodes: 3.2%%");
	result_set(r, "tasks", "%s", result_get(r, "world-tasks"));
	result_set(r, "items", "%llu", 1 + next(state) % 100000000000);
	result_set(r, "items-kind", "%s", kinds[kind]);
	result_set(r, "iterations", "%zu", iterations);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if ((i < 3 && kind != 0) || (i >= 3 && i < 7 && kind != 1) || i >= 7)
			fill(result_metric(r, names[i], "ops/s", BETTER_HIGHER), iterations, state);
}

static char *
print(const struct result *r, int verbose)
{
	const struct opts o = { .depth_queue = 1 };
	const struct report p = { .o = &o, .r = r };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	print_start(f, &o, r);
	print_where(f, &o, r);
	print_tasks(f, &o, r);
	if (verbose)
		print_phase_head(f);
	for (size_t k = 0; verbose && r->nmetric > 0 && k < r->metric[0].n; k++)
		for (size_t i = 0; i < r->nmetric; i++)
			print_phase(f, r->metric[i].name, true, r->metric[i].seconds[k],
			    r->metric[i].sample[k]);
	print_tables(f, &p);
	print_end(f, &o, r);
	fclose(f);
	return text;
}

/* Three decimals were printed, and a double has no more than 53 bits of them. */
static int
same(double got, double want)
{
	return fabs(got - want) <= 0.0005001 + 4e-16 * fabs(want);
}

static int
is_nothing(double v)
{
	return v < 0.0005;
}

static void
compare(const struct metric *m, const struct result *got, int verbose, unsigned long long seed)
{
	const struct metric *g = result_find(got, m->name, "ops/s");

	if (is_nothing(m->max)) {
		if (!CHECK(g == NULL || g->n == 0))
			printf("  seed %llu: %s\n", seed, m->name);
		return;
	}
	if (!CHECK(g != NULL)) {
		printf("  seed %llu: %s is missing\n", seed, m->name);
		return;
	}
	if (!CHECK(same(g->max, m->max) && same(g->min, m->min) && same(g->mean, m->mean) &&
		   same(g->stddev, m->stddev)))
		printf("  seed %llu: %s: %.17g %.17g %.17g %.17g\n", seed, m->name, m->max, m->min,
		    m->mean, m->stddev);
	/* an iteration that prints as 0.000 cannot be told from one that did not run */
	for (size_t k = 0; verbose && k < m->n; k++)
		if (is_nothing(m->sample[k]))
			return;
	if (!verbose)
		return;
	if (!CHECK(g->n == m->n))
		printf("  seed %llu: %s: %zu samples of %zu\n", seed, m->name, g->n, m->n);
	for (size_t k = 0; k < g->n && k < m->n; k++)
		CHECK(same(g->sample[k], m->sample[k]) && same(g->seconds[k], m->seconds[k]));
}

static void
compare_setting(const struct result *want, const struct result *got, const char *key)
{
	CHECK_TEXT(result_get(got, key), result_get(want, key));
}

int
main(void)
{
	static const char *const settings[] = { "started", "finished", "nodes", "command", "path",
		"tasks", "items", "items-kind", "iterations" };

	for (unsigned long long seed = 1; seed <= RESULTS; seed++) {
		unsigned long long state = seed * 0x9e3779b97f4a7c15ULL;
		int verbose = seed % 2 == 0;
		struct result r;
		struct parsed p;
		char *text;

		make(&r, &state);
		text = print(&r, verbose);
		CHECK(parse_text(text, strlen(text), &p, NULL) == 0);
		if (!CHECK(p.nrun == 1))
			printf("%s\n", text);
		for (size_t i = 0; p.nrun == 1 && i < r.nmetric; i++)
			compare(&r.metric[i], &p.run[0], verbose, seed);
		for (size_t i = 0; p.nrun == 1 && i < sizeof settings / sizeof settings[0]; i++)
			compare_setting(&r, &p.run[0], settings[i]);
		parse_free(&p);
		result_free(&r);
		free(text);
	}
	return unit_end();
}
