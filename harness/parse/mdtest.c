/* What every release of mdtest prints around its tables, and the rows that the table dialects
 * share. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/str.h"
#include "parse/conditions.h"
#include "parse/date.h"
#include "parse/mdtest.h"
#include "parse/number.h"

static const struct {
	const char *label, *name;
} op[] = {
	{ "Directory creation", "dir-create" },
	{ "Directory stat", "dir-stat" },
	{ "Directory rename", "dir-rename" },
	{ "Directory removal", "dir-remove" },
	{ "File creation", "file-create" },
	{ "File create (stonewall)", "file-create-stonewall" },
	{ "File stat", "file-stat" },
	{ "File read", "file-read" },
	{ "File removal", "file-remove" },
	{ "Tree creation", "tree-create" },
	{ "Tree removal", "tree-remove" },
};

_Static_assert(sizeof op / sizeof op[0] == MDTEST_OPERATIONS, "one name for each operation");

size_t
mdtest_operation(const char *label, size_t len)
{
	size_t i = 0;

	while (i < MDTEST_OPERATIONS &&
	       (strlen(op[i].label) != len || strncmp(op[i].label, label, len) != 0))
		i++;
	return i;
}

const char *
mdtest_name(size_t operation)
{
	return op[operation].name;
}

static struct run *
current(struct reader *r, const struct line *l)
{
	return reader_run(r, TOOL_MDTEST, "mdtest", "mdtest1", l->no);
}

/* -- header ---------------------------------------------------------------- */

static void
started(struct reader *r, const struct line *l)
{
	struct run *run;
	const char *from = line_after(l, MARK_STARTED, "-- started at "), *to = strstr(from, " --");

	/* N singletons print N first lines before the first of them goes on */
	run = r->run[TOOL_MDTEST];
	if (run != NULL && run->header && !run->table && !run->finished)
		run = reader_fork(r, TOOL_MDTEST, l->no), run->header = false;
	else
		run = reader_begin(r, TOOL_MDTEST, "mdtest", "mdtest1", l->no);
	run_set(run, "started", from, to != NULL ? (size_t)(to - from) : strlen(from));
	run->started = date_read(from);
}

static void
version_of(struct run *run, const struct line *l)
{
	const char *end = LINE_AT(l, MARK_LAUNCHED), *from = end;

	while (from > l->text && !isspace((unsigned char)from[-1]))
		from--;
	while (from < end && !str_starts(from, "mdtest-"))
		from++;
	if (end - from > 7) {
		free(run->r.version);
		run->r.version = mem_fmt("%.*s", (int)(end - from - 7), from + 7);
	}
}

static void
launched(struct reader *r, const struct line *l)
{
	const char *count = line_after(l, MARK_LAUNCHED, " was launched with "),
		   *on = strstr(count, " on ");
	struct run *run = r->run[TOOL_MDTEST];
	long tasks = atol(count), nodes = on != NULL ? atol(on + 4) : 0;

	if (run == NULL || run->table || run->finished) {
		run = reader_begin(r, TOOL_MDTEST, "mdtest", "mdtest1", l->no);
	} else if (run->header) {
		const char *was = result_get(&run->r, "tasks");

		if (tasks == 1 && was != NULL && strcmp(was, "1") == 0)
			reader_condition(r, conditions_index("singletons"), l->text, l->no, 1);
		else
			run = reader_begin(r, TOOL_MDTEST, "mdtest", "mdtest1", l->no);
	}
	r->latest = TOOL_MDTEST;
	run->header = true;
	version_of(run, l);
	if (tasks > 0)
		result_set(&run->r, "tasks", "%ld", tasks);
	if (nodes > 0)
		result_set(&run->r, "nodes", "%ld", nodes);
	if (nodes > 0 && tasks % nodes == 0)
		result_set(&run->r, "tasks-per-node", "%ld", tasks / nodes);
}

static int
command(struct reader *r, const struct line *l)
{
	const char *from = strchr(LINE_AT(l, MARK_COMMAND), ':');
	struct run *run = r->run[TOOL_MDTEST];

	if (from == NULL || r->latest != TOOL_MDTEST || run == NULL || run->table)
		return 0;
	run_set(run, "command", from + 1, strlen(from + 1));
	return 1;
}

static int
path(struct reader *r, const struct line *l)
{
	const char *from = LINE_AT(l, MARK_PATH) + 4;
	struct run *run = r->run[TOOL_MDTEST];

	if (run == NULL || r->latest != TOOL_MDTEST || run->table ||
	    result_get(&run->r, "path") != NULL)
		return 0;
	while (*from == ' ')
		from++;
	if (*from != ':')
		return 0;
	run_set(run, "path", from + 1, strlen(from + 1));
	return 1;
}

/* "4 tasks, 1000 files/directories": also the start of the next table where -f -l -s give several.
 */
static int
tasks(struct reader *r, const struct line *l)
{
	const char *at = LINE_AT(l, MARK_TASKS), *from = at, *what = at + 8;
	char *end;
	long n;
	unsigned long long items;
	struct run *run = r->run[TOOL_MDTEST];

	while (from > l->text && isdigit((unsigned char)from[-1]))
		from--;
	n = atol(from);
	if (n <= 0 || !isdigit((unsigned char)*what))
		return 0;
	items = strtoull(what, &end, 10);
	if (!str_starts(end, " file") && !str_starts(end, " director"))
		return 0;
	if (run != NULL && run->table && !run->finished)
		run = reader_fork(r, TOOL_MDTEST, l->no);
	else if (run == NULL || run->table)
		run = reader_begin(r, TOOL_MDTEST, "mdtest", "mdtest1", l->no);
	result_set(&run->r, "tasks", "%ld", n);
	result_set(&run->r, "items", "%llu", items);
	run_set(run, "items-kind", end, strcspn(end + 1, " \t\r") + 1);
	/* "1 file" is what -S says: the number of files is not told */
	run->items = str_starts(end, " files") || str_starts(end, " dir") ? (double)items : NAN;
	return 1;
}

static int
finished(struct reader *r, const struct line *l)
{
	const char *from = line_after(l, MARK_FINISHED, "-- finished at "),
		   *to = strstr(from, " --");
	struct run *run = r->run[TOOL_MDTEST];

	if (run == NULL)
		return 1;
	run_set(run, "finished", from, to != NULL ? (size_t)(to - from) : strlen(from));
	for (; run != NULL; run = run->next) {
		run->finished = true;
		run->ended = date_read(from);
	}
	r->table.dialect = NULL;
	r->hold = NULL;
	return 1;
}

static int
stonewall(struct reader *r, const struct line *l)
{
	struct run *run = r->run[TOOL_MDTEST];
	const char *max = strstr(LINE_AT(l, MARK_STONEWALL), "max: "), *n;

	if (run == NULL || max == NULL || (n = result_get(&run->r, "tasks")) == NULL)
		return 0;
	run->items = number_at(max + 5) * atof(n);
	result_set(&run->r, "stonewall", "%s", "yes");
	return 1;
}

static int
read_bytes(struct reader *r, const struct line *l)
{
	const char *from = strchr(LINE_AT(l, MARK_READBYTES), ':');
	struct run *run = r->run[TOOL_MDTEST];

	if (run == NULL || from == NULL)
		return 0;
	run_set(run, "read-bytes", from + 1, strlen(from + 1));
	return 1;
}

static int
head(struct reader *r, struct line *l)
{
	if (LINE_HAS(l, MARK_STARTED))
		started(r, l);
	else if (LINE_HAS(l, MARK_LAUNCHED) && strstr(LINE_AT(l, MARK_LAUNCHED), "task") != NULL)
		launched(r, l);
	else if (LINE_HAS(l, MARK_FINISHED))
		return finished(r, l);
	else if (LINE_HAS(l, MARK_COMMAND))
		return command(r, l);
	else if (LINE_HAS(l, MARK_PATH))
		return path(r, l);
	else if (LINE_HAS(l, MARK_TASKS)) {
		/* on one line: the last row of a table before the next task count */
		if (l->hits.labels > 0)
			mdtest_row(r, l);
		return tasks(r, l);
	} else if (LINE_HAS(l, MARK_STONEWALL))
		return stonewall(r, l);
	else if (LINE_HAS(l, MARK_READBYTES))
		return read_bytes(r, l);
	else
		return 0;
	return 1;
}

const struct parse_ops parse_mdtest = { "mdtest", "header and last line of any mdtest", head };

/* -- tables ---------------------------------------------------------------- */

static void
iterations(struct run *run, const char *heading)
{
	const char *of = strstr(heading, "(of ");

	if (of != NULL && atol(of + 4) > 0)
		result_set(&run->r, "iterations", "%ld", atol(of + 4));
}

void
mdtest_table(struct reader *r, struct line *l, const struct parse_ops *dialect, const char *unit)
{
	static const unsigned char plain[] = { MDTEST_MAX, MDTEST_MIN, MDTEST_MEAN, MDTEST_STDDEV };
	struct run *run = r->run[TOOL_MDTEST];

	/* a second table of the same unit is another run's (the header may be missing in a copy) */
	if (run != NULL && run->table && (run->finished || (run->units & (*unit == 's' ? 2u : 1u))))
		run = reader_begin(r, TOOL_MDTEST, "mdtest", dialect->name, l->no);
	else
		run = current(r, l);
	run_dialect(run, dialect->name);
	run->table = true;
	run->units |= *unit == 's' ? 2 : 1;
	iterations(run, l->text);
	r->table.dialect = dialect;
	r->table.unit = unit;
	r->table.columns = sizeof plain;
	r->table.len = 0;
	memcpy(r->table.column, plain, sizeof plain);
}

void
mdtest_columns(struct reader *r, const char *heading)
{
	static const struct {
		const char *word;
		enum mdtest_column column;
	} words[] = { { "Max", MDTEST_MAX }, { "Min", MDTEST_MIN }, { "Mean", MDTEST_MEAN },
		{ "Std", MDTEST_STDDEV } };
	size_t n = 0, base = 0;

	for (const char *p = heading; *p && n < READER_COLUMNS; p++) {
		if (str_starts(p, "per Rank:"))
			base = MDTEST_RANK_MAX;
		if (str_starts(p, "per Iteration:"))
			base = 0;
		for (size_t i = 0; i < 4; i++)
			if (str_starts(p, words[i].word) && p > heading &&
			    !isalpha((unsigned char)p[-1]))
				r->table.column[n++] = (unsigned char)(words[i].column + base);
	}
	if (n >= 3)
		r->table.columns = n;
}

static void
store_column(struct metric *m, unsigned char column, const struct number *v)
{
	double *to[] = { &m->max, &m->min, &m->mean, &m->stddev };

	if (v->absent)
		return;
	*to[column % MDTEST_RANK_MAX] = v->value;
	if (isnan(v->value))
		run_invalid(m, "nan in the log: the run did not measure it");
}

static bool
nothing_ran(const struct number *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!v[i].absent && !(v[i].value == 0))
			return false;
	return true;
}

/* Columns of the table of --latency. */
static const double percentile[] = { 0.5, 0.9, 0.99, 0.999, 1 };
#define PERCENTILES (sizeof percentile / sizeof percentile[0])

void
mdtest_latency(struct reader *r, const struct parse_ops *dialect)
{
	r->table.dialect = dialect;
	r->table.unit = "us";
	r->table.columns = PERCENTILES;
	r->table.len = 0;
}

static void
store_latency(struct run *run, size_t which, const struct number *v, int line)
{
	struct metric *m = run_metric(run, op[which].name, "ops/s", line);

	detail_free(&m->detail);
	for (size_t i = 0; i < PERCENTILES; i++)
		if (!v[i].absent && v[i].value > 0)
			detail_quantile(&m->detail, percentile[i], v[i].value * 1e-6);
}

static void
store_row(struct reader *r, struct run *run, size_t which, const struct number *v, int line)
{
	const struct table *t = &r->table;
	const struct metric *rate = result_find(&run->r, op[which].name, "ops/s");
	struct metric *m;

	if (*t->unit == 'u') {
		store_latency(run, which, v, line);
		return;
	}
	/* 0.000 everywhere: the phase did not run (or was too short for the time table to show) */
	if (nothing_ran(v, t->columns) && (*t->unit != 's' || rate == NULL))
		return;
	m = run_metric(run, op[which].name, t->unit, line);
	m->line = line;
	if (*t->unit != 's' && strncmp(op[which].name, "tree", 4) != 0 && !isnan(run->items))
		m->work = run->items;
	for (size_t i = 0; i < t->columns; i++) {
		if (t->column[i] < MDTEST_RANK_MAX)
			store_column(m, t->column[i], &v[i]);
	}
	/* m is good until the next metric is made */
	for (size_t i = 0; i < t->columns; i++)
		if (t->column[i] >= MDTEST_RANK_MAX)
			store_column(run_metric(run, op[which].name,
					 *t->unit == 's' ? "s/rank" : "ops/s/rank", line),
			    t->column[i], &v[i]);
}

/* A complete row, or the start of one that was wrapped. */
static int
row_text(struct reader *r, size_t which, const char *text, int line)
{
	struct number v[READER_COLUMNS];
	struct table *t = &r->table;
	const char *rest;
	size_t n;

	while (*text == ' ' || *text == ':' || *text == '\t' || *text == '|')
		text++;
	n = number_list(text, 3, v, t->columns, &rest);
	if (n == 0 || (*rest != '\0' && *rest != '|' && *rest != '`' && n < t->columns))
		return 0;
	/* what began the row may have been closed since */
	if (r->run[TOOL_MDTEST] == NULL)
		return 0;
	if (n == t->columns) {
		store_row(r, r->run[TOOL_MDTEST], which, v, line);
		t->len = 0;
		r->hold = NULL;
		return 1;
	}
	if (!reader_hold(t, text))
		return 0;
	t->line = line;
	t->row = which;
	r->hold = t->dialect;
	return 1;
}

static int
row_goes_on(struct reader *r, struct line *l)
{
	struct table *t = &r->table;
	struct number v[READER_COLUMNS];
	const char *rest, *text = l->text;

	while (*text == '>' || *text == ' ')
		text++;
	if (number_list(text, 3, v, t->columns, &rest) == 0 || *rest != '\0' ||
	    !reader_join(t, text)) {
		r->hold = NULL;
		t->len = 0;
		return 0;
	}
	return row_text(r, t->row, t->text, t->line);
}

static bool
label_of(const struct line *l, size_t *which, const char **behind)
{
	for (size_t i = 0; i < sizeof op / sizeof op[0]; i++)
		if (LINE_HAS(l, (enum mark)(MARK_DIR_CREATE + i))) {
			const char *at = LINE_AT(l, (enum mark)(MARK_DIR_CREATE + i));

			*which = i;
			*behind = at + strlen(op[i].label);
			/* --print-all-procs: one value a rank, not a row of the table */
			return at - l->text < 5 || strncmp(at - 5, "Test ", 5) != 0;
		}
	return false;
}

int
mdtest_row(struct reader *r, struct line *l)
{
	struct number v[4];
	const char *behind, *rest;
	size_t which;

	if (l->hits.labels == 0)
		return r->table.len > 0 ? row_goes_on(r, l) : 0;
	if (LINE_HAS(l, MARK_SECONDS) || !label_of(l, &which, &behind))
		return 0;
	if (r->table.dialect == NULL || r->run[TOOL_MDTEST] == NULL) {
		/* rows whose heading was cut off: only where they cannot be anything else */
		const char *p = behind + strspn(behind, " :\t|");

		if (number_list(p, 3, v, 4, &rest) != 4 || *rest != '\0')
			return 0;
		mdtest_table(r, l, parse_find("mdtest1"), "ops/s");
	}
	return row_text(r, which, behind, l->no);
}

int
mdtest_iteration(struct reader *r, struct line *l)
{
	const char *behind, *rate;
	double seconds, value;
	size_t which;

	if (!LINE_HAS(l, MARK_SECONDS) || !label_of(l, &which, &behind))
		return 0;
	seconds = number_at(behind);
	rate = strstr(behind, "sec,");
	if (rate == NULL || isnan(value = number_at(rate + 4)))
		return 0;
	if (value == 0) /* the phase was not asked for */
		return 1;
	run_sample(current(r, l), op[which].name, "ops/s", value, seconds, l->no);
	return 1;
}
