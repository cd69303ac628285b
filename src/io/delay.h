#ifndef IO_DELAY_H
#define IO_DELAY_H

struct err;

/*
 * How much longer each call of an operation takes.  names: the operations that a backend knows,
 * ended by NULL; delay[i]: seconds for names[i].
 */

/* Position of text's first n bytes in names, or -1. */
int delay_find(const char *const *names, const char *text, int n);

/* An option's value "OP:MICROSECONDS" into delay.  0, or -EINVAL with e. */
int delay_take(const char *const *names, const char *value, double *delay, struct err *e);

#endif
