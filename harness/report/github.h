#ifndef REPORT_GITHUB_H
#define REPORT_GITHUB_H

#include <stdio.h>

struct report_in;

/*
 * Workflow commands for what is not well, worst first: errors for metrics that failed or could not
 * be used, warnings for suspects, notices for the rest; at most ten of each, as GitHub shows no
 * more, then how many more there were. To be printed only under GITHUB_ACTIONS=true.
 */
void report_github(FILE *f, const struct report_in *in);

#endif
