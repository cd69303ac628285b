#include <stdarg.h>
#include <stdio.h>

#include "bench/mdtest/job.h"
#include "bench/mdtest/trace.h"

void
trace(const struct job *j, int level, const char *fmt, ...)
{
	va_list ap;

	if (j->rank != 0 || j->o->verbose < level || j->o->format == OPTS_JSON)
		return;
	printf("V-%d: ", level);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}
