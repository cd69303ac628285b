#define _GNU_SOURCE /* environ */
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"
#include "io/mpi_hints.h"
#include "par/par.h"

static const char mark[] = "IOR_HINT__", kind[] = "MPI__";

/* One KEY=VALUE line, if it is a hint. */
static void
take(char *line, struct strv *out)
{
	line = str_trim(line);
	if (!str_starts(line, mark))
		return;
	line += sizeof mark - 1;
	if (str_starts(line, kind) && strchr(line, '=') != NULL)
		strv_add(out, "%s", line + sizeof kind - 1);
	else
		fprintf(stderr,
		    "ior: warning: hint %s%s: only those of MPI (IOR_HINT__MPI__KEY=VALUE) are "
		    "known: skipped\n",
		    mark, line);
}

static int
collect(const char *path, struct strv *out, struct err *e)
{
	char *text, *line, *next;
	size_t len;
	int rc;

	for (char **v = environ; *v != NULL; v++) {
		char *copy = mem_dup(*v);

		take(copy, out);
		free(copy);
	}
	if (path == NULL)
		return 0;
	rc = file_read(path, &text, &len, e);
	if (rc != 0)
		return rc;
	for (line = text; line != NULL; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		take(line, out);
	}
	free(text);
	return 0;
}

int
mpi_hints_read(const char *path, const struct par *par, MPI_Info *info, struct err *e)
{
	struct strv hints = { 0 };
	int rc = par_rank(par) == 0 ? -collect(path, &hints, e) : 0;
	size_t n = hints.n;

	par_bcast(par, &rc, sizeof rc);
	MPI_Info_create(info);
	if (rc != 0) {
		MPI_Info_free(info);
		strv_free(&hints);
		return err_set(e, rc, "hints");
	}
	par_bcast(par, &n, sizeof n);
	for (size_t i = 0; i < n; i++) {
		char line[512] = "", *eq;

		if (par_rank(par) == 0)
			str_copy(line, sizeof line, hints.v[i]);
		par_bcast(par, line, sizeof line);
		eq = strchr(line, '=');
		if (eq == NULL)
			continue;
		*eq = '\0';
		MPI_Info_set(*info, line, eq + 1);
	}
	strv_free(&hints);
	return 0;
}

char *
mpi_hints_name(const char *path)
{
	return strpbrk(path, "/:") != NULL ? mem_dup(path) : mem_fmt("./%s", path);
}

void
mpi_hints_show(MPI_File fh)
{
	MPI_Info info;
	int n = 0;

	MPI_File_get_info(fh, &info);
	MPI_Info_get_nkeys(info, &n);
	for (int i = 0; i < n; i++) {
		char key[MPI_MAX_INFO_KEY + 1], value[1024];
		int there;

		MPI_Info_get_nthkey(info, i, key);
		MPI_Info_get(info, key, sizeof value - 1, value, &there);
		if (there)
			fprintf(stderr, "ior: hint in use: %s = %s\n", key, value);
	}
	MPI_Info_free(&info);
}
