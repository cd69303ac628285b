#ifndef CORE_OPT_H
#define CORE_OPT_H

#include <stddef.h>
#include <stdio.h>

struct err;
struct strv;

/*
 * Option tables: one row an option.  The same rows feed getopt_long, --help, the range checks
 * and the tests that hold the man pages against them.
 */
enum opt_kind {
	OPT_FLAG = 1, /* bool member := true */
	OPT_OFF,      /* bool member := false */
	OPT_COUNT,    /* int member++ */
	OPT_INT,      /* int member, min..max */
	OPT_COUNT64,  /* uint64_t member: a number of things, suffixes k m g t p allowed */
	OPT_SIZE,     /* uint64_t member: bytes, suffixes and decimal fractions allowed */
	OPT_SECONDS,  /* double member: seconds (90, 1.5, 5m, 2h, 200us) */
	OPT_STR,      /* const char * member: points into argv */
	OPT_LIST,     /* struct strv member: one entry appended each time */
	OPT_CALL,     /* call(cfg, value, e); value is NULL where the option takes none */
	OPT_HELP      /* opt_parse returns 1 */
};

enum opt_flags {
	OPT_GLUED = 1,  /* the value is optional and only taken when glued: -R, -R7, --name=7 */
	OPT_HIDDEN = 2, /* accepted, not listed in --help (an alias) */
	OPT_ABOVE0 = 4  /* of OPT_SECONDS: 0 is refused */
};

struct opt {
	int letter;         /* short option, or 0 */
	const char *name;   /* long option without dashes, or NULL */
	enum opt_kind kind; /* 0 ends the table */
	size_t off;         /* offsetof(struct cfg, member) */
	const char *arg;    /* word for the value in --help ("BYTES"); NULL: takes no value */
	const char *help;   /* one line, lower case, no full stop */
	long long min, max; /* of OPT_INT and OPT_COUNT64; both 0: from 0 to the type's end */
	int (*call)(void *cfg, const char *value, struct err *e);
	unsigned flags;
};

/* A table and the configuration that its offsets are in; an array of these ends with opts = NULL.
 */
struct opt_set {
	const struct opt *opts;
	void *cfg;
	const char *title; /* heading in --help, or NULL */
};

/*
 * Read argv[1..] into the sets' configurations.  Values may be glued, separate, or after '='
 * (short and long).  Words that are no options are appended to `words`, or refused where words is
 * NULL. Returns 0, 1 where help was asked, or -EINVAL with one line in e that starts with the
 * option's spelling.
 */
int opt_parse(
    const struct opt_set *sets, int argc, char *const argv[], struct strv *words, struct err *e);

/*
 * Set one option by its long name, in either case, as a line `name = value` of a file does: a flag
 * takes 0 or 1 (also no, yes, off, on, false, true), a counter takes a number.  0, -ENOENT where no
 * row has that name, or -EINVAL with e, which starts with the name.
 */
int opt_assign(const struct opt_set *sets, const char *name, const char *value, struct err *e);

/* The lines of --help for every row that is not hidden. */
void opt_help(FILE *f, const struct opt_set *sets);

#endif
