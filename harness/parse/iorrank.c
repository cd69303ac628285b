/* IOR's saveRankPerformanceDetailsCSV: a line for each rank and phase; the job's rate is the sum
 * over ranks. */
#include <stdlib.h>
#include <string.h>

#include "core/str.h"
#include "parse/csv.h"
#include "parse/number.h"
#include "parse/reader.h"

extern const struct parse_ops parse_iorrank;

static int
heading(struct reader *r, const struct line *l)
{
	struct run *run = reader_begin(r, TOOL_OTHER, "ior", "iorrank", l->no);

	run->table = run->bare = true;
	r->csv.indent = l->hits.at[MARK_CSV_IOR_RANK];
	r->csv.dialect = r->hold = &parse_iorrank;
	return 1;
}

/* Ranks come in order: a lower one begins the next repetition. */
static void
add_rank(struct reader *r, const char *op, long rank, double seconds, double rate, int line)
{
	struct run *run = r->run[TOOL_OTHER];
	struct metric *m = run_metric(run, op, "B/s", line);

	if (rank == 0 || m->n == 0) {
		run_sample(run, op, "B/s", rate, seconds, line);
	} else {
		m->sample[m->n - 1] += rate;
		if (seconds > m->seconds[m->n - 1])
			m->seconds[m->n - 1] = seconds;
	}
	run_sample(run, op, "B/s/rank", rate, seconds, line);
}

static int
row(struct reader *r, const struct line *l)
{
	const char *text = csv_row(l->text, r->csv.indent), *field, *op_text;
	double v[5];
	size_t len, op_len, n = 0;
	char op[16];

	if (r->run[TOOL_OTHER] == NULL || !csv_field(&text, &op_text, &op_len) ||
	    op_len >= sizeof op || op_len == 0)
		return 0;
	while (n < 5 && csv_field(&text, &field, &len) && csv_number(field, len, &v[n]))
		n++;
	if (n < 5)
		return 0;
	memcpy(op, op_text, op_len);
	op[op_len] = '\0';
	add_rank(r, op, number_count(v[0]), v[1], v[3], l->no);
	return 1;
}

static int
line(struct reader *r, struct line *l)
{
	if (LINE_HAS(l, MARK_CSV_IOR_RANK))
		return heading(r, l);
	return r->csv.dialect == &parse_iorrank ? row(r, l) : 0;
}

const struct parse_ops parse_iorrank = { "iorrank", "IOR's saveRankPerformanceDetailsCSV", line };
