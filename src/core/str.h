#ifndef CORE_STR_H
#define CORE_STR_H

#include <stdbool.h>
#include <stddef.h>

/* Copy src into dst[size], always terminated.  Returns strlen(src): >= size means it was cut. */
size_t str_copy(char *dst, size_t size, const char *src);

/*
 * Make text[size] one line that no terminal takes for a command: control bytes become \n, \t, \x1b.
 * What then does not fit is cut.
 */
void str_visible(char *text, size_t size);

/* The digits of n, so that they end before `end`: where they begin.  At most 20, no NUL behind. */
char *str_digits(char *end, unsigned long long n);

bool str_starts(const char *text, const char *prefix);
bool str_ends(const char *text, const char *suffix);
char *str_trim(
    char *text); /* cut blanks at both ends, in place; returns the first kept character */

/* A growing list of strings, always followed by NULL so that v is an argv. */
struct strv {
	char **v;
	size_t n, room;
};
void strv_add(struct strv *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void strv_add_all(struct strv *s, const struct strv *more);
/* Split text into words as a shell would: blanks, '...', "...", backslash.  0 or -EINVAL (open
 * quote). */
int strv_split(struct strv *s, const char *text);
/* One line a person can paste into a shell: words quoted where needed.  Caller frees. */
char *strv_line(const struct strv *s);
void strv_free(struct strv *s); /* leaves an empty list */

#endif
