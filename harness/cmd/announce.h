#ifndef CMD_ANNOUNCE_H
#define CMD_ANNOUNCE_H

struct err;
struct report_in;

/*
 * What a CI system shows of its own accord.  GITHUB_ACTIONS=true: annotations on standard output,
 * and the Markdown report appended to the file $GITHUB_STEP_SUMMARY names.  Elsewhere: nothing.  0,
 * or -errno with e where the summary could not be written.
 */
int announce_ci(const struct report_in *in, struct err *e);

#endif
