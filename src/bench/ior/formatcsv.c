/* A row for each phase, with full precision; strings never appear in it but for the access. */
#include "bench/ior/print.h"
#include "core/units.h"

static void
begin(FILE *f, const struct print_facts *facts)
{
	(void)f, (void)facts;
}

static void
test(FILE *f, const struct print_facts *facts, const struct print_trial *t)
{
	(void)facts, (void)t;
	fprintf(f, "access,bw(MiB/s),IOPS,Latency,block(KiB),xfer(KiB),open(s),wr/"
		   "rd(s),close(s),total(s),numTasks,iter\n");
}

static void
note(FILE *f, const struct print_trial *t, enum print_note n, const char *detail)
{
	(void)f, (void)t, (void)n, (void)detail;
}

static void
row(FILE *f, const struct print_trial *t, const struct phase *p)
{
	const double value[] = { print_rate(p) / UNITS_MIB, print_operations(p), p->operation,
		(double)t->o->block / UNITS_KIB, (double)t->o->transfer / UNITS_KIB, p->open,
		p->move, p->close, p->total };

	if (p->kind != PHASE_WRITE && p->kind != PHASE_READ)
		return;
	fprintf(f, "%s,", phase_name(p->kind));
	for (size_t i = 0; i < sizeof value / sizeof *value; i++)
		fprintf(f, "%.9g,", value[i]);
	fprintf(f, "%d,%d\n", t->tasks, p->rep);
}

static void
result(FILE *f, const struct print_trial *t)
{
	(void)f, (void)t;
}

static void
end(FILE *f, const struct print_facts *facts, struct print_trial *const *trial, size_t n)
{
	(void)f, (void)facts, (void)trial, (void)n;
}

const struct print_ops formatcsv_ops = { "csv", begin, test, note, NULL, row, result, end };
