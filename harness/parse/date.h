#ifndef PARSE_DATE_H
#define PARSE_DATE_H

/* "11/30/2026 18:58:45" or "Mon Nov 30 18:41:36 2026" at the start of text, as seconds since 1970
 * (no time zone); NAN. */
double date_read(const char *text);

#endif
