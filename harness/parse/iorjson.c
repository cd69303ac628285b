/* IOR with summaryFormat=JSON, key by key, so that a document that is no JSON gives up what it
 * holds all the same. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/str.h"
#include "parse/date.h"
#include "parse/document.h"
#include "parse/ior.h"
#include "parse/iortable.h"
#include "parse/number.h"

#define MIB (1024.0 * 1024)

/* A value of a key: text without quotes, and as a number (NAN where it is none). */
struct item {
	char key[64], text[4096];
	double number;
	bool is_number;
};

static void
set_text(char *to, size_t size, const char *from, size_t len)
{
	if (len >= size)
		len = size - 1;
	memcpy(to, from, len);
	to[len] = '\0';
}

/* Up to the quote that closes a string; a backslash keeps the next character. */
static const char *
string_end(const char *p)
{
	while (*p && *p != '"')
		p += *p == '\\' && p[1] != '\0' ? 2 : 1;
	return p;
}

/* The next "key": value; false where the line has no more.  A key with an object or a list has an
 * empty text. */
static bool
next_item(const char **text, struct item *it)
{
	const char *p = *text, *end;

	for (; (p = strchr(p, '"')) != NULL; p = *end ? end + 1 : end) {
		const char *colon;

		end = string_end(p + 1);
		colon = *end ? end + 1 + strspn(end + 1, " \t") : end;
		if (*colon != ':')
			continue;
		set_text(it->key, sizeof it->key, p + 1, (size_t)(end - p - 1));
		p = colon + 1 + strspn(colon + 1, " \t");
		it->is_number = false;
		it->number = NAN;
		if (*p == '{' || *p == '[') {
			it->text[0] = '\0';
			*text = p + 1;
		} else if (*p == '"') {
			end = string_end(p + 1);
			set_text(it->text, sizeof it->text, p + 1, (size_t)(end - p - 1));
			*text = *end ? end + 1 : end;
		} else {
			end = p + strcspn(p, ", \t}]");
			set_text(it->text, sizeof it->text, p, (size_t)(end - p));
			*text = end;
		}
		if (isdigit((unsigned char)it->text[0]) || strchr("-+ni", it->text[0]) != NULL) {
			char *stop;

			it->number = strtod(it->text, &stop);
			it->is_number = stop != it->text && *stop == '\0';
		}
		return true;
	}
	return false;
}

static struct run *
current(struct reader *r, struct document *d, int line)
{
	struct run *run = r->run[TOOL_IOR];

	if (!d->ior && (run == NULL || run->table || run->finished))
		run = reader_begin(r, TOOL_IOR, "ior", "iorjson", line);
	else
		run = reader_run(r, TOOL_IOR, "ior", "iorjson", line);
	run_dialect(run, "iorjson");
	run->header = true;
	if (run->r.version == NULL && d->version[0] != '\0')
		run->r.version = mem_dup(d->version);
	if (d->command[0] != '\0' && result_get(&run->r, "command") == NULL)
		run_set(run, "command", d->command, strlen(d->command));
	d->ior = true;
	r->options = false;
	return run;
}

static void
store_row(struct run *run, struct document *d, int line)
{
	static const unsigned char column[] = { IOR_BW, IOR_IOPS, IOR_LATENCY, IOR_OPEN, IOR_WRRD,
		IOR_CLOSE, IOR_TOTAL };
	double v[sizeof column];
	bool absent[sizeof column];

	for (size_t i = 0; i < sizeof column; i++) {
		v[i] = d->row[column[i]];
		absent[i] = !d->have[column[i]];
	}
	if (d->op[0] != '\0')
		iortable_row_values(run, d->op, column, v, absent, sizeof column, line);
	memset(d->have, 0, sizeof d->have);
}

/* Results: the key that stands last in each of them ends the row. */
static bool
result_key(struct reader *r, struct document *d, const struct item *it, int line)
{
	static const struct {
		const char *key;
		enum ior_column column;
	} keys[] = { { "bwMiB", IOR_BW }, { "iops", IOR_IOPS }, { "latency", IOR_LATENCY },
		{ "openTime", IOR_OPEN }, { "wrRdTime", IOR_WRRD }, { "closeTime", IOR_CLOSE },
		{ "totalTime", IOR_TOTAL } };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (strcmp(keys[i].key, it->key) == 0 && it->is_number) {
			d->row[keys[i].column] = it->number;
			d->have[keys[i].column] = true;
			if (keys[i].column == IOR_TOTAL)
				store_row(current(r, d, line), d, line);
			return true;
		}
	return false;
}

static void
summary_value(struct metric *m, double *to, double v, int line)
{
	*to = v;
	m->line = line;
	if (isnan(v))
		run_invalid(m, "nan in the log: the run did not measure it");
}

/* The time of single operations, all repetitions together: our own ior --latency. */
static bool
latency_key(struct run *run, const char *op, const struct item *it, int line)
{
	static const struct {
		const char *key;
		double fraction;
	} keys[] = { { "p50", 0.5 }, { "p90", 0.9 }, { "p99", 0.99 }, { "p99.9", 0.999 },
		{ "max", 1 } };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (strcmp(keys[i].key, it->key) == 0 && it->number > 0) {
			detail_quantile(&run_metric(run, op, "B/s", line)->detail, keys[i].fraction,
			    it->number);
			return true;
		}
	return false;
}

static bool
summary_key(struct run *run, struct document *d, const struct item *it, int line)
{
	static const struct {
		const char *key, *unit;
		int which; /* max min mean stddev */
		double scale;
	} keys[] = { { "bwMaxMIB", "B/s", 0, MIB }, { "bwMinMIB", "B/s", 1, MIB },
		{ "bwMeanMIB", "B/s", 2, MIB }, { "bwStdMIB", "B/s", 3, MIB },
		{ "OPsMax", "ops/s", 0, 1 }, { "OPsMin", "ops/s", 1, 1 },
		{ "OPsMean", "ops/s", 2, 1 }, { "OPsSD", "ops/s", 3, 1 },
		{ "MeanTime", "s", 2, 1 } };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (strcmp(keys[i].key, it->key) == 0 && it->is_number) {
			struct metric *m = run_metric(run, d->op, keys[i].unit, line);
			double *to[] = { &m->max, &m->min, &m->mean, &m->stddev };

			summary_value(m, to[keys[i].which], it->number * keys[i].scale, line);
			return true;
		}
	if (strcmp(it->key, "numTasks") == 0 && it->number > 0)
		run_whole(run, "tasks", it->number);
	return latency_key(run, d->op, it, line);
}

static void
max_key(struct run *run, const struct item *it, int line)
{
	const char *op = strcmp(it->key, "writeMiB") == 0  ? "write"
			 : strcmp(it->key, "readMiB") == 0 ? "read"
							   : NULL;
	struct metric *m;

	if (op == NULL || !it->is_number || !(it->number > 0))
		return;
	m = run_metric(run, op, "B/s", line);
	if (isnan(m->max))
		m->max = it->number * MIB;
	run->table = true;
}

/* The run of the test that a row of the summary names; a line within the document may have ended
 * all. */
static struct run *
of_test(struct reader *r, struct document *d, int line)
{
	struct run *run = r->run[TOOL_IOR];

	for (struct run *t = run; t != NULL; t = t->next)
		if (t->test == number_count(d->row[0]))
			return t;
	return run != NULL ? run : current(r, d, line);
}

/* Keys of the document itself and of a test's options. */
static void
head_key(struct reader *r, struct document *d, const struct item *it, int line)
{
	struct run *run;

	if (strcmp(it->key, "Version") == 0) {
		str_copy(d->version, sizeof d->version, it->text);
	} else if (strcmp(it->key, "Command line") == 0) {
		str_copy(d->command, sizeof d->command, it->text);
		if (d->ior)
			current(r, d, line);
	} else if (strcmp(it->key, "Began") == 0 && !isnan(date_read(it->text))) {
		run = current(r, d, line);
		run_set(run, "started", it->text, strlen(it->text));
		run->started = date_read(it->text);
	} else if (strcmp(it->key, "Finished") == 0 && d->ior && !isnan(date_read(it->text))) {
		for (run = r->run[TOOL_IOR]; run != NULL; run = run->next) {
			run_set(run, "finished", it->text, strlen(it->text));
			run->ended = date_read(it->text);
			run->finished = run->table = true;
		}
	} else if (d->ior) {
		ior_setting(current(r, d, line), it->key, it->text, strlen(it->text));
	}
}

static void
test_key(struct reader *r, struct document *d, long test, int line)
{
	struct run *run = current(r, d, line);

	if (d->summary) {
		d->row[0] = (double)test;
		return;
	}
	if (run->test >= 0 && run->test != test)
		run = reader_fork(r, TOOL_IOR, line);
	run->test = test;
	d->row[0] = (double)test;
}

static bool
is_op(const char *text)
{
	return strcmp(text, "write") == 0 || strcmp(text, "read") == 0 ||
	       strcmp(text, "remove") == 0;
}

static void
take(struct reader *r, struct document *d, const struct item *it, int line)
{
	if (strcmp(it->key, "TestID") == 0 && it->is_number) {
		test_key(r, d, number_count(it->number), line);
	} else if (strcmp(it->key, "operation") == 0 && is_op(it->text)) {
		d->summary = true;
		str_copy(d->op, sizeof d->op, it->text);
		current(r, d, line)->table = true;
	} else if (strcmp(it->key, "access") == 0 && is_op(it->text)) {
		str_copy(d->op, sizeof d->op, it->text);
		memset(d->have, 0, sizeof d->have);
	} else if (d->summary && d->ior && d->op[0] != '\0' &&
		   summary_key(of_test(r, d, line), d, it, line)) {
		return;
	} else if (d->op[0] != '\0' && !d->summary && result_key(r, d, it, line)) {
		return;
	} else if (strcmp(it->key, "writeMiB") == 0 || strcmp(it->key, "readMiB") == 0) {
		max_key(current(r, d, line), it, line);
	} else {
		head_key(r, d, it, line);
	}
}

void
iorjson_line(struct reader *r, struct document *d, const struct line *l)
{
	const char *text = l->text;
	struct item it;

	while (next_item(&text, &it))
		take(r, d, &it, l->no);
}

void
iorjson_end(struct reader *r, struct document *d, bool valid, const char *why, int line)
{
	struct run *run = r->run[TOOL_IOR];

	if (run == NULL)
		return;
	if (valid && d->depth == 0) {
		for (; run != NULL; run = run->next)
			run->table = true;
		return;
	}
	result_warn(&run->r, "broken-json",
	    "not valid JSON at line %d (%s): what it holds was read all the same", line,
	    d->depth > 0 ? "the document is not closed" : why);
	run->r.warning[run->r.nwarning - 1].line = line;
}

static int
nothing(struct reader *r, struct line *l)
{
	(void)r;
	(void)l;
	return 0;
}

const struct parse_ops parse_iorjson = { "iorjson",
	"IOR 3.2 to 4.x with summaryFormat=JSON, also broken", nothing };
