#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/sweep.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"

#define THREADS 8

/* Directories that still have to be emptied. */
struct sweep {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct strv todo;
	size_t busy; /* threads that may still find directories */
	dev_t dev;   /* never leave this file system */
};

static void
push(struct sweep *s, const char *dir, const char *name)
{
	char *path = file_join(dir, name);

	pthread_mutex_lock(&s->lock);
	strv_add(&s->todo, "%s", path);
	pthread_cond_signal(&s->more);
	pthread_mutex_unlock(&s->lock);
	free(path);
}

/* Next directory (caller frees), or NULL once there is none and nobody can find another. */
static char *
pull(struct sweep *s)
{
	char *path = NULL;

	pthread_mutex_lock(&s->lock);
	s->busy--;
	while (s->todo.n == 0 && s->busy > 0)
		pthread_cond_wait(&s->more, &s->lock);
	if (s->todo.n > 0) {
		path = s->todo.v[--s->todo.n];
		s->todo.v[s->todo.n] = NULL;
		s->busy++;
	}
	pthread_cond_broadcast(&s->more);
	pthread_mutex_unlock(&s->lock);
	return path;
}

static bool
is_dir(int fd, const struct dirent *de, dev_t dev, bool *ours)
{
	struct stat st;

	if (fstatat(fd, de->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	*ours = st.st_dev == dev;
	return S_ISDIR(st.st_mode);
}

/* Unlink the files of one directory; empty directories go at once, others are put on the list. */
static void
empty(struct sweep *s, const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *de;

	if (d == NULL) {
		if (fd >= 0)
			close(fd);
		return; /* file_remove_tree comes after us and says why */
	}
	while ((de = readdir(d)) != NULL) {
		bool ours = true;

		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		if (!is_dir(fd, de, s->dev, &ours))
			unlinkat(fd, de->d_name, 0);
		else if (ours && unlinkat(fd, de->d_name, AT_REMOVEDIR) != 0)
			push(s, path, de->d_name);
	}
	closedir(d);
}

static void *
work(void *arg)
{
	struct sweep *s = arg;
	char *path;

	while ((path = pull(s)) != NULL) {
		empty(s, path);
		free(path);
	}
	return NULL;
}

int
sweep_tree(const char *path, struct err *e)
{
	struct sweep s = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { NULL, 0, 0 },
		THREADS, 0 };
	pthread_t thread[THREADS];
	struct stat st;
	int n = 0;

	if (lstat(path, &st) != 0)
		return errno == ENOENT ? 0 : file_remove_tree(path, e);
	if (!S_ISDIR(st.st_mode))
		return unlink(path) == 0 || errno == ENOENT ? 0 : -errno;
	s.dev = st.st_dev;
	strv_add(&s.todo, "%s", path);
	while (n < THREADS && pthread_create(&thread[n], NULL, work, &s) == 0)
		n++;
	pthread_mutex_lock(&s.lock);
	s.busy -= (size_t)(THREADS - n); /* those that could not be started */
	pthread_cond_broadcast(&s.more);
	pthread_mutex_unlock(&s.lock);
	while (n > 0)
		pthread_join(thread[--n], NULL);
	strv_free(&s.todo);
	/* what is left now is a tree of directories, and whatever could not be removed */
	return file_remove_tree(path, e);
}
