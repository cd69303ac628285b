#ifndef MDTEST_TRACE_H
#define MDTEST_TRACE_H

struct job;

/* From verbosity `level` on: rank 0 prints "V-LEVEL: ..." and a newline. */
void trace(const struct job *j, int level, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
