#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "parse/check.h"
#include "parse/conditions.h"
#include "parse/context.h"
#include "parse/reader.h"

const char *
line_after(const struct line *l, enum mark mark, const char *word)
{
	return LINE_AT(l, mark) + strlen(word);
}

static void close_list(struct reader *r, struct run *run);

static struct run *
new_run(struct reader *r, enum tool tool, int line)
{
	struct run *run = mem_zero(1, sizeof *run);

	result_init(&run->r);
	run->tool = tool;
	run->serial = context_serial(r->parse);
	run->line = line;
	run->started = run->ended = run->items = run->moved = NAN;
	run->test = -1;
	run->next = r->run[tool];
	run->older = run->next != NULL ? run->next->older + 1 : 0;
	r->run[tool] = run;
	r->latest = tool;
	return run;
}

struct run *
reader_begin(struct reader *r, enum tool tool, const char *name, const char *dialect, int line)
{
	struct run *run;

	for (run = r->run[tool]; run != NULL; run = run->next)
		run->followed = true;
	reader_close(r, tool);
	run = new_run(r, tool, line);
	run->r.tool = mem_dup(name);
	run->r.dialect = mem_dup(dialect);
	return run;
}

/* Tests of one program that are kept open for its last lines; what comes after is not worth the
 * memory. */
#define OPEN_MOST 256

struct run *
reader_fork(struct reader *r, enum tool tool, int line)
{
	struct run *from = r->run[tool];
	struct run *run = new_run(r, tool, line);

	run->r.tool = mem_dup(from->r.tool);
	run->r.version = mem_dup(from->r.version);
	run->r.dialect = mem_dup(from->r.dialect);
	run->header = from->header;
	run->started = from->started;
	for (size_t i = 0; i < from->r.nsetting; i++)
		result_put(&run->r, from->r.setting[i].key, from->r.setting[i].value,
		    strlen(from->r.setting[i].value));
	if (run->older >= OPEN_MOST) {
		run->next = NULL;
		run->older = 0;
		for (struct run *old = from; old != NULL; old = old->next)
			old->followed = true;
		close_list(r, from);
	}
	return run;
}

/* Longer than any heading or row, however it was wrapped. */
#define ROW_MOST 4096

static bool
reserve(struct table *t, size_t len)
{
	if (len > ROW_MOST)
		return false;
	if (len + 1 > t->room) {
		t->room = len + 1;
		t->text = mem_grow(t->text, t->room, 1);
	}
	return true;
}

bool
reader_hold(struct table *t, const char *text)
{
	size_t len = strlen(text);

	/* a part of the text that is there fits without being moved */
	if (!reserve(t, len))
		return false;
	memmove(t->text, text, len + 1);
	t->len = len;
	return true;
}

bool
reader_join(struct table *t, const char *text)
{
	size_t len = strlen(text);

	if (!reserve(t, t->len + 1 + len))
		return false;
	t->text[t->len] = ' ';
	memcpy(t->text + t->len + 1, text, len + 1);
	t->len += 1 + len;
	return true;
}

struct run *
reader_run(struct reader *r, enum tool tool, const char *name, const char *dialect, int line)
{
	r->latest = tool;
	return r->run[tool] != NULL ? r->run[tool] : reader_begin(r, tool, name, dialect, line);
}

/* The conditions met, as warnings of the result, with how often; and what they do to its values. */
static void
settle_conditions(struct run *run)
{
	for (size_t i = 0; run->told != NULL && i < conditions_count(); i++) {
		const struct condition *c = conditions_at(i);
		char *text;

		if (run->told[i].text == NULL)
			continue;
		text = conditions_sentence(c, &run->told[i]);
		result_warn(&run->r, c->code, "%s", text);
		run->r.warning[run->r.nwarning - 1].line = run->told[i].line;
		check_spoil(run, c);
		free(text);
	}
}

static void
free_run(struct run *run)
{
	for (size_t i = 0; run->told != NULL && i < conditions_count(); i++)
		free(run->told[i].text);
	free(run->told);
	strv_free(&run->hosts);
	result_free(&run->r);
	free(run);
}

/* A few lines without banner and table are no run: what they told is the log's. */
static void
give_up(struct reader *r, struct run *run)
{
	for (size_t i = 0; run->told != NULL && i < conditions_count(); i++)
		if (run->told[i].text != NULL)
			context_condition(
			    r->parse, i, run->told[i].text, run->told[i].line, run->told[i].times);
}

/* Older tests of the same program first. */
static void
close_list(struct reader *r, struct run *run)
{
	if (run == NULL)
		return;
	close_list(r, run->next);
	if (run->header || run->table || run->r.nmetric > 0) {
		check_run(run);
		settle_conditions(run);
		context_emit(r->parse, r, run);
	} else {
		give_up(r, run);
	}
	free_run(run);
}

void
reader_close(struct reader *r, enum tool tool)
{
	struct run *run = r->run[tool];

	r->run[tool] = NULL;
	if (r->table.dialect != NULL && r->latest == tool)
		r->table.dialect = NULL;
	close_list(r, run);
}

void
reader_condition(
    struct reader *r, size_t condition, const char *text, int line, unsigned long times)
{
	const struct condition *c = conditions_at(condition);
	struct run *run = r->run[r->latest];

	/* what a launcher refuses is not part of the run before it */
	if (run == NULL || (c->reason != NULL && strcmp(c->reason, "launch") == 0 && !c->spoils)) {
		context_condition(r->parse, condition, text, line, times);
		return;
	}
	if (run->told == NULL)
		run->told = mem_zero(CONDITIONS_MOST, sizeof *run->told);
	conditions_tell(&run->told[condition], text, line, times);
}

struct metric *
run_metric(struct run *run, const char *name, const char *unit, int line)
{
	struct metric *m = result_metric(
	    &run->r, name, unit, strcmp(unit, "s") == 0 ? BETTER_LOWER : BETTER_HIGHER);

	if (m->line == 0)
		m->line = line;
	return m;
}

void
run_sample(
    struct run *run, const char *name, const char *unit, double value, double seconds, int line)
{
	struct metric *m = run_metric(run, name, unit, line);

	metric_add(m, value, seconds);
	m->sample_line = mem_more(m->sample_line, m->n - 1, sizeof *m->sample_line);
	m->sample_line[m->n - 1] = line;
}

void
run_dialect(struct run *run, const char *dialect)
{
	if (run->r.dialect != NULL && strcmp(run->r.dialect, dialect) == 0)
		return;
	free(run->r.dialect);
	run->r.dialect = mem_dup(dialect);
}

void
run_invalid(struct metric *m, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	if (m->invalid != NULL)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	m->invalid = mem_dup(text);
}

void
run_whole(struct run *run, const char *key, double v)
{
	/* printf takes long over a double */
	if (v >= 0 && v < 1e15)
		result_set(&run->r, key, "%llu", (unsigned long long)rint(v));
	else
		result_set(&run->r, key, "%.0f", v);
}

void
run_set(struct run *run, const char *key, const char *text, size_t len)
{
	while (len > 0 && isspace((unsigned char)*text)) {
		text++;
		len--;
	}
	while (len > 0 && isspace((unsigned char)text[len - 1]))
		len--;
	if (len > 0)
		result_put(&run->r, key, text, len < 4096 ? len : 4096);
}
