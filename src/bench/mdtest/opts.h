#ifndef MDTEST_OPTS_H
#define MDTEST_OPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/opt.h"
#include "core/str.h"
#include "io/io.h"

struct err;

enum opts_format { OPTS_FORMAT1, OPTS_FORMAT4, OPTS_JSON };
enum opts_engine { OPTS_AUTO, OPTS_THREADS, OPTS_URING };

/* What mdtest was told: filled once from argv by opts_parse, then only read. */
struct opts {
	struct strv words; /* the command line as given, argv[0] first */
	struct strv taken; /* the same as it is read: text options point into it */
	struct strv dirs;  /* -d, one entry a path */
	struct strv
	    notes; /* what a person should know about how the words were taken; for stderr */

	/* where */
	uint64_t items, per_dir; /* -n, -I */
	bool has_items;          /* -n was given */
	int branch, depth;       /* -b, -z */
	bool leaf_only, unique;  /* -L, -u */
	bool time_unique;        /* -t: choosing the directory is timed too */
	const char *api;         /* -a */
	bool reset_dirs;         /* -g */
	struct opt_set io_sets[IO_MOST];

	/* what */
	bool dirs_only, files_only;            /* -D, -F as given */
	bool dirs_on, files_on;                /* what follows from them and from -S */
	bool create, stat, read, remove;       /* -C -T -E -r as given; all four where none was */
	bool rename;                           /* -U, directories */
	bool list, chmod, link, symlink, move; /* --phases */
	bool collective, shared, mknod;        /* -c, -S, -k */
	uint64_t write_bytes, read_bytes;      /* -w, -e */
	bool fsync_each, sync_phase;           /* -y, -Y */
	bool pattern;                          /* data that identifies its item, not '#' */
	char packet;                           /* --dataPacketType: t o i r */
	long long packet_seed;                 /* -G; -1: the clock */
	bool verify_read, verify_write;        /* -X, --verify-write */
	bool direct;                           /* --posix.odirect */

	/* how */
	int iterations, shift;   /* -i, -N */
	int first, last, stride; /* -f, -l, -s; first and last 0 where not given */
	bool no_barriers;        /* -B */
	double delay;            /* -p, seconds */
	double stonewall;        /* -W, seconds */
	const char *count_file;  /* -x */
	bool random;             /* -R */
	long long seed;
	bool has_seed;
	const char *before, *after; /* --run-cmd-before-phase, --run-cmd-after-phase */
	int depth_queue;            /* --queue-depth */
	enum opts_engine engine;
	bool held;           /* --held-dirs */
	bool latency;        /* --latency */
	bool dry_run, clean; /* --dry-run, --clean */
	bool warnings_fail;  /* --warningAsErrors */

	/* output */
	enum opts_format format;
	int verbose;            /* -v, -V */
	bool times, rates_too;  /* -Z, -P */
	bool all_tasks;         /* --print-all-procs */
	bool task_stats;        /* --showRankStatistics */
	const char *task_csv;   /* --saveRankPerformanceDetails */
	const char *op_csv;     /* --savePerOpDataCSV */
	const char *json, *csv; /* --output, --csv */
};

/* 0; 1 where --help was asked and printed; -EINVAL with one line in e. */
int opts_parse(int argc, char *const argv[], struct opts *o, struct err *e);
void opts_free(struct opts *o);

/* Does any figure of single tasks have to be kept? */
bool opts_per_task(const struct opts *o);

#endif
