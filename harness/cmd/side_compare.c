#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/generated.h"
#include "cmd/side.h"
#include "compare/sentence.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"
#include "launch/which.h"
#include "report/machines.h"
#include "report/report.h"

/* Fold changes with their intervals, what they are by family, and their shape. */
static void
words(const struct side *a, const struct side *b)
{
	struct machines *m = machines_compare(a->session, a->n, b->session, b->n);
	bool within = false;
	char percent[24];

	printf("\n%s against %s\n", b->name, a->name);
	for (size_t i = 0; i < m->n; i++) {
		const struct machines_row *r = &m->row[i];

		if (!isfinite(r->fold))
			continue;
		printf("  %-28s %6.2f x", r->metric, r->fold);
		if (!isnan(r->low))
			printf("  (95 %%: %.2f to %.2f)%s", r->low, r->high, r->within ? " *" : "");
		printf("%s", r->cache ? "  (probably cache on one side: not in the means)" : "");
		within = within || (r->within && !isnan(r->low));
		printf("\n");
	}
	if (!isnan(m->metadata))
		printf("  metadata, geometric mean     %6.2f x\n", m->metadata);
	if (!isnan(m->data))
		printf("  bandwidth, geometric mean    %6.2f x\n", m->data);
	for (int g = 0; g < MACHINES_GROUPS; g++)
		if (!isnan(m->group[g]))
			printf("    %-26s %s\n", machines_group_name((enum machines_group)g),
			    sentence_fold(percent, sizeof percent, m->group[g]));
	if (m->known > 0)
		printf("  proved the same within 10 %%: %zu of %zu metrics\n", m->same, m->known);
	else
		printf("  single values: nothing can be said of how sure the differences are\n");
	if (within)
		printf("  * from repetitions of one session: day-to-day variation is not in it\n");
	printf("  %s\n", m->shape);
	machines_free(m);
}

/* reports/compare-A-B.html; caller frees. */
static char *
page_path(const struct settings *s, const struct side *side, size_t n)
{
	char *path = mem_fmt("%s/compare", s->reports), *full;

	for (size_t i = 0; i < n; i++) {
		const char *slash = strrchr(side[i].name, '/');
		char *part = store_encode(slash != NULL && slash[1] ? slash + 1 : side[i].name);
		char *longer = mem_fmt("%s-%s", path, part != NULL ? part : "side");

		free(part);
		free(path);
		path = longer;
	}
	full = mem_fmt("%s.html", path);
	free(path);
	return full;
}

static int
write_page(
    const struct settings *s, const char *path, const struct report_machines *m, struct err *e)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f;
	int rc = file_mkdirs(s->reports, 0777, e);

	if (rc != 0)
		return rc;
	f = open_memstream(&text, &len);
	if (f == NULL)
		return err_sys(e, errno, "%s: cannot write", path);
	rc = report_machines_html(f, m, e);
	fclose(f);
	if (rc == 0)
		rc = file_write(path, text, len, e);
	free(text);
	return rc;
}

static int
show(const struct settings *s, const struct side *side, size_t n, const char *page, struct err *e)
{
	struct report_machine *of = mem_zero(n, sizeof *of);
	char gnuplot[4096], *charts = settings_own("charts"),
			    *path = page ? mem_dup(page) : page_path(s, side, n);
	struct report_in screen = { 0 };
	struct report_machines m = { .side = of, .n = n, .charts = charts, .now = 0 };
	int rc;

	for (size_t i = 0; i < n; i++)
		of[i] = (struct report_machine){ side[i].name, side[i].note, side[i].typical };
	if (which_find("gnuplot", gnuplot, sizeof gnuplot))
		m.gnuplot = gnuplot;
	generated_at(&m.now, NULL);
	report_terminal(&screen, STDOUT_FILENO);
	m.width = screen.width;
	m.colour = screen.colour;
	rc = report_machines_text(stdout, &m, e);
	for (size_t i = 1; i < n && rc == 0; i++)
		words(&side[0], &side[i]);
	if (rc == 0)
		rc = write_page(s, path, &m, e);
	if (rc == 0)
		printf("\ncheck-fs: page with a chart: %s\n", path);
	free(path);
	free(charts);
	free(of);
	return rc;
}

static int
compare(const struct settings *s, const struct strv *word, const char *series, const char *page,
    struct err *e)
{
	struct side *side = mem_zero(word->n + 1, sizeof *side);
	size_t n = 0;
	int rc = 0;

	while (n < word->n && (rc = side_load(s, word->v[n], series, &side[n], e)) == 0)
		n++;
	if (rc == 0) {
		side_align(side, n);
		rc = show(s, side, n, page, e);
	}
	for (size_t i = 0; i < n; i++)
		side_free(&side[i]);
	free(side);
	return rc;
}

struct args {
	struct settings s;
	const char *series, *page;
};

#define AT(m) offsetof(struct args, m)
static const struct opt opts[] = {
	{ 0, "series", OPT_STR, AT(series), "NAME",
	    "this series of each machine (default: the newest)", 0, 0, NULL, 0 },
	{ 'o', "output", OPT_STR, AT(page), "FILE", "the page (default: in --reports)", 0, 0, NULL,
	    0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "this text", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

int
side_command(const struct cmd_ops *c, size_t most, int argc, char *argv[], struct err *e)
{
	struct args a = { .series = NULL };
	const struct opt_set sets[] = { { opts, &a, NULL },
		{ settings_opts, &a.s, "Common options" }, { NULL, NULL, NULL } };
	struct strv words = { 0 };
	int rc = opt_parse(sets, argc, argv, &words, e);

	if (rc > 0) {
		cmd_help(c, sets);
		rc = 0;
	} else if (rc == 0 && (words.n < 2 || words.n > most)) {
		rc = err_set(e, EINVAL, "%s: takes two %smachines, runs or logs, %zu given",
		    c->name, most > 2 ? "or more " : "", words.n);
	} else if (rc == 0 && (rc = settings_finish(&a.s, e)) == 0) {
		rc = compare(&a.s, &words, a.series, a.page, e);
	}
	strv_free(&words);
	return rc;
}
