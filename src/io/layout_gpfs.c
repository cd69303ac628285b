/*
 * GPFS (Spectrum Scale): hints through gpfs_fcntl of its library, which is looked for at run time.
 * A request is a header and one or more parts, all of them told their length.
 */
#include <dlfcn.h>
#include <errno.h>

#include "core/err.h"
#include "io/io.h"
#include "io/layout.h"

enum { VERSION = 1, ACCESS_RANGE = 1, FREE_RANGE = 2 };

struct header {
	int length, version, error_at, spare;
};

struct access_range {
	struct header header;
	int length, kind;
	long long at, bytes; /* bytes 0: to the end */
	int write;
	char spare[4];
};

struct free_range {
	struct header header;
	int length, kind;
	long long at, bytes;
};

static const char *
asked(const struct layout_cfg *c, unsigned *needs)
{
	*needs = (c->hint_access ? IO_CALLS : 0) | (c->release_token ? IO_OPENS : 0);
	return c->hint_access     ? "posix.gpfs.hintaccess (gpfsHintAccess)"
	       : c->release_token ? "posix.gpfs.releasetoken (gpfsReleaseToken)"
				  : NULL;
}

static int
start(struct layout *l, struct err *e)
{
	static const char *const name[] = { "libgpfs.so", "/usr/lpp/mmfs/lib/libgpfs.so" };
	void *lib = NULL;
	unsigned needs;

	for (size_t i = 0; lib == NULL && i < sizeof name / sizeof *name; i++)
		lib = dlopen(name[i], RTLD_NOW | RTLD_LOCAL);
	/* a function's address from an object's, as POSIX has it for dlsym */
	if (lib != NULL)
		*(void **)&l->gpfs_fcntl = dlsym(lib, "gpfs_fcntl");
	if (l->gpfs_fcntl == NULL)
		return err_set(e, ENOTSUP,
		    "%s: %s: install the client of GPFS (gpfs.base), or leave the option out",
		    asked(l->cfg, &needs),
		    lib == NULL ? "libgpfs.so is not here" : "libgpfs.so has no gpfs_fcntl");
	return 0;
}

static int
send(struct layout *l, int fd, struct header *h, size_t size, const char *what)
{
	h->length = (int)size;
	h->version = VERSION;
	return l->gpfs_fcntl(fd, h) == 0 ? 0 : layout_failed(l, errno, what);
}

static int
give_back(struct layout *l, int fd, long long at, long long bytes)
{
	struct free_range r = { .length = sizeof r - sizeof r.header, .kind = FREE_RANGE };

	r.at = at;
	r.bytes = bytes;
	return send(l, fd, &r.header, sizeof r, "GPFS hint: free range");
}

static int
opened(struct layout *l, int fd)
{
	return l->cfg->release_token ? give_back(l, fd, 0, 0) : 0;
}

static int
before(struct layout *l, const struct layout_move *m)
{
	struct access_range r = { .length = sizeof r - sizeof r.header, .kind = ACCESS_RANGE };

	if (!l->cfg->hint_access)
		return 0;
	r.at = m->at;
	r.bytes = (long long)m->len;
	r.write = m->write;
	return send(l, m->fd, &r.header, sizeof r, "GPFS hint: access range");
}

static int
after(struct layout *l, const struct layout_move *m)
{
	return l->cfg->hint_access ? give_back(l, m->fd, m->at, (long long)m->len) : 0;
}

const struct layout_kind layout_gpfs = {
	.fs = "GPFS",
	.magic = 0x47504653,
	.asked = asked,
	.start = start,
	.opened = opened,
	.before = before,
	.after = after,
};
