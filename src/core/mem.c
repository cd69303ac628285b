#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"

static void *
checked(void *p)
{
	if (p == NULL) {
		fputs("out of memory\n", stderr);
		exit(5);
	}
	return p;
}

void *
mem_zero(size_t n, size_t size)
{
	return checked(calloc(n ? n : 1, size ? size : 1));
}

void *
mem_grow(void *old, size_t n, size_t size)
{
	if (size != 0 && n > SIZE_MAX / size)
		return checked(NULL);
	if (n == 0 || size == 0)
		n = size = 1;
	return checked(realloc(old, n * size));
}

char *
mem_dup(const char *text)
{
	return text ? checked(strdup(text)) : NULL;
}

char *
mem_part(const char *text, size_t len)
{
	char *copy = checked(malloc(len + 1));

	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

/* Most texts are short: they are made once. */
char *
mem_vfmt(const char *fmt, va_list ap)
{
	char small[256], *text;
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(small, sizeof small, fmt, again);
	va_end(again);
	if (n < (int)sizeof small)
		return mem_part(small, n < 0 ? 0 : (size_t)n);
	text = checked(malloc((size_t)n + 1));
	vsnprintf(text, (size_t)n + 1, fmt, ap);
	return text;
}

char *
mem_fmt(const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = mem_vfmt(fmt, ap);
	va_end(ap);
	return text;
}

void *
mem_room(void *array, size_t n, size_t *room, size_t size)
{
	if (n < *room)
		return array;
	*room = n < 8 ? 8 : n * 2;
	return mem_grow(array, *room, size);
}

void *
mem_more(void *array, size_t n, size_t size)
{
	if (n > 0 && (n < 4 || (n & (n - 1)) != 0))
		return array;
	return mem_grow(array, n == 0 ? 4 : 2 * n, size);
}
