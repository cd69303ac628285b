#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "report/clean.h"
#include "report/facts.h"
#include "report/github.h"
#include "report/kinds.h"
#include "report/report.h"

enum { MOST = 10 };

static void
escaped(FILE *f, const char *text, bool property)
{
	char *line = clean_line(text, 1000);

	for (char *p = line; *p; p++)
		if (*p == '%' || (property && (*p == ':' || *p == ',')))
			fprintf(f, "%%%02X", (unsigned)*p);
		else
			fputc(*p, f);
	free(line);
}

static void
command(FILE *f, const char *level, const char *title, const char *message)
{
	fprintf(f, "::%s title=", level);
	escaped(f, title, true);
	fputs("::", f);
	escaped(f, message, false);
	fputc('\n', f);
}

/* How bad: the ratio, lowest first; what has none comes before. */
static int
worse(const void *a, const void *b)
{
	const struct verdict *const *x = a, *const *y = b;
	double rx = isfinite((*x)->ratio) ? (*x)->ratio : -1,
	       ry = isfinite((*y)->ratio) ? (*y)->ratio : -1;

	return rx < ry ? -1 : rx > ry;
}

static void
level(FILE *f, const char *name, const struct verdict **v, size_t n, size_t room)
{
	char more[80];

	qsort(v, n, sizeof *v, worse);
	for (size_t i = 0; i < n && i < (n > room ? room - 1 : room); i++) {
		char *facts = facts_metric(v[i]),
		     *title = mem_fmt("%s: %s", verdict_outcome(v[i]->outcome), v[i]->metric);

		command(f, name, title, facts);
		free(title);
		free(facts);
	}
	if (n > room) {
		snprintf(more, sizeof more, "and %zu more: see the report", n - room + 1);
		command(f, name, "check-fs", more);
	}
}

void
report_github(FILE *f, const struct report_in *in)
{
	const struct verdicts *vs = in->verdicts;
	const struct verdict **bad = mem_zero(vs->n + 1, sizeof *bad),
			     **doubtful = mem_zero(vs->n + 1, sizeof *doubtful);
	size_t nbad = 0, ndoubtful = 0;

	for (size_t i = 0; i < vs->n; i++) {
		enum kind k = kinds_metric(vs, &vs->v[i]);

		if (k == KIND_FAILED || k == KIND_ERROR)
			bad[nbad++] = &vs->v[i];
		else if (vs->v[i].outcome == OUT_SUSPECT || vs->v[i].outcome == OUT_IMPROVED)
			doubtful[ndoubtful++] = &vs->v[i];
	}
	command(f, vs->code == 0 ? "notice" : "error", verdict_word(vs->word),
	    vs->headline ? vs->headline : "");
	/* the headline may have taken one of the errors */
	level(f, "error", bad, nbad, vs->code == 0 ? MOST : MOST - 1);
	level(f, "warning", doubtful, ndoubtful, vs->nslow > 0 ? MOST - 1 : MOST);
	/* one of them, so that it does not push out others: the report has all */
	if (vs->nslow > 0)
		command(f, "warning", "slow node", vs->slow[0].why);
	free(bad);
	free(doubtful);
}
