#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/err.h"
#include "core/str.h"

static void
fill(struct err *e, int code, const char *fmt, va_list ap)
{
	e->code = code;
	vsnprintf(e->text, sizeof e->text, fmt, ap);
	str_visible(e->text, sizeof e->text);
}

int
err_set(struct err *e, int code, const char *fmt, ...)
{
	va_list ap;

	if (e == NULL || e->code != 0)
		return -code;
	va_start(ap, fmt);
	fill(e, code, fmt, ap);
	va_end(ap);
	return -code;
}

int
err_sys(struct err *e, int code, const char *fmt, ...)
{
	va_list ap;
	size_t n;

	if (e == NULL || e->code != 0)
		return -code;
	va_start(ap, fmt);
	fill(e, code, fmt, ap);
	va_end(ap);
	n = strlen(e->text);
	snprintf(e->text + n, sizeof e->text - n, ": %s", strerror(code));
	return -code;
}
