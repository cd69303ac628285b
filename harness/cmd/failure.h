#ifndef CMD_FAILURE_H
#define CMD_FAILURE_H

/* Why nothing could be measured: a verdict's reason word and one line for a person. */
struct failure {
	char reason[16]; /* "launch", "no-space", "timeout", "invalid", "io-error", "signal"; ""
			    while all is well */
	char text[2048];
};

/* Fill f (the first failure is the cause, later ones are ignored).  Returns -1, so that `return
 * failure_set(...)` reads. */
int failure_set(struct failure *f, const char *reason, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* From an errno value (sign does not matter) and its text: no-space, timeout or io-error. */
int failure_errno(struct failure *f, int code, const char *text);

#endif
