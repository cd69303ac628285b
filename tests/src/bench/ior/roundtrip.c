/* What ior prints, in each of its formats, the harness reads back: the same parameters and numbers, to the printed
 * digit. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "bench/ior/print.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/units.h"
#include "parse/parse.h"
#include "tests/unit.h"

enum { RESULTS = 300 };

/* A small generator of our own: the same results on every machine. */
static uint64_t
next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static double
between(uint64_t *state, double low, double high) /* evenly in the logarithm */
{
	return low * pow(high / low, (double)(next(state) >> 11) / 9007199254740992.0);
}

static struct phase
phase(enum phase_kind kind, int rep, const struct print_trial *t, uint64_t *state)
{
	struct phase p = { .kind = kind, .rep = rep, .total = between(state, 1e-5, 1e5) };

	p.bytes = t->o->block * t->o->segments * (uint64_t)t->tasks;
	p.ops = p.bytes / t->o->transfer;
	p.open = p.total * 0.01, p.move = p.total * 0.98, p.close = p.total * 0.01;
	p.operation = p.move / (double)p.ops;
	p.resident = p.device = NOT_KNOWN;
	return p;
}

static const char *host[64];
static char *argv[] = { "./ior", "-o", "/scratch/f" };
static const struct print_facts facts = { 3, argv, 1796063936, 1796063996, "Linux", "node12", "6.1.0", "#1", "x86_64",
	NULL };

static void
generate(struct opts *o, struct print_trial *t, uint64_t *state)
{
	*o = (struct opts){ .ops = io_find("POSIX"), .label = "POSIX", .file = "/scratch/f", .write = true, .read = true,
		.alignment = 1, .reorder_offset = 1, .number = -1, .signature = 1, .verbose = 2 };
	o->transfer = 1ULL << next(state) % 24;
	o->block = o->transfer << next(state) % 10;
	o->segments = 1 + next(state) % 5;
	o->repetitions = (int)(1 + next(state) % 5);
	o->fpp = next(state) & 1;
	*t = (struct print_trial){ .o = o, .tasks = (int)(1 + next(state) % 64), .nodes = 1, .host = host };
	t->per_node = t->tasks;
	t->path = "/scratch/f";
	for (int i = 0; i < o->repetitions; i++)
		for (int k = 0; k < 2; k++) {
			t->phase = mem_room(t->phase, t->n, &t->room, sizeof *t->phase);
			t->phase[t->n] = phase(k ? PHASE_READ : PHASE_WRITE, i, t, state);
			t->n++;
		}
}

static char *
print(const struct print_ops *ops, struct print_trial *t)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ops->begin(f, &facts);
	ops->test(f, &facts, t);
	for (size_t i = 0; i < t->n; i++)
		ops->row(f, t, &t->phase[i]);
	ops->result(f, t);
	ops->end(f, &facts, &t, 1);
	fclose(f);
	return text;
}

/* The same number where it is printed as the tables do. */
static int
same(const char *format, double a, double b)
{
	char x[64], y[64];

	if (strcmp(format, "2") != 0 && strcmp(format, "4") != 0)
		return fabs(a - b) <= 1e-8 * fabs(b);
	print_number(x, sizeof x, a / UNITS_MIB);
	print_number(y, sizeof y, b / UNITS_MIB);
	return strcmp(x, y) == 0;
}

static void
compare(const char *format, const struct result *r, const struct print_trial *t)
{
	static const char *const name[] = { "write", "read" };

	for (int k = 0; k < 2; k++) {
		const struct metric *m = result_find(r, name[k], "B/s");

		if (!CHECK(m != NULL) || !CHECK(m->n == (size_t)t->o->repetitions))
			continue;
		for (size_t i = 0; i < m->n; i++) {
			const struct phase *p = &t->phase[2 * i + (size_t)k];

			if (!CHECK(same(format, m->sample[i], print_rate(p))))
				printf("  format %s: %.17g, printed %.17g\n", format, m->sample[i], print_rate(p));
		}
	}
}

static void
parameters(const struct result *r, const struct print_trial *t)
{
	char text[32];

	snprintf(text, sizeof text, "%d", t->tasks);
	CHECK_TEXT(result_get(r, "tasks"), text);
	CHECK_TEXT(result_get(r, "access"), t->o->fpp ? "file-per-process" : "single-shared-file");
	CHECK_TEXT(result_get(r, "api"), "POSIX");
	CHECK_TEXT(result_get(r, "file"), "/scratch/f");
	snprintf(text, sizeof text, "%llu", (unsigned long long)t->o->transfer);
	if (t->o->transfer < UNITS_MIB || t->o->transfer % UNITS_MIB == 0)
		CHECK_TEXT(result_get(r, "transfer"), text);
}

static void
what_each_format_prints_is_read_back(void)
{
	static const char *const format[] = { "2", "4", "json", "csv" };
	uint64_t state = 88172645463325252ULL;

	for (int i = 0; i < RESULTS; i++)
		for (size_t f = 0; f < 4; f++) {
			struct opts o;
			struct print_trial t;
			struct parsed got;
			char *text;

			generate(&o, &t, &state);
			text = print(print_find(format[f]), &t);
			if (CHECK(parse_text(text, strlen(text), &got, NULL) == 0) && CHECK(got.nrun == 1)) {
				compare(format[f], &got.run[0], &t);
				if (f < 3)
					parameters(&got.run[0], &t);
			} else {
				printf("%s\n", text);
			}
			parse_free(&got);
			free(text);
			free(t.phase);
		}
}

int
main(void)
{
	for (size_t i = 0; i < sizeof host / sizeof *host; i++)
		host[i] = "node12";
	what_each_format_prints_is_read_back();
	return unit_end();
}
