#define _DEFAULT_SOURCE /* flock */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/rundir.h"
#include "cmd/sweep.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"

#define PREFIX ".check-fs-"
#define MARKER ".check-fs-run"
#define MAGIC  "check-fs run directory, removed by: check-fs clean"

/* Who made a run directory, as its marker says. */
struct owner {
	char host[256], boot[64], ns[64], id[64];
	long pid;
	long long start;
	bool locked;
};

static void
first_line(const char *path, char *out, size_t size)
{
	FILE *f = fopen(path, "re");

	out[0] = '\0';
	if (f == NULL)
		return;
	if (fgets(out, (int)size, f) != NULL)
		out[strcspn(out, "\n")] = '\0';
	fclose(f);
}

/* Start time of a process in clock ticks since boot: tells it from a later one of that number.  -1:
 * none such. */
static long long
start_of(long pid)
{
	char path[64], line[1024];
	long long start = -1;
	char *p;

	snprintf(path, sizeof path, "/proc/%ld/stat", pid);
	first_line(path, line, sizeof line);
	p = strrchr(line, ')');
	for (int field = 2; p != NULL && field < 22; field++)
		p = strchr(p + 1, ' ');
	if (p != NULL)
		start = atoll(p + 1);
	return start;
}

static void
me(struct owner *o)
{
	ssize_t n = readlink("/proc/self/ns/pid", o->ns, sizeof o->ns - 1);

	o->ns[n > 0 ? n : 0] = '\0';
	gethostname(o->host, sizeof o->host - 1);
	first_line("/proc/sys/kernel/random/boot_id", o->boot, sizeof o->boot);
	o->pid = (long)getpid();
	o->start = start_of(o->pid);
}

static int
write_marker(int fd, const char *id, const char *path, struct err *e)
{
	struct owner o;
	char *text;
	size_t len;
	ssize_t n;

	memset(&o, 0, sizeof o);
	me(&o);
	o.locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
	text = mem_fmt(MAGIC "\nhost=%s\nboot=%s\nns=%s\npid=%ld\nstart=%lld\nlocked=%d\nid=%s\n",
	    o.host, o.boot, o.ns, o.pid, o.start, o.locked, id);
	len = strlen(text);
	n = write(fd, text, len);
	free(text);
	/* a full file system may say so only now */
	if (n >= 0 && (size_t)n < len)
		return err_set(
		    e, ENOSPC, "%s: cannot write the marker: No space left on device", path);
	if (n < 0 || fsync(fd) != 0)
		return err_sys(e, errno, "%s: cannot write the marker", path);
	return 0;
}

/* Why nothing can be made in target; where it is a matter of permissions, whose they are. */
static int
refused(const char *target, const char *what, int code, struct err *e)
{
	struct stat st;

	if (code != EACCES || stat(target, &st) != 0)
		return err_sys(e, code, "%s: cannot make a %s in it", target, what);
	return err_set(e, code,
	    "%s: cannot make a %s in it: Permission denied: this is uid %ld, and the directory is "
	    "uid %ld's, mode "
	    "%04o",
	    target, what, (long)geteuid(), (long)st.st_uid, (unsigned)st.st_mode & 07777);
}

int
rundir_create(const char *target, const char *id, char **path, int *lock, struct err *e)
{
	char *name = mem_fmt(PREFIX "%s-%ld", id, (long)getpid()), *marker;
	int rc = 0;

	*path = file_join(target, name);
	*lock = -1;
	free(name);
	marker = file_join(*path, MARKER);
	if (mkdir(*path, 0777) != 0) {
		rc = refused(target, "directory", errno, e);
		goto err0;
	}
	*lock = open(marker, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
	rc = *lock < 0 ? refused(target, "file", errno, e) : write_marker(*lock, id, target, e);
	if (rc == 0)
		goto done;
	unlink(marker);
	rmdir(*path);
	if (*lock >= 0)
		close(*lock);
err0:
	free(*path);
	*path = NULL;
	*lock = -1;
done:
	free(marker);
	return rc;
}

static void
copy_value(char *out, size_t size, const char *text, const char *key)
{
	const char *p = strstr(text, key);
	size_t n = p ? strcspn(p + strlen(key), "\n") : 0;

	snprintf(out, size, "%.*s", (int)n, p ? p + strlen(key) : "");
}

/* Read the marker of a run directory.  -EINVAL where it is none of ours; *fd stays open on it. */
static int
read_marker(const char *path, struct owner *o, int *fd, struct err *e)
{
	char *marker = file_join(path, MARKER), text[2048] = "", number[32];
	struct stat st;
	ssize_t n = -1;

	memset(o, 0, sizeof *o);
	*fd = open(marker, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (*fd >= 0 && fstat(*fd, &st) == 0 && S_ISREG(st.st_mode))
		n = read(*fd, text, sizeof text - 1);
	free(marker);
	if (n < 0 || !str_starts(text, MAGIC)) {
		if (*fd >= 0)
			close(*fd);
		*fd = -1;
		return err_set(
		    e, EINVAL, "%s: holds no marker of a check-fs run: left alone", path);
	}
	copy_value(o->host, sizeof o->host, text, "\nhost=");
	copy_value(o->boot, sizeof o->boot, text, "\nboot=");
	copy_value(o->ns, sizeof o->ns, text, "\nns=");
	copy_value(o->id, sizeof o->id, text, "\nid=");
	copy_value(number, sizeof number, text, "\npid=");
	o->pid = atol(number);
	copy_value(number, sizeof number, text, "\nstart=");
	o->start = atoll(number);
	copy_value(number, sizeof number, text, "\nlocked=");
	o->locked = number[0] == '1';
	return 0;
}

int
rundir_mark(const char *path, char *out, size_t size, struct err *e)
{
	struct owner o;
	int fd, rc = read_marker(path, &o, &fd, e);

	if (rc != 0)
		return rc;
	close(fd);
	snprintf(out, size, "%s %s %ld", o.id, o.host, o.pid);
	return 0;
}

static enum rundir_state
state_of(const struct owner *o, int fd)
{
	struct owner here;

	if (flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		return RUNDIR_ALIVE;
	memset(&here, 0, sizeof here);
	me(&here);
	if (strcmp(o->host, here.host) == 0 && strcmp(o->boot, here.boot) != 0)
		return RUNDIR_DEAD; /* this host has been restarted since */
	if (strcmp(o->boot, here.boot) != 0)
		return RUNDIR_UNKNOWN;
	if (strcmp(o->ns, here.ns) == 0)
		return o->start == start_of(o->pid) ? RUNDIR_ALIVE : RUNDIR_DEAD;
	/* another container of this machine: the lock is all that can be seen of it */
	return o->locked ? RUNDIR_DEAD : RUNDIR_UNKNOWN;
}

int
rundir_remove(const char *path, struct err *e)
{
	struct owner o;
	struct dirent *de;
	DIR *d;
	int fd, rc = read_marker(path, &o, &fd, e);
	char *sub;

	if (rc != 0)
		return file_exists(path) ? rc : 0;
	close(fd);
	d = opendir(path);
	if (d == NULL)
		return err_sys(e, errno, "%s: cannot list", path);
	while ((de = readdir(d)) != NULL) {
		int one;

		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0 ||
		    strcmp(de->d_name, MARKER) == 0)
			continue;
		sub = file_join(path, de->d_name);
		one = sweep_tree(sub, e);
		if (rc == 0)
			rc = one;
		free(sub);
	}
	closedir(d);
	/* the marker goes last: until then the rest can be found again */
	return rc != 0 ? rc : file_remove_tree(path, e);
}

static void
add(struct rundir_left **out, size_t *n, char *path)
{
	struct rundir_left *l;
	struct owner o;
	int fd;

	if (read_marker(path, &o, &fd, NULL) != 0) {
		free(path);
		return;
	}
	*out = mem_grow(*out, *n + 1, sizeof **out);
	l = &(*out)[(*n)++];
	l->path = path;
	l->host = mem_dup(o.host);
	l->started = mem_dup(o.id);
	l->pid = o.pid;
	l->state = state_of(&o, fd);
	close(fd);
}

int
rundir_list(
    const char *target, const char *except, struct rundir_left **out, size_t *n, struct err *e)
{
	DIR *d = opendir(target);
	struct dirent *de;
	struct stat st;

	*out = NULL;
	*n = 0;
	if (d == NULL)
		return err_sys(e, errno, "%s: cannot list", target);
	while ((de = readdir(d)) != NULL) {
		char *path;

		if (!str_starts(de->d_name, PREFIX))
			continue;
		path = file_join(target, de->d_name);
		if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
		    (except == NULL || strcmp(path, except) != 0))
			add(out, n, path);
		else
			free(path);
	}
	closedir(d);
	return 0;
}

void
rundir_list_free(struct rundir_left *l, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(l[i].path);
		free(l[i].host);
		free(l[i].started);
	}
	free(l);
}
