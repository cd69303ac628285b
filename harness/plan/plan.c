#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/units.h"
#include "plan/plan.h"

#define STRETCH  4 /* unless the profile says otherwise */
#define BUILT_IN "smoke, quick, standard"

struct load {
	struct plan *p;
	const char *path;
	const char *text; /* the file: rows are counted in it for messages */
	struct err *e;
	int rc;
};

static bool
name_ok(const char *name)
{
	if (*name == '\0' || *name == '.' || *name == '-')
		return false;
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && strchr("-_.", *name) == NULL)
			return false;
	return true;
}

static struct step *
step_of(struct plan *p, const char *name)
{
	struct step *s;

	for (size_t i = 0; i < p->nstep; i++)
		if (strcmp(p->step[i].name, name) == 0)
			return &p->step[i];
	p->step = mem_grow(p->step, p->nstep + 1, sizeof *p->step);
	s = &p->step[p->nstep++];
	memset(s, 0, sizeof *s);
	s->name = mem_dup(name);
	s->group = mem_dup(name);
	s->stretch = STRETCH;
	return s;
}

static int
yes_no(const char *v, bool *out, struct err *e)
{
	if (strcmp(v, "yes") != 0 && strcmp(v, "no") != 0)
		return err_set(e, EINVAL, "'%s' is neither yes nor no", v);
	*out = strcmp(v, "yes") == 0;
	return 0;
}

static int
above_zero(const char *v, double *seconds, struct err *e)
{
	int rc = units_seconds(v, seconds, e);

	return rc == 0 && *seconds <= 0 ? err_set(e, EINVAL, "'%s': must be more than 0", v) : rc;
}

static int
profile_key(struct plan *p, const char *key, const char *v, struct err *e)
{
	long long n = 0;
	int rc;

	if (strcmp(key, "judged") == 0)
		return yes_no(v, &p->judged, e);
	if (strcmp(key, "deadline") == 0)
		return above_zero(v, &p->deadline, e);
	if (strcmp(key, "iterations") != 0)
		return err_set(e, EINVAL, "unknown key, there are: judged, deadline, iterations");
	rc = units_int(v, 1, 1000, &n, e);
	p->iterations = (int)n;
	return rc;
}

static int
set_tool(struct step *s, const char *v, struct err *e)
{
	if (strcmp(v, "mdtest") != 0 && strcmp(v, "ior") != 0)
		return err_set(e, EINVAL, "'%s' is no tool of ours, there are: mdtest, ior", v);
	free(s->tool);
	s->tool = mem_dup(v);
	return 0;
}

static int
set_stretch(struct step *s, const char *v, struct err *e)
{
	long long n = 1;
	int rc = units_int(v, 1, 100, &n, e);

	s->stretch = (double)n;
	return rc;
}

static int
step_key(struct step *s, const char *key, const char *v, struct err *e)
{
	if (strcmp(key, "tool") == 0)
		return set_tool(s, v, e);
	if (strcmp(key, "seconds") == 0)
		return above_zero(v, &s->seconds, e);
	if (strcmp(key, "stretch") == 0)
		return set_stretch(s, v, e);
	if (strcmp(key, "args") == 0) {
		strv_free(&s->argv);
		return strv_split(&s->argv, v) == 0 ? 0
						    : err_set(e, EINVAL, "a quote is not closed");
	}
	if (strcmp(key, "group") != 0)
		return err_set(
		    e, EINVAL, "unknown key, there are: tool, group, args, seconds, stretch");
	if (!name_ok(v))
		return err_set(e, EINVAL, "'%s': letters, digits, '-', '_' and '.' only", v);
	free(s->group);
	s->group = mem_dup(v);
	return 0;
}

/* inih's handler: returns 0 to stop, and inih then tells the line. */
static int
entry(void *arg, const char *section, const char *key, const char *value)
{
	struct load *l = arg;
	struct err why = { 0, "" };

	if (l->rc != 0)
		return 1;
	if (strcmp(section, "profile") == 0)
		l->rc = profile_key(l->p, key, value, &why);
	else if (!name_ok(section))
		l->rc = err_set(&why, EINVAL,
		    "the section name may hold letters, digits, '-', '_' and '.' only");
	else
		l->rc = step_key(step_of(l->p, section), key, value, &why);
	if (l->rc != 0)
		l->rc = err_set(l->e, EINVAL, "%s: [%s] %s: %s", l->path, section, key, why.text);
	return l->rc == 0;
}

static bool
has(const struct step *s, const char *word)
{
	for (size_t i = 0; i < s->argv.n; i++)
		if (strstr(s->argv.v[i], word) != NULL)
			return true;
	return false;
}

static int
check(const struct plan *p, const char *path, struct err *e)
{
	if (p->nstep == 0)
		return err_set(e, EINVAL,
		    "%s: has no step: one section for each, with tool, args, seconds", path);
	for (size_t i = 0; i < p->nstep; i++) {
		const struct step *s = &p->step[i];

		if (s->tool == NULL)
			return err_set(
			    e, EINVAL, "%s: [%s]: tool is missing (mdtest, ior)", path, s->name);
		if (!has(s, "{dir}"))
			return err_set(e, EINVAL,
			    "%s: [%s]: args has no {dir}, so it would not work on the target", path,
			    s->name);
		if (s->seconds <= 0 && (has(s, "{n}") || has(s, "{block}")))
			return err_set(e, EINVAL,
			    "%s: [%s]: seconds is missing: what one iteration may take", path,
			    s->name);
	}
	return 0;
}

/* Path of a profile and its name.  -EINVAL where there is none. */
static int
locate(const char *name, const char *dir, char **path, char **label, struct err *e)
{
	const char *base = strrchr(name, '/');
	char *file;

	if (base == NULL && !str_ends(name, ".ini")) {
		file = mem_fmt("%s.ini", name);
		*path = file_join(dir, file);
		free(file);
		*label = mem_dup(name);
	} else {
		base = base ? base + 1 : name;
		*path = mem_dup(name);
		*label = mem_dup(base);
		if (str_ends(base, ".ini"))
			(*label)[strlen(base) - 4] = '\0';
	}
	if (!name_ok(*label))
		return err_set(e, EINVAL,
		    "--profile: %s: the name may hold letters, digits, '-', '_' and '.' only",
		    name);
	if (access(*path, R_OK) != 0)
		return err_set(e, EINVAL,
		    "--profile: %s: no such profile (%s): there are " BUILT_IN ", or give a FILE",
		    name, *path);
	return 0;
}

int
plan_load(const char *name, const char *profiles_dir, struct plan *p, struct err *e)
{
	struct load l = { p, NULL, NULL, e, 0 };
	char *path = NULL;
	int line;

	memset(p, 0, sizeof *p);
	p->judged = true;
	p->iterations = 5;
	p->deadline = 3600;
	l.rc = locate(name, profiles_dir, &path, &p->name, e);
	if (l.rc == 0) {
		l.path = path;
		line = ini_parse(path, entry, &l);
		if (line != 0 && l.rc == 0)
			l.rc = err_set(
			    e, EINVAL, "%s:%d: is not 'key = value' nor '[section]'", path, line);
	}
	if (l.rc == 0)
		l.rc = check(p, path, e);
	free(path);
	return l.rc;
}

void
plan_free(struct plan *p)
{
	for (size_t i = 0; i < p->nstep; i++) {
		free(p->step[i].name);
		free(p->step[i].group);
		free(p->step[i].tool);
		strv_free(&p->step[i].argv);
	}
	free(p->step);
	free(p->name);
	memset(p, 0, sizeof *p);
}

const struct step *
plan_find(const struct plan *p, const char *step)
{
	for (size_t i = 0; i < p->nstep; i++)
		if (strcmp(p->step[i].name, step) == 0)
			return &p->step[i];
	return NULL;
}

bool
plan_last_of_group(const struct plan *p, size_t i)
{
	for (size_t k = i + 1; k < p->nstep; k++)
		if (strcmp(p->step[k].group, p->step[i].group) == 0)
			return false;
	return true;
}
