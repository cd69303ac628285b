#include <stdint.h>

#include "cmd/side.h"

extern const struct cmd_ops cmd_machines;

static int
run(int argc, char *argv[], struct err *e)
{
	return side_command(&cmd_machines, SIZE_MAX, argc, argv, e);
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
