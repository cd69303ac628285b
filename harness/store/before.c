#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "store/store.h"

#define FORMAT 1

static char *
machine_dir(const char *reports, const char *machine)
{
	char *folder = store_encode(machine), *dir = NULL;

	if (folder != NULL)
		dir = file_join(reports, folder);
	free(folder);
	return dir;
}

int
store_before_write(const char *reports, const char *machine, const char *series,
    const struct strv *ids, struct err *e)
{
	char *dir = machine_dir(reports, machine), *path, *text, *line;
	json_t *j = json_object(), *runs = json_array();
	int rc;

	if (dir == NULL)
		return err_set(e, EINVAL, "'%s': cannot be a machine's name", machine);
	for (size_t i = 0; i < ids->n; i++)
		json_array_append_new(runs, json_string(ids->v[i]));
	json_object_set_new(j, "format", json_integer(FORMAT));
	json_object_set_new(j, "kind", json_string("check-fs-before"));
	json_object_set_new(j, "series", json_string(series));
	json_object_set_new(j, "runs", runs);
	text = json_dumps(j, JSON_INDENT(1));
	line = mem_fmt("%s\n", text);
	path = mem_fmt("%s/before-%s.json", dir, series);
	rc = file_write(path, line, strlen(line), e);
	free(path);
	free(line);
	free(text);
	json_decref(j);
	free(dir);
	return rc;
}

int
store_before_read(
    const char *reports, const char *machine, const char *series, struct strv *dirs, struct err *e)
{
	char *dir = machine_dir(reports, machine), *path, *text = NULL;
	json_t *j = NULL, *run;
	json_error_t why;
	size_t len = 0;
	int rc = 0;

	if (dir == NULL)
		return err_set(e, EINVAL, "'%s': cannot be a machine's name", machine);
	path = mem_fmt("%s/before-%s.json", dir, series);
	rc = file_exists(path) ? file_read(path, &text, &len, e) : -ENOENT;
	if (rc == 0 && (j = json_loadb(text, len, 0, &why)) == NULL)
		rc = err_set(e, EINVAL, "%s:%d: not valid JSON: %s", path, why.line, why.text);
	for (size_t i = 0; rc == 0 && (run = json_array_get(json_object_get(j, "runs"), i)) != NULL;
	     i++)
		if (json_string_value(run) != NULL)
			strv_add(dirs, "%s/%s", dir, json_string_value(run));
	json_decref(j);
	free(text);
	free(path);
	free(dir);
	return rc;
}
