#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "store/ini.h"
#include "store/store.h"
#include "store/value.h"

static char *
machine_dir(const char *baselines, const char *name)
{
	char *folder = store_encode(name), *dir;

	if (folder == NULL)
		return NULL;
	dir = file_join(baselines, folder);
	free(folder);
	return dir;
}

/* A value that goes on in a second line is the same key again. */
static void
append(char **text, const char *more)
{
	char *was = *text;

	*text = was == NULL ? mem_dup(more) : mem_fmt("%s %s", was, more);
	free(was);
}

static struct store_rule *
rule_add(struct store_machine *m, const char *metric)
{
	struct store_rule *r;

	m->rule = mem_grow(m->rule, m->nrule + 1, sizeof *m->rule);
	r = &m->rule[m->nrule++];
	*r = (struct store_rule){
		.metric = mem_dup(metric), .tolerance = NAN, .floor = NAN, .judged = -1
	};
	return r;
}

/* The rule that people write for a metric; learned tolerances are rules of their own. */
static struct store_rule *
rule_of(struct store_machine *m, const char *metric)
{
	for (size_t i = 0; i < m->nrule; i++)
		if (m->rule[i].series == NULL && strcmp(m->rule[i].metric, metric) == 0)
			return &m->rule[i];
	return rule_add(m, metric);
}

static int
take_machine(struct store_machine *m, const char *key, const char *value, struct err *e)
{
	if (strcmp(key, "name") == 0)
		return 0; /* for people: the folder's name decides */
	if (strcmp(key, "description") == 0)
		append(&m->description, value);
	else if (strcmp(key, "published") == 0)
		append(&m->published, value);
	else if (strcmp(key, "link") == 0)
		return value_rate(value, &m->link, e);
	else
		return err_set(e, EINVAL,
		    "'%s': no such key in [machine] (name description published link)", key);
	return 0;
}

static int
take_judge(struct store_machine *m, const char *key, const char *value, struct err *e)
{
	if (strcmp(key, "tolerance") == 0)
		return value_fraction(value, &m->tolerance, e);
	if (strcmp(key, "alpha") == 0)
		return value_fraction(value, &m->alpha, e);
	if (strcmp(key, "policy") != 0)
		return err_set(
		    e, EINVAL, "'%s': no such key in [judge] (tolerance alpha policy)", key);
	m->fixed = strcmp(value, "fixed") == 0;
	m->strict_margin = strcmp(value, "strict-margin") == 0;
	if (!m->fixed && !m->strict_margin && strcmp(value, "statistical") != 0)
		return err_set(
		    e, EINVAL, "'%s': no such policy (statistical strict-margin fixed)", value);
	return 0;
}

/* "12.3 % SERIES how it was learned" */
static int
take_learned(struct store_machine *m, const char *metric, const char *value, struct err *e)
{
	struct strv word = { 0 };
	struct store_rule *r;
	double tolerance;
	int rc = strv_split(&word, value);

	if (rc != 0 || word.n < 3 || strcmp(word.v[1], "%") != 0) {
		strv_free(&word);
		return err_set(
		    e, EINVAL, "'%s' is not a learned tolerance: NUMBER %% SERIES NOTE", value);
	}
	tolerance = strtod(word.v[0], NULL) / 100;
	if (tolerance > 0 && tolerance < 1) {
		r = rule_add(m, metric);
		r->series = mem_dup(word.v[2]);
		r->tolerance = tolerance;
	} else {
		rc = err_set(e, EINVAL, "'%s': the tolerance is not between 0 and 100 %%", value);
	}
	strv_free(&word);
	return rc;
}

static int
take_metric(
    struct store_machine *m, const char *metric, const char *key, const char *value, struct err *e)
{
	struct store_rule *r;

	if (strcmp(key, "learned") == 0)
		return take_learned(m, metric, value, e);
	r = rule_of(m, metric);
	if (strcmp(key, "tolerance") == 0)
		return value_fraction(value, &r->tolerance, e);
	if (strcmp(key, "floor") == 0)
		return value_rate(value, &r->floor, e);
	if (strcmp(key, "judged") == 0)
		return value_bool(value, &r->judged, e);
	if (strcmp(key, "expires") == 0)
		return value_day(value, &r->expires, e);
	if (strcmp(key, "known") != 0)
		return err_set(e, EINVAL,
		    "'%s': no such key in [metric %s] (tolerance floor judged known expires "
		    "learned)",
		    key, metric);
	append(&r->known, value);
	return 0;
}

static int
take(void *arg, const char *section, const char *key, const char *value, struct err *e)
{
	struct store_machine *m = arg;

	if (strcmp(section, "machine") == 0)
		return take_machine(m, key, value, e);
	if (strcmp(section, "judge") == 0)
		return take_judge(m, key, value, e);
	if (strcmp(section, "identity") == 0)
		return 0; /* what the machine was when its first baseline was accepted: for people
			   */
	if (str_starts(section, "metric ") && section[7] != '\0')
		return take_metric(m, section + 7, key, value, e);
	return err_set(
	    e, EINVAL, "[%s]: no such section (machine, identity, judge, metric NAME)", section);
}

int
store_machine_read(const char *baselines, const char *name, struct store_machine *m, struct err *e)
{
	char *path;
	int rc;

	*m = (struct store_machine){ .tolerance = 0.10, .alpha = 0.01, .link = NAN };
	m->dir = machine_dir(baselines, name);
	if (m->dir == NULL)
		return err_set(e, EINVAL, "'%s': cannot be a machine's name", name);
	m->name = mem_dup(name);
	path = file_join(m->dir, "machine.ini");
	if (!file_exists(path))
		rc = err_set(e, ENOENT, "%s: no such machine in %s", name, baselines);
	else
		rc = ini_read(path, take, m, e);
	free(path);
	if (rc != 0)
		store_machine_free(m);
	return rc;
}

void
store_machine_free(struct store_machine *m)
{
	for (size_t i = 0; i < m->nrule; i++) {
		free(m->rule[i].metric);
		free(m->rule[i].series);
		free(m->rule[i].known);
	}
	free(m->rule);
	free(m->name);
	free(m->dir);
	free(m->description);
	free(m->published);
	memset(m, 0, sizeof *m);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sub-folders of dir that hold a file of that name, decoded where decode is set. */
static void
folders_with(const char *dir, const char *file, bool decode, struct strv *out)
{
	DIR *d = opendir(dir);
	struct dirent *de;

	if (d == NULL)
		return;
	while ((de = readdir(d)) != NULL) {
		char *path = mem_fmt("%s/%s/%s", dir, de->d_name, file);
		char *name = decode ? store_decode(de->d_name) : mem_dup(de->d_name);

		if (de->d_name[0] != '.' && name != NULL && file_exists(path))
			strv_add(out, "%s", name);
		free(name);
		free(path);
	}
	closedir(d);
	if (out->n > 1)
		qsort(out->v, out->n, sizeof *out->v, by_name);
}

void
store_machines(const char *baselines, struct strv *names)
{
	folders_with(baselines, "machine.ini", true, names);
}

void
store_series_list(const char *baselines, const char *machine, struct strv *series)
{
	char *dir = machine_dir(baselines, machine);

	if (dir != NULL)
		folders_with(dir, "sessions.jsonl", false, series);
	free(dir);
}

static bool
same_text(const char *a, const char *b)
{
	return a != NULL && b != NULL && *a && strcmp(a, b) == 0;
}

/* The same file system (its UUID), or the same device of the same host. */
static bool
same_place(const struct session *a, const struct session *b)
{
	if (same_text(session_env_get(a, "fs.uuid"), session_env_get(b, "fs.uuid")))
		return true;
	return same_text(session_env_get(a, "fs.source"), session_env_get(b, "fs.source")) &&
	       same_text(session_env_get(a, "host.name"), session_env_get(b, "host.name"));
}

static bool
measured_here(const char *baselines, const char *machine, const struct session *s)
{
	struct strv series = { 0 };
	bool found = false;

	store_series_list(baselines, machine, &series);
	for (size_t i = 0; i < series.n && !found; i++) {
		struct store_baseline b;

		if (store_baseline_read(baselines, machine, series.v[i], &b, NULL) != 0)
			continue;
		found = b.n > 0 && same_place(b.session[b.n - 1], s);
		store_baseline_free(&b);
	}
	strv_free(&series);
	return found;
}

char *
store_machine_like(const char *baselines, const char *name, const struct session *s)
{
	struct strv names = { 0 };
	char *like = NULL;

	store_machines(baselines, &names);
	for (size_t i = 0; i < names.n && like == NULL; i++)
		if (strcmp(names.v[i], name) != 0 && measured_here(baselines, names.v[i], s))
			like = mem_dup(names.v[i]);
	strv_free(&names);
	return like;
}
