#ifndef PARSE_IOR_H
#define PARSE_IOR_H

#include <stddef.h>

#include "parse/reader.h"

/* A setting as IOR's header names it ("xfersize", "clients"); unknown keys are ignored. */
void ior_setting(struct run *run, const char *key, const char *value, size_t len);

#endif
