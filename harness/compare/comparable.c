#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparable.h"
#include "core/mem.h"

enum kind { TEXT, AMOUNT, FULLNESS };

static const struct field {
	const char *key;
	enum kind kind;
	bool blocks;
} fields[] = {
	{ "job.ranks-per-node", TEXT, true },
	{ "fs.type", TEXT, true },
	{ "fs.device", TEXT, true },
	{ "tool.format", TEXT, true },
	{ "tool.version", TEXT, false },
	{ "fs.options", TEXT, false },
	{ "fs.source", TEXT, false },
	{ "fs.uuid", TEXT, false },
	{ "fs.mount", TEXT, false },
	{ "fs.stripe", TEXT, false },
	{ "fs.bytes", AMOUNT, false },
	{ "fs.used-percent", FULLNESS, false },
	{ "host.name", TEXT, false },
	{ "host.kernel", TEXT, false },
	{ "host.cpu", TEXT, false },
	{ "host.cores", TEXT, false },
	{ "host.memory", AMOUNT, false },
	{ "host.raid", TEXT, false },
	{ "mpi.version", TEXT, false },
	{ "mpi.launcher", TEXT, false },
	{ "job.cgroup-cpus", TEXT, false },
};

struct list {
	struct change *c;
	size_t n;
};

static void
add(struct list *l, const char *key, const char *was, const char *is, bool blocks)
{
	l->c = mem_grow(l->c, l->n + 1, sizeof *l->c);
	l->c[l->n++] =
	    (struct change){ mem_dup(key), mem_dup(was ? was : ""), mem_dup(is ? is : ""), blocks };
}

/* How full, in the steps at which file systems are known to behave otherwise. */
static int
band(double percent)
{
	return percent < 50 ? 0 : percent < 75 ? 1 : percent < 90 ? 2 : 3;
}

static bool
differs(enum kind kind, const char *was, const char *is)
{
	double a = strtod(was, NULL), b = strtod(is, NULL);

	if (kind == TEXT)
		return strcmp(was, is) != 0;
	if (kind == AMOUNT)
		return fabs(a - b) > 0.02 * fmax(fabs(a), fabs(b));
	return band(a) != band(b) && fabs(a - b) >= 5; /* 49 % and 51 % are the same */
}

static void
count(struct list *l, const char *key, int was, int is)
{
	char *a, *b;

	if (was == is)
		return;
	a = mem_fmt("%d", was);
	b = mem_fmt("%d", is);
	add(l, key, a, b, true);
	free(a);
	free(b);
}

static const char *
command_of(const struct session *s, const char *step)
{
	for (size_t i = 0; i < s->nrecipe; i++)
		if (strcmp(s->recipe[i].key, step) == 0)
			return s->recipe[i].value;
	return NULL;
}

static void
commands(struct list *l, const struct session *s, const struct session *was)
{
	for (size_t i = 0; i < was->nrecipe; i++) {
		const char *now = command_of(s, was->recipe[i].key);

		if (now == NULL || strcmp(now, was->recipe[i].value) != 0)
			add(l, was->recipe[i].key, was->recipe[i].value, now, true);
	}
	for (size_t i = 0; i < s->nrecipe; i++)
		if (command_of(was, s->recipe[i].key) == NULL)
			add(l, s->recipe[i].key, NULL, s->recipe[i].value, true);
}

size_t
comparable_changes(const struct session *s, const struct session *was, struct change **out)
{
	struct list l = { NULL, 0 };

	commands(&l, s, was);
	count(&l, "ranks", was->ranks, s->ranks);
	count(&l, "nodes", was->nodes, s->nodes);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		const char *a = session_env_get(was, fields[i].key),
			   *b = session_env_get(s, fields[i].key);

		if (a == NULL && b == NULL)
			continue;
		/* what one side did not record cannot be held against the other */
		if (a == NULL || b == NULL)
			add(&l, fields[i].key, a, b, false);
		else if (differs(fields[i].kind, a, b))
			add(&l, fields[i].key, a, b, fields[i].blocks);
	}
	*out = l.c;
	return l.n;
}

void
comparable_free(struct change *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(c[i].key);
		free(c[i].was);
		free(c[i].is);
	}
	free(c);
}
