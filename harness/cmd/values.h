#ifndef CMD_VALUES_H
#define CMD_VALUES_H

#include <stdbool.h>
#include <stdio.h>

struct result;
struct warning;

/* Prints what was read from logs, as it comes, in one of four formats. */
struct values;

struct values *values_new(const char *format, FILE *f); /* NULL: no such format */
void values_file(struct values *v, const char *path);   /* what comes is of that file */
void values_run(void *v, size_t serial, struct result *r);
void values_condition(void *v, const struct warning *w);
bool values_empty(const struct values *v); /* no run of this file had a value */
int values_end(struct values *v);          /* last lines, and free; 0, or -errno of writing */

#endif
