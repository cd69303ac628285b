#ifndef PARSE_CSV_H
#define PARSE_CSV_H

#include <stdbool.h>
#include <stddef.h>

/* The next field of a line: its start and length; *text moves behind the comma.  False at the end.
 */
bool csv_field(const char **text, const char **field, size_t *len);

/* Is the field that word?  (Blanks around it do not count.) */
bool csv_is(const char *field, size_t len, const char *word);

/* The field as a number; false where it is empty or none. */
bool csv_number(const char *field, size_t len, double *v);

/* A row behind as much of a log's prefix as the heading had. */
const char *csv_row(const char *text, size_t indent);

#endif
