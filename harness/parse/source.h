#ifndef PARSE_SOURCE_H
#define PARSE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct err;

/*
 * The lines of a file, of standard input or of memory: gzip is unpacked and UTF-16 becomes UTF-8 on
 * the way.  At most SOURCE_LINE bytes of a line are kept, the rest of it is passed over.
 */
#define SOURCE_LINE (256 * 1024)

struct source;

/* "-" is standard input.  0 and *out, or -errno with e. */
int source_open(const char *path, struct source **out, struct err *e);
struct source *source_memory(const char *text, size_t len); /* text must outlive it */

/*
 * The next line, NUL-terminated, without its "\n"; the caller may change it and it lives until the
 * next call. 1, 0 at the end, -errno with e.
 */
int source_next(struct source *s, char **line, size_t *len, struct err *e);

/* May there be a NUL, "\r" or escape in the line just given?  Known for a chunk at a time, which
 * costs nothing. */
bool source_unclean(const struct source *s);

bool source_cut(const struct source *s); /* the compressed file ended early */
void source_close(struct source *s);

#endif
