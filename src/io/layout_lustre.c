/*
 * Lustre: stripes of new files and directories, and a client that takes no locks.  Two ioctls of
 * the client's own interface; no library is needed.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/ioctl.h>
#include <string.h>
#include <sys/ioctl.h>

#include "io/io.h"
#include "io/layout.h"

enum {
	MAGIC_V1 = 0x0BD10BD0, /* of a request without and with a pool */
	MAGIC_V3 = 0x0BD30BD0,
	MAGIC_DIRS = 0x0CD30CD0,
	RAID0 = 1,
	HASH_FNV_1A_64 = 2,
	ANY = 0xffff,
	POOL_ROOM = 16,
	IGNORE_LOCKS = 1
};

/* Create the name only: the objects come with the layout.  Two spellings for two ages of client. */
#ifdef O_ASYNC
#define DELAY_CREATE (0100000000 | O_NOCTTY | O_ASYNC)
#else
#define DELAY_CREATE (0100000000 | O_NOCTTY)
#endif

/* The data of a file; without a pool the last field is not part of it. */
struct stripes {
	uint32_t magic, pattern;
	uint64_t object[2];
	uint32_t stripe_size;
	uint16_t stripe_count, first;
	char pool[POOL_ROOM];
} __attribute__((packed));

/* Where directories go: over how many servers, which is the first. */
struct directories {
	uint32_t magic, count, first, hash, type, inherit, spare[2];
	char pool[POOL_ROOM];
} __attribute__((packed));

#define SET_FLAGS               _IOW('f', 152, long)
#define SET_STRIPES             _IOW('f', 154, long)
#define SET_DEFAULT_DIRECTORIES _IOWR('f', 246, struct directories)

static bool
lays(const struct layout_cfg *c)
{
	return c->stripes != 0 || c->stripe_size != 0 || c->first != 0 || c->pool != NULL;
}

static const char *
asked(const struct layout_cfg *c, unsigned *needs)
{
	*needs = (lays(c) || c->reset_dirs ? IO_LAYS : 0) | (c->ignore_locks ? IO_OPENS : 0);
	return c->stripes != 0      ? "posix.lustre.stripecount (lustreStripeCount)"
	       : c->stripe_size > 0 ? "posix.lustre.stripesize (lustreStripeSize)"
	       : c->first != 0      ? "posix.lustre.startost (lustreStartOST)"
	       : c->pool != NULL    ? "posix.lustre.pool"
	       : c->ignore_locks    ? "posix.lustre.ignorelocks (lustreIgnoreLocks)"
	       : c->reset_dirs      ? "-g"
				    : NULL;
}

static int
create(struct layout *l, int fd)
{
	const struct layout_cfg *c = l->cfg;
	struct stripes s = { .magic = c->pool != NULL ? MAGIC_V3 : MAGIC_V1, .pattern = RAID0 };

	s.stripe_size = (uint32_t)c->stripe_size;
	s.stripe_count = (uint16_t)c->stripes;
	s.first = c->first == 0 ? ANY : (uint16_t)(c->first - 1);
	if (c->pool != NULL)
		memcpy(s.pool, c->pool, strnlen(c->pool, sizeof s.pool - 1));
	return ioctl(fd, SET_STRIPES, &s) == 0 ? 0 : layout_failed(l, errno, "Lustre stripes");
}

static int
opened(struct layout *l, int fd)
{
	int flags = IGNORE_LOCKS;

	if (!l->cfg->ignore_locks || ioctl(fd, SET_FLAGS, &flags) == 0)
		return 0;
	return layout_failed(l, errno,
	    errno == EINVAL ? "Lustre locks are ignored with O_DIRECT only (-B)"
			    : "Lustre locks cannot be ignored");
}

static int
dress(struct layout *l, int dirfd)
{
	struct directories d = { .magic = MAGIC_DIRS, .first = UINT32_MAX, .hash = HASH_FNV_1A_64 };

	if (l->cfg->reset_dirs && ioctl(dirfd, SET_DEFAULT_DIRECTORIES, &d) != 0)
		return layout_failed(l, errno, "Lustre default of directories");
	return lays(l->cfg) ? create(l, dirfd) : 0;
}

const struct layout_kind layout_lustre = {
	.fs = "Lustre",
	.magic = 0x0BD00BD0,
	.asked = asked,
	.create_flags = DELAY_CREATE,
	.lays = lays,
	.create = create,
	.opened = opened,
	.dress = dress,
};
