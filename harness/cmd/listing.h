#ifndef CMD_LISTING_H
#define CMD_LISTING_H

struct err;
struct settings;

/*
 * Prune each machine's runs to the newest `keep` (0: keep all), then write reports/index.html anew.
 * How many runs it lists, or -errno with e.  A run that cannot be read is left out, with one line
 * on stderr.
 */
int listing_update(const struct settings *s, int keep, struct err *e);

#endif
