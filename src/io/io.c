#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/opt.h"
#include "io/io.h"
#include "registry.h"

#define X(n) extern const struct io_ops io_##n;
IO_LIST(X)
#undef X

#define X(n) &io_##n,
static const struct io_ops *const all[] = { IO_LIST(X) NULL };
#undef X

#define X(n) extern const struct io_queue_ops io_queue_##n;
IO_QUEUE_LIST(X)
#undef X

#define X(n) &io_queue_##n,
static const struct io_queue_ops *const engines[] = { IO_QUEUE_LIST(X) NULL };
#undef X

/* An engine may be built in and still be forbidden here (seccomp, sysctl). */
static bool
works(const struct io_queue_ops *q)
{
	struct io_queue *probe;
	char byte[8] = "";

	if (q->open(1, byte, sizeof byte, &probe) != 0)
		return false;
	q->close(probe);
	return true;
}

const struct io_queue_ops *
io_queue(const char *name)
{
	/* uring comes after aio in the alphabet and before it in use */
	for (size_t i = sizeof engines / sizeof *engines - 1; i-- > 0;)
		if ((name == NULL || strcmp(name, engines[i]->name) == 0) && works(engines[i]))
			return engines[i];
	return NULL;
}

const struct io_ops *const *
io_all(void)
{
	return all;
}

const struct io_ops *
io_find(const char *name)
{
	for (size_t i = 0; all[i] != NULL; i++)
		if (strcasecmp(all[i]->name, name) == 0)
			return all[i];
	return NULL;
}

void
io_opts(struct opt_set *sets, unsigned caps)
{
	size_t n = 0;

	for (size_t i = 0; all[i] != NULL && n + 1 < IO_MOST; i++)
		if (all[i]->opts != NULL && (all[i]->caps & caps) == caps) {
			sets[n].opts = all[i]->opts;
			sets[n].cfg = mem_zero(1, all[i]->cfg_size);
			sets[n++].title = all[i]->help;
		}
	memset(&sets[n], 0, sizeof sets[n]);
}

const void *
io_cfg(const struct opt_set *sets, const struct io_ops *ops)
{
	for (; sets->opts != NULL; sets++)
		if (sets->opts == ops->opts)
			return sets->cfg;
	return NULL;
}

void
io_opts_free(struct opt_set *sets)
{
	for (; sets->opts != NULL; sets++)
		free(sets->cfg);
}

unsigned
io_needs(const struct opt_set *sets, const struct io_ops *ops)
{
	const char *option;

	return ops->needs != NULL ? ops->needs(io_cfg(sets, ops), &option) : 0;
}

int
io_opts_check(const struct opt_set *sets, const struct io_ops *used, struct err *e)
{
	const char *option;

	for (size_t i = 0; all[i] != NULL; i++)
		if (all[i] != used && all[i]->needs != NULL && io_cfg(sets, all[i]) != NULL &&
		    all[i]->needs(io_cfg(sets, all[i]), &option) != 0)
			return err_set(e, EINVAL,
			    "%s: the %s backend cannot do that: use -a %s, or leave it out", option,
			    used->name, all[i]->name);
	return 0;
}

int
io_failed(
    const struct io_ops *ops, const struct io_ctx *c, struct err *e, int code, const char *fmt, ...)
{
	const char *why = ops->why != NULL ? ops->why(c) : NULL;
	char text[sizeof e->text];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return why != NULL ? err_set(e, code, "%s: %s", text, why) : err_sys(e, code, "%s", text);
}

int
io_check(const struct io_ops *ops, const char *const *needed, struct err *e)
{
	const struct {
		const char *name;
		bool there;
	} op[] = {
		{ "open", ops->open != NULL },
		{ "pwrite", ops->pwrite != NULL },
		{ "pread", ops->pread != NULL },
		{ "sync", ops->sync != NULL },
		{ "close", ops->close != NULL },
		{ "size", ops->size != NULL },
		{ "drop", ops->drop != NULL },
		{ "stat", ops->stat != NULL },
		{ "unlink", ops->unlink != NULL },
		{ "rename", ops->rename != NULL },
		{ "mkdir", ops->mkdir != NULL },
		{ "rmdir", ops->rmdir != NULL },
		{ "mknod", ops->mknod != NULL },
		{ "chmod", ops->chmod != NULL },
		{ "link", ops->link != NULL },
		{ "symlink", ops->symlink != NULL },
		{ "list", ops->list != NULL },
		{ "flush", ops->flush != NULL },
		{ "hold", ops->hold != NULL && ops->enter != NULL },
	};

	for (; *needed != NULL; needed++) {
		bool there = false;

		for (size_t i = 0; i < sizeof op / sizeof *op; i++)
			there |= strcmp(op[i].name, *needed) == 0 && op[i].there;
		if (!there)
			return err_set(
			    e, ENOTSUP, "-a %s: this back end has no %s", ops->name, *needed);
	}
	return 0;
}

ssize_t
io_write(const struct io_ops *ops, struct io_file *f, const void *buf, size_t len, off_t at)
{
	const char *p = buf;
	size_t left = len;

	while (left > 0) {
		ssize_t k = ops->pwrite(f, p, left, at);

		if (k == -EINTR)
			continue;
		if (k <= 0)
			return k < 0 ? k : -EIO;
		p += k;
		at += k;
		left -= (size_t)k;
	}
	return (ssize_t)len;
}

ssize_t
io_read(const struct io_ops *ops, struct io_file *f, void *buf, size_t len, off_t at)
{
	char *p = buf;
	size_t left = len;

	while (left > 0) {
		ssize_t k = ops->pread(f, p, left, at);

		if (k == -EINTR)
			continue;
		if (k < 0)
			return k;
		if (k == 0)
			break;
		p += k;
		at += k;
		left -= (size_t)k;
	}
	return (ssize_t)(len - left);
}
