/* check-fs's own result.json, and the lines of a baseline's sessions.jsonl. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/session.h"
#include "parse/document.h"

static void
take_metric(struct run *run, const struct session_metric *from, int line)
{
	struct metric *m = run_metric(run, from->id, from->unit, line);

	m->better = from->better;
	m->work = from->work;
	for (size_t i = 0; i < from->n; i++)
		run_sample(run, from->id, from->unit, from->sample[i],
		    from->seconds ? from->seconds[i] : NAN, line);
	if (from->invalid != NULL)
		run_invalid(run_metric(run, from->id, from->unit, line), "%s", from->invalid);
}

static void
take_session(struct reader *r, const json_t *j, int line)
{
	struct session *s;
	struct run *run;

	if (!json_is_object(j) || session_read(j, &s, NULL) < 0)
		return;
	run = reader_begin(r, TOOL_OTHER, "check-fs", "checkfs", line);
	run->table = run->bare = true;
	run_set(run, "machine", s->machine ? s->machine : "", s->machine ? strlen(s->machine) : 0);
	run_set(run, "series", s->series ? s->series : "", s->series ? strlen(s->series) : 0);
	run_set(run, "path", s->target ? s->target : "", s->target ? strlen(s->target) : 0);
	result_set(&run->r, "tasks", "%d", s->ranks);
	result_set(&run->r, "nodes", "%d", s->nodes);
	for (size_t i = 0; i < s->nmetric; i++)
		take_metric(run, &s->metric[i], line);
	for (size_t i = 0; i < s->nwarning; i++)
		result_warn(&run->r, s->warning[i].code, "%s", s->warning[i].text);
	session_free(s);
}

bool
checkfs_likely(const char *text)
{
	return strstr(text, "\"session\"") != NULL || strstr(text, "\"series\"") != NULL;
}

void
checkfs_document(struct reader *r, const json_t *j, int line)
{
	const json_t *session = json_object_get(j, "session"),
		     *second = json_object_get(j, "second");

	if (session == NULL && json_object_get(j, "series") != NULL &&
	    json_object_get(j, "metrics") != NULL)
		session = j;
	if (session == NULL)
		return;
	take_session(r, session, line);
	if (json_is_object(second))
		take_session(r, second, line);
}

static int
nothing(struct reader *r, struct line *l)
{
	(void)r;
	(void)l;
	return 0;
}

const struct parse_ops parse_checkfs = { "checkfs", "check-fs's result.json and sessions.jsonl",
	nothing };
