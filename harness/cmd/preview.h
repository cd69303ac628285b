#ifndef CMD_PREVIEW_H
#define CMD_PREVIEW_H

struct err;
struct site;
struct store_baseline;

/*
 * Print the command lines of the site's plan, one a line: with the frozen sizes of the baseline
 * where it has any, else with those that the pilot begins with.  0 or -EINVAL with e.
 */
int preview_show(const struct site *site, const struct store_baseline *b, struct err *e);

#endif
