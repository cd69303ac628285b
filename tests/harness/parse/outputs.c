/*
 * Every value of outputs/EXPECTED.json (logs as people published them) is what parse reads.  A zero
 * there, of a phase that did not run, is absent in ours.  Prints file and value where they differ.
 */
#include <jansson.h>

#include "shared.h"

#define MIB (1024.0 * 1024)

struct count {
	const char *file;
	size_t same, other;
};

static void
differs(struct count *c, const char *what, double want, double got)
{
	printf("%s: %s: expected %.15g, got %.15g\n", c->file, what, want, got);
	c->other++;
}

static void
compare(struct count *c, const char *what, double want, double got)
{
	if (shared_same(got, want))
		c->same++;
	else
		differs(c, what, want, got);
}

static void
compare_text(struct count *c, const char *what, const char *want, const char *got)
{
	if (got != NULL && strcmp(got, want) == 0) {
		c->same++;
		return;
	}
	printf("%s: %s: expected %s, got %s\n", c->file, what, want, got != NULL ? got : "nothing");
	c->other++;
}

static double
statistic(const struct metric *m, const char *name)
{
	if (m == NULL)
		return NAN;
	return strcmp(name, "max") == 0    ? m->max
	       : strcmp(name, "min") == 0  ? m->min
	       : strcmp(name, "mean") == 0 ? m->mean
					   : m->stddev;
}

static const struct result *
nth(const struct parsed *p, const char *tool, size_t n)
{
	for (size_t i = 0; i < p->nrun; i++) {
		const struct result *r = &p->run[i];

		/* values of single ranks and comma-separated ones are not in EXPECTED's runs */
		if (strcmp(r->tool, tool) != 0 || strcmp(r->dialect, "mdtestcsv") == 0 ||
		    strcmp(r->dialect, "iorcsv") == 0 || strcmp(r->dialect, "iorrank") == 0)
			continue;
		if (n-- == 0)
			return r;
	}
	return NULL;
}

static void
check_seven(struct count *c, const char *label, const json_t *values, const struct result *r)
{
	static const char *const stat[] = { "max", "min", "mean", "stddev", "max", "min", "mean" };

	for (size_t i = 0; i < json_array_size(values) && i < 7; i++)
		compare(c, label, json_number_value(json_array_get(values, i)),
		    statistic(result_find(r, shared_name(label), i < 4 ? "ops/s/rank" : "ops/s"),
			stat[i]));
}

static void
check_table(struct count *c, json_t *table, const char *unit, const struct result *r)
{
	const char *label, *name;
	json_t *row, *v;

	json_object_foreach(table, label, row)
	{
		const struct metric *m = result_find(r, shared_name(label), unit);

		if (json_object_get(row, "values") != NULL) {
			check_seven(c, label, json_object_get(row, "values"), r);
			continue;
		}
		json_object_foreach(row, name, v)
		{
			double want = json_number_value(v);

			if (json_is_null(v) || (m == NULL && want == 0))
				c->same++;
			else
				compare(c, label, want, statistic(m, name));
		}
	}
}

static void
check_setting(struct count *c, const json_t *run, const char *key, const struct result *r)
{
	json_t *v = json_object_get(run, key);
	char want[32];

	if (!json_is_integer(v))
		return;
	snprintf(want, sizeof want, "%lld", (long long)json_integer_value(v));
	compare_text(c, key, want, result_get(r, key));
}

static void
check_mdtest(struct count *c, const json_t *run, const struct result *r)
{
	const char *items = json_string_value(json_object_get(run, "items"));
	char *got;

	if (json_is_string(json_object_get(run, "version")))
		compare_text(
		    c, "version", json_string_value(json_object_get(run, "version")), r->version);
	check_setting(c, run, "tasks", r);
	check_setting(c, run, "nodes", r);
	check_setting(c, run, "iterations", r);
	if (items != NULL) {
		got = mem_fmt("%s tasks, %s %s", result_get(r, "tasks"), result_get(r, "items"),
		    result_get(r, "items-kind"));
		compare_text(c, "items", items, got);
		free(got);
	}
	check_table(c, json_object_get(run, "rate"), "ops/s", r);
	check_table(c, json_object_get(run, "time"), "s", r);
}

static void
check_rows(struct count *c, const json_t *rows, const char *op, const struct metric *m)
{
	size_t n = 0, i;
	json_t *row;

	json_array_foreach(rows, i, row)
	{
		if (strcmp(json_string_value(json_object_get(row, "op")), op) != 0)
			continue;
		compare(c, op, json_number_value(json_object_get(row, "bw")) * MIB,
		    m != NULL && n < m->n ? m->sample[n] : NAN);
		n++;
	}
	compare(c, "repetitions", (double)n, m != NULL ? (double)m->n : 0);
}

static void
check_ior(struct count *c, const json_t *run, const struct result *r)
{
	static const char *const ops[] = { "write", "read" }, *const stat[] = { "max", "min",
		"mean", "stddev" };

	if (json_is_string(json_object_get(run, "version")))
		compare_text(
		    c, "version", json_string_value(json_object_get(run, "version")), r->version);
	for (size_t i = 0; i < 2; i++) {
		const struct metric *m = result_find(r, ops[i], "B/s"),
				    *o = result_find(r, ops[i], "ops/s");
		json_t *row = json_object_get(json_object_get(run, "summary"), ops[i]);
		json_t *max = json_object_get(json_object_get(run, "max"), ops[i]);

		check_rows(c, json_object_get(run, "access"), ops[i], m);
		if (max != NULL)
			compare(c, "max", json_number_value(max) * MIB, statistic(m, "max"));
		for (size_t k = 0; row != NULL && k < 4; k++)
			compare(c, ops[i], json_number_value(json_object_get(row, stat[k])) * MIB,
			    statistic(m, stat[k]));
		if (json_object_get(row, "ops_mean") != NULL)
			compare(c, ops[i], json_number_value(json_object_get(row, "ops_mean")),
			    statistic(o, "mean"));
	}
}

static double
scale_of(const char *unit)
{
	static const struct {
		const char *unit;
		double scale;
	} units[] = { { "GiB/s", MIB * 1024 }, { "GB/s", 1e9 }, { "MB/s", 1e6 }, { "kIOPS", 1000 },
		{ "kiops", 1000 } };

	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (strcmp(units[i].unit, unit) == 0)
			return units[i].scale;
	return NAN;
}

/* A phase of any IO500 run of the log. */
static void
check_phase(struct count *c, const char *phase, const char *unit, double want,
    const struct parsed *p, bool invalid)
{
	char name[64];
	size_t i;

	snprintf(name, sizeof name, "%s", phase);
	for (i = 0; name[i]; i++)
		if (name[i] == '_')
			name[i] = '-';
	for (i = 0; i < p->nrun; i++) {
		const struct metric *m = result_find(&p->run[i], name, unit);

		if (m != NULL && shared_same(m->mean, want) && (!invalid || m->invalid != NULL)) {
			c->same++;
			return;
		}
	}
	if (want == 0 && !invalid)
		c->same++;
	else
		differs(c, name, want, NAN);
}

static void
check_io500(struct count *c, const json_t *entry, const struct parsed *p)
{
	const char *phase = json_string_value(json_object_get(entry, "phase"));
	const char *unit =
	    json_string_value(json_object_get(entry, phase != NULL ? "unit" : "bw_unit"));
	double scale = scale_of(unit);
	bool invalid = json_is_true(json_object_get(entry, "invalid"));

	if (phase != NULL) {
		check_phase(c, phase, strchr(unit, '/') != NULL ? "B/s" : "ops/s",
		    json_number_value(json_object_get(entry, "value")) * scale, p, invalid);
		check_phase(
		    c, phase, "s", json_number_value(json_object_get(entry, "seconds")), p, false);
		return;
	}
	check_phase(c, "score-bandwidth", "B/s",
	    json_number_value(json_object_get(entry, "bw")) * scale, p, false);
	check_phase(c, "score-iops", "ops/s",
	    json_number_value(json_object_get(entry, "kiops")) * 1000, p, false);
	check_phase(c, "score", "1", json_number_value(json_object_get(entry, "score")), p, false);
}

static void
check_runs(struct count *c, const json_t *want, const char *tool, const struct parsed *p,
    void (*check)(struct count *, const json_t *, const struct result *))
{
	json_t *run;
	size_t i;

	json_array_foreach(want, i, run)
	{
		const struct result *r = nth(p, tool, i);

		if (r != NULL) {
			check(c, run, r);
			continue;
		}
		printf("%s: %s run %zu is missing\n", c->file, tool, i);
		c->other++;
	}
	if (nth(p, tool, json_array_size(want)) != NULL) {
		printf("%s: more than the %zu runs of %s\n", c->file, json_array_size(want), tool);
		c->other++;
	}
}

static void
check_file(struct count *c, const json_t *expected)
{
	json_t *parsed = json_object_get(expected, "parsed"), *entry;
	char *name = mem_fmt("outputs/%s", c->file), *path = shared_path(name);
	struct err *e = NULL;
	struct parsed p;
	size_t i;

	free(name);
	if (path == NULL) {
		printf("%s: not there\n", c->file);
		c->other++;
		return;
	}
	parse_file(path, &p, e);
	free(path);
	if (json_is_null(parsed)) {
		compare(c, "runs of a file that is no log", 0, (double)p.nrun);
	} else {
		check_runs(c, json_object_get(parsed, "mdtest"), "mdtest", &p, check_mdtest);
		check_runs(c, json_object_get(parsed, "ior"), "ior", &p, check_ior);
		json_array_foreach(json_object_get(parsed, "io500"), i, entry)
		    check_io500(c, entry, &p);
	}
	parse_free(&p);
}

/* Values that are given by hand there, as a sentence: what it says. */
static const struct {
	const char *file, *name, *unit, *stat;
	double want;
} by_hand[] = {
	{ "io500-2017-first-dialect.txt", "ior-easy-write", "B/s", "mean", 794393.97e6 },
	{ "io500-2017-first-dialect.txt", "ior-easy-write", "s", "mean", 420 },
	{ "io500-2017-first-dialect.txt", "md-easy-create", "ops/s", "mean", 28320.444 },
	{ "io500-2017-first-dialect.txt", "md-easy-create", "s", "mean", 313 },
	{ "io500-2017-first-dialect.txt", "ior-hard-write", "B/s", "mean", 687956.26e6 },
	{ "io500-2017-first-dialect.txt", "md-hard-create", "ops/s", "mean", 4140.437 },
	{ "io500-2017-first-dialect.txt", "ior-easy-read", "B/s", "mean", 476671.16e6 },
	{ "io500-2017-first-dialect.txt", "md-easy-stat", "ops/s", "mean", 53517.350 },
	{ "io500-2017-first-dialect.txt", "ior-hard-read", "B/s", "mean", 281533.86e6 },
	{ "io500-2017-first-dialect.txt", "md-hard-stat", "ops/s", "mean", 61442.918 },
	{ "io500-2017-first-dialect.txt", "find", "ops/s", "mean", 5020 },
	{ "io500-2017-first-dialect.txt", "md-easy-delete", "ops/s", "mean", 36291.654 },
	{ "io500-2017-first-dialect.txt", "md-hard-delete", "ops/s", "mean", 1393.784 },
	{ "io500-2017-ior-easy-results.txt", "ior-easy-write", "B/s", "mean", 794393.97e6 },
	{ "io500-2017-ior-easy-results.txt", "ior-easy-read", "B/s", "mean", 476671.16e6 },
	{ "io500-mdtest-rank-csv.txt", "file-create", "ops/s", "mean", 14509.691361 },
	{ "io500-mdtest-rank-csv.txt", "file-create", "s", "mean", 516.33351898 },
	{ "io500-result-ini.txt", "ior-easy-write", "B/s", "mean", 2340.314883 * MIB * 1024 },
	{ "io500-result-ini.txt", "ior-easy-write", "s", "mean", 455.4552 },
	{ "io500-result-ini.txt", "mdtest-easy-write", "ops/s", "mean", 780510.749 },
	{ "io500-result-ini.txt", "mdtest-easy-write", "s", "mean", 481.3281 },
	{ "io500-result-ini.txt", "ior-hard-write", "B/s", "mean", 23.688330 * MIB * 1024 },
	{ "seb-ior-2.10-email-wrapped.txt", "write", "B/s", "max", 20083.66 * MIB },
	{ "seb-ior-2.10-email-wrapped.txt", "write", "B/s", "min", 11042.41 * MIB },
	{ "seb-ior-2.10-email-wrapped.txt", "write", "B/s", "mean", 13333.41 * MIB },
	{ "seb-ior-2.10-email-wrapped.txt", "write", "B/s", "stddev", 3424.51 * MIB },
	{ "seb-ior-2.10-email-wrapped.txt", "read", "B/s", "max", 223933.76 * MIB },
	{ "seb-ior-2.10-email-wrapped.txt", "read", "B/s", "stddev", 66619.17 * MIB },
	{ "t-ior-310-issue22-data-check-failed.txt", "write", "B/s", "max", 2328.29 * MIB },
	{ "t-ior-320-issue102-json-invalid.txt", "write", "B/s", "max", 1658.4832 * MIB },
	{ "t-ior-320-issue102-json-invalid.txt", "read", "B/s", "max", 1266.5873 * MIB },
	{ "t-ior-330dev-pr260-csv.txt", "write", "B/s", "max", 650.9370 * MIB },
	{ "t-ior-330dev-pr260-csv.txt", "write", "B/s", "min", 436.5474 * MIB },
	{ "t-ior-330dev-pr260-csv.txt", "read", "B/s", "max", 3582.2008 * MIB },
};

static double
value_in(const char *file, const char *name, const char *unit, const char *stat)
{
	char *what = mem_fmt("outputs/%s", file), *path = shared_path(what);
	double v = NAN;
	struct parsed p;

	parse_file(path, &p, NULL);
	for (size_t i = 0; i < p.nrun && isnan(v); i++) {
		const struct metric *m = result_find(&p.run[i], name, unit);

		v = statistic(m, stat);
		/* a copy that ends before the table has the rows of each repetition only */
		if (isnan(v) && m != NULL && m->n == 1)
			v = m->sample[0];
	}
	parse_free(&p);
	free(what);
	free(path);
	return v;
}

/* Conditions that are told by hand there. */
static const struct {
	const char *file, *code;
} told[] = {
	{ "epcc-md-193-FAILED-file-exists.txt", "leftover" },
	{ "epcc-md-193-FAILED-file-exists.txt", "exit-code" },
	{ "ior-330dev-gekkofs-fsync-failed.txt", "fsync-failed" },
	{ "t-err-io500-25-mpi-abort-banner.txt", "mpi-abort" },
	{ "t-err-io500-25-mpi-abort-banner.txt", "benchmark-error" },
	{ "t-err-io500-63-no-space-tail.txt", "no-space" },
	{ "t-err-io500dev33-stat-failed.txt", "failed-operation" },
	{ "t-err-ompi-not-enough-slots.txt", "no-slots" },
	{ "t-err-ompi-run-as-root.txt", "run-as-root" },
	{ "t-err-srun-singletons.txt", "singletons" },
	{ "t-ior-310-issue22-data-check-failed.txt", "verify-failed" },
	{ "t-ior-320-issue102-json-invalid.txt", "broken-json" },
	{ "t-io500-app23-result-invalid.txt", "io500-invalid" },
	{ "t-ior-400-issue542-T-minutes-HEADER-ONLY.txt", "truncated" },
	{ "t-md-daos-avocado-log-prefix-HEADER-ONLY.txt", "truncated" },
	{ "t-md-issue183-verbose-disagrees.txt", "verbose-disagrees" },
	{ "md-330dev-cea-4096-error-lines.txt", "operation-errors" },
	{ "ior-3x-vast-inconsistent-file-size.txt", "size-mismatch" },
};

static bool
tells(const char *file, const char *code)
{
	char *what = mem_fmt("outputs/%s", file), *path = shared_path(what);
	struct parsed p;
	bool found = false;

	parse_file(path, &p, NULL);
	for (size_t i = 0; i < p.ncondition; i++)
		found = found || strcmp(p.condition[i].code, code) == 0;
	for (size_t i = 0; i < p.nrun; i++)
		for (size_t k = 0; k < p.run[i].nwarning; k++)
			found = found || strcmp(p.run[i].warning[k].code, code) == 0;
	parse_free(&p);
	free(what);
	free(path);
	return found;
}

int
main(void)
{
	char *path = shared_path("outputs/EXPECTED.json");
	struct count c = { NULL, 0, 0 };
	json_t *all, *one;

	if (path == NULL) {
		puts("skip: the published logs are not here (CHECK_FS_SHARED)");
		return 77;
	}
	all = json_load_file(path, 0, NULL);
	json_object_foreach(all, c.file, one) check_file(&c, one);
	for (size_t i = 0; i < sizeof by_hand / sizeof by_hand[0]; i++) {
		c.file = by_hand[i].file;
		compare(&c, by_hand[i].name, by_hand[i].want,
		    value_in(by_hand[i].file, by_hand[i].name, by_hand[i].unit, by_hand[i].stat));
	}
	for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
		c.file = told[i].file;
		compare(&c, told[i].code, 1, tells(told[i].file, told[i].code));
	}
	printf("%zu values agree, %zu differ\n", c.same, c.other);
	json_decref(all);
	free(path);
	return c.other > 0 || c.same == 0;
}
