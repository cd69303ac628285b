#ifndef CORE_ERR_H
#define CORE_ERR_H

/* Why something failed: filled by the function that first saw it, printed by main only. */
struct err {
	int code;        /* errno value, positive; 0 while nothing has failed */
	char text[1024]; /* one line: "what: which: why, and what to do"; control bytes are escaped
			  */
};

/*
 * Fill e (unless it already holds an earlier failure: the first one is the cause) and
 * return -code, so that `return err_set(e, EINVAL, ...)` reads.  e may be NULL.
 */
int err_set(struct err *e, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* As err_set, with ": " and strerror(code) appended. */
int err_sys(struct err *e, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif
