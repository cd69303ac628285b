#ifndef REPORT_CLEAN_H
#define REPORT_CLEAN_H

#include <stddef.h>

/*
 * Text from outside (logs, host names, mount options) as every format may carry it: valid UTF-8,
 * bad bytes replaced by U+FFFD; no ANSI sequences, control characters (but TAB and LF), directional
 * overrides, U+FFFE, U+FFFF; CR LF and lone CR become LF.  Escaping for the format is still to be
 * done.  Caller frees.
 */
char *clean_text(const char *text, size_t len);

/* The same on one line, blanks for TAB and LF, at most `most` characters (0: any) with "..." in the
 * middle where it is longer. */
char *clean_line(const char *text, size_t most);

/* Characters (code points) of UTF-8 text. */
size_t clean_length(const char *text);

#endif
