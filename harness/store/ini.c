#include <errno.h>
#include <ini.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/file.h"
#include "store/ini.h"

/* What the library was built with at the least: longer is cut without a word. */
#define LINE_MAX_BYTES 197
#define WORD_MAX_BYTES 48

struct reader {
	ini_take *take;
	void *arg;
	struct err why;
	bool failed;
};

static int
set(void *arg, const char *section, const char *key, const char *value)
{
	struct reader *r = arg;

	if (r->failed)
		return 0;
	if (r->take(r->arg, section, key, value, &r->why) >= 0)
		return 1;
	r->failed = true;
	return 0;
}

/* Bytes of a section name or key at the start of a line. */
static size_t
word_bytes(const char *line, size_t n)
{
	size_t k = 0;

	if (n > 0 && (*line == ';' || *line == '#' || *line == ' ' || *line == '\t'))
		return 0;
	while (k < n && line[k] != '=' && line[k] != ':' && line[k] != ']')
		k++;
	return k;
}

static int
check_lengths(const char *path, const char *text, struct err *e)
{
	int line = 1;

	for (const char *p = text; *p; line++) {
		size_t n = strcspn(p, "\n");

		if (n > LINE_MAX_BYTES)
			return err_set(e, EINVAL,
			    "%s:%d: the line is longer than %d bytes, continue it on a line that "
			    "starts with a blank",
			    path, line, LINE_MAX_BYTES);
		if (word_bytes(p, n) > WORD_MAX_BYTES + 1)
			return err_set(e, EINVAL, "%s:%d: the name is longer than %d bytes", path,
			    line, WORD_MAX_BYTES);
		p += n;
		if (*p)
			p++;
	}
	return 0;
}

int
ini_read(const char *path, ini_take *take, void *arg, struct err *e)
{
	struct reader r = { .take = take, .arg = arg };
	char *text;
	size_t len;
	int line, rc = file_read(path, &text, &len, e);

	if (rc != 0)
		return rc;
	if (strlen(text) != len)
		rc = err_set(e, EINVAL, "%s: is not a text file", path);
	if (rc == 0)
		rc = check_lengths(path, text, e);
	if (rc == 0 && (line = ini_parse_string(text, set, &r)) != 0)
		rc = err_set(e, EINVAL, "%s:%d: %s", path, line < 0 ? 0 : line,
		    r.why.text[0] ? r.why.text : "is neither a [section] nor KEY = VALUE");
	free(text);
	return rc;
}
