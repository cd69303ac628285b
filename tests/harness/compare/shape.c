/* What slowed together, in words. */
#include <math.h>
#include <stdlib.h>

#include "../../unit.h"
#include "compare/machines.h"
#include "compare/shape.h"

/* create stat file-read remove write read small-write */
static void
shape(double a, double b, double c, double d, double e, double f, double g, const char *want)
{
	const double group[MACHINES_GROUPS] = { a, b, c, d, e, f, g };
	char *got = shape_words(group);

	CHECK_TEXT(got, want);
	free(got);
}

int
main(void)
{
	shape(0.65, 1, 1, 0.65, 1, 1, 1,
	    "create and remove -35 %, stat, file read, write, read and small write unchanged: "
	    "metadata commit path (journal, "
	    "metadata server's disk)");
	shape(0.5, 0.5, 0.5, 0.5, 1, 1, 1,
	    "create, stat, file read and remove -50 %, write, read and small write unchanged: "
	    "metadata path (metadata server, its "
	    "network, its locks)");
	shape(1, 1, 1, 1, 0.5, 0.5, 1,
	    "write and read -50 %, create, stat, file read, remove and small write unchanged: data "
	    "path: bandwidth to the storage (a "
	    "lost link, fewer servers)");
	shape(1, 1, 1, 1, 1, 0.6, 1,
	    "read -40 %, create, stat, file read, remove, write and small write unchanged: read "
	    "path (read-ahead, a rebuild, one slow "
	    "disk)");
	shape(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
	    "create, stat, file read, remove, write, read and small write -50 %: everything: the "
	    "device, the network or the client "
	    "itself");
	shape(NAN, NAN, NAN, NAN, 4, 1, NAN, "write x 4, read unchanged");
	shape(NAN, NAN, NAN, NAN, NAN, NAN, NAN, "no metric that both have");
	shape(1, 0.5, 1, 1, 0.5, 1, 1,
	    "stat and write -50 %, create, file read, remove, read and small write unchanged: no "
	    "single place: look at each metric");
	return unit_end();
}
