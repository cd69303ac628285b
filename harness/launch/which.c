#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/str.h"
#include "launch/launch.h"
#include "launch/which.h"

static bool
is_program(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* One directory of PATH (an empty one is the current directory). */
static bool
in_dir(const char *dir, size_t len, const char *name, char *path, size_t size)
{
	char joined[PATH_MAX], real[PATH_MAX];
	int n = snprintf(
	    joined, sizeof joined, "%.*s/%s", len > 0 ? (int)len : 1, len > 0 ? dir : ".", name);

	if (n < 0 || (size_t)n >= sizeof joined || !is_program(joined))
		return false;
	/* only made absolute: what a link is called may decide what it does (busybox, mpirun) */
	if (joined[0] != '/' && getcwd(real, sizeof real) != NULL)
		n = snprintf(path, size, "%s/%s", real, joined);
	else
		n = (int)str_copy(path, size, joined);
	return n >= 0 && (size_t)n < size;
}

bool
which_find(const char *name, char *path, size_t size)
{
	const char *dirs = getenv("PATH"), *end;

	if (strchr(name, '/') != NULL)
		return is_program(name) && str_copy(path, size, name) < size;
	if (dirs == NULL)
		dirs = "/usr/local/bin:/usr/bin:/bin";
	for (;; dirs = end + 1) {
		end = strchr(dirs, ':');
		if (in_dir(dirs, end ? (size_t)(end - dirs) : strlen(dirs), name, path, size))
			return true;
		if (end == NULL)
			return false;
	}
}

void
which_version(struct launch_env *env, const char *word)
{
	struct strv argv = { NULL, 0, 0 };
	char text[1024] = "";
	const char *p;

	strv_add(&argv, "%s", env->program);
	strv_add(&argv, "%s", word);
	launch_capture(&argv, text, sizeof text);
	strv_free(&argv);
	p = strpbrk(text, "0123456789");
	if (p == NULL)
		return;
	str_copy(env->version, sizeof env->version, p);
	env->version[strcspn(env->version, " \r\n")] = '\0';
	env->major = atoi(p);
}
