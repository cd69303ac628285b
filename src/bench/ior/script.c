#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench/ior/opts.h"
#include "bench/ior/script.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"

struct reader {
	struct opts_all *a;
	const char *path;
	int line;
	bool inside;   /* between START and STOP */
	bool finished; /* a RUN ended the last test: the next directive starts another one */
};

/* Two words with blanks between them, in either case. */
static bool
is(const char *line, const char *first, const char *second)
{
	size_t n = strlen(first);

	if (strncasecmp(line, first, n) != 0)
		return false;
	line += n;
	if (second == NULL)
		return *line == '\0';
	if (*line != ' ' && *line != '\t')
		return false;
	return strcasecmp(line + strspn(line, " \t"), second) == 0;
}

static void
next_test(struct reader *r)
{
	struct opts_all *a = r->a;

	a->test = mem_grow(a->test, a->ntest + 1, sizeof *a->test);
	a->test[a->ntest] = opts_copy(&a->test[a->ntest - 1]);
	a->ntest++;
	r->finished = false;
}

/* One or more KEY=VALUE, separated by commas. */
static int
directives(struct reader *r, char *line, struct err *e)
{
	char *item = line, *next;

	if (r->finished)
		next_test(r);
	for (; item != NULL; item = next) {
		struct err why = { 0, "" };

		next = strchr(item, ',');
		if (next != NULL)
			*next++ = '\0';
		item = str_trim(item);
		if (*item == '\0')
			continue;
		if (opts_directive(r->a, &r->a->test[r->a->ntest - 1], item, &why) != 0)
			return err_set(e, EINVAL, "%s:%d: %s", r->path, r->line, why.text);
	}
	return 0;
}

static int
take_line(struct reader *r, char *line, struct err *e)
{
	line[strcspn(line, "#\r")] = '\0';
	line = str_trim(line);
	if (!r->inside) {
		r->inside = is(line, "ior", "start");
		return 0;
	}
	if (*line == '\0')
		return 0;
	if (is(line, "ior", "stop"))
		return 1;
	if (is(line, "run", NULL)) {
		r->finished = true; /* a second one in a row adds nothing */
		return 0;
	}
	return directives(r, line, e);
}

int
script_read(struct opts_all *a, const char *path, struct err *e)
{
	struct reader r = { .a = a, .path = path };
	char *text, *line, *next;
	size_t len;
	int rc = file_read(path, &text, &len, e);

	if (rc != 0)
		return rc;
	for (line = text; line != NULL && rc == 0; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		r.line++;
		rc = take_line(&r, line, e);
	}
	free(text);
	return rc < 0 ? rc : 0;
}
