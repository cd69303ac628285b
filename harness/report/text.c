#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/session.h"
#include "core/units.h"
#include "report/clean.h"
#include "report/facts.h"
#include "report/report.h"
#include "report/strip.h"
#include "report/words.h"

#define WORST_P 0.001

enum { USUAL = 80, BAR = 10, BASE_CELL = 6, NAME_LEAST = 10, NAME_MOST = 40 };

/* Which columns fit: the bar goes first, then the baseline, then the value. */
struct layout {
	FILE *f;
	const struct report_in *in;
	int width, name;
	bool based; /* there is a baseline; else the lowest and highest repetition are shown */
	bool measured, baseline, bar, limit, interval, range;
};

enum { W_VALUE = 13, W_CHANGE = 9, W_OUTCOME = 9, W_INTERVAL = 20 };

static void
fit(struct layout *l, FILE *f, const struct report_in *in)
{
	int left, longest = NAME_LEAST;

	l->f = f;
	l->in = in;
	l->width = in->width > 0 ? in->width : USUAL;
	l->measured = l->width >= 44;
	l->based = facts_based(in);
	l->range = !l->based && l->width >= 72;
	l->baseline = l->based && l->width >= 58;
	l->bar = l->based && l->width >= 79;
	l->limit = l->based && l->width >= 94;
	l->interval = l->based && l->width >= 115;
	left = l->width - 2 - l->based * (1 + W_CHANGE) - 2 * l->range * (1 + W_VALUE) -
	       (1 + W_OUTCOME) - l->measured * (1 + W_VALUE) - l->baseline * (1 + W_VALUE) -
	       l->bar * (1 + BAR) - l->limit * (1 + W_VALUE) - l->interval * (1 + W_INTERVAL);
	for (size_t i = 0; i < in->verdicts->n; i++) {
		int n = (int)clean_length(words_metric(in->verdicts->v[i].metric));

		longest = n > longest ? n : longest;
	}
	l->name = longest < left ? longest : left;
	l->name = l->name < NAME_LEAST ? NAME_LEAST : l->name > NAME_MOST ? NAME_MOST : l->name;
}

static void
tone(const struct layout *l, enum tone t)
{
	static const char *const codes[] = { "32", "31;1", "33", "36", "2" };

	if (l->in->colour)
		fprintf(l->f, "\033[%sm", codes[t]);
}

static void
plain(const struct layout *l)
{
	if (l->in->colour)
		fputs("\033[0m", l->f);
}

/* Text as this terminal shows it, in memory the caller frees. */
static char *
shown(const struct layout *l, const char *text, size_t most)
{
	char *line = clean_line(text, most);

	if (!l->in->ascii)
		return line;
	for (char *p = line, *o = line;; p++) {
		if (((unsigned char)*p & 0xc0) == 0x80)
			continue;
		*o++ = (unsigned char)*p >= 0x80 ? '?' : *p;
		if (*p == '\0')
			return line;
	}
}

/* A cell of that width, left-aligned or right-aligned, after a blank. */
static void
cell(const struct layout *l, const char *text, int width, bool right)
{
	int pad = width - (int)clean_length(text);

	fprintf(l->f, " %*s%s%*s", right && pad > 0 ? pad : 0, "", text,
	    !right && pad > 0 ? pad : 0, "");
}

/* Words of text, wrapped at the width, every line but the first indented. */
static void
wrapped(const struct layout *l, int indent, const char *fmt, ...)
{
	va_list ap;
	char raw[4096], *text, *rest, *word;
	int column = 0;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof raw, fmt, ap);
	va_end(ap);
	text = shown(l, raw, 0);
	for (char *p = text; (p = strstr(p, " %")) != NULL;)
		*p = '\1'; /* "10 %" stays together */
	for (word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
		int n = (int)clean_length(word);

		if (column > indent && column + 1 + n > l->width) {
			fprintf(l->f, "\n%*s", indent, "");
			column = indent;
		} else if (column > 0) {
			fputc(' ', l->f);
			column++;
		}
		for (; *word; word++)
			fputc(*word == '\1' ? ' ' : *word, l->f);
		column += n;
	}
	fputc('\n', l->f);
	free(text);
}

/* The ratio as a bar of BAR cells; the baseline is a tick after BASE_CELL of them. */
static void
bar(const struct layout *l, double ratio)
{
	static const char *const part[] = { " ", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	double cells = isfinite(ratio) && ratio > 0 ? ratio * BASE_CELL : 0;
	int eighths = (int)lround((cells > BAR ? BAR : cells) * 8);

	fputc(' ', l->f);
	for (int i = 0; i < BAR; i++) {
		int here = eighths - 8 * i;

		if (here >= 8)
			fputs(l->in->ascii ? "#" : "█", l->f);
		else if (here > 0 && !l->in->ascii)
			fputs(part[here], l->f);
		else
			fputs(i != BASE_CELL ? " " : l->in->ascii ? "|" : "┊", l->f);
	}
}

static const char *
outcome(enum outcome o)
{
	return o == OUT_NOT_COMPARABLE ? "NOT-COMP." : verdict_outcome(o);
}

static void
range(const struct layout *l, const struct verdict *v)
{
	double low, high;
	char value[64];

	facts_range(l->in, v, &low, &high);
	cell(l, units_human(value, sizeof value, low, v->unit), W_VALUE, true);
	cell(l, units_human(value, sizeof value, high, v->unit), W_VALUE, true);
}

static void
row(const struct layout *l, const struct verdict *v)
{
	char value[64], *name = shown(l, words_metric(v->metric), (size_t)l->name), *text;
	static const char ascii_marks[] = { '+', '~', '?', 'X', '^', 'n', '-', '!', '/', 'k', '.',
		'<' };

	tone(l, words_tone(v->outcome));
	if (l->in->ascii)
		fputc(ascii_marks[v->outcome], l->f);
	else
		fputs(words_mark(v->outcome), l->f);
	plain(l);
	cell(l, name, l->name, false);
	if (l->measured)
		cell(l, units_human(value, sizeof value, facts_value(v), v->unit), W_VALUE, true);
	if (l->baseline)
		cell(l, units_human(value, sizeof value, v->want, v->unit), W_VALUE, true);
	if (l->limit) {
		text = facts_limit(v);
		cell(l, text, W_VALUE, true);
		free(text);
	}
	if (l->range)
		range(l, v);
	if (l->based)
		cell(l, words_change(value, sizeof value, v->ratio), W_CHANGE, true);
	if (l->interval) {
		text = facts_interval(v);
		cell(l, text, W_INTERVAL, true);
		free(text);
	}
	tone(l, words_tone(v->outcome));
	if (l->bar)
		bar(l, v->ratio);
	fprintf(l->f, " %s", outcome(v->outcome));
	plain(l);
	fputc('\n', l->f);
	free(name);
}

static void
head(const struct layout *l)
{
	tone(l, TONE_DULL);
	fputc(' ', l->f);
	cell(l, "", l->name, false);
	if (l->measured)
		cell(l, "measured", W_VALUE, true);
	if (l->baseline)
		cell(l, "baseline", W_VALUE, true);
	if (l->limit)
		cell(l, "limit", W_VALUE, true);
	if (l->range)
		cell(l, "lowest", W_VALUE, true);
	if (l->range)
		cell(l, "highest", W_VALUE, true);
	if (l->based)
		cell(l, "change", W_CHANGE, true);
	if (l->interval)
		cell(l, "95 % interval", W_INTERVAL, true);
	if (l->bar)
		cell(l, "", BAR, true);
	fputs(" result", l->f);
	plain(l);
	fputc('\n', l->f);
}

static bool
is_wrong(const struct verdict *v)
{
	enum tone t = words_tone(v->outcome);

	/* one repetition far below the usual worst is worth a line though the median hides it */
	return t == TONE_BAD || (t == TONE_WARN && v->judged) || v->outcome == OUT_KNOWN ||
	       (v->judged && v->worst_p > 0 && v->worst_p < WORST_P);
}

static void
table(const struct layout *l)
{
	const struct verdict **v = facts_grouped(l->in);
	char *last = NULL;

	for (size_t i = 0; v[i] != NULL; i++) {
		char *step, *text;

		if (l->in->detail < 0 && !is_wrong(v[i]))
			continue;
		step = words_step(v[i]->metric);
		if (last == NULL)
			head(l);
		if (last == NULL || strcmp(last, step) != 0) {
			text = shown(l, step, (size_t)l->width);
			fprintf(l->f, "%s\n", text);
			free(text);
		}
		row(l, v[i]);
		free(last);
		last = step;
	}
	if (last != NULL)
		fputc('\n', l->f);
	free(last);
	free(v);
}

/* A sentence for each metric that is not well. */
static void
reasons(const struct layout *l)
{
	bool any = false;

	for (size_t i = 0; i < l->in->verdicts->n; i++) {
		const struct verdict *v = &l->in->verdicts->v[i];
		char *facts;

		if (!is_wrong(v))
			continue;
		facts = facts_metric(v);
		wrapped(l, 2, "%s: %s", v->metric, v->why ? v->why : facts);
		free(facts);
		any = true;
	}
	if (any)
		fputc('\n', l->f);
}

/* Nodes that were much slower than the others, and what that comes from. */
static void
slow_nodes(const struct layout *l)
{
	for (size_t i = 0; i < l->in->verdicts->nslow; i++)
		wrapped(l, 2, "%s", l->in->verdicts->slow[i].why);
	if (l->in->verdicts->nslow > 0)
		fputc('\n', l->f);
}

/* Caveats by kind: the words, the metrics, the sentence. */
static void
caveats(const struct layout *l)
{
	const struct session *s = l->in->session;

	for (size_t i = 0; i < s->nmetric; i++) {
		const char *code = s->metric[i].caveat;
		char *list = NULL;
		size_t k = 0;

		if (code == NULL)
			continue;
		while (k < i &&
		       (s->metric[k].caveat == NULL || strcmp(s->metric[k].caveat, code) != 0))
			k++;
		if (k < i)
			continue;
		for (k = i; k < s->nmetric; k++) {
			char *longer;

			if (s->metric[k].caveat == NULL || strcmp(s->metric[k].caveat, code) != 0)
				continue;
			longer = list ? mem_fmt("%s, %s", list, s->metric[k].id)
				      : mem_dup(s->metric[k].id);
			free(list);
			list = longer;
		}
		wrapped(l, 2, "* %s: %s. %s", words_caveat(code), list, words_caveat_help(code));
		free(list);
	}
}

static void
notes(const struct layout *l)
{
	const struct session *s = l->in->session;
	const struct verdicts *vs = l->in->verdicts;

	caveats(l);
	for (size_t i = 0; i < s->nwarning; i++)
		if (!facts_said(l->in, &s->warning[i]))
			wrapped(l, 2, "* %s", s->warning[i].text);
	if (vs->nchange > 0)
		fputs("\nChanged since the baseline:\n", l->f);
	for (size_t i = 0; i < vs->nchange; i++)
		wrapped(l, 2, "* %s: was %s, is %s%s", words_env(vs->change[i].key),
		    vs->change[i].was ? vs->change[i].was : "not recorded",
		    vs->change[i].is ? vs->change[i].is : "not recorded",
		    vs->change[i].blocks ? " (so it is not comparable)" : "");
}

static void
pairs(const struct layout *l, const char *title, const struct setting *s, size_t n, bool named)
{
	if (n == 0)
		return;
	fprintf(l->f, "\n%s:\n", title);
	for (size_t i = 0; i < n; i++)
		wrapped(l, 4, "  %s: %s", named ? words_env(s[i].key) : s[i].key,
		    s[i].value ? s[i].value : "");
}

static void
title(const struct layout *l)
{
	const struct verdicts *vs = l->in->verdicts;
	char *where = facts_where(l->in), *when = facts_when(l->in);

	tone(l, words_word_tone(vs->word));
	wrapped(l, 2, "%s", vs->headline ? vs->headline : verdict_word(vs->word));
	plain(l);
	if (l->in->detail >= 0) {
		wrapped(l, 2, "%s: %s", vs->machine ? vs->machine : "-", where);
		wrapped(l, 2, "%s; baseline: %s", when, vs->baseline ? vs->baseline : "none");
	}
	fputc('\n', l->f);
	free(where);
	free(when);
}

/* What each judged metric's verdict rests on. */
static void
statistics(const struct layout *l)
{
	bool any = false;

	for (size_t i = 0; i < l->in->verdicts->n; i++) {
		const struct verdict *v = &l->in->verdicts->v[i];
		char *interval;

		if (!v->judged || !isfinite(v->ratio))
			continue;
		if (!any)
			fputs("\nStatistics\n", l->f);
		any = true;
		interval = facts_interval(v);
		fprintf(l->f, "  %s: ratio %.3f", v->metric, v->ratio);
		if (isfinite(v->ci_low))
			fprintf(l->f, ", 95 %% %s", interval);
		fprintf(l->f, ", %d day%s, %zu repetitions", v->blocks, v->blocks == 1 ? "" : "s",
		    v->reps);
		if (isfinite(v->p))
			fprintf(l->f, ", p %.2g", v->p);
		if (isfinite(v->detectable))
			fprintf(l->f, ", finds %.0f %%", 100 * v->detectable);
		fputc('\n', l->f);
		free(interval);
	}
}

static int
write_text(FILE *f, const struct report_in *in, struct err *e)
{
	struct layout l;

	(void)e;
	fit(&l, f, in);
	title(&l);
	table(&l);
	reasons(&l);
	slow_nodes(&l);
	if (in->detail >= 0) {
		strip_text(f, in);
		notes(&l);
	}
	if (in->detail > 0) {
		statistics(&l);
		pairs(&l, "Environment", in->session->env, in->session->nenv, true);
		pairs(&l, "Commands", in->session->recipe, in->session->nrecipe, false);
	}
	if (in->verdicts->advice != NULL) {
		if (in->detail >= 0)
			fputc('\n', f);
		wrapped(&l, 2, "Next: %s", in->verdicts->advice);
	}
	return 0;
}

const struct report_ops report_text = {
	.name = "text",
	.file = "report.txt",
	.help = "a table for a terminal",
	.write = write_text,
};
