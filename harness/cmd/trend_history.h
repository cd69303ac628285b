#ifndef CMD_TREND_HISTORY_H
#define CMD_TREND_HISTORY_H

#include "cmd/judging.h"
#include "compare/trend.h"
#include "core/str.h"

/* Every session of a series that is known: runs in --reports and the accepted ones, oldest first,
 * each once. */
struct history {
	struct trend_session *s;
	size_t n, naccepted;
	size_t left_out; /* not comparable with the newest accepted one */
	struct session **owned;
	size_t nowned;
};

/* j: what was loaded for the series; the history borrows its sessions. */
void trend_history_load(
    const struct settings *s, const char *series, const struct judging *j, struct history *h);
void trend_history_free(struct history *h);

/* Series that have a baseline or runs; only the given one where it is not NULL. */
void trend_history_series(const struct settings *s, const char *only, struct strv *series);

#endif
