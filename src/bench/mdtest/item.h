#ifndef MDTEST_ITEM_H
#define MDTEST_ITEM_H

#include <stddef.h>

struct io_ctx;
struct io_ops;
struct opts;

/* What an operation on one item works with. */
struct item {
	const struct opts *o;
	const struct io_ops *io;
	struct io_ctx *ctx;
	char *buf; /* data of one transfer, size bytes; NULL where there is none */
	size_t size;
	const char *doing; /* the system call in hand, for the message when it fails */
};

/* One operation on the item at path: 0 or -errno, with it->doing naming the call that failed. */
int item_mkdir(struct item *it, const char *path);
int item_stat(struct item *it, const char *path);
int item_rmdir(struct item *it, const char *path);
int item_create(struct item *it, const char *path);
int item_read(struct item *it, const char *path);
int item_unlink(struct item *it, const char *path);

#endif
