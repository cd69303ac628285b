#ifndef PARSE_TIDY_H
#define PARSE_TIDY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What mail programs, terminals, launchers and log collectors do to a line, undone.  One struct for
 * each log: quoted-printable needs to know what came before.
 */
struct tidy {
	bool quoted_printable;
	char *joined; /* lines that a soft line break ended */
	size_t len, room;
	char key[96]; /* rank prefix of the line cleaned last, "" for none */
};

/*
 * Clean a line in place.  NULL where it goes on in the next line (quoted-printable); else the text,
 * NUL-terminated, in the line or in c, and its length in *len.  control: there may be "\r", escapes
 * and NULs.
 */
char *tidy_line(struct tidy *c, char *line, size_t *len, bool control);

/* What a soft line break at the end of the log left over; NULL for nothing. */
char *tidy_rest(struct tidy *c, size_t *len);

void tidy_free(struct tidy *c);

#endif
