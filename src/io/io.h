#ifndef IO_IO_H
#define IO_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

struct err;
struct opt;
struct par;
struct io_ctx; /* one a rank; laid out by the backend */

/* One open file; the caller provides the room, the backend fills it. */
struct io_file {
	struct io_ctx *ctx;
	int fd;
	void *p;
};

/*
 * How a benchmark will use its files, for backends that lay a file out by it: `segments` of one
 * block of every task each (of one task with a file per task), a block of transfers.  Bytes.
 */
struct io_shape {
	uint64_t block, transfer, segments, tasks;
	bool fpp, collective;
	int owner; /* whose blocks the next file that is opened is used for */
};

/* What a backend is given at start. */
struct io_env {
	const struct io_shape *shape; /* NULL where there is none; may change until the next open */
	const struct par *par;
	const void *cfg; /* the backend's own options, cfg_size bytes */
};

enum io_open {
	IO_READ = 1,
	IO_WRITE = 2,
	IO_CREATE = 4,
	IO_EXCL = 8,
	IO_TRUNC = 16,
	IO_DIRECT = 32 /* no page cache: buffers, sizes and offsets are the caller's to align */
};

enum io_cap {
	IO_NAMESPACE = 1,  /* directories, stat, unlink: mdtest can use it */
	IO_DATA = 2,       /* what is written can be read back and checked */
	IO_COLLECTIVE = 4, /* open and close are collective */
	IO_QUEUE = 8,      /* many transfers in flight, which the kernel does past this table */
	IO_PATHS = 16 /* its paths are the system's; with IO_QUEUE, io/ring.h may be given them */
};

/* What a backend's options need of its caller. */
enum io_need {
	IO_LAYS =
	    1, /* new files are laid out when they are created: one task creates a shared file
		  before the others open it, and only once; a new directory is given to `dress` */
	IO_OPENS = 2, /* each file is opened by `open`: no io/ring.h */
	IO_CALLS = 4  /* each transfer goes through pread and pwrite: no queue */
};

/*
 * A backend.  Operations return 0, a byte count or -errno and never print.  A NULL operation means
 * "not supported".  Symbolic links are never followed in the last component.
 */
struct io_ops {
	const char *name, *help;
	unsigned caps;
	const struct opt *opts; /* the backend's own options (--NAME.OPTION), or NULL */
	size_t cfg_size;

	int (*init)(struct io_ctx **, const struct io_env *, struct err *);
	void (*fini)(struct io_ctx *);

	/* What its options ask of the caller (enum io_need), and *option the first of those that
	 * are given; 0 and NULL where none is. */
	unsigned (*needs)(const void *cfg, const char **option);
	/* Before the first file: -ENOTSUP with e where the file system of path, or of what is there
	 * above it, cannot do what the options ask for.  Local. */
	int (*check)(struct io_ctx *, const char *path, struct err *e);
	/* Give a new directory what the options ask for, so that what is made in it inherits it. */
	int (*dress)(struct io_ctx *, const char *path, struct err *e);
	/* What the last -errno of open, pwrite or pread was about, where strerror would not say it;
	 * NULL where it does. */
	const char *(*why)(const struct io_ctx *);

	int (*open)(
	    struct io_ctx *, const char *path, unsigned flags, mode_t mode, struct io_file *);
	ssize_t (*pwrite)(
	    struct io_file *, const void *, size_t, off_t); /* one call: may be short */
	ssize_t (*pread)(struct io_file *, void *, size_t, off_t);
	int (*sync)(struct io_file *);
	int (*reserve)(struct io_file *, uint64_t bytes); /* space for a file of that size */
	int (*close)(struct io_file *);
	int (*size)(struct io_ctx *, const char *path, uint64_t *bytes);
	int (*drop)(
	    struct io_ctx *, const char *path); /* fsync and drop from the page cache; untimed */

	int (*stat)(struct io_ctx *, const char *, struct stat *);
	int (*unlink)(struct io_ctx *, const char *);
	int (*rename)(struct io_ctx *, const char *, const char *);
	int (*mkdir)(struct io_ctx *, const char *, mode_t); /* -EEXIST where it is there */
	int (*rmdir)(struct io_ctx *, const char *);
	int (*mknod)(struct io_ctx *, const char *, mode_t);
	int (*chmod)(struct io_ctx *, const char *, mode_t);
	int (*link)(struct io_ctx *, const char *from, const char *to);
	int (*symlink)(struct io_ctx *, const char *text, const char *path);
	/* Read a whole directory: the number of its entries without . and .. */
	ssize_t (*list)(struct io_ctx *, const char *path);
	/* Write out all that is dirty on the file system that path lies on. */
	int (*flush)(struct io_ctx *, const char *path);

	/*
	 * Hold a directory open (until `close`), and let relative paths start there from now on;
	 * `enter` with NULL: at the working directory again.
	 */
	int (*hold)(struct io_ctx *, const char *path, struct io_file *dir);
	void (*enter)(struct io_ctx *, const struct io_file *dir);
};

/* By name, either case; NULL where it is not built in. */
const struct io_ops *io_find(const char *name);
/* The backends that are built in, ended by NULL. */
const struct io_ops *const *io_all(void);

/*
 * For argument parsing: one opt_set for every backend that has all of `caps` and options of its
 * own, each with a zeroed configuration, in sets[IO_MOST], ended by opts = NULL.  io_cfg finds
 * one's configuration (NULL: it has none).
 */
enum { IO_MOST = 32 };
struct opt_set;
void io_opts(struct opt_set *sets, unsigned caps);
const void *io_cfg(const struct opt_set *sets, const struct io_ops *ops);
void io_opts_free(struct opt_set *sets);
/* -EINVAL with e where an option that may not be ignored is given of a backend other than `used`.
 */
int io_opts_check(const struct opt_set *sets, const struct io_ops *used, struct err *e);
/* What the options of ops need of its caller (enum io_need). */
unsigned io_needs(const struct opt_set *sets, const struct io_ops *ops);
/* As err_sys, with what the backend has to say about its last failure. */
int io_failed(const struct io_ops *ops, const struct io_ctx *c, struct err *e, int code,
    const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* -ENOTSUP with e naming backend and operation where one of the listed operations is NULL. */
int io_check(const struct io_ops *ops, const char *const *needed, struct err *e);

/*
 * Whole-transfer loops over pwrite/pread: continue short transfers, retry EINTR.  Return len, or
 * -errno
 * (-EIO where a write moves nothing), or for io_read the bytes before end of file.
 */
ssize_t io_write(
    const struct io_ops *ops, struct io_file *f, const void *buf, size_t len, off_t at);
ssize_t io_read(const struct io_ops *ops, struct io_file *f, void *buf, size_t len, off_t at);

/*
 * Many transfers in flight on one file (whose backend says IO_QUEUE): `depth` slots, slot k with
 * the len bytes at buf + k * len.  open, which is slow, needs no file; attach gives it one.  submit
 * may wait until `wait` to tell the kernel; wait sleeps until one transfer is over and says which
 * slot and what it moved (or -errno).
 */
struct io_queue; /* laid out by the engine */

struct io_queue_ops {
	const char *name;
	int (*open)(unsigned depth, void *buf, size_t len, struct io_queue **);
	int (*attach)(struct io_queue *, struct io_file *);
	int (*submit)(struct io_queue *, unsigned slot, bool write, off_t at);
	int (*wait)(struct io_queue *, unsigned *slot, ssize_t *moved);
	void (*close)(struct io_queue *); /* NULL is fine; nothing may be in flight */
};

/* The engine of that name, or with NULL the best one that works here; NULL where there is none. */
const struct io_queue_ops *io_queue(const char *name);

#endif
