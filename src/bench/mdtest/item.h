#ifndef MDTEST_ITEM_H
#define MDTEST_ITEM_H

#include <stddef.h>
#include <stdint.h>

struct io_ctx;
struct io_ops;
struct opts;

/* What an operation on one item works with; one for each stream of operations. */
struct item {
	const struct opts *o;
	const struct io_ops *io;
	struct io_ctx *ctx;
	char *buf, *check; /* data of one transfer, size bytes; room to compare it with */
	size_t size;
	uint64_t seed;     /* of the data */
	const char *doing; /* the system call in hand, for the message when it fails */
	int owner;         /* whose item; -1: shared */
	uint64_t index;    /* which one */
	uint64_t wrong;    /* items whose data was not what was written */
	char *first_wrong; /* where the first of them was wrong; freed by who made the item */
};

/* One operation on the item at path: 0 or -errno, with it->doing naming the call that failed. */
int item_mkdir(struct item *it, const char *path);
int item_stat(struct item *it, const char *path);
int item_rmdir(struct item *it, const char *path);
int item_create(struct item *it, const char *path);
int item_reopen(struct item *it, const char *path); /* -c: open what task 0 created, write, close */
int item_touch(struct item *it, const char *path);  /* -c: create and close, no data */
int item_read(struct item *it, const char *path);
int item_unlink(struct item *it, const char *path);
int item_chmod(struct item *it, const char *path);
int item_away(struct item *it, const char *path); /* rename to NAME-XX, and back */
int item_back(struct item *it, const char *path);
int item_link(
    struct item *it, const char *path); /* NAME-XL, a hard link; NAME-XS, a symbolic one */
int item_symlink(struct item *it, const char *path);
int item_unlink_link(struct item *it, const char *path);
int item_unlink_symlink(struct item *it, const char *path);

#endif
