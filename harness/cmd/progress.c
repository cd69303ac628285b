#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "core/clock.h"
#include "core/str.h"

#define PLAIN_EVERY 30.0 /* seconds between lines that are no terminal's */

void
progress_init(struct progress *p)
{
	const char *term = getenv("TERM"), *ci = getenv("CI");
	struct winsize w;

	memset(p, 0, sizeof *p);
	p->sparing = ci != NULL && *ci != '\0';
	p->terminal = isatty(2) && term != NULL && strcmp(term, "dumb") != 0 && !p->sparing;
	p->width = ioctl(2, TIOCGWINSZ, &w) == 0 && w.ws_col > 20 ? w.ws_col : 80;
	p->started = clock_now();
}

void
progress_plan(struct progress *p, size_t steps, double seconds)
{
	p->steps = steps;
	p->step = 0;
	p->planned = seconds;
	p->done = 0;
}

static void
span(char *out, size_t size, double s)
{
	if (s < 60)
		snprintf(out, size, "%.0f s", s);
	else if (s < 3600)
		snprintf(out, size, "%d:%02d", (int)s / 60, (int)s % 60);
	else
		snprintf(out, size, "%d:%02d:%02d", (int)s / 3600, (int)s / 60 % 60, (int)s % 60);
}

/* Seconds that are left: this step's rest, and the steps behind it. */
static double
left(const struct progress *p)
{
	double spent = clock_now() - p->step_started;
	double rest = (p->share > 0 ? p->share_at / p->share : p->step_planned) - spent;

	return (rest > 1 ? rest : 1) + p->planned - p->done - p->step_planned;
}

static void
show(struct progress *p)
{
	char text[256], count[48] = "", ran[32], rest[48] = "", number[32];

	if (p->quiet)
		return;
	if (p->steps > 0 && p->step > 0) {
		snprintf(count, sizeof count, "%zu/%zu ", p->step, p->steps);
		span(number, sizeof number, left(p));
		snprintf(rest, sizeof rest, ", about %s left", number);
	}
	span(ran, sizeof ran, clock_now() - p->started);
	snprintf(text, sizeof text, "check-fs: %s%s%s%s, %s%s", count, p->what,
	    p->phase[0] ? ": " : "", p->phase, ran, rest);
	if (p->terminal)
		fprintf(stderr, "\r%-*.*s", p->width - 1, p->width - 1, text);
	else
		fprintf(stderr, "%s\n", text);
	fflush(stderr);
	p->next = clock_now() + (p->terminal ? 0.2 : PLAIN_EVERY);
}

void
progress_step(struct progress *p, const char *what, double seconds, bool counted)
{
	str_copy(p->what, sizeof p->what, what);
	p->phase[0] = '\0';
	p->step_started = clock_now();
	p->step_planned = counted ? seconds : 0;
	p->share = p->share_at = 0;
	p->step += counted;
	if (!p->sparing || clock_now() >= p->next)
		show(p);
}

void
progress_phase(struct progress *p, const char *phase)
{
	str_copy(p->phase, sizeof p->phase, phase);
	if (clock_now() >= p->next)
		show(p);
}

void
progress_done(struct progress *p, int iterations, int of)
{
	double share = of > 0 ? (double)iterations / of : 0;

	if (share <= p->share || share > 1)
		return;
	p->share = share;
	p->share_at = clock_now() - p->step_started;
}

void
progress_end(struct progress *p)
{
	p->done += p->step_planned;
	p->step_planned = 0;
}

void
progress_clear(struct progress *p)
{
	if (!p->terminal || p->quiet)
		return;
	fprintf(stderr, "\r%*s\r", p->width - 1, "");
	fflush(stderr);
}

void
progress_note(struct progress *p, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	str_visible(text, sizeof text);
	progress_clear(p);
	fprintf(stderr, "check-fs: %s\n", text);
}
