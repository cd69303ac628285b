#include "cmd/side.h"

extern const struct cmd_ops cmd_compare;

static int
run(int argc, char *argv[], struct err *e)
{
	return side_command(&cmd_compare, 2, argc, argv, e);
}

const struct cmd_ops cmd_compare = {
	.name = "compare",
	.help = "two machines, runs or logs side by side: no pass or fail",
	.synopsis = "[options] A B",
	.details = "A and B: a machine that has a baseline, a run directory (reports/latest), or a "
		   "log of mdtest or IOR.\n",
	.run = run,
};
