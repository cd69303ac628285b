#include <string.h>

#include "bench/mdtest/rows.h"

const struct row rows_all[ROWS_COUNT] = {
	{ "dir-create", "Directory creation", 'd', true, true },
	{ "dir-stat", "Directory stat", 'd', true, true },
	{ "dir-list", "Directory listing", 'd', false, false },
	{ "dir-rename", "Directory rename", 'd', false, true },
	{ "dir-remove", "Directory removal", 'd', true, true },
	{ "file-create", "File creation", 'f', true, true },
	{ "file-stat", "File stat", 'f', true, true },
	{ "file-list", "File listing", 'f', false, false },
	{ "file-chmod", "File chmod", 'f', false, false },
	{ "file-read", "File read", 'f', true, true },
	{ "file-rename", "File rename", 'f', false, false },
	{ "file-link", "File link", 'f', false, false },
	{ "file-symlink", "File symlink", 'f', false, false },
	{ "file-remove", "File removal", 'f', true, true },
	{ "tree-create", "Tree creation", 't', true, true },
	{ "tree-remove", "Tree removal", 't', true, true },
	{ NULL, NULL, 0, false, false },
};

int
rows_find(const char *metric)
{
	for (int i = 0; rows_all[i].metric != NULL; i++)
		if (strcmp(rows_all[i].metric, metric) == 0)
			return i;
	return -1;
}

bool
rows_shown(const struct row *row, const char *kind)
{
	if (row->kind == 't')
		return true;
	return strstr(kind, row->kind == 'd' ? "director" : "file") != NULL;
}
