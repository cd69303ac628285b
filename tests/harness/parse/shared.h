#ifndef TESTS_PARSE_SHARED_H
#define TESTS_PARSE_SHARED_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/mem.h"
#include "parse/parse.h"

/* Path of something in the folder of published logs and recorded runs; NULL where that is not here.
 */
static inline char *
shared_path(const char *what)
{
	const char *dir = getenv("CHECK_FS_SHARED");
	char *path = mem_fmt("%s/%s", dir != NULL ? dir : "../shared", what);

	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* Equal within what printing and scaling cost. */
static inline bool
shared_same(double got, double want)
{
	return got == want || fabs(got - want) <= 1e-9 * fabs(want);
}

/* mdtest's labels as logs have them, and our names. */
static inline const char *
shared_name(const char *label)
{
	static const char *const names[][2] = { { "Directory creation", "dir-create" },
		{ "Directory stat", "dir-stat" }, { "Directory rename", "dir-rename" },
		{ "Directory removal", "dir-remove" }, { "File creation", "file-create" },
		{ "File create (stonewall)", "file-create-stonewall" },
		{ "File stat", "file-stat" }, { "File read", "file-read" },
		{ "File removal", "file-remove" }, { "Tree creation", "tree-create" },
		{ "Tree removal", "tree-remove" } };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(names[i][0], label) == 0)
			return names[i][1];
	return NULL;
}

#endif
