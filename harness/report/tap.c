#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/session.h"
#include "report/clean.h"
#include "report/facts.h"
#include "report/kinds.h"
#include "report/report.h"

/* A description: what TAP would read as a directive or an escape is escaped. */
static void
described(FILE *f, const char *text)
{
	char *line = clean_line(text, 0);

	for (char *p = line; *p; p++) {
		if (*p == '#' || *p == '\\')
			fputc('\\', f);
		fputc(*p, f);
	}
	free(line);
}

/* A YAML value: always double-quoted, so that nothing in it means anything. */
static void
yaml(FILE *f, const char *key, const char *text)
{
	char *line = clean_line(text, 0);

	fprintf(f, "  %s: \"", key);
	for (char *p = line; *p; p++) {
		if (*p == '"' || *p == '\\')
			fputc('\\', f);
		fputc(*p, f);
	}
	fputs("\"\n", f);
	free(line);
}

/* "ok 3 - name", with the directive that keeps what is not a failure from being one. */
static void
point(FILE *f, size_t n, enum kind k, const char *name, const char *why, bool known)
{
	fprintf(f, "%sok %zu - ", k == KIND_FAILED || k == KIND_ERROR || known ? "not " : "", n);
	described(f, name);
	if (k == KIND_SKIPPED) {
		fputs(known ? " # TODO " : " # SKIP ", f);
		described(f, why);
	}
	fputc('\n', f);
}

static void
metric(FILE *f, size_t n, const struct report_in *in, const struct verdict *v)
{
	enum kind k = kinds_metric(in->verdicts, v);
	char *facts = facts_metric(v), *why;

	why = mem_fmt("%s: %s", verdict_outcome(v->outcome), v->why ? v->why : facts);
	point(f, n, k, v->metric, why, v->outcome == OUT_KNOWN);
	fputs("  ---\n", f);
	yaml(f, "outcome", verdict_outcome(v->outcome));
	yaml(f, "message", facts);
	if (v->why != NULL)
		yaml(f, "why", v->why);
	if (v->caveat != NULL)
		yaml(f, "caveat", v->caveat);
	fputs("  ...\n", f);
	free(why);
	free(facts);
}

static int
write_tap(FILE *f, const struct report_in *in, struct err *e)
{
	const struct verdicts *vs = in->verdicts;
	enum kind k = kinds_run(vs);

	(void)e;
	fprintf(f, "TAP version 14\n1..%zu\n", vs->n + 1);
	point(f, 1, k, "run", "", false);
	fputs("  ---\n", f);
	yaml(f, "verdict", verdict_word(vs->word));
	yaml(f, "message", vs->headline ? vs->headline : verdict_word(vs->word));
	if (vs->advice != NULL)
		yaml(f, "advice", vs->advice);
	fputs("  ...\n", f);
	for (size_t i = 0; i < vs->n; i++)
		metric(f, i + 2, in, &vs->v[i]);
	return 0;
}

const struct report_ops report_tap = {
	.name = "tap",
	.file = "report.tap",
	.help = "TAP 14, for prove and other harnesses",
	.write = write_tap,
};
