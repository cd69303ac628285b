/* Hand-made results through the printer, against files of the form that IOR 2.10.3 printed. */
#include <stdlib.h>

#include "bench/ior/print.h"
#include "core/units.h"
#include "tests/unit.h"

static char *argv[] = { "./IOR", "-b", "1g", "-t", "1m", "-o", "./datadir/file" };

static const struct print_facts facts = { 7, argv, 1796063936, 1796063996, "Linux", "node12", "6.1.0", "#1 SMP",
	"x86_64", NULL };

static const char *host[] = { "node12", "node13" };

/* The golden file beside this source; CHECK_FS_GOLDEN=write rewrites it. */
static FILE *
golden(const char *name)
{
	char path[4096];

	snprintf(path, sizeof path, "%.*s/golden/%s", (int)(strrchr(__FILE__, '/') - __FILE__), __FILE__, name);
	return fopen(path, getenv("CHECK_FS_GOLDEN") ? "w+" : "r");
}

static void
slurp(FILE *f, char *text, size_t size)
{
	rewind(f);
	text[fread(text, 1, size - 1, f)] = '\0';
	fclose(f);
}

static void
all(const struct print_trial *t, const char *name)
{
	static char got[65536], want[65536];
	FILE *f = tmpfile(), *g = golden(name);

	if (!CHECK(f != NULL && g != NULL))
		return;
	format2_ops.begin(f, &facts);
	format2_ops.test(f, &facts, t);
	for (size_t i = 0; i < t->n; i++)
		format2_ops.row(f, t, &t->phase[i]);
	format2_ops.result(f, t);
	format2_ops.end(f, &facts, NULL, 0);
	slurp(f, got, sizeof got);
	if (getenv("CHECK_FS_GOLDEN"))
		fputs(got, g);
	slurp(g, want, sizeof want);
	CHECK_TEXT(got, want);
}

/* A phase of `mib` MiB that took `total` seconds. */
static struct phase
phase(enum phase_kind kind, int rep, double mib, double total)
{
	struct phase p = { .kind = kind, .rep = rep, .total = total };

	p.open = total / 1000, p.move = total * 0.99, p.close = total / 500;
	p.bytes = (uint64_t)(mib * UNITS_MIB), p.ops = (uint64_t)mib;
	return p;
}

static struct opts
options(void)
{
	return (struct opts){ .ops = io_find("POSIX"), .label = "POSIX", .file = "./datadir/file", .block = UNITS_GIB, .transfer = UNITS_MIB,
		.segments = 1, .repetitions = 3, .write = true, .read = true, .fpp = true, .reorder_offset = 1, .number = -1,
		.signature = 1234, .alignment = 1 };
}

static void
a_plain_run_prints_the_table(void)
{
	struct opts o = options();
	struct phase p[] = { phase(PHASE_WRITE, 0, 4096, 15), phase(PHASE_READ, 0, 4096, 1.5),
		phase(PHASE_WRITE, 1, 4096, 14.5), phase(PHASE_READ, 1, 4096, 0.9), phase(PHASE_WRITE, 2, 4096, 16.25),
		phase(PHASE_READ, 2, 4096, 1.25) };
	struct print_trial t = { .o = &o, .tasks = 4, .nodes = 2, .per_node = 2, .host = host, .phase = p, .n = 6 };

	all(&t, "plain.txt");
}

/* Rates of ten characters and more, times beyond an hour, sizes that are no whole MiB. */
static void
large_and_small_numbers_break_the_columns_as_upstream_does(void)
{
	struct opts o = options();
	struct phase p[] = { phase(PHASE_WRITE, 0, 64e9, 4000), phase(PHASE_READ, 0, 3e8, 0.0000012),
		phase(PHASE_WRITE, 1, 1, 90000), phase(PHASE_READ, 1, 1, 0.5) };
	struct print_trial t = { .o = &o, .tasks = 1048576, .nodes = 2, .per_node = 2, .host = host, .phase = p, .n = 4 };

	o.verbose = 0;
	o.block = 1536 * UNITS_KIB, o.transfer = 8, o.segments = 3, o.fpp = false, o.deadline = 30, o.reorder = true;
	all(&t, "breaking.txt");
}

static void
verbose_runs_print_rows_and_the_long_table(void)
{
	struct opts o = options();
	struct phase p[] = { phase(PHASE_WRITE, 0, 2048, 0.75), phase(PHASE_READ, 0, 2048, 0.000345),
		phase(PHASE_WRITE, 1, 2048, 3599.99), phase(PHASE_READ, 1, 2048, 3600.5) };
	struct print_trial t = { .o = &o, .tasks = 2, .nodes = 1, .per_node = 2, .host = host, .phase = p, .n = 4 };

	o.verbose = 2;
	o.segments = 4;
	all(&t, "verbose2.txt");
	o.verbose = 3;
	all(&t, "verbose3.txt");
}

static void
a_test_that_measured_nothing_prints_no_row(void)
{
	struct opts o = options();
	struct print_trial t = { .o = &o, .tasks = 1, .nodes = 1, .per_node = 1, .host = host };

	o.read = false;
	all(&t, "nothing.txt");
}

int
main(void)
{
	setenv("TZ", "UTC", 1);
	a_plain_run_prints_the_table();
	large_and_small_numbers_break_the_columns_as_upstream_does();
	verbose_runs_print_rows_and_the_long_table();
	a_test_that_measured_nothing_prints_no_row();
	return unit_end();
}
