#define _GNU_SOURCE /* environ */
#include <stdio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/ior/opts.h"
#include "bench/ior/print.h"
#include "bench/ior/sweep.h"
#include "bench/ior/trial.h"
#include "core/clock.h"
#include "core/err.h"
#include "par/par.h"

static int
parse(int argc, char *const argv[], void **cfg, struct err *e)
{
	struct opts_all *a = NULL;
	int rc = opts_parse(argc, argv, &a, e);

	*cfg = a;
	return rc;
}

static void
release(void *cfg)
{
	opts_free(cfg);
}

static int
run(const void *cfg, const struct par *par, struct err *e)
{
	const struct opts_all *a = cfg;
	struct sweep *sweep = sweep_start();
	struct utsname u;
	struct print_facts facts = {
		.argc = a->argc, .argv = a->argv, .started = clock_wall(), .env = environ
	};
	struct print print = { .facts = &facts };
	int rc = 0;

	uname(&u);
	facts.system = u.sysname, facts.node = u.nodename, facts.release = u.release;
	facts.version = u.version, facts.machine = u.machine;
	if (par_rank(par) == 0)
		print.sink[print.n++] = (struct print_sink){ &format2_ops, stdout };
	print_begin(&print);
	for (size_t i = 0; rc == 0 && i < a->ntest; i++)
		rc = trial_run(&a->test[i], par, &print, sweep, e);
	facts.finished = clock_wall();
	if (rc == 0)
		print_end(&print);
	sweep_end(sweep);
	return rc;
}

const struct bench bench = {
	.name = "ior", .synopsis = "[options]", .parse = parse, .run = run, .free = release
};
