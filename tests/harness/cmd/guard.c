/* What is done in a child: its answer, its error, and that a child which hangs does not hold its
 * parent. */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "cmd/guard.h"
#include "core/clock.h"
#include "core/err.h"
#include "tests/unit.h"

static int
answers(void *arg, struct err *e)
{
	(void)e;
	return *(int *)arg;
}

static int
fails(void *arg, struct err *e)
{
	return err_set(e, ENOSPC, "%s: is full", (const char *)arg);
}

static int
hangs(void *arg, struct err *e)
{
	(void)arg;
	(void)e;
	while (pause() != 0)
		;
	return 0;
}

static int
crashes(void *arg, struct err *e)
{
	(void)arg;
	(void)e;
	raise(SIGKILL);
	return 0;
}

int
main(void)
{
	struct err e = { 0, "" };
	int seven = 7;
	double start = clock_now();

	CHECK(guard_call(10, answers, &seven, "it", &e) == 7);
	CHECK(guard_call(10, fails, "/mnt", "it", &e) == -ENOSPC);
	CHECK_TEXT(e.text, "/mnt: is full");
	e.code = 0;
	CHECK(guard_call(0.1, hangs, NULL, "/mnt", &e) == -ETIMEDOUT);
	CHECK(strstr(e.text, "/mnt: did not answer") == e.text);
	e.code = 0;
	CHECK(guard_call(10, crashes, NULL, "/mnt", &e) == -EIO);
	CHECK(clock_now() - start < 5);
	return unit_end();
}
