#include <stdlib.h>

#include "cmd/judging.h"
#include "cmd/look.h"
#include "cmd/run.h"
#include "cmd/second.h"
#include "cmd/site.h"
#include "core/clock.h"
#include "core/stop.h"

#define SECOND_LOOK_WAIT 60.0 /* seconds after the first look has ended */

static bool
below_tolerance(const char *tool, const void *arg)
{
	return verdict_wants_second(arg, tool);
}

static double
second_wait(void)
{
	const char *v = getenv("CHECK_FS_SECOND_LOOK_WAIT");
	char *end;
	double s;

	if (v == NULL || *v == '\0')
		return SECOND_LOOK_WAIT;
	s = strtod(v, &end);
	return *end == '\0' && s >= 0 ? s : SECOND_LOOK_WAIT;
}

/* Let pass what disturbed the first look: at least a minute. */
static int
pause_before(struct site *s, struct failure *f)
{
	double wait = second_wait(), until = clock_now() + wait;

	progress_plan(&s->progress, 0, 0);
	progress_step(&s->progress, "below tolerance: waiting before a second look", wait, false);
	while (clock_now() < until && !stop_asked()) {
		clock_sleep(0.1);
		progress_phase(&s->progress, "");
	}
	return stop_asked() ? failure_set(f, "signal", "stopped by signal %d", stop_asked()) : 0;
}

int
second_look(struct site *s, const struct judging *j, struct run_outcome *out, struct failure *f)
{
	struct session *second;
	struct verdicts *both;

	if (!verdict_wants_second(out->verdicts, "mdtest") &&
	    !verdict_wants_second(out->verdicts, "ior"))
		return 0;
	if (site_sync(s, f) != 0 || pause_before(s, f) != 0)
		return -1;
	second = look_again(out->session);
	if (look_take(s, second, below_tolerance, out->verdicts, "second-", f) != 0) {
		session_free(second);
		return -1;
	}
	second->finished = (long long)clock_wall();
	out->second = second;
	both = judging_verdict(j, out->session, second);
	verdict_free(out->verdicts);
	out->verdicts = both;
	return 0;
}
