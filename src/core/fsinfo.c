#define _DEFAULT_SOURCE /* major, minor */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>

#include "core/err.h"
#include "core/fsinfo.h"
#include "core/str.h"

/* Undo the \040 of /proc/self/mountinfo, in place. */
static char *
unescape(char *text)
{
	char *in = text, *out = text;

	while (*in)
		if (in[0] == '\\' && isdigit((unsigned char)in[1]) &&
		    isdigit((unsigned char)in[2]) && isdigit((unsigned char)in[3])) {
			*out++ = (char)((in[1] - '0') << 6 | (in[2] - '0') << 3 | (in[3] - '0'));
			in += 4;
		} else {
			*out++ = *in++;
		}
	*out = '\0';
	return text;
}

/* Whether mount point m is path or a directory above it. */
static bool
covers(const char *m, const char *path)
{
	size_t n = strlen(m);

	return strcmp(m, "/") == 0 ||
	       (strncmp(m, path, n) == 0 && (path[n] == '/' || path[n] == '\0'));
}

/* Take one line of mountinfo where it fits the path better than what f holds. */
static void
take_mount(struct fsinfo *f, char *line, const char *path)
{
	char *field[64] = { NULL }, *save;
	size_t n = 0, dash = 6;

	for (char *w = strtok_r(line, " \n", &save); w && n < 60; w = strtok_r(NULL, " \n", &save))
		field[n++] = w;
	/* id parent devno root mount options [optional...] - type source superoptions */
	while (dash < n && strcmp(field[dash], "-") != 0)
		dash++;
	if (dash + 2 >= n || !covers(unescape(field[4]), path))
		return;
	/* a later mount on the same point hides an earlier one; the deepest point wins */
	if (f->mount[0] != '\0' && strlen(field[4]) < strlen(f->mount))
		return;
	str_copy(f->mount, sizeof f->mount, field[4]);
	str_copy(f->type, sizeof f->type, field[dash + 1]);
	str_copy(f->source, sizeof f->source, unescape(field[dash + 2]));
	snprintf(f->options, sizeof f->options, "%s%s%s", field[5], field[dash + 3] ? "," : "",
	    field[dash + 3] ? field[dash + 3] : "");
	str_copy(f->devno, sizeof f->devno, field[2]);
}

static void
find_mount(struct fsinfo *f, const char *path, dev_t dev)
{
	FILE *in = fopen("/proc/self/mountinfo", "re");
	char *line = NULL;
	size_t room = 0;

	snprintf(f->devno, sizeof f->devno, "%u:%u", major(dev), minor(dev));
	if (in == NULL)
		return;
	while (getline(&line, &room, in) > 0)
		take_mount(f, line, path);
	free(line);
	fclose(in);
}

static void
find_uuid(struct fsinfo *f)
{
	DIR *d = opendir("/dev/disk/by-uuid");
	char path[PATH_MAX], target[PATH_MAX], source[PATH_MAX];
	struct dirent *de;

	if (d == NULL)
		return;
	if (realpath(f->source, source) != NULL)
		while ((de = readdir(d)) != NULL) {
			snprintf(path, sizeof path, "/dev/disk/by-uuid/%s", de->d_name);
			if (realpath(path, target) != NULL && strcmp(target, source) == 0)
				str_copy(f->uuid, sizeof f->uuid, de->d_name);
		}
	closedir(d);
}

/* "0" or "1" from sysfs: whether the block device turns.  -1 where nobody knows. */
static int
rotational(const char *devno)
{
	char path[PATH_MAX];
	FILE *in;
	int c = -1;

	for (int up = 0; up < 2 && c == -1; up++) {
		snprintf(path, sizeof path, "/sys/dev/block/%s/%squeue/rotational", devno,
		    up ? "../" : "");
		in = fopen(path, "re");
		if (in == NULL)
			continue;
		c = fgetc(in) == '1';
		fclose(in);
	}
	return c;
}

static bool
one_of(const char *word, const char *const *list)
{
	for (; *list != NULL; list++)
		if (strcmp(*list, word) == 0)
			return true;
	return false;
}

static const char *
device_class(const struct fsinfo *f)
{
	static const char *const memory[] = { "tmpfs", "ramfs", "hugetlbfs", NULL };
	static const char *const network[] = { "nfs", "nfs4", "lustre", "gpfs", "beegfs", "ceph",
		"cifs", "smb3", "9p", "pvfs2", "orangefs", "afs", "glusterfs", "fuse.glusterfs",
		"fuse.sshfs", "fuse.ceph", "fuse.mfs", "fuse.moosefs", "fuse.juicefs", "wekafs",
		"panfs", "virtiofs", NULL };
	int turns;

	if (one_of(f->type, memory))
		return "memory";
	if (one_of(f->type, network))
		return "network";
	if (str_starts(f->type, "fuse"))
		return "fuse";
	turns = rotational(f->devno);
	return turns == 1 ? "disk" : turns == 0 ? "ssd" : "other";
}

int
fsinfo_get(const char *path, struct fsinfo *f, struct err *e)
{
	char real[PATH_MAX];
	struct statvfs v;
	struct stat st;

	memset(f, 0, sizeof *f);
	if (realpath(path, real) == NULL || stat(real, &st) != 0 || statvfs(real, &v) != 0)
		return err_sys(e, errno, "%s: cannot look at the file system", path);
	f->bytes = (uint64_t)v.f_blocks * v.f_frsize;
	f->free = (uint64_t)v.f_bfree * v.f_frsize;
	f->avail = (uint64_t)v.f_bavail * v.f_frsize;
	f->inodes = v.f_files;
	f->inodes_free = v.f_ffree;
	f->readonly = (v.f_flag & ST_RDONLY) != 0;
	find_mount(f, real, st.st_dev);
	find_uuid(f);
	str_copy(f->device, sizeof f->device, device_class(f));
	return 0;
}

char *
fsinfo_line(char *buf, size_t size, const struct fsinfo *f)
{
	double gib = (double)f->bytes / (1 << 30),
	       used = f->bytes ? 100 * (1 - (double)f->free / (double)f->bytes) : 0;
	const char *unit = "GiB";
	int n;

	if (gib > 1024) {
		gib /= 1024;
		unit = "TiB";
	}
	n = snprintf(buf, size, "FS: %.1f %s   Used FS: %2.1f%%   ", gib, unit, used);
	if (n < 0 || (size_t)n >= size)
		return buf;
	if (f->inodes == 0)
		snprintf(buf + n, size - (size_t)n, "Inodes: n/a   Used Inodes: n/a");
	else
		snprintf(buf + n, size - (size_t)n, "Inodes: %.1f Mi   Used Inodes: %2.1f%%",
		    (double)f->inodes / (1 << 20),
		    100 * (1 - (double)f->inodes_free / (double)f->inodes));
	return buf;
}
