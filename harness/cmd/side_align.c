/* A log without its command line does not tell which step of a benchmark it is: it is taken for the
 * other side's where there is one of each. */
#include <stdlib.h>
#include <string.h>

#include "cmd/side.h"
#include "core/mem.h"

/* Length of the step in "mdtest-unique/file-create". */
static size_t
step_len(const char *id)
{
	return strcspn(id, "/");
}

/* The one step of that benchmark ("mdtest-"), caller frees; NULL where there is none or several. */
static char *
only_step(const struct session *s, const char *benchmark)
{
	const char *found = NULL;

	for (size_t i = 0; i < s->nmetric; i++) {
		const char *id = s->metric[i].id;

		if (strncmp(id, benchmark, strlen(benchmark)) != 0)
			continue;
		if (found != NULL &&
		    (step_len(found) != step_len(id) || strncmp(found, id, step_len(id)) != 0))
			return NULL;
		found = id;
	}
	return found != NULL ? mem_part(found, step_len(found)) : NULL;
}

/* A text that begins with the step and that character begins with the other instead. */
static void
rename_in(char **text, const char *step, char behind, const char *to)
{
	size_t len = strlen(step);
	char *renamed;

	if (strncmp(*text, step, len) != 0 || (*text)[len] != behind)
		return;
	renamed = mem_fmt("%s%s", to, *text + len);
	free(*text);
	*text = renamed;
}

static void
rename_step(struct session *s, const char *step, const char *to)
{
	for (size_t i = 0; i < s->nmetric; i++)
		rename_in(&s->metric[i].id, step, '/', to);
	for (size_t i = 0; i < s->nwarning; i++)
		rename_in(&s->warning[i].text, step, ':', to);
}

static void
take_for(struct side *side, const char *step, const char *to)
{
	char *note = mem_fmt("%s; without its command line, taken for %s", side->note, to);

	for (size_t i = 0; i < side->n; i++)
		rename_step(side->session[i], step, to);
	rename_step(side->typical, step, to);
	free(side->note);
	side->note = note;
}

static void
align(struct side *side, size_t n, enum side_benchmark benchmark, const char *prefix)
{
	char *to = NULL, *step;

	for (size_t i = 0; i < n && to == NULL; i++)
		if (!(side[i].untold & 1u << benchmark))
			to = only_step(side[i].typical, prefix);
	for (size_t i = 0; i < n && to != NULL; i++) {
		if (!(side[i].untold & 1u << benchmark))
			continue;
		step = only_step(side[i].typical, prefix);
		if (step != NULL && strcmp(step, to) != 0)
			take_for(&side[i], step, to);
		free(step);
	}
	free(to);
}

void
side_align(struct side *side, size_t n)
{
	align(side, n, SIDE_MDTEST, "mdtest-");
	align(side, n, SIDE_IOR, "ior-");
}
