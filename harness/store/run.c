#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "store/store.h"

#define FORMAT 1
#define KIND   "check-fs-run"

int
store_run_create(
    const char *reports, const char *machine, const char *id, char **dir, struct err *e)
{
	char *folder = store_encode(machine), *parent, *path;
	int rc;

	if (folder == NULL || *id == '\0' || *id == '.' || strchr(id, '/') != NULL) {
		free(folder);
		return err_set(e, EINVAL, "'%s', '%s': cannot name a run's directory", machine, id);
	}
	parent = file_join(reports, folder);
	free(folder);
	rc = file_mkdirs(parent, 0777, e);
	for (int k = 1; rc == 0; k++) {
		path = k == 1 ? mem_fmt("%s/%s", parent, id) : mem_fmt("%s/%s-%d", parent, id, k);
		if (mkdir(path, 0777) == 0) {
			*dir = path;
			break;
		}
		if (errno != EEXIST || k == 10000)
			rc = err_sys(e, errno, "%s: cannot make the run's directory", path);
		free(path);
	}
	free(parent);
	return rc;
}

int
store_run_latest(const char *reports, const char *dir, struct err *e)
{
	char real[PATH_MAX], root[PATH_MAX];
	char *link = file_join(reports, "latest"),
	     *beside = mem_fmt("%s/.latest.%ld", reports, (long)getpid());
	const char *to;
	size_t n;
	int rc = 0;

	if (realpath(reports, root) == NULL || realpath(dir, real) == NULL) {
		rc = err_sys(e, errno, "%s: cannot point reports/latest there", dir);
		goto out;
	}
	n = strlen(root);
	to = strncmp(real, root, n) == 0 && real[n] == '/' ? real + n + 1 : real;
	unlink(beside);
	if (symlink(to, beside) != 0 || rename(beside, link) != 0) {
		rc = err_sys(e, errno, "%s: cannot point it at %s", link, dir);
		unlink(beside);
	}
out:
	free(beside);
	free(link);
	return rc;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void
store_run_list(const char *reports, const char *machine, struct strv *dirs)
{
	char *folder = store_encode(machine), *parent;
	struct dirent *de;
	DIR *d;

	if (folder == NULL)
		return;
	parent = file_join(reports, folder);
	free(folder);
	d = opendir(parent);
	while (d != NULL && (de = readdir(d)) != NULL) {
		char *path = mem_fmt("%s/%s/result.json", parent, de->d_name);

		if (de->d_name[0] != '.' && file_exists(path))
			strv_add(dirs, "%s/%s", parent, de->d_name);
		free(path);
	}
	if (d != NULL)
		closedir(d);
	if (dirs->n > 1)
		qsort(dirs->v, dirs->n, sizeof *dirs->v, by_name);
	free(parent);
}

static int
take(const json_t *j, const char *path, struct session **s, struct session **second,
    json_t **verdicts, struct err *e)
{
	json_t *look = json_object_get(j, "second"), *v = json_object_get(j, "verdicts");
	const char *kind = json_string_value(json_object_get(j, "kind"));
	struct err why = { 0, "" };
	int rc = 0;

	if (kind == NULL || strcmp(kind, KIND) != 0)
		return err_set(e, EINVAL, "%s: is not a result of check-fs run", path);
	if (json_integer_value(json_object_get(j, "format")) > FORMAT)
		return err_set(e, EINVAL, "%s: was written by a newer check-fs", path);
	if (s != NULL && (rc = session_read(json_object_get(j, "session"), s, &why)) != 0)
		return err_set(e, EINVAL, "%s: session: %s", path, why.text);
	if (second != NULL && json_is_object(look) &&
	    (rc = session_read(look, second, &why)) != 0) {
		if (s != NULL) {
			session_free(*s);
			*s = NULL;
		}
		return err_set(e, EINVAL, "%s: second: %s", path, why.text);
	}
	if (verdicts != NULL)
		*verdicts = v != NULL ? json_incref(v) : json_null();
	return rc;
}

int
store_run_read(
    const char *run, struct session **s, struct session **second, json_t **verdicts, struct err *e)
{
	char *path = file_is_dir(run) ? file_join(run, "result.json") : mem_dup(run), *text = NULL;
	json_error_t why;
	json_t *j = NULL;
	size_t len;
	int rc;

	if (s != NULL)
		*s = NULL;
	if (second != NULL)
		*second = NULL;
	if (verdicts != NULL)
		*verdicts = NULL;
	if (!file_exists(path))
		rc = err_set(e, ENOENT, "%s: there is no such run", path);
	else
		rc = file_read(path, &text, &len, e);
	if (rc == 0 && (j = json_loadb(text, len, JSON_REJECT_DUPLICATES, &why)) == NULL)
		rc = err_set(e, EINVAL, "%s:%d: not valid JSON: %s", path, why.line, why.text);
	if (rc == 0)
		rc = take(j, path, s, second, verdicts, e);
	json_decref(j);
	free(text);
	free(path);
	return rc;
}

int
store_run_write(const char *dir, const struct session *s, const struct session *second,
    const json_t *verdicts, struct err *e)
{
	char *path = file_join(dir, "result.json"), *text, *line;
	json_t *j = json_object();
	int rc;

	json_object_set_new(j, "format", json_integer(FORMAT));
	json_object_set_new(j, "kind", json_string(KIND));
	json_object_set_new(j, "session", session_json(s));
	json_object_set_new(j, "second", second != NULL ? session_json(second) : json_null());
	json_object_set_new(
	    j, "verdicts", verdicts != NULL ? json_deep_copy(verdicts) : json_null());
	text = json_dumps(j, JSON_INDENT(1));
	line = mem_fmt("%s\n", text);
	rc = file_write(path, line, strlen(line), e);
	free(line);
	free(text);
	json_decref(j);
	free(path);
	return rc;
}
