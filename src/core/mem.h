#ifndef CORE_MEM_H
#define CORE_MEM_H

#include <stdarg.h>
#include <stddef.h>

/*
 * Small allocations that a program cannot go on without: on failure they print
 * "out of memory" and exit with status 5.  Buffers whose size the user chose are
 * allocated with malloc and checked instead.
 */
void *mem_zero(size_t n, size_t size); /* n * size zeroed bytes, overflow checked */
void *mem_grow(void *old, size_t n, size_t size);
char *mem_dup(const char *text);              /* NULL stays NULL */
char *mem_part(const char *text, size_t len); /* the first len bytes as a text of their own */
/* The text that printf would make. */
char *mem_fmt(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *mem_vfmt(const char *fmt, va_list ap) __attribute__((format(printf, 1, 0)));

/* Make room for element number n in an array that doubles; *room is its capacity. */
void *mem_room(void *array, size_t n, size_t *room, size_t size);

/* The same for an array that never shrinks and only grows by this: its capacity follows from n. */
void *mem_more(void *array, size_t n, size_t size);

#endif
