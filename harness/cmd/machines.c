#include <errno.h>

#include "cmd/side.h"
#include "core/err.h"
#include "core/str.h"

struct args {
	struct settings s;
	const char *series, *page;
};

#define AT(m) offsetof(struct args, m)
static const struct opt opts[] = {
	{ 0, "series", OPT_STR, AT(series), "NAME", "this series of each (default: the newest)", 0,
	    0, NULL, 0 },
	{ 'o', "output", OPT_STR, AT(page), "FILE", "the page (default: in --reports)", 0, 0, NULL,
	    0 },
	{ 'h', "help", OPT_HELP, 0, NULL, "this text", 0, 0, NULL, 0 },
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

extern const struct cmd_ops cmd_machines;

static int
run(int argc, char *argv[], struct err *e)
{
	struct args a = { .series = NULL };
	const struct opt_set sets[] = { { opts, &a, NULL },
		{ settings_opts, &a.s, "Common options" }, { NULL, NULL, NULL } };
	struct strv words = { 0 };
	int rc = opt_parse(sets, argc, argv, &words, e);

	if (rc > 0) {
		cmd_help(&cmd_machines, sets);
		rc = 0;
	} else if (rc == 0 && words.n < 2) {
		rc = err_set(e, EINVAL, "machines: name two or more machines, runs or logs");
	} else if (rc == 0 && (rc = settings_finish(&a.s, e)) == 0) {
		rc = side_compare(&a.s, &words, a.series, a.page, e);
	}
	strv_free(&words);
	return rc;
}

const struct cmd_ops cmd_machines = {
	.name = "machines",
	.help = "two or more machines, runs or logs against the first: no pass or fail",
	.synopsis = "[options] A B [C...]",
	.details = "Each is a machine that has a baseline, a run directory (reports/latest), or a "
		   "log of mdtest or IOR.\n"
		   "Fold changes with their 95 % intervals, geometric means by family, and the "
		   "shape of the difference.\n",
	.run = run,
};
