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
mem_vfmt(const char *fmt, va_list ap)
{
	va_list again;
	char *text;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	text = mem_zero((size_t)(n < 0 ? 0 : n) + 1, 1);
	vsnprintf(text, (size_t)(n < 0 ? 0 : n) + 1, fmt, ap);
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
