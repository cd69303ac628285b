#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What a waiting person or a CI log is told, on stderr.  On a terminal one line that is written
 * over; otherwise a line when a step begins (in CI not more than one in 30 s), and while it runs
 * one every 30 s.
 */
struct progress {
	bool quiet;             /* set after progress_init: nothing but remarks */
	bool terminal, sparing; /* sparing: in CI, where every line is kept for ever */
	int width;              /* of the terminal */
	double started, next;   /* clock_now: of the run; when the next line may come */
	double planned,
	    done; /* seconds: of all steps as planned; of those that have ended, as planned */
	double step_planned, step_started;
	double share, share_at; /* of the step that has been done, and after how many seconds; 0 */
	size_t step, steps; /* this one is number `step` of so many; steps 0: not counted (pilot) */
	char what[80], phase[80];
};

void progress_init(struct progress *p);

/* The work that lies ahead: so many steps of so many seconds in all. */
void progress_plan(struct progress *p, size_t steps, double seconds);

/* A step begins, or some other work (counted: whether it is one of the planned steps). */
void progress_step(struct progress *p, const char *what, double seconds, bool counted);

/* What it is doing now ("iteration 2 of 5", "file creation"); shown at most five times a second. */
void progress_phase(struct progress *p, const char *phase);

/*
 * So many of the step's iterations have been done: from the first one on, what is left of the step
 * is told by them and not by the plan.
 */
void progress_done(struct progress *p, int iterations, int of);

/* The step has ended. */
void progress_end(struct progress *p);

/* Take the line away, before something else is printed. */
void progress_clear(struct progress *p);

/* A remark, on a line of its own. */
void progress_note(struct progress *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
