/* IOR's two tables: what each column means is read from the heading. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/str.h"
#include "parse/iortable.h"
#include "parse/number.h"

#define MIB (1024.0 * 1024)

static const struct {
	const char *word;
	enum ior_column column;
} columns[] = {
	{ "Max(MiB)", IOR_MAX },
	{ "Min(MiB)", IOR_MIN },
	{ "Mean(MiB)", IOR_MEAN },
	{ "StdDev", IOR_STDDEV },
	{ "Max(OPs)", IOR_OPS_MAX },
	{ "Min(OPs)", IOR_OPS_MIN },
	{ "Mean(OPs)", IOR_OPS_MEAN },
	{ "Mean(s)", IOR_SECONDS },
	{ "Mean(s)Op", IOR_SECONDS },
	{ "Op", IOR_NOTHING },
	{ "grep", IOR_NOTHING },
	{ "Stonewall(s)", IOR_STONEWALL_S },
	{ "Stonewall(MiB)", IOR_STONEWALL_B },
	{ "Test#", IOR_TEST },
	{ "#Tasks", IOR_TASKS },
	{ "tPN", IOR_TPN },
	{ "reps", IOR_REPS },
	{ "fPP", IOR_OTHER },
	{ "reord", IOR_OTHER },
	{ "reordoff", IOR_OTHER },
	{ "reordrand", IOR_OTHER },
	{ "seed", IOR_OTHER },
	{ "segcnt", IOR_SEGMENTS },
	{ "blksiz", IOR_BLOCK },
	{ "xsize", IOR_TRANSFER },
	{ "aggsize", IOR_BYTES },
	{ "aggs(MiB)", IOR_MIB },
	{ "API", IOR_API },
	{ "RefNum", IOR_OTHER },
	{ "bw(MiB/s)", IOR_BW },
	{ "IOPS", IOR_IOPS },
	{ "Latency(s)", IOR_LATENCY },
	{ "block(KiB)", IOR_OTHER },
	{ "xfer(KiB)", IOR_OTHER },
	{ "open(s)", IOR_OPEN },
	{ "wr/rd(s)", IOR_WRRD },
	{ "close(s)", IOR_CLOSE },
	{ "total(s)", IOR_TOTAL },
	{ "iter", IOR_ITER },
	{ "Latency", IOR_LATENCY },
	{ "numTasks", IOR_OTHER },
};

bool
iortable_is_operation(const struct line *l, const char *spelling)
{
	return LINE_HAS(l, MARK_OPERATION) && strstr(LINE_AT(l, MARK_OPERATION), spelling) != NULL;
}

bool
iortable_is_access(const struct line *l)
{
	return LINE_HAS(l, MARK_ACCESS) && strstr(LINE_AT(l, MARK_ACCESS), "bw(MiB/s)") != NULL;
}

/* The next word of a heading with "Max (MiB)" and "Std Dev" made one word. */
static bool
heading_word(const char **text, char *word, size_t size)
{
	size_t n = 0;
	const char *p = *text + strspn(*text, " \t");

	if (*p == '\0')
		return false;
	for (;;) {
		while (*p && *p != ' ' && *p != '\t' && n + 1 < size)
			word[n++] = *p++;
		word[n] = '\0';
		while (*p && *p != ' ' && *p != '\t')
			p++;
		*text = p;
		p += strspn(p, " \t");
		if (*p != '(' && !(strcmp(word, "Std") == 0 && str_starts(p, "Dev")))
			return true;
	}
}

static int
column_of(const char *word)
{
	for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
		if (columns[i].word[0] == word[0] && strcmp(columns[i].word, word) == 0)
			return (int)columns[i].column;
	return -1;
}

unsigned char
iortable_column(const char *word, size_t len)
{
	char text[64];
	int c;

	if (len >= sizeof text)
		return IOR_OTHER;
	memcpy(text, word, len);
	text[len] = '\0';
	c = column_of(text);
	return (unsigned char)(c < 0 ? IOR_OTHER : c);
}

/* Another rank's line may break into a heading: its last release's columns are taken then. */
#define NEWEST                                                                                     \
	"Max(MiB) Min(MiB) Mean(MiB) StdDev Max(OPs) Min(OPs) Mean(OPs) StdDev Mean(s) "           \
	"Stonewall(s) Stonewall(MiB) Test# #Tasks tPN reps fPP reord reordoff reordrand seed "     \
	"segcnt blksiz xsize aggs(MiB) API RefNum"

static bool
interrupted(const struct table *t, const char *word)
{
	return t->columns >= 2 && t->columns < 9 && t->column[0] == IOR_MAX &&
	       t->column[1] == IOR_MIN && strchr(word, ':') != NULL;
}

static void
read_heading(struct table *t)
{
	const char *p = t->text;
	char word[64];
	bool ops = false;

	t->columns = 0;
	while (t->columns < READER_COLUMNS && heading_word(&p, word, sizeof word)) {
		int c = column_of(word);

		if (c == IOR_NOTHING)
			continue;
		if (c < 0 && interrupted(t, word)) {
			t->columns = 0;
			ops = false;
			p = NEWEST;
			t->heading = false;
			continue;
		}
		if (c == IOR_OPS_MAX)
			ops = true;
		if (c == IOR_STDDEV && ops)
			c = IOR_OPS_STDDEV;
		t->column[t->columns++] = (unsigned char)(c < 0 ? IOR_OTHER : c);
	}
}

static void
open_table(struct table *t, const char *heading, const struct parse_ops *dialect)
{
	t->dialect = dialect;
	t->heading = true;
	if (!reader_hold(t, heading))
		reader_hold(t, "");
	read_heading(t);
}

static bool
has_column(const struct table *t, enum ior_column c)
{
	return memchr(t->column, (int)c, t->columns) != NULL;
}

void
iortable_operation(struct reader *r, struct line *l, const struct parse_ops *dialect)
{
	struct run *run = reader_run(r, TOOL_IOR, "ior", dialect->name, l->no);

	open_table(&r->table, LINE_AT(l, MARK_OPERATION) + strlen("Operation "), dialect);
	/* a table of a run of which the copy lacks the header */
	if (run->table && (run->finished || !has_column(&r->table, IOR_TEST)))
		run = reader_begin(r, TOOL_IOR, "ior", dialect->name, l->no);
	r->table.dialect = dialect;
	for (; run != NULL; run = run->next) {
		run_dialect(run, dialect->name);
		run->table = true;
	}
	r->summary = true;
	r->options = false;
	r->hold = dialect;
}

void
iortable_access(struct reader *r, struct line *l, const struct parse_ops *dialect)
{
	struct run *run = reader_run(r, TOOL_IOR, "ior", dialect->name, l->no);

	run_dialect(run, dialect->name);
	open_table(&r->access, LINE_AT(l, MARK_ACCESS) + strlen("access "), dialect);
	r->summary = false;
	r->options = false;
	r->hold = dialect;
}

/* -- rows ------------------------------------------------------------------ */

static void
part(struct run *run, const char *op, const char *what, const char *unit, double v, int line)
{
	char name[64];

	str_copy(name, sizeof name, op);
	str_copy(name + strlen(name), sizeof name - strlen(name), what);
	run_sample(run, name, unit, v, NAN, line);
}

static void
iteration(struct run *run, const char *op, const double *v, const bool *have, int line)
{
	double bytes = run->moved > 0 ? run->moved : run->items;
	struct metric *m;

	if (have[IOR_BW]) {
		run_sample(
		    run, op, "B/s", v[IOR_BW] * MIB, have[IOR_TOTAL] ? v[IOR_TOTAL] : NAN, line);
		m = run_metric(run, op, "B/s", line);
		if (bytes > 0)
			m->work = bytes;
		if (run->moved == 0)
			run_invalid(m, "no bytes were moved");
		if (isnan(v[IOR_BW]))
			run_invalid(m, "nan in the log: the run did not measure it");
		run->moved = NAN;
	} else if (have[IOR_TOTAL]) {
		run_sample(run, op, "s", v[IOR_TOTAL], NAN, line);
		return;
	}
	if (have[IOR_IOPS])
		part(run, op, "-iops", "1/s", v[IOR_IOPS], line);
	if (have[IOR_LATENCY])
		part(run, op, "-latency", "s", v[IOR_LATENCY], line);
	if (have[IOR_OPEN])
		part(run, op, "-open", "s", v[IOR_OPEN], line);
	if (have[IOR_WRRD])
		part(run, op, "-transfer", "s", v[IOR_WRRD], line);
	if (have[IOR_CLOSE])
		part(run, op, "-close", "s", v[IOR_CLOSE], line);
}

static void
statistics(struct metric *m, const double *v, const bool *have, enum ior_column first, double scale,
    int line)
{
	double *to[] = { &m->max, &m->min, &m->mean, &m->stddev };

	m->line = line;
	for (size_t i = 0; i < 4; i++)
		if (have[first + i]) {
			*to[i] = v[first + i] * scale;
			if (isnan(v[first + i]))
				run_invalid(m, "nan in the log: the run did not measure it");
		}
}

static void
summary(struct run *run, const char *op, const double *v, const bool *have, int line)
{
	struct metric *m;

	if (have[IOR_MEAN] || have[IOR_MAX]) {
		m = run_metric(run, op, "B/s", line);
		statistics(m, v, have, IOR_MAX, MIB, line);
		if (have[IOR_BYTES] && v[IOR_BYTES] > 0)
			run->items = v[IOR_BYTES];
		if (run->items > 0 && m->work == 0)
			m->work = run->items;
	}
	if (have[IOR_OPS_MEAN])
		statistics(run_metric(run, op, "ops/s", line), v, have, IOR_OPS_MAX, 1, line);
	if (have[IOR_SECONDS]) {
		m = run_metric(run, op, "s", line);
		m->mean = v[IOR_SECONDS];
		m->line = line;
	}
	if (have[IOR_STONEWALL_S])
		run_metric(
		    run, strcmp(op, "read") == 0 ? "read-stonewall" : "write-stonewall", "s", line)
		    ->mean = v[IOR_STONEWALL_S];
	if (have[IOR_TASKS] && v[IOR_TASKS] > 0 && result_get(&run->r, "tasks") == NULL)
		run_whole(run, "tasks", v[IOR_TASKS]);
	if (have[IOR_TPN] && v[IOR_TPN] > 0 && result_get(&run->r, "tasks-per-node") == NULL)
		run_whole(run, "tasks-per-node", v[IOR_TPN]);
	if (have[IOR_REPS] && v[IOR_REPS] > 0 && result_get(&run->r, "iterations") == NULL)
		run_whole(run, "iterations", v[IOR_REPS]);
	if (have[IOR_BLOCK] && v[IOR_BLOCK] > 0)
		run_whole(run, "block", v[IOR_BLOCK]);
	if (have[IOR_TRANSFER] && v[IOR_TRANSFER] > 0)
		run_whole(run, "transfer", v[IOR_TRANSFER]);
	if (have[IOR_SEGMENTS] && v[IOR_SEGMENTS] > 0)
		run_whole(run, "segments", v[IOR_SEGMENTS]);
	if (have[IOR_BYTES] && v[IOR_BYTES] > 0)
		run_whole(run, "aggregate", v[IOR_BYTES]);
}

void
iortable_row_values(struct run *run, const char *op, const unsigned char *column, const double *v,
    const bool *absent, size_t n, int line)
{
	double by[IOR_NOTHING] = { 0 };
	bool have[IOR_NOTHING] = { false };

	for (size_t i = 0; i < n; i++)
		if (column[i] < IOR_NOTHING && !absent[i]) {
			by[column[i]] = v[i];
			have[column[i]] = true;
		}
	if (have[IOR_BW] || have[IOR_TOTAL])
		iteration(run, op, by, have, line);
	else
		summary(run, op, by, have, line);
}

static struct run *
run_of_test(struct reader *r, const struct table *t, const double *v, const bool *absent)
{
	struct run *run = r->run[TOOL_IOR];

	for (size_t i = 0; i < t->columns; i++)
		if (t->column[i] == IOR_TEST && !absent[i])
			for (; run != NULL; run = run->next)
				if (run->test == number_count(v[i]))
					return run;
	return r->run[TOOL_IOR];
}

/* The columns of one row; false where the text is not a whole row. */
static bool
row_numbers(const struct table *t, const char *text, double *v, bool *absent, bool *nothing)
{
	size_t i;

	*nothing = true;
	for (i = 0; i < t->columns; i++) {
		struct number x;

		text += strspn(text, " \t");
		if (t->column[i] == IOR_API || *text == '\0' || *text == '\r')
			break;
		if (!number_read(&text,
			t->column[i] == IOR_SECONDS ? 5
			: t->column[i] >= IOR_BW    ? 6
						    : 2,
			true, &x))
			break;
		v[i] = x.value;
		absent[i] = x.absent;
		*nothing = false;
	}
	/* what comes after the API's name is of no use, and columns may be cut off at the right */
	for (size_t j = i; j < t->columns; j++) {
		absent[j] = true;
		if (t->column[j] <= IOR_SECONDS && t->column[j] != IOR_OTHER)
			return false;
		if (t->column[j] == IOR_TOTAL)
			return false;
	}
	return true;
}

/* Old rows end with "EXCEL", wherever the mail program wrapped them; a row of a heading with an API
 * column has it. */
static bool
row_whole(const struct table *t, const char *text)
{
	if (has_column(t, IOR_API) || has_column(t, IOR_BW) || strstr(text, "EXCEL") != NULL)
		return true;
	return !has_column(t, IOR_TASKS);
}

static int
row(struct reader *r, struct table *t, const char *op, const char *text, int line)
{
	double v[READER_COLUMNS];
	bool absent[READER_COLUMNS], nothing;

	if (row_numbers(t, text, v, absent, &nothing) && row_whole(t, text)) {
		iortable_row_values(
		    run_of_test(r, t, v, absent), op, t->column, v, absent, t->columns, line);
		t->pending[0] = '\0';
		return 1;
	}
	if (nothing || !reader_hold(t, text))
		return 0;
	str_copy(t->pending, sizeof t->pending, op);
	t->line = line;
	return 1;
}

static bool
op_of(const struct line *l, char *op, size_t size, const char **behind)
{
	static const struct {
		enum mark mark;
		const char *word;
	} ops[] = { { MARK_WRITE, "write" }, { MARK_READ, "read" }, { MARK_REMOVE, "remove" } };

	for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
		if (LINE_HAS(l, ops[i].mark)) {
			const char *at = LINE_AT(l, ops[i].mark), *next;

			*behind = at + strlen(ops[i].word);
			next = *behind + strspn(*behind, " \t");
			if ((at > l->text && !isspace((unsigned char)at[-1]) && at[-1] != '|' &&
				at[-1] != ':') ||
			    !(isdigit((unsigned char)*next) || *next == '-' || *next == 'i' ||
				*next == 'n'))
				continue;
			str_copy(op, size, ops[i].word);
			return true;
		}
	return false;
}

static int
goes_on(struct reader *r, struct table *t, struct line *l)
{
	const char *text = l->text + strspn(l->text, " >\t");
	char op[16];

	if (t->heading) {
		char word[64];
		const char *p = text;

		if (!heading_word(&p, word, sizeof word) || (column_of(word) < 0 && word[0] != '('))
			return 0;
		if (!reader_join(t, text))
			return 0;
		read_heading(t);
		return 1;
	}
	if (!(isdigit((unsigned char)*text) || (*text == '-' && text[1] != '-') ||
		str_starts(text, "NA") || str_starts(text, "EXCEL"))) {
		t->pending[0] = '\0';
		return 0;
	}
	if (!reader_join(t, text)) {
		t->pending[0] = '\0';
		return 0;
	}
	str_copy(op, sizeof op, t->pending);
	return row(r, t, op, t->text, t->line);
}

int
iortable_rows(struct reader *r, struct line *l, const struct parse_ops *dialect)
{
	struct table *t = r->summary ? &r->table : &r->access;
	const char *behind;
	char op[16];

	if (LINE_HAS(l, MARK_EXCEL))
		t = strstr(l->text, "XXCEL") != NULL ? &r->access : &r->table;
	if (t->dialect != dialect || r->run[TOOL_IOR] == NULL)
		return 0;
	if (op_of(l, op, sizeof op, &behind)) {
		t->heading = false;
		return row(r, t, op, behind, l->no);
	}
	if (str_starts(l->text + strspn(l->text, " >\t"), "---")) {
		t->heading = false;
		return 1;
	}
	if (t->heading || t->pending[0] != '\0')
		return goes_on(r, t, l);
	return 0;
}
