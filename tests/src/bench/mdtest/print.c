/* The output of 1.9.3 to the column, at sizes that break columns, from figures made by hand. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/mdtest/opts.h"
#include "bench/mdtest/print.h"
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
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	print_start(f, r);
	print_where(f, r);
	print_tasks(f, r);
	print_table(f, r);
	print_end(f, r);
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
	struct result r;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	head(&r);
	result_set(&r, "items-kind", "files");
	result_set(&r, "iterations", "60000");
	rate(&r, "file-create", 123456789012.3456, 9999999999.9994, 98765432109.8764, 1000000);
	rate(&r, "file-stat", 0.001, 0.0004, 0.0006, 0.0001);
	rate(&r, "file-read", NAN, NAN, NAN, NAN);
	print_table(f, &r);
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
	print_phase(f, "tree-create", 0.0000119, 84224.712);
	print_phase(f, "dir-create", 0.0000823, 48622.760);
	print_phase(f, "file-create", 12.3451, 0);
	print_phase(f, "tree-remove", 0.00001, 106055.785);
	fclose(f);
	CHECK_TEXT(text, lines);
	free(text);
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
	rates();
	return unit_end();
}
