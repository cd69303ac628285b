#define _GNU_SOURCE /* environ */
#include <stdio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/ior/details.h"
#include "bench/ior/opts.h"
#include "bench/ior/print.h"
#include "bench/ior/socket.h"
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

static int
check(const void *cfg, const struct par *par, struct err *e)
{
	const struct opts_all *a = cfg;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < a->ntest; i++)
		rc = opts_check_tasks(&a->test[i], par_size(par), e);
	for (size_t i = 0; rc == 0 && i < a->ntest; i++)
		if (a->test[i].sockets != NULL)
			socket_find(a->test[i].sockets, par);
	return rc;
}

static void
release(void *cfg)
{
	opts_free(cfg);
}

/* Rank 0: outputs and files of details; the other ranks hear whether that went well. */
static int
open_outputs(const struct opts_all *a, const struct par *par, struct print *print, struct err *e)
{
	int rc = 0;

	if (par_rank(par) == 0) {
		for (size_t i = 0; i < a->warnings.n; i++)
			print_warn(print, "option", "%s", a->warnings.v[i]);
		rc = print_open(print, &a->test[0], e);
		for (size_t i = 0; i < a->ntest && rc == 0; i++)
			if (a->test[i].rank_csv != NULL)
				rc = details_tasks_begin(a->test[i].rank_csv, e);
	}
	par_bcast(par, &rc, sizeof rc);
	return rc;
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
	int rc, closed;

	uname(&u);
	facts.system = u.sysname, facts.node = u.nodename, facts.release = u.release;
	facts.version = u.version, facts.machine = u.machine;
	rc = open_outputs(a, par, &print, e);
	if (rc == 0)
		print_begin(&print);
	for (size_t i = 0; rc == 0 && i < a->ntest; i++)
		rc = trial_run(&a->test[i], par, &print, sweep, e);
	facts.finished = clock_wall();
	/* after a failure too: a document has to be whole */
	print_end(&print);
	closed = print_close(&print, e);
	sweep_end(sweep);
	return rc != 0 ? rc : closed;
}

const struct bench bench = {
	.name = "ior",
	.synopsis = "[options]",
	.parse = parse,
	.check = check,
	.run = run,
	.free = release,
};
