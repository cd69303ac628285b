#ifndef CORE_OUT_H
#define CORE_OUT_H

#include <stddef.h>
#include <stdio.h>

/* Text on its way to a file: put together here and written in large pieces. */
struct out;

struct out *out_new(FILE *f);
int out_free(struct out
	*o); /* writes what is left (but does not flush f): 0 or -errno of the first failure */

void out_bytes(struct out *o, const char *text, size_t len);
void out_text(struct out *o, const char *text);
void out_char(struct out *o, char c);
void out_count(struct out *o, unsigned long long n);
void out_number(struct out *o, double v); /* as "%.15g" prints it */

#endif
