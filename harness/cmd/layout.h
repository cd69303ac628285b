#ifndef CMD_LAYOUT_H
#define CMD_LAYOUT_H

struct err;
struct settings;

/*
 * Ranks and nodes of a run: as told, else what a scheduler has given, else this host's cores.  0,
 * or -EINVAL with e where the ranks cannot be spread evenly.
 */
int layout_choose(const struct settings *s, int *ranks, int *nodes, struct err *e);

#endif
