#ifndef MDTEST_DOC_H
#define MDTEST_DOC_H

#include <jansson.h>
#include <stdio.h>

struct err;
struct opts;
struct report;
struct result;

/* The document: what ran, then one entry for each number of tasks.  A new reference. */
json_t *doc_start(const struct opts *o, const struct result *r);
void doc_add(json_t *doc, const struct report *p);
void doc_end(json_t *doc, const struct result *r);

/* Write it to a file that is renamed into place, or where path is NULL to standard output.  0 or
 * -errno with e. */
int doc_write(const json_t *doc, const char *path, struct err *e);

#endif
