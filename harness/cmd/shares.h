#ifndef CMD_SHARES_H
#define CMD_SHARES_H

struct result;
struct session;
struct strv;

/* Append the option that makes tool ("mdtest", "ior") write what each rank did into path. */
void shares_ask(struct strv *words, const char *tool, const char *path);

/*
 * Read that file into the metrics of r (detail.share): each rank's rate, the mean of its
 * iterations.  host: where all ranks are, or NULL where they are on several nodes; then the log's
 * "task N on HOST" lines say it, if it has them. A file that is not there, or is not understood,
 * adds nothing.
 */
void shares_take(
    struct result *r, const char *tool, const char *path, const char *log, const char *host);

/*
 * The steps of a run place their ranks alike: what one metric says of a rank's host goes for all,
 * and for what none says there is placed, each rank's host (it may be empty).
 */
void shares_hosts(struct session *s, const struct strv *placed);

#endif
