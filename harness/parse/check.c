#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/stats.h"
#include "parse/check.h"

static void
check_value(struct metric *m, double v)
{
	if (isnan(v))
		run_invalid(m, "nan in the log: the run did not measure it");
	else if (isinf(v))
		run_invalid(m, "infinite: the phase was shorter than the clock can tell");
	else if (v < 0)
		run_invalid(m, "negative: a clock went backwards");
}

/* Statistics that were never printed are NAN too: only what a row gave is looked at. */
static void
check_values(struct metric *m)
{
	const double stat[] = { m->max, m->min, m->mean };

	for (size_t i = 0; i < m->n; i++)
		check_value(m, m->sample[i]);
	for (size_t i = 0; i < 3; i++)
		if (isinf(stat[i]) || stat[i] < 0)
			check_value(m, stat[i]);
}

static double
longest(const struct metric *m, const struct metric *time)
{
	double most = time == NULL ? NAN : !isnan(time->max) ? time->max : time->mean;

	for (size_t i = 0; m->seconds != NULL && i < m->n; i++)
		if (!(most >= m->seconds[i]))
			most = m->seconds[i];
	return most;
}

/* Start and end are printed in whole seconds. */
static void
check_length(struct run *run, struct metric *m, const struct metric *time)
{
	double job = run->ended - run->started, most = longest(m, time);

	if (job >= 0 && most > job + 2)
		run_invalid(m, "elapsed %.0f s in a job of %.0f s: the clock is wrong", most, job);
	else if (most > 1e9)
		run_invalid(m, "elapsed %.0f s: that is a date, not a duration", most);
}

/* rate x time must be the items of one iteration; time is printed in milliseconds. */
static void
check_product(const struct run *run, struct metric *m, double rate, double seconds)
{
	double slack = 0.01 * run->items + rate * 0.0006 + 0.0006 * seconds;

	if (run->stonewalled || isnan(run->items) || isnan(rate) || isnan(seconds) ||
	    seconds < 0.01)
		return;
	if (fabs(rate * seconds - run->items) > slack)
		run_invalid(m, "rate x time is %.0f items, not the %.0f of the run", rate * seconds,
		    run->items);
}

static void
check_items(struct run *run, struct metric *m, const struct metric *time)
{
	if (strncmp(m->name, "tree-", 5) == 0 || strcmp(m->unit, "ops/s") != 0)
		return;
	for (size_t i = 0; m->seconds != NULL && i < m->n; i++)
		check_product(run, m, m->sample[i], m->seconds[i]);
	/* with one iteration the table's figures belong together, with more only their mean does
	 * not */
	if (time != NULL && m->max == m->min && time->max == time->min)
		check_product(run, m, m->mean, time->mean);
}

/* The last printed place of a time in IOR's rows. */
static double
resolution(double seconds)
{
	return seconds < 1 ? 1e-6 : seconds < 3600 ? 0.01 : 1;
}

/* IOR: rate x time must be the bytes of one repetition, unless the log says that others were moved.
 */
static void
check_bytes(struct run *run, struct metric *m)
{
	if (run->tool != TOOL_IOR || strcmp(run->r.dialect, "iorjson") == 0 || run->stonewalled ||
	    run->bare || m->work <= 0 || strcmp(m->unit, "B/s") != 0)
		return;
	for (size_t i = 0; m->seconds != NULL && i < m->n; i++) {
		double bytes = m->sample[i] * m->seconds[i];
		double slack = 0.02 * m->work + m->sample[i] * resolution(m->seconds[i]);

		if (m->seconds[i] >= 1e-4 && fabs(bytes - m->work) > slack)
			run_invalid(m, "rate x time is %.0f bytes, not the %.0f of the run", bytes,
			    m->work);
	}
}

static void
drop_samples(struct metric *m)
{
	free(m->sample);
	free(m->seconds);
	free(m->sample_line);
	m->sample = m->seconds = NULL;
	m->sample_line = NULL;
	m->n = 0;
}

/* mdtest's -v lines are those of rank 0: kept only where they are what the table was made of. */
static void
check_samples(struct run *run, struct metric *m)
{
	double mean, slack;

	if (run->tool != TOOL_MDTEST || m->n == 0 || isnan(m->mean))
		return;
	mean = stats_mean(m->sample, m->n);
	slack = 0.01 * fabs(m->mean) + 0.002;
	if (fabs(mean - m->mean) <= slack || isnan(mean) || isinf(mean))
		return;
	result_warn(&run->r, "verbose-disagrees",
	    "%s: the lines of -v say %.3f on average, the table %.3f: the table is used", m->name,
	    mean, m->mean);
	run->r.warning[run->r.nwarning - 1].line = m->sample_line ? m->sample_line[0] : 0;
	drop_samples(m);
}

static void
check_complete(struct run *run)
{
	const char *asked = result_get(&run->r, "iterations");
	size_t most = 0;

	for (size_t i = 0; i < run->r.nmetric; i++)
		if (run->r.metric[i].n > most)
			most = run->r.metric[i].n;
	if (run->tool == TOOL_IOR && asked != NULL && most > 0 && most < (size_t)atol(asked))
		result_warn(
		    &run->r, "incomplete", "%zu of %s repetitions are in the log", most, asked);
	if (run->header && !run->table && run->r.nmetric == 0)
		result_warn(&run->r, "truncated", "the log ends before the first result");
	else if (run->header && !run->table)
		result_warn(&run->r, "truncated", "the log ends before the table of results");
	else if (run->header && !run->finished && !run->followed)
		result_warn(
		    &run->r, "truncated", "the log ends before the line that says it finished");
}

/* Dialects that print every repetition and no table: its figures are made here. */
static void
check_statistics(struct run *run)
{
	for (size_t i = 0; i < run->r.nmetric; i++) {
		struct metric *m = &run->r.metric[i];

		if (m->n == 0 || !isnan(m->max) || !isnan(m->mean))
			continue;
		m->max = stats_max(m->sample, m->n);
		m->min = stats_min(m->sample, m->n);
		m->mean = stats_mean(m->sample, m->n);
		m->stddev = stats_sd_pop(m->sample, m->n);
	}
}

void
check_run(struct run *run)
{
	if (run->bare)
		check_statistics(run);
	for (size_t i = 0; i < run->r.nmetric; i++) {
		struct metric *m = &run->r.metric[i];
		const struct metric *time = result_find(&run->r, m->name, "s");

		check_samples(run, m);
		check_values(m);
		check_length(run, m, time);
		check_items(run, m, time);
		check_bytes(run, m);
	}
	check_complete(run);
}

static bool
spoiled(const struct metric *m, enum condition_spoils what)
{
	if (what == SPOILS_WRITE)
		return strncmp(m->name, "write", 5) == 0 || strstr(m->name, "create") != NULL;
	if (what == SPOILS_READ)
		return strncmp(m->name, "read", 4) == 0 || strcmp(m->name, "file-read") == 0;
	return what == SPOILS_ALL;
}

void
check_spoil(struct run *run, const struct condition *c)
{
	for (size_t i = 0; i < run->r.nmetric; i++)
		if (spoiled(&run->r.metric[i], c->spoils))
			run_invalid(&run->r.metric[i], "%s", c->what);
	if (strcmp(c->code, "read-open-close") == 0)
		for (size_t i = 0; i < run->r.nmetric; i++)
			if (strcmp(run->r.metric[i].name, "file-read") == 0)
				run_invalid(&run->r.metric[i],
				    "read bytes is 0: files were only opened and closed");
}
