#ifndef PARSE_CONTEXT_H
#define PARSE_CONTEXT_H

#include <stddef.h>

#include "parse/reader.h"

/* What readers of one log share: the numbering of runs and the way out. */
size_t context_serial(struct parse *p);
void context_emit(struct parse *p, const struct reader *r, struct run *run);
void context_condition(
    struct parse *p, size_t condition, const char *text, int line, unsigned long times);

#endif
