#define _GNU_SOURCE /* close_range */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/ior/sweep.h"
#include "core/mem.h"

/* One entry, and the message that adds ('f' file, 'd' directory) or takes away ('-') one. */
struct entry {
	char kind;
	char *path;
};

struct list {
	struct entry *entry;
	size_t n, room;
};

struct sweep {
	struct list list;
	int pipe; /* to the child; -1 without one */
	pid_t child;
};

static void
list_add(struct list *l, char kind, const char *path)
{
	l->entry = mem_room(l->entry, l->n, &l->room, sizeof *l->entry);
	l->entry[l->n].kind = kind;
	l->entry[l->n++].path = mem_dup(path);
}

static void
list_remove(struct list *l, const char *path)
{
	size_t i = l->n;

	while (i > 0 && strcmp(l->entry[i - 1].path, path) != 0)
		i--;
	if (i == 0)
		return;
	free(l->entry[i - 1].path);
	memmove(&l->entry[i - 1], &l->entry[i], (l->n - i) * sizeof *l->entry);
	l->n--;
}

static int
list_sweep(struct list *l)
{
	int failed = 0;

	while (l->n > 0) {
		struct entry *e = &l->entry[--l->n];
		int rc = e->kind == 'd' ? rmdir(e->path) : unlink(e->path);

		failed += rc != 0 && errno != ENOENT;
		free(e->path);
	}
	return failed;
}

/* Read exactly n bytes; false at the end of the pipe. */
static bool
get(int fd, void *buf, size_t n)
{
	for (size_t done = 0; done < n;) {
		ssize_t k = read(fd, (char *)buf + done, n - done);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		done += (size_t)k;
	}
	return true;
}

static void
put(int fd, const void *buf, size_t n)
{
	for (size_t done = 0; done < n;) {
		ssize_t k = write(fd, (const char *)buf + done, n - done);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return; /* the child is gone: this rank removes its files itself */
		done += (size_t)k;
	}
}

/* Keep nothing of the parent's open: its launcher waits for the other end of stdout and stderr. */
static void
detach(int keep)
{
	int null = open("/dev/null", O_RDWR);

	for (int fd = 0; fd < 3; fd++)
		dup2(null, fd);
	if (keep > 3)
		close_range(3, (unsigned)keep - 1, 0);
	close_range((unsigned)keep + 1, ~0U, 0);
}

static void
watch(int fd)
{
	struct list l = { 0 };
	char kind;
	size_t len;

	while (get(fd, &kind, 1) && get(fd, &len, sizeof len)) {
		char *path = mem_zero(len + 1, 1);

		if (!get(fd, path, len))
			break;
		if (kind == '-')
			list_remove(&l, path);
		else
			list_add(&l, kind, path);
		free(path);
	}
	list_sweep(&l);
	_exit(0);
}

struct sweep *
sweep_start(void)
{
	struct sweep *s = mem_zero(1, sizeof *s);
	int end[2];

	s->pipe = -1;
	if (pipe2(end, O_CLOEXEC) != 0)
		return s;
	s->child = fork();
	if (s->child == 0) {
		setsid();
		for (int sig = 1; sig < 32; sig++)
			signal(sig, SIG_IGN);
		if (end[0] < 3)
			end[0] = fcntl(end[0], F_DUPFD, 3);
		detach(end[0]);
		watch(end[0]);
	}
	close(end[0]);
	if (s->child > 0)
		s->pipe = end[1];
	else
		close(end[1]);
	return s;
}

static void
tell(struct sweep *s, char kind, const char *path)
{
	size_t len = strlen(path);

	if (s->pipe < 0)
		return;
	put(s->pipe, &kind, 1);
	put(s->pipe, &len, sizeof len);
	put(s->pipe, path, len);
}

static void
add(struct sweep *s, char kind, const char *path)
{
	if (s == NULL)
		return;
	list_add(&s->list, kind, path);
	tell(s, kind, path);
}

void
sweep_add(struct sweep *s, const char *path)
{
	add(s, 'f', path);
}

void
sweep_add_dir(struct sweep *s, const char *path)
{
	add(s, 'd', path);
}

void
sweep_done(struct sweep *s, const char *path)
{
	if (s == NULL)
		return;
	list_remove(&s->list, path);
	tell(s, '-', path);
}

int
sweep_now(struct sweep *s)
{
	int failed = 0;

	if (s == NULL)
		return 0;
	while (s->list.n > 0) {
		struct list one = { 0 };
		struct entry *e = &s->list.entry[s->list.n - 1];
		char *path = mem_dup(e->path);

		list_add(&one, e->kind, path);
		failed += list_sweep(&one);
		free(one.entry);
		sweep_done(s, path);
		free(path);
	}
	return failed;
}

void
sweep_end(struct sweep *s)
{
	if (s == NULL)
		return;
	sweep_now(s);
	if (s->pipe >= 0) {
		close(s->pipe);
		while (waitpid(s->child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	free(s->list.entry);
	free(s);
}
