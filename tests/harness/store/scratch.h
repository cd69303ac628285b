#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/session.h"

/* A fresh directory; remove it with scratch_end. */
static inline char *
scratch_begin(void)
{
	const char *tmp = getenv("TMPDIR");
	char *dir = mem_fmt("%s/check-fs-unit.XXXXXX", tmp != NULL && *tmp ? tmp : "/tmp");

	if (mkdtemp(dir) == NULL) {
		perror(dir);
		exit(1);
	}
	return dir;
}

static inline void
scratch_end(char *dir)
{
	file_remove_tree(dir, NULL);
	free(dir);
}

static inline void
scratch_put(const char *dir, const char *name, const char *text)
{
	char *path = file_join(dir, name), *slash = strrchr(path, '/');

	*slash = '\0';
	file_mkdirs(path, 0777, NULL);
	*slash = '/';
	file_write(path, text, strlen(text), NULL);
	free(path);
}

static inline char *
scratch_get(const char *dir, const char *name)
{
	char *path = file_join(dir, name), *text = NULL;

	file_read(path, &text, NULL, NULL);
	free(path);
	return text != NULL ? text : mem_dup("");
}

static inline struct session *
scratch_session(const char *id, long long started)
{
	struct session *s = session_new();
	struct session_metric *m;

	s->id = mem_dup(id);
	s->machine = mem_dup("node 1");
	s->series = mem_dup("scratch-quick-4x1");
	s->ranks = 4;
	s->nodes = 1;
	s->started = started;
	session_env(s, "fs.type", "ext4");
	session_env(s, "fs.uuid", "abc");
	session_recipe(s, "ior-fpp-write", "ior -w -F -o {dir}/data");
	m = session_metric(s, "ior-fpp/write", "B/s", BETTER_HIGHER);
	m->sample = mem_zero(1, sizeof *m->sample);
	m->sample[0] = 1e8;
	m->n = 1;
	return s;
}

#endif
