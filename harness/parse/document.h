#ifndef PARSE_DOCUMENT_H
#define PARSE_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "parse/reader.h"

/* A JSON document in a log, from the line that begins with "{" to the brace that closes it. */
struct document {
	char *text; /* NULL where it is too long to be kept */
	size_t len, room;
	size_t seen; /* bytes, kept or not */
	int depth;
	int line;      /* where it began */
	size_t indent; /* length of what a log puts before every line */
	/* of IOR's JSON */
	bool ior;     /* it is one: some key said so */
	bool summary; /* in the list of the results of all tests */
	char op[16];
	char version[64], command[4096];
	double row[32];
	bool have[32];
};
#define DOCUMENT_KEPT (2 * 1024 * 1024)

/* One more line: its keys and values are IOR's, if they are. */
void iorjson_line(struct reader *r, struct document *d, const struct line *l);
/* The document is over (cut: before its last brace); valid says whether it was JSON, else why not.
 */
void iorjson_end(struct reader *r, struct document *d, bool valid, const char *why, int line);

/* May it be one of check-fs's own?  Any other need not be taken apart. */
bool checkfs_likely(const char *text);
/* The runs of a result.json or of an accepted session that begins in that line, if j is one. */
void checkfs_document(struct reader *r, const json_t *j, int line);

#endif
