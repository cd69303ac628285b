/*
 * All recorded runs (samples/mdtest, samples/ior): the figures of every row of every table, read
 * here in the simplest way from the raw text, are what parse reads; and the faulty runs tell the
 * condition they are about.
 */
#include <ctype.h>

#include "core/err.h"
#include "core/file.h"
#include "core/str.h"
#include "shared.h"

#define MIB (1024.0 * 1024)

struct count {
	const char *file;
	size_t logs, same, other;
};

/* The numbers at the end of a line, from the first to the last; false where something else stands
 * between. */
static size_t
numbers(const char *text, double *v, size_t max)
{
	size_t n = 0;
	char *end;

	while (n < max) {
		while (*text == ' ')
			text++;
		if (str_starts(text, "NA")) {
			v[n++] = NAN;
			text += 2;
			continue;
		}
		v[n] = strtod(text, &end);
		if (end == text || (*end != ' ' && *end != '\0'))
			break;
		n++;
		text = end;
	}
	return n;
}

static bool
has(const struct parsed *p, const char *name, const char *unit, int stat, double want)
{
	bool spoiled = false;

	for (size_t i = 0; i < p->nrun; i++) {
		const struct metric *m = result_find(&p->run[i], name, unit);
		double got[4];

		if (m == NULL)
			continue;
		spoiled = spoiled || m->invalid != NULL;
		got[0] = m->max;
		got[1] = m->min;
		got[2] = m->mean;
		got[3] = m->stddev;
		if (shared_same(got[stat], want))
			return true;
	}
	/* nan cannot be found again, but must have made the value invalid */
	return isnan(want) && spoiled;
}

static bool
has_sample(const struct parsed *p, const char *name, double want)
{
	for (size_t i = 0; i < p->nrun; i++) {
		const struct metric *m = result_find(&p->run[i], name, "B/s");

		for (size_t k = 0; m != NULL && k < m->n; k++)
			if (shared_same(m->sample[k], want))
				return true;
	}
	return false;
}

static void
tally(struct count *c, bool ok, const char *line, double want)
{
	if (ok) {
		c->same++;
		return;
	}
	printf("%s: %.15g of \"%.60s\" is not there\n", c->file, want, line);
	c->other++;
}

/* "   File creation     :       1055.598 ..." below a SUMMARY heading. */
static void
mdtest_line(struct count *c, const struct parsed *p, const char *line, const char *unit)
{
	char label[64];
	const char *name = NULL;
	double v[8];
	size_t n, len;

	if (!str_starts(line, "   ") || !isupper((unsigned char)line[3]))
		return;
	for (len = strcspn(line + 3, "0123456789N");
	     len > 0 && (line[2 + len] == ' ' || line[2 + len] == ':'); len--)
		;
	if (len >= sizeof label)
		return;
	/* the number may be "inf" */
	snprintf(label, sizeof label, "%.*s", (int)len, line + 3);
	if (strstr(label, "  ") != NULL)
		*strstr(label, "  ") = '\0';
	str_trim(label);
	if (str_ends(label, ":"))
		label[strlen(label) - 1] = '\0';
	str_trim(label);
	if ((name = shared_name(label)) == NULL)
		return;
	n = numbers(line + 3 + strlen(label) + strspn(line + 3 + strlen(label), " :"), v, 8);
	if (n != 4 && n != 7)
		return;
	for (size_t i = 0; i < 4; i++) {
		double want = v[n - 4 + i];

		if (v[n - 4] == 0 && v[n - 3] == 0 && v[n - 2] == 0)
			return; /* did not run */
		if (!isnan(want))
			tally(c, has(p, name, unit, (int)i, want), line, want);
	}
}

/* A row of "Operation ..." has two decimals in its first eight columns, five in the ninth. */
static bool
is_summary(const char *line)
{
	const char *dot = line;
	int n = 0, decimals = 0;

	for (n = 0; n < 9 && (dot = strpbrk(dot, ".nf")) != NULL; n++) {
		if (*dot != '.') { /* inf, nan */
			dot += strspn(dot, "inaf");
			decimals = 2;
			continue;
		}
		decimals = (int)strspn(dot + 1, "0123456789");
		if (n < 8 && decimals != 2)
			return false;
		dot += 1 + decimals;
	}
	return n == 9 && decimals == 5;
}

static void
ior_line(struct count *c, const struct parsed *p, const char *line)
{
	const char *op = str_starts(line, "write ")  ? "write"
			 : str_starts(line, "read ") ? "read"
						     : NULL;
	double v[16];
	size_t n;

	if (op == NULL)
		return;
	n = numbers(line + strlen(op), v, 16);
	if (is_summary(line) && n >= 9) {
		for (int i = 0; i < 4; i++) {
			tally(c, has(p, op, "B/s", i, v[i] * MIB), line, v[i]);
			tally(c, has(p, op, "ops/s", i, v[4 + i]), line, v[4 + i]);
		}
		tally(c, has(p, op, "s", 2, v[8]), line, v[8]);
	} else if (n >= 8 && n <= 10 && (strstr(line, "XXCEL") != NULL || n == 10)) {
		tally(c, has_sample(p, op, v[0] * MIB), line, v[0]);
	}
}

static void
each_line(struct count *c, const struct parsed *p, char *text, bool mdtest)
{
	const char *unit = NULL;
	char *next;

	for (char *line = text; line != NULL; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		if (!mdtest) {
			ior_line(c, p, line);
			continue;
		}
		if (strstr(line, "SUMMARY") != NULL)
			unit = strstr(line, "SUMMARY time") != NULL ? "s" : "ops/s";
		else if (unit != NULL && strstr(line, "sec,") == NULL)
			mdtest_line(c, p, line, unit);
	}
}

static void
one_log(struct count *c, const char *path, bool mdtest)
{
	struct parsed p;
	size_t len;
	char *text;

	c->file = strrchr(path, '/') + 1;
	c->logs++;
	parse_file(path, &p, NULL);
	if (file_read(path, &text, &len, NULL) == 0) {
		each_line(c, &p, text, mdtest);
		free(text);
	}
	parse_free(&p);
}

/* Every .out file that INDEX.tsv names. */
static void
all_of(struct count *c, const char *tool)
{
	char *index_name = mem_fmt("samples/%s/INDEX.tsv", tool), *path = shared_path(index_name),
	     *text, *next;
	bool mdtest = strcmp(tool, "mdtest") == 0;
	size_t len;

	if (file_read(path, &text, &len, NULL) < 0)
		return;
	for (char *line = text; line != NULL && *line; line = next) {
		char *version, *what, *log;

		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		version = strchr(line, '\t');
		if (version == NULL)
			continue;
		*version++ = '\0';
		version[strcspn(version, "\t")] = '\0';
		what = mdtest ? mem_fmt("samples/mdtest/%s.%s.out", line, version)
			      : mem_fmt("samples/ior/%s.out", line);
		log = shared_path(what);
		if (log != NULL)
			one_log(c, log, mdtest);
		free(log);
		free(what);
	}
	free(text);
	free(path);
	free(index_name);
}

static const struct {
	const char *file, *code;
} faulty[] = {
	{ "ior/03-v2-err-check-without-file.out", "benchmark-error" },
	{ "ior/04-v2-seed-read-literal-typo.out", "benchmark-error" },
	{ "ior/04-v4-seed-read-literal-typo.out", "benchmark-error" },
	{ "ior/05-v2-unknown-option.out", "invalid-option" },
	{ "ior/05-v4-unknown-option.out", "invalid-option" },
	{ "ior/07-v2-writecheck-fail.out", "verify-failed" },
	{ "ior/07-v2-writecheck-fail-vv.out", "verify-failed" },
	{ "ior/07-v2-corruptFile-R.out", "verify-failed" },
	{ "ior/07-v4-readcheck-fail.out", "verify-failed" },
	{ "ior/07-v4-writecheck-fail.out", "verify-failed" },
	{ "ior/08-v2-size-warning-E.out", "size-mismatch" },
	{ "ior/08-v4-size-warning-read.out", "size-mismatch" },
	{ "ior/09-v2-read-eof.out", "partial-io" },
	{ "ior/09-v4-read-eof.out", "partial-io" },
	{ "ior/10-v2-enospc.out", "no-space" },
	{ "ior/10-v2-enospc-partial.out", "no-space" },
	{ "ior/10-v4-enospc.out", "no-space" },
	{ "ior/10-v4-enospc.err", "assertion" },
	{ "ior/10-v4-enospc-x.out", "no-space" },
	{ "ior/13-v4-json-quote.out", "broken-json" },
	{ "ior/13-v4-json-v2.out", "broken-json" },
	{ "ior/13-v4-json-warning.out", "broken-json" },
	{ "ior/18-v4-T-maxtime.out", "incomplete" },
	{ "mdtest/22-v1.v193.out", "verbose-disagrees" },
	{ "mdtest/37-nobarrier-B.v41.out", "failed-operation" },
	{ "mdtest/49-verify-shared-X.v41.out", "verify-failed" },
	{ "mdtest/54-a-MPIIO.v41.out", "bad-backend" },
	{ "mdtest/E09-unknown.v41.out", "invalid-option" },
	{ "mdtest/E19-r-missing.v41.out", "operation-errors" },
	{ "mdtest/E20-T-missing.v193.out", "failed-operation" },
	{ "mdtest/F17-rerun-C2.v193.out", "leftover" },
	{ "mdtest/F21-fdleak-b.v41.out", "partial-io" },
	{ "mdtest/F23-fdleak-b.v41.out", "too-many-files" },
	{ "mdtest/F19-x-garbage.v41.out", "truncated" },
	{ "mdtest/G02-enospc.v41.out", "no-space" },
	{ "mdtest/G03-noinode-left.v193.out", "no-space" },
	{ "mdtest/01-basic-n.v41.out", "read-open-close" },
};

static bool
tells(const char *file, const char *code)
{
	char *what = mem_fmt("samples/%s", file), *path = shared_path(what);
	bool found = false;
	struct parsed p;

	if (path != NULL && (parse_file(path, &p, NULL), true)) {
		for (size_t i = 0; i < p.ncondition; i++)
			found = found || strcmp(p.condition[i].code, code) == 0;
		for (size_t i = 0; i < p.nrun; i++)
			for (size_t k = 0; k < p.run[i].nwarning; k++)
				found = found || strcmp(p.run[i].warning[k].code, code) == 0;
		parse_free(&p);
	}
	free(path);
	free(what);
	return found;
}

int
main(void)
{
	struct count c = { NULL, 0, 0, 0 };
	char *path = shared_path("samples/mdtest/INDEX.tsv");

	if (path == NULL) {
		puts("skip: the recorded runs are not here (CHECK_FS_SHARED)");
		return 77;
	}
	free(path);
	all_of(&c, "mdtest");
	all_of(&c, "ior");
	for (size_t i = 0; i < sizeof faulty / sizeof faulty[0]; i++)
		if (tells(faulty[i].file, faulty[i].code)) {
			c.same++;
		} else {
			printf("%s: %s is not told\n", faulty[i].file, faulty[i].code);
			c.other++;
		}
	printf("%zu logs, %zu figures agree, %zu differ\n", c.logs, c.same, c.other);
	return c.other > 0 || c.logs < 390 || c.same == 0;
}
