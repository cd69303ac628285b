/*
 * libFuzzer target of the log reader.  The program's name says which dialect's opening lines are
 * put before the input (build/fuzz/ior2, ...; build/fuzz/any: none), so that every byte of the
 * input is read by that dialect's rows. `make fuzz` builds and runs all of them.
 */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/values.h"
#include "core/err.h"
#include "core/mem.h"
#include "parse/parse.h"
#include "parse/scan.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
	const char *dialect, *opening;
} openings[] = {
	{ "any", "" },
	{ "mdtest1",
	    "-- started at 11/30/2026 18:58:45 --\n\nmdtest-1.9.3 was launched with 2 total "
	    "task(s) on 1 node(s)\n"
	    "Command line used: ./mdtest -d /tmp/\nPath: /tmp\n\n2 tasks, 200 files/directories\n\n"
	    "SUMMARY: (of 1 iterations)\n   Operation                      Max            Min\n" },
	{ "mdtest3",
	    "mdtest-3.3.0 was launched with 2 total task(s) on 1 node(s)\n2 tasks, 200 files\n\n"
	    "SUMMARY rate: (of 2 iterations)\n" },
	{ "mdtest4", "mdtest-4.1.0+dev was launched with 2 total task(s) on 1 node(s)\n2 tasks, "
		     "200 files\n\n"
		     "SUMMARY time (in ms/op): (of 2 iterations)\n" },
	{ "mdtestrank", "SUMMARY rate: (of 3 iterations)\n   Operation     per Rank: Max  Min  "
			"Mean   per Iteration: Max"
			" Min Mean Std Dev\n" },
	{ "mdtestcsv", "rank,items,rate-Directory creation,time-Directory creation,rate-File "
		       "stat,time-File stat\n" },
	{ "ior2", "IOR-2.10.3: MPI Coordinated Test of Parallel I/O\n\nSummary:\n\tclients         "
		  "   = 2 (2 per node)\n"
		  "\tblocksize          = 1 MiB\n\taggregate filesize = 2 MiB\n\n"
		  "Operation  Max (MiB)  Min (MiB)  Mean (MiB)   Std Dev  Max (OPs)  Min (OPs)  "
		  "Mean (OPs)   Std Dev  "
		  "Mean (s)  \n" },
	{ "ior3", "IOR-3.0.1: MPI Coordinated Test of Parallel I/O\n\naccess    bw(MiB/s)  "
		  "block(KiB) xfer(KiB)  open(s) "
		  "   wr/rd(s)   close(s)   total(s)   iter\n" },
	{ "ior4", "IOR-4.1.0+dev: MPI Coordinated Test of Parallel I/O\n\nOptions: \ntasks         "
		  "      : 2\n\n"
		  "access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    "
		  "wr/rd(s)   close(s)   "
		  "total(s)   iter\n" },
	{ "iorjson", "{\n  \"Version\": \"4.1.0+dev\", \n  \"Began\": \"Mon Nov 30 18:55:05 "
		     "2026\", \n  \"tests\": [\n" },
	{ "iorcsv", "access,bw(MiB/s),IOPS,Latency,block(KiB),xfer(KiB),open(s),wr/"
		    "rd(s),close(s),total(s),numTasks,iter\n" },
	{ "iorrank",
	    "access,rank,runtime-with-openclose,runtime,throughput-withopenclose,throughput\n" },
	{ "io500", "IO500 version io500-isc25_v1 (standard)\n[RESULT]" },
	{ "io500ini", "[run]\nprocs           = 16640\n[ior-easy-write]\n" },
	{ "io5002017", "[Starting] ior-easy-write\n1/ior-easy-write BW:" },
	{ "checkfs", "{\"session\": {\"id\": \"20261130T185845Z\", \"machine\": \"m\", \"series\": "
		     "\"s\", \"metrics\": [" },
};

/* The one place that may keep something between two calls: libFuzzer gives no argument. */
static const char *opening = "";
static struct scan *scan;

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = strrchr((*argv)[0], '/');

	(void)argc;
	scan = scan_new();
	name = name != NULL ? name + 1 : (*argv)[0];
	for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++)
		if (strcmp(openings[i].dialect, name) == 0)
			opening = openings[i].opening;
	return 0;
}

/* What no log may bring about. */
static void
check_run(const struct result *r, size_t lines)
{
	assert(r->tool != NULL && r->dialect != NULL);
	for (size_t i = 0; i < r->nmetric; i++) {
		const struct metric *m = &r->metric[i];

		assert(m->line >= 0 && (size_t)m->line <= lines);
		assert(result_find(r, m->name, m->unit) == m);
		assert(m->n == 0 || m->sample != NULL);
	}
}

static void
print_all(const char *format, struct parsed *p, FILE *f)
{
	struct values *v = values_new(format, f);

	values_file(v, "log");
	for (size_t i = 0; i < p->nrun; i++)
		values_run(v, i, &p->run[i]);
	for (size_t i = 0; i < p->ncondition; i++)
		values_condition(v, &p->condition[i]);
	values_end(v);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t head = strlen(opening), len = head + size;
	char *text = mem_zero(len + 1, 1);
	struct err e = { 0, "" };
	struct parsed p;

	memcpy(text, opening, head);
	memcpy(text + head, data, size);
	parse_text_with(scan, text, len, &p, &e);
	for (size_t i = 0; i < p.nrun; i++)
		check_run(&p.run[i], p.lines);
	if (p.nrun > 0 && size % 16 == 0) {
		char buffer[4096];
		FILE *f = fmemopen(buffer, sizeof buffer, "w");

		print_all("json", &p, f);
		print_all("text", &p, f);
		print_all("csv", &p, f);
		print_all("openmetrics", &p, f);
		fclose(f);
	}
	parse_free(&p);
	free(text);
	return 0;
}
