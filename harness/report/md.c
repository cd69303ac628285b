#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/session.h"
#include "core/units.h"
#include "report/clean.h"
#include "report/facts.h"
#include "report/report.h"
#include "report/words.h"

enum { TEXT_MOST = 400 };

/* Text that means nothing to Markdown: no markup, no HTML, no table cell, no link. */
static void
text(FILE *f, const char *value)
{
	char *line = clean_line(value, TEXT_MOST);

	for (char *p = line; *p; p++)
		if (*p == '<')
			fputs("&lt;", f);
		else if (*p == '>')
			fputs("&gt;", f);
		else if (*p == '&')
			fputs("&amp;", f);
		else if (strchr("\\`*_[]|#~$@!", *p) != NULL)
			fprintf(f, "\\%c", *p);
		else
			fputc(*p, f);
	free(line);
}

/* A command as code: a fence longer than any run of backticks in it. */
static void
code(FILE *f, const char *command)
{
	char *clean = clean_text(command, strlen(command));
	int longest = 2, run = 0;

	for (char *p = clean; *p; p++) {
		run = *p == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	for (int i = 0; i <= longest; i++)
		fputc('`', f);
	fprintf(f, "sh\n%s\n", clean);
	for (int i = 0; i <= longest; i++)
		fputc('`', f);
	fputs("\n\n", f);
	free(clean);
}

static const char *
sign(enum tone t)
{
	static const char *const signs[] = {
		":white_check_mark:", ":x:", ":warning:", ":information_source:", ":white_circle:"
	};

	return signs[t];
}

static void
row(FILE *f, const struct report_in *in, const struct verdict *v)
{
	static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	char buf[64], *step = words_step(v->metric);
	double *x, most = 0;
	size_t n = facts_history(in, v, &x), from = n > 12 ? n - 12 : 0;

	fprintf(f, "| %s %s | ", sign(words_tone(v->outcome)), verdict_outcome(v->outcome));
	text(f, step);
	fputs(" | ", f);
	text(f, words_metric(v->metric));
	if (v->caveat != NULL) {
		fputs(" (", f);
		text(f, words_caveat(v->caveat));
		fputs(")", f);
	}
	fprintf(f, " | %s", units_human(buf, sizeof buf, facts_value(v), v->unit));
	fprintf(f, " | %s", units_human(buf, sizeof buf, v->want, v->unit));
	fprintf(f, " | %s", units_human(buf, sizeof buf, v->limit, v->unit));
	fprintf(f, " | %s | ", words_change(buf, sizeof buf, v->ratio));
	for (size_t i = from; i < n; i++)
		most = fmax(most, x[i]);
	for (size_t i = from; n > 1 && i < n; i++)
		fputs(bars[most > 0 ? (int)lround(7 * x[i] / most) : 0], f);
	fputs(" |\n", f);
	free(step);
	free(x);
}

static void
item(FILE *f, const char *what, const char *value)
{
	fputs("- ", f);
	if (what != NULL) {
		text(f, what);
		fputs(": ", f);
	}
	text(f, value);
	fputc('\n', f);
}

static void
notes(FILE *f, const struct report_in *in)
{
	const struct session *s = in->session;
	const struct verdicts *vs = in->verdicts;

	for (size_t i = 0; i < vs->n; i++)
		if (vs->v[i].why != NULL && words_tone(vs->v[i].outcome) == TONE_BAD)
			item(f, vs->v[i].metric, vs->v[i].why);
	for (size_t i = 0; i < s->nmetric; i++)
		if (s->metric[i].caveat != NULL)
			item(f, s->metric[i].id, words_caveat(s->metric[i].caveat));
	for (size_t i = 0; i < s->nwarning; i++)
		item(f, NULL, s->warning[i].text);
	for (size_t i = 0; i < vs->nchange; i++) {
		fputs("- ", f);
		text(f, words_env(vs->change[i].key));
		fputs(" was ", f);
		text(f, vs->change[i].was ? vs->change[i].was : "not recorded");
		fputs(", is ", f);
		text(f, vs->change[i].is ? vs->change[i].is : "not recorded");
		fputs(vs->change[i].blocks ? ": not comparable\n" : "\n", f);
	}
	fputc('\n', f);
}

static int
write_md(FILE *f, const struct report_in *in, struct err *e)
{
	const struct verdicts *vs = in->verdicts;
	char *where = facts_where(in), *when = facts_when(in), *again = facts_repeat(in);

	(void)e;
	fprintf(f, "## %s ", sign(words_word_tone(vs->word)));
	text(f, vs->headline ? vs->headline : verdict_word(vs->word));
	fputs("\n\n**", f);
	text(f, vs->machine);
	fputs("**: ", f);
	text(f, where);
	fputs(". ", f);
	text(f, when);
	fputs(". Baseline: ", f);
	text(f, vs->baseline ? vs->baseline : "none");
	fprintf(f, ". Verdict %s, exit status %d.\n\n", verdict_word(vs->word), vs->code);
	if (vs->advice != NULL) {
		fputs("**Next:** ", f);
		text(f, vs->advice);
		fputs("\n\n", f);
	}
	if (vs->n > 0)
		fputs(
		    "| Result | Step | Metric | Measured | Baseline | Limit | Change | History |\n"
		    "|:--|:--|:--|--:|--:|--:|--:|:--|\n",
		    f);
	for (size_t i = 0; i < vs->n; i++)
		row(f, in, &vs->v[i]);
	fputc('\n', f);
	notes(f, in);
	fputs("Measure again:\n\n", f);
	code(f, again);
	free(where);
	free(when);
	free(again);
	return 0;
}

const struct report_ops report_md = {
	.name = "md",
	.file = "report.md",
	.help = "GitHub Markdown, as it goes into a job's summary",
	.write = write_md,
};
