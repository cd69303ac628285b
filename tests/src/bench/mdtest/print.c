/* The output of 1.9.3 to the column, at sizes that break columns, from figures made by hand. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/opts.h"
#include "bench/mdtest/print.h"
#include "bench/mdtest/report.h"
#include "bench/mdtest/table.h"
#include "core/result.h"
#include "tests/unit.h"

static void
rate(struct result *r, const char *name, double max, double min, double mean, double sd)
{
	struct metric *m = result_metric(r, name, "ops/s", BETTER_HIGHER);

	metric_add(m, mean, 1);
	m->max = max;
	m->min = min;
	m->mean = mean;
	m->stddev = sd;
}

static void
head(struct result *r)
{
	result_init(r);
	result_set(r, "started", "11/30/2026 18:58:45");
	result_set(r, "finished", "11/30/2026 18:58:47");
	result_set(r, "world-tasks", "2");
	result_set(r, "nodes", "1");
	result_set(r, "command", "./mdtest -d /tmp/ -b 10 -i 1 -I 100");
	result_set(r, "path", "/tmp");
	result_set(
	    r, "fs", "FS: 252.0 GiB   Used FS: 8.7%%   Inodes: 16.0 Mi   Used Inodes: 3.2%%");
	result_set(r, "tasks", "2");
	result_set(r, "items", "200");
	result_set(r, "items-kind", "files/directories");
	result_set(r, "iterations", "1");
}

static char *
whole(const struct result *r)
{
	const struct opts o = { .depth_queue = 1 };
	const struct report p = { .o = &o, .r = r, .ms_tasks = 2 };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	print_start(f, &o, r);
	print_where(f, &o, r);
	print_tasks(f, &o, r);
	print_tables(f, &p);
	print_end(f, &o, r);
	fclose(f);
	return text;
}

static const char usual[] =
    "-- started at 11/30/2026 18:58:45 --\n"
    "\n"
    "mdtest-1.9.3 was launched with 2 total task(s) on 1 node(s)\n"
    "Command line used: ./mdtest -d /tmp/ -b 10 -i 1 -I 100\n"
    "Path: /tmp\n"
    "FS: 252.0 GiB   Used FS: 8.7%   Inodes: 16.0 Mi   Used Inodes: 3.2%\n"
    "\n"
    "2 tasks, 200 files/directories\n"
    "\n"
    "SUMMARY: (of 1 iterations)\n"
    "   Operation                      Max            Min           Mean        Std Dev\n"
    "   ---------                      ---            ---           ----        -------\n"
    "   Directory creation:        965.524        965.524        965.524          0.000\n"
    "   Directory stat    :      80517.243      80517.243      80517.243          0.000\n"
    "   Directory removal :        211.876        211.876        211.876          0.000\n"
    "   File creation     :       1055.598       1055.598       1055.598          0.000\n"
    "   File stat         :     580597.028     580597.028     580597.028          0.000\n"
    "   File read         :      24638.820      24638.820      24638.820          0.000\n"
    "   File removal      :     283616.737     283616.737     283616.737          0.000\n"
    "   Tree creation     :      25559.105      25559.105      25559.105          0.000\n"
    "   Tree removal      :         48.768         48.768         48.768          0.000\n"
    "\n"
    "-- finished at 11/30/2026 18:58:47 --\n";

static void
print_usual(void)
{
	struct result r;
	char *text;

	head(&r);
	rate(&r, "tree-create", 25559.105, 25559.105, 25559.105, 0);
	rate(&r, "dir-create", 965.524, 965.524, 965.524, 0);
	rate(&r, "dir-stat", 80517.243, 80517.243, 80517.243, 0);
	rate(&r, "dir-remove", 211.876, 211.876, 211.876, 0);
	rate(&r, "file-create", 1055.598, 1055.598, 1055.598, 0);
	rate(&r, "file-stat", 580597.028, 580597.028, 580597.028, 0);
	rate(&r, "file-read", 24638.820, 24638.820, 24638.820, 0);
	rate(&r, "file-remove", 283616.737, 283616.737, 283616.737, 0);
	rate(&r, "tree-remove", 48.768, 48.768, 48.768, 0);
	text = whole(&r);
	CHECK_TEXT(text, usual);
	free(text);
	result_free(&r);
}

/* Figures wider than a column push the rest of the row to the right; tiny ones and phases that did
 * not run stay 0.000. */
static const char odd[] =
    "\n"
    "SUMMARY: (of 60000 iterations)\n"
    "   Operation                      Max            Min           Mean        Std Dev\n"
    "   ---------                      ---            ---           ----        -------\n"
    "   File creation     : 123456789012.346 9999999999.999 98765432109.876    1000000.000\n"
    "   File stat         :          0.001          0.000          0.001          0.000\n"
    "   File read         :             NA             NA             NA             NA\n"
    "   File removal      :          0.000          0.000          0.000          0.000\n"
    "   Tree creation     :          0.000          0.000          0.000          0.000\n"
    "   Tree removal      :          0.000          0.000          0.000          0.000\n";

static void
print_odd(void)
{
	const struct opts o = { .depth_queue = 1 };
	struct result r;
	const struct report p = { .o = &o, .r = &r };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	head(&r);
	result_set(&r, "items-kind", "files");
	result_set(&r, "iterations", "60000");
	rate(&r, "file-create", 123456789012.3456, 9999999999.9994, 98765432109.8764, 1000000);
	rate(&r, "file-stat", 0.001, 0.0004, 0.0006, 0.0001);
	rate(&r, "file-read", NAN, NAN, NAN, NAN);
	table_rates(f, &p);
	fclose(f);
	CHECK_TEXT(text, odd);
	free(text);
	result_free(&r);
}

/* The lines that hold one iteration's figures, from -v on. */
static const char lines[] =
    "\n"
    "   Operation               Duration              Rate\n"
    "   ---------               --------              ----\n"
    "V-1: main:   Tree creation     :          0.000 sec,      84224.712 ops/sec\n"
    "V-1:   Directory creation:          0.000 sec,      48622.760 ops/sec\n"
    "V-1:   File creation     :         12.345 sec,          0.000 ops/sec\n"
    "V-1: main   Tree removal      :          0.000 sec,     106055.785 ops/sec\n";

static void
print_lines(void)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	print_phase_head(f);
	print_phase(f, "tree-create", true, 0.0000119, 84224.712);
	print_phase(f, "dir-create", true, 0.0000823, 48622.760);
	print_phase(f, "file-create", true, 12.3451, 0);
	print_phase(f, "tree-remove", true, 0.00001, 106055.785);
	fclose(f);
	CHECK_TEXT(text, lines);
	free(text);
}

/* 4.x's tables: the same figures, and times that are what their heading says. */
static const char four[] =
    "\n"
    "SUMMARY rate (in ops/sec): (of 2 iterations)\n"
    "   Operation                     Max            Min           Mean        Std Dev\n"
    "   ---------                     ---            ---           ----        -------\n"
    "   File creation                2000.000       1000.000       1500.000        707.107\n"
    "   File stat                       0.000          0.000          0.000          0.000\n"
    "   File read                       0.000          0.000          0.000          0.000\n"
    "   File removal                    0.000          0.000          0.000          0.000\n"
    "   Tree creation                 500.000        500.000        500.000          0.000\n"
    "   Tree removal                    0.000          0.000          0.000          0.000\n"
    "\n"
    "SUMMARY time (in ms/op): (of 2 iterations)\n"
    "   Operation                     Max            Min           Mean        Std Dev\n"
    "   ---------                     ---            ---           ----        -------\n"
    "   File creation                4.000000       2.000000       3.000000       1.414214\n"
    "   File stat                    0.000000       0.000000       0.000000       0.000000\n"
    "   File read                    0.000000       0.000000       0.000000       0.000000\n"
    "   File removal                 0.000000       0.000000       0.000000       0.000000\n"
    "   Tree creation                2.000000       2.000000       2.000000       0.000000\n"
    "   Tree removal                 0.000000       0.000000       0.000000       0.000000\n";

static void
print_four(void)
{
	const struct opts o = { .format = OPTS_FORMAT4, .rates_too = true, .depth_queue = 1 };
	struct result r;
	const struct report p = { .o = &o, .r = &r, .ms_tasks = 4 };
	struct metric *m;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	head(&r);
	result_set(&r, "items-kind", "files");
	result_set(&r, "iterations", "2");
	rate(&r, "file-create", 2000, 1000, 1500, 707.1068);
	m = result_metric(&r, "file-create", "ops/s", BETTER_HIGHER);
	m->sample[0] = 2000;
	metric_add(m, 1000, 1);
	rate(&r, "tree-create", 500, 500, 500, 0);
	print_tables(f, &p);
	fclose(f);
	CHECK_TEXT(text, four);
	free(text);
	result_free(&r);
}

/* Neither infinity nor a rate for a phase that did nothing. */
static void
rates(void)
{
	CHECK(print_rate(0, 0) == 0);
	CHECK(print_rate(0, 1) == 0);
	CHECK(isnan(print_rate(1, 0)));
	CHECK(print_rate(10, 0.5) == 20);
}

int
main(void)
{
	print_usual();
	print_odd();
	print_lines();
	print_four();
	rates();
	return unit_end();
}
