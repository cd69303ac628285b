#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "core/err.h"
#include "core/fsinfo.h"
#include "core/mem.h"
#include "core/units.h"
#include "io/io.h"
#include "io/layout.h"

static const struct layout_kind *const kind[] = { &layout_lustre, &layout_gpfs, &layout_locks };

enum { KINDS = sizeof kind / sizeof *kind, STRIPE_UNIT = 64 * 1024, MOST_STRIPES = 0xfffe };

/* ---- options ---- */

static int
take_size(void *cfg, const char *v, struct err *e)
{
	struct layout_cfg *c = cfg;
	int rc = units_size(v, &c->stripe_size, e);

	if (rc == 0 && (c->stripe_size % STRIPE_UNIT != 0 || c->stripe_size > UINT32_MAX))
		rc = err_set(e, EINVAL, "%s is not a multiple of 64k below 4g", v);
	return rc;
}

static int
take_first(void *cfg, const char *v, struct err *e)
{
	struct layout_cfg *c = cfg;
	long long n;
	int rc = units_int(v, -1, MOST_STRIPES, &n, e);

	if (rc == 0)
		c->first = (int)n + 1;
	return rc;
}

static int
take_pool(void *cfg, const char *v, struct err *e)
{
	struct layout_cfg *c = cfg;

	if (strlen(v) > 15)
		return err_set(e, EINVAL, "'%s' is longer than the 15 bytes of a pool's name", v);
	c->pool = *v != '\0' ? v : NULL;
	return 0;
}

/* false, 0, ... say that it is not wanted; anything else is refused. */
static int
refuse(const char *v, const char *why, struct err *e)
{
	if (v != NULL && (strcmp(v, "0") == 0 || strcmp(v, "false") == 0))
		return 0;
	return err_set(e, ENOTSUP, "%s", why);
}

static int
take_sharing(void *cfg, const char *v, struct err *e)
{
	(void)cfg;
	return refuse(v, "is not built: it needs the headers of GPFS: leave the option out", e);
}

static int
take_beegfs(void *cfg, const char *v, struct err *e)
{
	(void)cfg;
	return refuse(v,
	    "is not built: it needs the headers of BeeGFS: set the pattern of the directory with "
	    "its "
	    "own tool (beegfs-ctl --setpattern, beegfs entry set)",
	    e);
}

#define AT(member) offsetof(struct layout_cfg, member)
#define FLAG(name, member, help, flags)                                                            \
	{                                                                                          \
		0, name, OPT_FLAG, AT(member), NULL, help, 0, 0, NULL, flags                       \
	}
#define CALL(name, arg, help, call, flags)                                                         \
	{                                                                                          \
		0, name, OPT_CALL, 0, arg, help, 0, 0, call, flags                                 \
	}

const struct opt layout_opts[] = {
	FLAG("posix.rangelocks", range_locks,
	    "lock the bytes of each transfer (fcntl) while it runs", 0),
	{ 0, "posix.lustre.stripecount", OPT_INT, AT(stripes), "N",
	    "stripes of a new file; -1: over all OSTs", -1, MOST_STRIPES, NULL, 0 },
	CALL("posix.lustre.stripesize", "BYTES", "bytes of a stripe", take_size, 0),
	CALL("posix.lustre.startost", "N", "OST of the first stripe; -1: any", take_first, 0),
	CALL("posix.lustre.pool", "NAME", "pool of OSTs", take_pool, 0),
	FLAG("posix.lustre.ignorelocks", ignore_locks, "no locks on this client", 0),
	FLAG("posix.lustre.resetdirs", reset_dirs, "", OPT_HIDDEN), /* mdtest's -g */
	FLAG("posix.gpfs.hintaccess", hint_access, "tell each transfer to GPFS before", 0),
	FLAG(
	    "posix.gpfs.releasetoken", release_token, "give GPFS's tokens back after each open", 0),
	CALL("posix.gpfs.finegrainwritesharing", NULL, "", take_sharing, OPT_HIDDEN),
	CALL("posix.gpfs.finegrainreadsharing", NULL, "", take_sharing, OPT_HIDDEN),
	CALL("posix.gpfs.createsharing", NULL, "", take_sharing, OPT_HIDDEN),
	CALL("posix.beegfs.NumTargets", "N", "", take_beegfs, OPT_HIDDEN),
	CALL("posix.beegfs.ChunkSize", "BYTES", "", take_beegfs, OPT_HIDDEN),
	{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
};

/* ---- before the first file ---- */

static bool
wanted(const struct layout *l, const struct layout_kind *k)
{
	unsigned needs;

	return k->asked(l->cfg, &needs) != NULL;
}

unsigned
layout_needs(const void *cfg, const char **option)
{
	unsigned all = 0, one;

	*option = NULL;
	for (int i = 0; i < KINDS; i++) {
		const char *name = kind[i]->asked(cfg, &one);

		all |= one;
		*option = *option != NULL ? *option : name;
	}
	return all;
}

int
layout_start(struct layout **out, const struct layout_cfg *cfg, bool files, struct err *e)
{
	const char *option;
	struct layout *l;
	int rc = 0;

	*out = NULL;
	if (cfg == NULL || layout_needs(cfg, &option) == 0)
		return 0;
	if (files && cfg->reset_dirs)
		return err_set(e, EINVAL, "posix.lustre.resetdirs: is for directories (mdtest -g)");
	l = mem_zero(1, sizeof *l);
	l->cfg = cfg;
	l->files = files;
	for (int i = 0; i < KINDS && rc == 0; i++)
		if (kind[i]->start != NULL && wanted(l, kind[i]))
			rc = kind[i]->start(l, e);
	if (rc == 0)
		*out = l;
	else
		layout_end(l);
	return rc;
}

void
layout_end(struct layout *l)
{
	free(l);
}

/* statfs of path, or of what is there above it. */
static int
nearest(const char *path, char **found, struct statfs *fs, struct err *e)
{
	char *p = mem_dup(path), *slash;
	int rc;

	while ((rc = statfs(p, fs)) != 0 && errno == ENOENT && strcmp(p, ".") != 0) {
		slash = strrchr(p, '/');
		if (slash == p && p[1] != '\0')
			p[1] = '\0';
		else if (slash != NULL && slash != p)
			*slash = '\0';
		else {
			free(p);
			p = mem_dup(".");
		}
	}
	rc = rc != 0 ? err_sys(e, errno, "%s", p) : 0;
	*found = p;
	return rc;
}

int
layout_check(struct layout *l, const char *path, struct err *e)
{
	struct fsinfo info;
	struct statfs fs;
	unsigned needs;
	char *at;
	int rc;

	if (l == NULL)
		return 0;
	rc = nearest(path, &at, &fs, e);
	for (int i = 0; i < KINDS && rc == 0; i++) {
		const struct layout_kind *k = kind[i];

		if (k->fs == NULL || !wanted(l, k) || (long)fs.f_type == k->magic)
			continue;
		if (fsinfo_get(at, &info, NULL) != 0 || info.type[0] == '\0')
			snprintf(info.type, sizeof info.type, "type 0x%lx", (long)fs.f_type);
		rc = err_set(e, ENOTSUP,
		    "%s: %s: not on a %s file system (%s): leave the option out, or work in a "
		    "directory on %s",
		    k->asked(l->cfg, &needs), at, k->fs, info.type, k->fs);
	}
	free(at);
	return rc;
}

/* ---- files ---- */

int
layout_failed(struct layout *l, int code, const char *what)
{
	snprintf(l->why, sizeof l->why, "%s: %s", what, strerror(code));
	return -code;
}

/* The kind that lays a new file out; NULL. */
static const struct layout_kind *
layer(const struct layout *l, int flags)
{
	for (int i = 0; l->files && flags & O_CREAT && i < KINDS; i++)
		if (kind[i]->lays != NULL && kind[i]->lays(l->cfg))
			return kind[i];
	return NULL;
}

static int
dressed(struct layout *l, const struct layout_kind *maker, int fd)
{
	int rc = maker != NULL ? maker->create(l, fd) : 0;

	for (int i = 0; i < KINDS && rc == 0; i++)
		if (kind[i]->opened != NULL && wanted(l, kind[i]))
			rc = kind[i]->opened(l, fd);
	return rc;
}

int
layout_open(struct layout *l, int at, const char *path, int flags, mode_t mode)
{
	const struct layout_kind *maker = layer(l, flags);
	int fd, rc;

	l->why[0] = '\0';
	/* a layout is of a new file: one that is there already has its own */
	if (maker != NULL)
		flags |= O_EXCL | maker->create_flags;
	do
		fd = openat(at, path, flags, mode);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return -errno;
	rc = dressed(l, maker, fd);
	if (rc == 0)
		return fd;
	close(fd);
	if (flags & O_EXCL)
		unlinkat(at, path, 0);
	return rc;
}

int
layout_before(struct layout *l, const struct layout_move *m)
{
	int rc = 0;

	l->why[0] = '\0';
	for (int i = 0; i < KINDS && rc == 0; i++)
		if (kind[i]->before != NULL && wanted(l, kind[i]))
			rc = kind[i]->before(l, m);
	return rc;
}

int
layout_after(struct layout *l, const struct layout_move *m)
{
	int rc = 0;

	for (int i = KINDS; i-- > 0;)
		if (kind[i]->after != NULL && wanted(l, kind[i])) {
			int one = kind[i]->after(l, m);

			rc = rc != 0 ? rc : one;
		}
	return rc;
}

int
layout_dress(struct layout *l, const char *dir, struct err *e)
{
	int fd, rc = 0;

	if (l == NULL)
		return 0;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return err_sys(e, errno, "open: %s", dir);
	for (int i = 0; i < KINDS && rc == 0; i++)
		if (kind[i]->dress != NULL && wanted(l, kind[i]))
			rc = kind[i]->dress(l, fd);
	if (rc != 0)
		err_set(e, -rc, "%s: %s", dir, l->why);
	close(fd);
	return rc;
}
