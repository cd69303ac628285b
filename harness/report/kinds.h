#ifndef REPORT_KINDS_H
#define REPORT_KINDS_H

#include "compare/verdict.h"

/* What a test format knows: JUnit, TAP, annotations. */
enum kind { KIND_PASSED, KIND_FAILED, KIND_ERROR, KIND_SKIPPED };

/* The run as a whole is a case too, so that no report is empty and a broken run never passes. */
enum kind kinds_run(const struct verdicts *v);
enum kind kinds_metric(const struct verdicts *vs, const struct verdict *v);

#endif
