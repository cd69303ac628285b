/* What ior prints in each of its formats, parse reads back: generated results, huge, tiny and
 * bursting their columns. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ior/print.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/units.h"
#include "parse/parse.h"
#include "tests/unit.h"

#define RESULTS 400
#define MIB     1048576.0

static char *argv[] = { "./IOR", "-b", "1g", "-t", "1m", "-o", "./datadir/file" };

static const struct print_facts facts = { 7, argv, 1796063936, 1796063996, "Linux", "node12",
	"6.1.0", "#1 SMP", "x86_64", NULL };

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

/* Rates of 10^-1 to 10^17 bytes a second: the time limits what the job's clock allows. */
static struct phase
phase(enum phase_kind kind, int rep, uint64_t bytes, uint64_t transfer, unsigned long long *state)
{
	struct phase p = { .kind = kind, .rep = rep };

	p.total = pow(10, -6 + 7 * uniform(state));
	p.open = p.total * 0.01 * uniform(state);
	p.move = p.total * 0.9;
	p.close = p.total * 0.05 * uniform(state);
	p.operation = p.total * 1e-3;
	p.bytes = bytes;
	p.ops = bytes / transfer;
	p.size = bytes;
	return p;
}

static struct opts
options(unsigned long long *state)
{
	struct opts o = { .ops = io_find("POSIX"),
		.file = "./datadir/file",
		.transfer = UNITS_MIB,
		.write = true,
		.read = true,
		.reorder_offset = 1,
		.number = -1,
		.signature = 1234,
		.alignment = 1 };

	o.transfer = 8ULL << next(state) % 24;
	o.block = o.transfer * (1 + next(state) % 4096);
	o.segments = 1 + next(state) % 8;
	o.repetitions = (int)(1 + next(state) % 4);
	o.fpp = next(state) % 2;
	o.verbose = (int)(next(state) % 3);
	return o;
}

/* Half of the last printed place, and what a double loses. */
static int
same(double got, double want, double place)
{
	return fabs(got - want) <= place * 0.5001 + 4e-15 * fabs(want);
}

/* The rows of each repetition have ten columns: six decimals below 1, two below 3600, none above.
 */
static double
place_of(double x)
{
	return x < 1 ? 1e-6 : x < 3600 ? 0.01 : 1;
}

struct form {
	const struct print_ops *ops;
	const char *name;
	double rate, ops_place, seconds; /* last printed place of the statistics; MiB/s, 1/s, s */
	double relative;                 /* or so many parts of the value */
	int rows;                        /* from this verbosity on; -1 never */
	int statistics;
};

static const struct form forms[] = {
	{ &format2_ops, "2", 0.01, 0.01, 1e-5, 0, 2, 1 },
	{ &format4_ops, "4", 0.01, 0.01, 1e-5, 0, 0, 1 },
	{ &formatjson_ops, "json", 0, 0, 0, 1e-13, 0, 1 },
	{ &formatcsv_ops, "csv", 0, 0, 0, 1e-8, 0, 0 },
};

static int
close_to(const struct form *f, double got, double want, double place)
{
	return same(got, want, place) || fabs(got - want) <= f->relative * fabs(want);
}

static void
compare_statistics(const struct form *f, const struct print_trial *t, enum phase_kind kind,
    const struct result *r, unsigned long long seed)
{
	const char *name = phase_name(kind);
	struct print_stats want = print_summarise(t, kind);
	const struct metric *m = result_find(r, name, "B/s"), *o = result_find(r, name, "ops/s"),
			    *s = result_find(r, name, "s");

	/* 2.10.3 leaves out a row whose greatest rate is 0 */
	if (m == NULL && want.max / MIB < 0.005)
		return;
	if (!CHECK(m != NULL && o != NULL && s != NULL)) {
		printf("  seed %llu, format %s: %s is missing\n", seed, f->name, name);
		return;
	}
	if (!CHECK(close_to(f, m->max, want.max, f->rate * MIB) &&
		   close_to(f, m->min, want.min, f->rate * MIB) &&
		   close_to(f, m->mean, want.mean, f->rate * MIB) &&
		   fabs(m->stddev - want.sd) <= f->rate * MIB + 1e-6 * want.mean))
		printf("  seed %llu, format %s: %s: %.17g %.17g %.17g, got %.17g %.17g %.17g\n",
		    seed, f->name, name, want.max, want.min, want.mean, m->max, m->min, m->mean);
	CHECK(close_to(f, o->max, want.ops_max, f->ops_place) &&
	      close_to(f, o->min, want.ops_min, f->ops_place) &&
	      close_to(f, o->mean, want.ops_mean, f->ops_place));
	CHECK(close_to(f, s->mean, want.seconds, f->seconds));
}

static void
compare_rows(const struct form *f, const struct print_trial *t, enum phase_kind kind,
    const struct result *r, unsigned long long seed)
{
	const struct metric *m = result_find(r, phase_name(kind), "B/s");
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct phase *p = &t->phase[i];
		double want = (double)p->bytes / p->total;

		if (p->kind != kind)
			continue;
		if (!CHECK(m != NULL && n < m->n)) {
			printf("  seed %llu, format %s: row %zu of %s is missing\n", seed, f->name,
			    n, phase_name(kind));
			return;
		}
		if (!CHECK(close_to(f, m->sample[n], want,
			       f->relative > 0 ? 0 : place_of(want / MIB) * MIB) &&
			   close_to(f, m->seconds[n], p->total,
			       f->relative > 0 ? 0 : place_of(p->total))))
			printf("  seed %llu, format %s: %s: %.17g in %.17g s, got %.17g in %.17g\n",
			    seed, f->name, phase_name(kind), want, p->total, m->sample[n],
			    m->seconds[n]);
		n++;
	}
}

static char *
print(const struct form *form, struct print_trial *t)
{
	struct print_trial *trials[] = { t };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	form->ops->begin(f, &facts);
	form->ops->test(f, &facts, t);
	for (size_t i = 0; i < t->n; i++)
		form->ops->row(f, t, &t->phase[i]);
	form->ops->result(f, t);
	form->ops->end(f, &facts, trials, 1);
	fclose(f);
	return text;
}

static void
round_trip(const struct form *f, struct print_trial *t, unsigned long long seed)
{
	char *text = print(f, t), want[64];
	struct parsed p;

	CHECK(parse_text(text, strlen(text), &p, NULL) == 0);
	if (!CHECK(p.nrun == 1)) {
		printf("  seed %llu, format %s: %zu runs\n%s\n", seed, f->name, p.nrun, text);
		goto done;
	}
	for (int kind = PHASE_WRITE; kind <= PHASE_READ; kind += PHASE_READ - PHASE_WRITE) {
		if (f->statistics)
			compare_statistics(f, t, (enum phase_kind)kind, &p.run[0], seed);
		if (t->o->verbose >= f->rows)
			compare_rows(f, t, (enum phase_kind)kind, &p.run[0], seed);
	}
	snprintf(want, sizeof want, "%d", t->tasks);
	if (f->statistics)
		CHECK_TEXT(result_get(&p.run[0], "tasks"), want);
	for (size_t i = 0; i < p.run[0].nwarning; i++)
		if (!CHECK(strcmp(p.run[0].warning[i].code, "truncated") != 0 &&
			   strcmp(p.run[0].warning[i].code, "broken-json") != 0))
			printf("  seed %llu, format %s: %s\n", seed, f->name,
			    p.run[0].warning[i].text);
done:
	parse_free(&p);
	free(text);
}

int
main(void)
{
	for (unsigned long long seed = 1; seed <= RESULTS; seed++) {
		unsigned long long state = seed * 0x9e3779b97f4a7c15ULL;
		struct opts o = options(&state);
		int tasks = (int)(1 + next(&state) % 20000);
		const char **host = mem_zero((size_t)tasks, sizeof *host);
		struct phase p[8];
		struct print_trial t = { .o = &o,
			.tasks = tasks,
			.nodes = 1,
			.per_node = tasks,
			.host = host,
			.phase = p,
			.started = 1796063936 };

		for (int i = 0; i < tasks; i++)
			host[i] = "node12";
		for (int rep = 0; rep < o.repetitions; rep++) {
			uint64_t bytes = o.block * o.segments * (uint64_t)tasks;

			p[t.n++] = phase(PHASE_WRITE, rep, bytes, o.transfer, &state);
			p[t.n++] = phase(PHASE_READ, rep, bytes, o.transfer, &state);
		}
		for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
			round_trip(&forms[i], &t, seed);
		free(host);
	}
	return unit_end();
}
