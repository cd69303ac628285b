#include <stdlib.h>
#include <string.h>

#include "bench/ior/names.h"
#include "bench/ior/socket.h"
#include "core/mem.h"

/* The name in A@B@C that is task's; the first one where all tasks share a file. */
static char *
base(const struct opts *o, int task)
{
	const char *at = o->file;
	size_t n = 1;
	char *name;

	for (const char *p = o->file; *p != '\0'; p++)
		n += *p == '@';
	for (size_t skip = o->fpp ? (size_t)task % n : 0; skip > 0; skip--)
		at = strchr(at, '@') + 1;
	name = mem_dup(at);
	name[strcspn(name, "@")] = '\0';
	if (o->sockets != NULL) {
		char *there = mem_fmt("%s%d/data", name, socket_of(o->sockets, task));

		free(name);
		name = there;
	}
	return name;
}

char *
names_parent(const struct opts *o, int task)
{
	char *name = base(o, task), *slash = strrchr(name, '/'), *dir;

	if (slash == NULL)
		dir = mem_dup(".");
	else if (slash == name)
		dir = mem_dup("/");
	else
		dir = mem_fmt("%.*s", (int)(slash - name), name);
	free(name);
	return dir;
}

char *
names_own_dir(const struct opts *o, int task)
{
	char *name = base(o, task), *slash = strrchr(name, '/');
	int before = slash ? (int)(slash + 1 - name) : 0;
	char *dir = mem_fmt("%.*s%d", before, name, task);

	free(name);
	return dir;
}

char *
names_file(const struct opts *o, int task, int rep)
{
	char *name = base(o, task), *next;

	if (o->nfs_count > 0) { /* ROOT/SERVERn/NAME, the servers in turn */
		next = mem_fmt("%s/%s%d/%s", o->nfs_root, o->nfs_server, task % o->nfs_count, name);
		free(name);
		name = next;
	}
	if (o->unique_dir) {
		char *dir = names_own_dir(o, task), *slash = strrchr(name, '/');

		next = mem_fmt("%s/%s", dir, slash ? slash + 1 : name);
		free(dir), free(name);
		name = next;
	}
	if (o->fpp) {
		next = mem_fmt("%s.%08d", name, task);
		free(name);
		name = next;
	}
	if (o->multi_file) {
		next = mem_fmt("%s.%d", name, rep);
		free(name);
		name = next;
	}
	return name;
}
