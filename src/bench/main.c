#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "core/err.h"
#include "core/stop.h"
#include "par/par.h"

static void
complain(const struct err *e, int rc)
{
	fflush(stdout);
	fprintf(stderr, "%s: %s\n", bench.name, e->text[0] ? e->text : strerror(-rc));
}

/* 1 for a failed operation or check; 128 + signal where one asked us to stop. */
static int
status(int rc)
{
	if (rc == 0)
		return 0;
	return stop_asked() ? 128 + stop_asked() : 1;
}

int
main(int argc, char *argv[])
{
	struct err e = { 0, "" };
	const struct par *par;
	void *cfg = NULL;
	int rc, usage;

	/* before MPI: -h costs nothing and works where no launcher is */
	usage = bench.parse(argc, argv, &cfg, &e);
	if (usage > 0) {
		if (cfg != NULL)
			bench.free(cfg);
		return 0;
	}
	rc = par_init(&argc, &argv, usage == 0 ? &e : NULL);
	if (rc != 0) {
		complain(&e, usage != 0 ? usage : rc);
		return 2;
	}
	par = par_world();
	if (usage == 0 && bench.check != NULL)
		usage = bench.check(cfg, par, &e);
	if (usage != 0) { /* every rank parsed the same words: one message */
		if (par_rank(par) == 0)
			complain(&e, usage);
		par_exit(2);
	}
	stop_install();
	rc = bench.run(cfg, par, &e);
	bench.free(cfg);
	if (rc != 0 && par_rank(par) == 0)
		complain(&e, rc);
	fflush(stdout);
	par_exit((int)par_max(par, status(rc)));
}
