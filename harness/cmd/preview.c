#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/preview.h"
#include "cmd/site.h"
#include "core/mem.h"
#include "core/str.h"
#include "plan/size.h"
#include "store/store.h"

/* One line: variables, launcher, program. */
static int
print_one(const struct site *s, const struct step *step, const char *command, struct err *e)
{
	struct strv argv = { NULL, 0, 0 }, line = { NULL, 0, 0 };
	char *dir = mem_fmt("%s/.check-fs-ID/%s", s->target, step->group), *text;
	int rc = site_words(s, command, step->group, dir, &argv, &line, e);

	strv_add_all(&line, &argv);
	text = strv_line(&line);
	if (rc == 0)
		puts(text);
	free(text);
	free(dir);
	strv_free(&argv);
	strv_free(&line);
	return rc;
}

int
preview_show(const struct site *s, const struct store_baseline *b, struct err *e)
{
	struct size_limits l = { s->ranks, s->nodes, false, UINT64_MAX, UINT64_MAX, 0 };
	int rc = 0;

	for (size_t i = 0; i < s->plan.nstep && rc == 0; i++) {
		const struct step *step = &s->plan.step[i];
		char *command = NULL;

		for (size_t k = 0; k < b->nrecipe; k++)
			if (strcmp(b->recipe[k].key, step->name) == 0)
				command = mem_dup(b->recipe[k].value);
		if (command == NULL && b->nrecipe == 0)
			command = size_command(step, &l, size_first(step, &l), s->plan.iterations);
		if (command != NULL)
			rc = print_one(s, step, command, e);
		free(command);
	}
	if (b->nrecipe == 0)
		fputs("check-fs: there is no baseline: a pilot would size -n and -b to the target, "
		      "these are "
		      "the sizes that it begins with\n",
		    stderr);
	return rc;
}
