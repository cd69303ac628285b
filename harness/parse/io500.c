/* IO500's summary: "[RESULT] ior-easy-write 0.34 GiB/s : time 37.0 seconds", old and new, and
 * "[SCORE ]". */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/str.h"
#include "parse/io500.h"
#include "parse/number.h"

static void
name_of(char *to, size_t size, const char *name, size_t len)
{
	size_t n = 0;

	for (; n < len && n + 1 < size; n++)
		to[n] = name[n] == '_' ? '-' : name[n];
	to[n] = '\0';
}

void
io500_value(struct run *run, const char *name, size_t len, double value, const char *unit, int line)
{
	static const struct {
		const char *text, *unit;
		double scale;
	} units[] = { { "GiB/s", "B/s", 1024.0 * 1024 * 1024 }, { "MiB/s", "B/s", 1024.0 * 1024 },
		{ "GB/s", "B/s", 1e9 }, { "MB/s", "B/s", 1e6 }, { "kIOPS", "ops/s", 1000 },
		{ "kiops", "ops/s", 1000 }, { "IOPS", "ops/s", 1 }, { "", "1", 1 } };
	char to[64];
	struct metric *m;
	size_t i = 0;

	while (!str_starts(unit, units[i].text))
		i++;
	name_of(to, sizeof to, name, len);
	m = run_metric(run, to, units[i].unit, line);
	m->mean = value * units[i].scale;
	m->line = line;
	if (isnan(value))
		run_invalid(m, "nan in the log: the run did not measure it");
}

void
io500_seconds(struct run *run, const char *name, size_t len, double seconds, int line)
{
	char to[64];

	name_of(to, sizeof to, name, len);
	run_metric(run, to, "s", line)->mean = seconds;
}

static struct run *
current(struct reader *r, const struct line *l)
{
	struct run *run = r->run[TOOL_IO500];

	if (run != NULL && run->finished)
		run = reader_begin(r, TOOL_IO500, "io500", "io500", l->no);
	else
		run = reader_run(r, TOOL_IO500, "io500", "io500", l->no);
	return run;
}

static bool
next_word(const char **text, const char **word, size_t *len)
{
	*text += strspn(*text, " \t");
	*word = *text;
	*len = strcspn(*text, " \t");
	*text += *len;
	return *len > 0;
}

/* The first word that is followed by a number and a unit: in the old form "BW phase 1" stands
 * before it. */
static bool
split(const char *text, const char **name, size_t *len, double *value, const char **unit)
{
	const char *word, *last = NULL;
	size_t n, last_len = 0;

	while (next_word(&text, &word, &n)) {
		const char *p = word;
		struct number v;

		if (last != NULL && number_read(&p, 99, false, &v) &&
		    isalpha((unsigned char)p[strspn(p, " ")]) && strncmp(last, "phase", 5) != 0) {
			*name = last;
			*len = last_len;
			*value = v.value;
			*unit = p + strspn(p, " ");
			return true;
		}
		last = word;
		last_len = n;
	}
	return false;
}

static int
result(struct reader *r, const struct line *l, const char *at, bool counts)
{
	const char *name, *unit, *time, *close = strchr(at, ']');
	bool invalid = strstr(at, "nvalid]") != NULL || strstr(at, "INVALID") != NULL;
	struct run *run;
	double value;
	size_t len;
	char to[64];

	if (close == NULL || !split(close + 1, &name, &len, &value, &unit))
		return 0;
	run = current(r, l);
	run->table = true;
	/* a phase that gives no score and no value, like the time stamp */
	if (!counts && value == 0)
		return 1;
	io500_value(run, name, len, value, unit, l->no);
	time = strstr(unit, "time");
	if (time != NULL && number_at(time + 4) > 0)
		io500_seconds(run, name, len, number_at(time + 4), l->no);
	name_of(to, sizeof to, name, len);
	for (size_t i = 0; invalid && i < run->r.nmetric; i++)
		if (strcmp(run->r.metric[i].name, to) == 0)
			run_invalid(&run->r.metric[i], "IO500 calls this phase invalid");
	return 1;
}

static void
score_part(struct run *run, const char *text, const char *word, const char *name, int line)
{
	const char *at = strstr(text, word), *p;
	struct number v;

	if (at == NULL)
		return;
	p = at + strlen(word);
	p += strspn(p, " ");
	if (!number_read(&p, 99, false, &v))
		return;
	p += strspn(p, " ");
	io500_value(run, name, strlen(name), v.value, isalpha((unsigned char)*p) ? p : "", line);
	if (strstr(text, "INVALID") != NULL)
		for (size_t i = 0; i < run->r.nmetric; i++)
			if (strcmp(run->r.metric[i].name, name) == 0)
				run_invalid(&run->r.metric[i], "IO500 calls this run invalid");
}

static int
score(struct reader *r, const struct line *l)
{
	const char *text = LINE_AT(l, MARK_SCORE);
	struct run *run;

	if (strstr(text, "TOTAL") == NULL)
		return 0;
	run = current(r, l);
	score_part(run, text, "Bandwidth", "score-bandwidth", l->no);
	score_part(run, text, "IOPS", "score-iops", l->no);
	score_part(run, text, "TOTAL", "score", l->no);
	run->finished = run->table = true;
	return 1;
}

static int
line(struct reader *r, struct line *l)
{
	if (LINE_HAS(l, MARK_RESULT))
		return result(r, l, LINE_AT(l, MARK_RESULT), true);
	if (LINE_HAS(l, MARK_EXTRA))
		return result(r, l, LINE_AT(l, MARK_EXTRA), false);
	if (LINE_HAS(l, MARK_SCORE))
		return score(r, l);
	if (LINE_HAS(l, MARK_IO500)) {
		const char *from = line_after(l, MARK_IO500, "IO500 version");
		struct run *run = current(r, l);

		from += *from == ' ';
		if (run->table)
			run = reader_begin(r, TOOL_IO500, "io500", "io500", l->no);
		run->header = true;
		free(run->r.version);
		run->r.version = mem_fmt("%.*s", (int)strcspn(from, " "), from);
		return 1;
	}
	return 0;
}

const struct parse_ops parse_io500 = { "io500", "IO500's result_summary.txt, old and new", line };
