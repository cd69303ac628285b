#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "store/ini.h"
#include "store/recipe.h"

#define WRAP 120

struct recipe {
	struct setting *s;
	size_t n;
};

static int
take(void *arg, const char *section, const char *key, const char *value, struct err *e)
{
	struct recipe *r = arg;
	char *was;

	if (strcmp(section, "recipe") != 0)
		return err_set(e, EINVAL, "[%s]: only [recipe] is known here", section);
	if (r->n > 0 && strcmp(r->s[r->n - 1].key, key) == 0) {
		was = r->s[r->n - 1].value;
		r->s[r->n - 1].value = mem_fmt("%s %s", was, value);
		free(was);
		return 0;
	}
	r->s = mem_grow(r->s, r->n + 1, sizeof *r->s);
	r->s[r->n++] = (struct setting){ mem_dup(key), mem_dup(value) };
	return 0;
}

int
recipe_read(const char *path, struct setting **recipe, size_t *n, struct err *e)
{
	struct recipe r = { NULL, 0 };
	int rc = ini_read(path, take, &r, e);

	if (rc != 0)
		recipe_free(r.s, r.n);
	*recipe = rc == 0 ? r.s : NULL;
	*n = rc == 0 ? r.n : 0;
	return rc;
}

/* Break at blanks; a word longer than a line cannot be kept. */
static int
command(FILE *f, const char *key, const char *text, struct err *e)
{
	size_t column = (size_t)fprintf(f, "%s =", key);

	if (strstr(text, " ;") != NULL || strstr(text, "  ") != NULL ||
	    strpbrk(text, "\n\r\t") != NULL)
		return err_set(
		    e, EINVAL, "recipe of step %s: '%s' cannot be kept in recipe.ini", key, text);
	while (*text) {
		size_t n = strcspn(text, " ");

		if (n > WRAP)
			return err_set(e, EINVAL,
			    "recipe of step %s: a word is longer than %d bytes", key, WRAP);
		if (column + n + 1 > WRAP)
			column = (size_t)fprintf(f, "\n       ");
		column += (size_t)fprintf(f, " %.*s", (int)n, text);
		text += n + (text[n] == ' ');
	}
	fputc('\n', f);
	return 0;
}

int
recipe_write(const char *path, const struct setting *recipe, size_t n, struct err *e)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	int rc = f == NULL ? err_sys(e, errno, "%s: cannot write", path) : 0;

	if (rc != 0)
		return rc;
	fputs("; The commands of this series, frozen when its first session was accepted: a "
	      "comparison is always of\n"
	      "; the same commands.  {dir} is the step's directory.  Do not edit: start another "
	      "series instead.\n\n[recipe]\n",
	    f);
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = command(f, recipe[i].key, recipe[i].value, e);
	fclose(f);
	if (rc == 0)
		rc = file_write(path, text, len, e);
	free(text);
	return rc;
}

void
recipe_free(struct setting *recipe, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(recipe[i].key);
		free(recipe[i].value);
	}
	free(recipe);
}
