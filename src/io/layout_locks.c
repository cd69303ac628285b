/* A lock on the bytes of each transfer while it runs, as programs without a lock manager take it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "io/io.h"
#include "io/layout.h"

static const char *
asked(const struct layout_cfg *c, unsigned *needs)
{
	*needs = c->range_locks ? IO_CALLS : 0;
	return c->range_locks ? "posix.rangelocks" : NULL;
}

static int
lock(struct layout *l, const struct layout_move *m, short type)
{
	struct flock f = { .l_type = type, .l_whence = SEEK_SET };

	if (!l->cfg->range_locks)
		return 0;
	f.l_start = m->at;
	f.l_len = (off_t)m->len;
	if (fcntl(m->fd, F_SETLKW, &f) == 0)
		return 0;
	return layout_failed(l, errno, type == F_UNLCK ? "unlock" : "lock");
}

static int
before(struct layout *l, const struct layout_move *m)
{
	return lock(l, m, m->write ? F_WRLCK : F_RDLCK);
}

static int
after(struct layout *l, const struct layout_move *m)
{
	return lock(l, m, F_UNLCK);
}

const struct layout_kind layout_locks = { .asked = asked, .before = before, .after = after };
