#ifndef CMD_GENERATED_H
#define CMD_GENERATED_H

struct err;

/*
 * The time that reports say they were written: SOURCE_DATE_EPOCH where it is set, so that they come
 * out byte-identical, else now.  0, or -EINVAL with e where it is not a number of seconds.
 */
int generated_at(long long *out, struct err *e);

#endif
