#ifndef IOR_OPTS_H
#define IOR_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/opt.h"
#include "core/str.h"
#include "io/io.h"

struct err;
struct sockets;

/* What the data look like (pattern.h). */
enum opts_packet { PACKET_TIMESTAMP, PACKET_OFFSET, PACKET_INCOMPRESSIBLE, PACKET_RANDOM };

enum { OPTS_OUTPUTS = 8, OPTS_LAYOUTS = 8, AIO_GRANULARITY = 16 };

/* One test: what the options and a script's directives say.  Sizes are bytes, times seconds. */
struct opts {
	int id;                  /* 0, 1, ... in the order of a script */
	const char *api, *label; /* as asked for, as printed */
	const struct io_ops *ops;
	const void *backend;              /* of ops: its own options, or NULL */
	struct opt_set backends[IO_MOST]; /* of all backends */
	struct strv *pool;                /* texts that options point to */

	/* what is moved */
	const char *file, *script;
	uint64_t block, transfer, segments;
	int repetitions, tasks; /* tasks: 0 or less for all ranks */
	bool write, read, check_write, check_read;
	bool collective;
	int random;      /* -z: 1 a permutation, 2 with repeats (reading only) */
	int random_seed; /* -1: the signature */
	uint64_t prefill;
	enum opts_packet packet;
	uint64_t signature; /* seeds the data and every random choice */
	int queue_depth;
	const struct io_queue_ops *engine; /* with a depth above 1 */
	int aio_pending, aio_granularity;  /* of -a AIO */

	/* files */
	bool fpp, unique_dir, multi_file;
	bool keep, keep_error, existing, no_clobber;
	bool direct, preallocate, file_view, show_hints, no_fill, individual, strided;
	bool dual_mount;
	struct sockets *sockets; /* with dual_mount: of each task (socket.h), once they are known */
	const char *hints_file;
	uint64_t alignment;
	const char *nfs_root, *nfs_server;
	int nfs_count;
	const char *layout[OPTS_LAYOUTS]; /* of Lustre, GPFS, BeeGFS, in 2.10.3's words; NULL: not
					     given */
	unsigned needs;                   /* of the backend's options (enum io_need) */

	/* who reads what */
	bool reorder;       /* -C */
	int reorder_offset; /* -Q: nodes between writer and reader */
	int reorder_random; /* -Z */
	int reorder_seed;   /* -X */

	/* when it ends */
	bool fsync, fsync_per_write, barriers, drop_cache;
	bool single_attempt, quit_error, warn_errors, dry_run, reread;
	bool delete_time; /* the file is removed inside the time of close */
	bool corrupt;     /* a byte of each written file is changed before the checks */
	int fill_every;   /* fillTheFileSystem: repetitions between two lines; 0: rows as ever */
	double delay;     /* before each timed phase */
	double deadline;  /* stonewall; 0: none */
	bool wear_out;
	uint64_t wear_out_count; /* transfers of each task that a wear-out goes on to; 0: the
				    fastest task's */
	const char *status_file;
	double min_time; /* of a phase */
	int max_minutes; /* no phase starts later */
	int io_delay;    /* microseconds after each transfer */
	double timeout;  /* of a phase, for the message that names late ranks; 0: none */
	uint64_t memory_task, memory_node; /* to take away; memory_node over the tasks of a node */
	int memory_percent;                /* of the node's memory */

	/* what is said */
	int verbose, number; /* number: -A, printed only */
	double outlier;
	bool latency, always;
	const char *platform; /* NULL: the node's name */
	const char *format, *summary_format, *summary_file;
	const char *rank_csv, *op_csv;
	const char *output[OPTS_OUTPUTS];
	int outputs;
	int nodes, node0; /* what a script expects; 0: nothing */
};

/* The whole command line. */
struct opts_all {
	struct opts *test;
	size_t ntest;
	int argc;
	char *const *argv; /* as given: "Command line used" */
	struct strv warnings;
	struct strv words, pool; /* texts that options of tests point to */
};

/*
 * argv -> *out (opts_free).  0; 1 where help was asked and printed to stdout; -EINVAL with e.  The
 * same on every rank; touches no file but a script's.
 */
int opts_parse(int argc, char *const argv[], struct opts_all **out, struct err *e);
void opts_free(struct opts_all *a); /* NULL is fine */

/* The option sets of a test: ours and every backend's, ended by opts = NULL. */
void opts_sets(struct opts *o, struct opt_set sets[IO_MOST + 2]);

/* One directive `key=value` of -O or a script, or an option as on the command line (--key=value).
 */
int opts_directive(struct opts_all *a, struct opts *o, const char *item, struct err *e);

/* A test that inherits everything of o; its backends' options are its own. */
struct opts opts_copy(const struct opts *o);

/*
 * Fill in what the options imply and hold them against each other.  0, or -EINVAL with e; what has
 * no effect is added to a->warnings.
 */
int opts_check(struct opts_all *a, struct opts *o, struct err *e);

/* The same for what depends on the number of ranks. */
int opts_check_tasks(const struct opts *o, int ranks, struct err *e);

/* Names of packet types; NULL-safe.  -1 for what is none. */
int opts_packet(const char *name);

#endif
