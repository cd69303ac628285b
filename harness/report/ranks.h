#ifndef REPORT_RANKS_H
#define REPORT_RANKS_H

#include <stdbool.h>

struct session;
struct session_metric;
struct share;
struct strv;

/* What the ranks of a metric did, by host: detail.share (core/detail.h) as reports show it. */

const char *ranks_host(const struct share *s);  /* "?" where it is not known */
bool ranks_any(const struct session_metric *m); /* there are two or more */

/* Every host that a metric of s names, in order of appearance, 256 at most. */
void ranks_hosts(const struct session *s, struct strv *out);

/* Median over a metric's ranks, of all hosts (NULL) or of one; NAN where it has none there. */
double ranks_rate(const struct session_metric *m, const char *host);

/* Median over the hosts of that. */
double ranks_host_median(const struct session_metric *m);

/* "mdtest-unique  file creation", short enough for an axis; caller frees. */
char *ranks_name(const char *id);

#endif
