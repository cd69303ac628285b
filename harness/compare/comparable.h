#ifndef COMPARE_COMPARABLE_H
#define COMPARE_COMPARABLE_H

#include "compare/verdict.h"

/*
 * What differs between a session and the one it is to be compared with, in *out (caller frees with
 * comparable_free).  A change that blocks makes the two not comparable: other commands, ranks,
 * nodes, ranks per node, type of file system, class of device, format.  Returns how many.
 */
size_t comparable_changes(const struct session *s, const struct session *was, struct change **out);
void comparable_free(struct change *c, size_t n);

#endif
