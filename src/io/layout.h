#ifndef IO_LAYOUT_H
#define IO_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/opt.h"

struct err;

/*
 * What is asked of a file system beyond POSIX's own calls: the layout of new files, hints to its
 * client, byte-range locks.  One kind of request is one layout_kind; layout.c has the table of
 * them.
 */

/* The options; zero is "not given" for all of them. */
struct layout_cfg {
	/* Lustre */
	int stripes; /* -1: over all OSTs */
	uint64_t stripe_size;
	int first; /* OST + 1 */
	const char *pool;
	bool ignore_locks, reset_dirs;
	/* GPFS */
	bool hint_access, release_token;

	bool range_locks;
};

/* Offsets are in a struct layout_cfg. */
extern const struct opt layout_opts[];

/* One rank's requests, as its backend holds them. */
struct layout {
	const struct layout_cfg *cfg;
	bool files;                     /* each new file is laid out, not the directory it is in */
	int (*gpfs_fcntl)(int, void *); /* of GPFS's library */
	char why[160];                  /* what the last failure was about; "" */
};

/* Bytes of an open file that are about to be moved, or have been. */
struct layout_move {
	int fd;
	bool write;
	off_t at;
	size_t len;
};

/* All but the first three members may be NULL.  They return 0 or -errno with why set. */
struct layout_kind {
	const char *fs; /* "Lustre"; NULL: any file system will do */
	long magic;     /* statfs(2)'s f_type there */
	/* The first of its options that is given, with what it needs (enum io_need); NULL, 0. */
	const char *(*asked)(const struct layout_cfg *, unsigned *needs);
	int (*start)(struct layout *, struct err *e); /* here e is filled, not why */
	int create_flags;                             /* for open(2) of a file that create gets */
	bool (*lays)(const struct layout_cfg *);      /* whether it wants create */
	int (*create)(struct layout *, int fd);       /* a new, empty file */
	int (*opened)(struct layout *, int fd);       /* every file */
	int (*before)(struct layout *, const struct layout_move *);
	int (*after)(struct layout *, const struct layout_move *);
	int (*dress)(struct layout *, int dirfd); /* a new directory: files in it inherit */
};

extern const struct layout_kind layout_lustre, layout_gpfs, layout_locks;

/* As io.h's `needs`: of a struct layout_cfg. */
unsigned layout_needs(const void *cfg, const char **option);

/*
 * *out (layout_end), NULL where nothing is asked for.  -errno with e naming the option where what
 * it needs is not installed.
 */
int layout_start(struct layout **out, const struct layout_cfg *cfg, bool files, struct err *e);
void layout_end(struct layout *l); /* NULL is fine */

/* -ENOTSUP with e where path, or the nearest directory above that is there, is on the wrong file
 * system. */
int layout_check(struct layout *l, const char *path, struct err *e);

/* openat(2) with what was asked for: a descriptor, or -errno with why.  A file that could not be
 * laid out is removed. */
int layout_open(struct layout *l, int at, const char *path, int flags, mode_t mode);
/* Around a transfer.  layout_after is called where layout_before went well, whatever the transfer
 * did. */
int layout_before(struct layout *l, const struct layout_move *m);
int layout_after(struct layout *l, const struct layout_move *m);
int layout_dress(struct layout *l, const char *dir, struct err *e);

/* Fill why with "what: " and strerror(code), and return -code. */
int layout_failed(struct layout *l, int code, const char *what);

#endif
