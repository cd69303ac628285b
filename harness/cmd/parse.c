#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/values.h"
#include "core/err.h"
#include "core/str.h"
#include "parse/parse.h"

struct cfg {
	const char *format;
	bool list;
};

#define AT(m) offsetof(struct cfg, m)
static const struct opt opts[] = {
	{ 'f', "format", OPT_STR, AT(format), "NAME", "text (default), json, csv or openmetrics", 0,
	    0, NULL, 0 },
	{ 0, "dialects", OPT_FLAG, AT(list), NULL, "list the dialects and stop", 0, 0, NULL, 0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "print this help", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

extern const struct cmd_ops cmd_parse;

static void
list_dialects(void)
{
	for (const struct parse_ops *const *d = parse_all(); *d != NULL; d++)
		printf("%-12s %s\n", (*d)->name, (*d)->help);
}

/* Every file is read, whatever became of the one before it.  How many had nothing in them. */
static int
parse_files(const struct strv *files, struct values *out)
{
	struct parse_sink sink = { values_run, values_condition, out };
	int bad = 0;

	for (size_t i = 0; i < files->n; i++) {
		struct err e = { 0, "" };

		values_file(out, files->v[i]);
		if (parse_each(files->v[i], &sink, NULL, &e) < 0) {
			fprintf(stderr, "check-fs parse: %s\n", e.text);
			bad++;
		} else if (values_empty(out)) {
			fprintf(stderr, "check-fs parse: %s: no result, only what is said above\n",
			    files->v[i]);
			bad++;
		}
	}
	return bad;
}

static int
run(int argc, char *argv[], struct err *e)
{
	struct cfg cfg = { "text", false };
	struct opt_set sets[] = { { opts, &cfg, NULL }, { NULL, NULL, NULL } };
	struct strv files = { NULL, 0, 0 };
	struct values *out;
	int written, rc = opt_parse(sets, argc, argv, &files, e);

	if (rc == 1)
		cmd_help(&cmd_parse, sets);
	else if (rc == 0 && cfg.list)
		list_dialects();
	if (rc != 0 || cfg.list)
		goto done;
	if (files.n == 0) {
		rc = err_set(
		    e, EINVAL, "parse: no file given: name log files, or - for standard input");
		goto done;
	}
	out = values_new(cfg.format, stdout);
	if (out == NULL) {
		rc = err_set(
		    e, EINVAL, "--format: %s: not one of text, json, csv, openmetrics", cfg.format);
		goto done;
	}
	rc = parse_files(&files, out) > 0 ? 5 : 0;
	written = values_end(out);
	if (written == 0 && fflush(stdout) != 0)
		written = -errno;
	if (written < 0)
		rc = err_sys(e, -written, "standard output");
done:
	strv_free(&files);
	return rc == 1 ? 0 : rc;
}

const struct cmd_ops cmd_parse = {
	"parse",
	"read logs of mdtest, IOR and IO500 of any release and print every value",
	"[options] FILE...|-",
	"One line a value: file, run, operation, statistic, value, unit, line of the log, and why "
	"it is invalid, with\n"
	"tabs between; values in operations a second, bytes a second, seconds.  What else was "
	"found (out of space,\n"
	"more ranks than slots, ...) follows in lines that start with #.\n\n"
	"Exit status: 0; 2 usage; 5 a file without benchmark output or without a result.\n",
	run,
};
