#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/failure.h"
#include "core/str.h"

int
failure_set(struct failure *f, const char *reason, const char *fmt, ...)
{
	va_list ap;

	if (f->reason[0] != '\0')
		return -1;
	str_copy(f->reason, sizeof f->reason, reason);
	va_start(ap, fmt);
	vsnprintf(f->text, sizeof f->text, fmt, ap);
	va_end(ap);
	str_visible(f->text, sizeof f->text);
	return -1;
}

int
failure_errno(struct failure *f, int code, const char *text)
{
	code = abs(code);
	if (code == ENOSPC || code == EDQUOT)
		return failure_set(f, "no-space", "%s", text);
	if (code == ETIMEDOUT)
		return failure_set(f, "timeout", "%s", text);
	return failure_set(f, "io-error", "%s", text);
}
