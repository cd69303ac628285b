#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"
#include "store/store.h"

void
store_runs(const char *reports, struct strv *dirs)
{
	struct dirent **list = NULL;
	int n = scandir(reports, &list, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		char *path = file_join(reports, list[i]->d_name);
		char *name = list[i]->d_name[0] != '.' && file_is_dir(path)
				 ? store_decode(list[i]->d_name)
				 : NULL;

		if (name != NULL)
			store_run_list(reports, name, dirs);
		free(name);
		free(path);
		free(list[i]);
	}
	free(list);
}

int
store_run_prune(const char *reports, const char *machine, size_t keep, struct err *e)
{
	char *latest = file_join(reports, "latest"), *newest = realpath(latest, NULL);
	struct strv dirs = { NULL, 0, 0 };
	int rc = 0, removed = 0;

	store_run_list(reports, machine, &dirs);
	for (size_t i = 0; rc == 0 && i + keep < dirs.n; i++) {
		char *real = realpath(dirs.v[i], NULL);

		/* what latest points at stays, whatever its age: a link to nothing helps nobody */
		if (real == NULL || newest == NULL || strcmp(real, newest) != 0) {
			rc = file_remove_tree(dirs.v[i], e);
			removed += rc == 0;
		}
		free(real);
	}
	strv_free(&dirs);
	free(newest);
	free(latest);
	return rc != 0 ? rc : removed;
}
