#ifndef COMPARE_SENTENCE_H
#define COMPARE_SENTENCE_H

#include "compare/blocks.h"
#include "compare/verdict.h"

/*
 * What a person reads of a verdict, made from its numbers when it is judged.
 */

/* v->why.  now: as measured, or NULL; known: ticket of a known issue, or NULL; worst: the worst
 * repetition stands out. */
void sentence_metric(
    struct verdict *v, const struct session_metric *now, const char *known, bool worst);
/* all->headline and all->advice from the rest.  blocks: of the baseline. */
void sentence_run(struct verdicts *all, size_t blocks);
/* Both of a run that was made slower on purpose, as `how` says. */
void sentence_injected(struct verdicts *all, const char *how);
/* "3 sessions on 2 days, 2026-11-28 to 2026-11-30", or NULL where there is none; caller frees. */
char *sentence_baseline(const struct blocks *b);
/* "x 4.00" or "-35 %", whichever reads better, of a ratio between machines, in buf. */
char *sentence_fold(char *buf, size_t size, double ratio);
/* "-48 %" of a ratio, in buf. */
char *sentence_percent(char *buf, size_t size, double ratio);

/* The same for sessions before and after a maintenance: of one metric, and of all. */
void sentence_shifted(struct verdict *v);
void sentence_shift(struct verdicts *all, size_t before, size_t after);

#endif
