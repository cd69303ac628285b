#ifndef LAUNCH_LAUNCH_H
#define LAUNCH_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#include "core/str.h"

struct err;

/* What is to be started. */
struct job {
	const struct strv *argv; /* the program and its arguments */
	int ranks, nodes;     /* nodes 1: this host, unless an allocation or hostfile says more */
	const char *hostfile; /* NULL: none */
	const struct strv *extra; /* --launcher-args, passed through; NULL: none */
	bool oversubscribe;       /* more ranks than slots are wanted */
	bool yield;               /* more ranks than cores: ranks that wait must give way */
	const char *order;        /* NULL, or a file with a host a line, a line a rank: which rank
				     runs where; instead of nodes' even spread and of hostfile */
};

/* What is known of the installed launcher. */
struct launch_env {
	char program[4096]; /* absolute path of mpirun, srun, ... ; "" for local */
	char flavour[32];   /* "openmpi", "mpich", "intel", "slurm", "local" */
	char version[64];   /* "4.1.4" */
	int major;
};

/* A launcher only builds argv (and environment); launch.c alone starts programs. */
struct launch_ops {
	const char *name, *help;
	/* Fill env.  0, or -ENOENT with e saying what is missing and how to get it. */
	/* program: absolute path to use, or NULL to look in PATH. */
	int (*probe)(const char *program, struct launch_env *env, struct err *e);
	/* The launcher's part of argv, and extra environment ("NAME=VALUE"), for job. */
	int (*argv)(const struct job *job, const struct launch_env *env, struct strv *out,
	    struct strv *vars, struct err *e);
	/*
	 * What makes it pass a request to stop on to every rank, on every node, and go on waiting
	 * for them: they remove their files.  SIGTERM would end the ranks before they have.
	 */
	int stop_signal;
};

/* By name, or by the path of a program of that name ("/opt/mpi/bin/mpirun"); NULL where there is
 * none such. */
const struct launch_ops *launch_find(const char *name);

/*
 * The launcher to use: name (a name or a path), or where that is NULL the first that is there:
 * mpirun, srun, local for one rank.  Probes it.  0, -EINVAL for an unknown name, -ENOENT with e
 * saying how to get one.
 */
int launch_choose(const char *name, int ranks, const struct launch_ops **out,
    struct launch_env *env, struct err *e);

/*
 * The launcher that would be used, whether or not it is there: what is not found is taken to be the
 * usual one of its name.  0 or -EINVAL with e for an unknown name.
 */
int launch_assume(const char *name, int ranks, const struct launch_ops **out,
    struct launch_env *env, struct err *e);

/* Full command line and environment of job: ops->argv, then the program. */
int launch_argv(const struct launch_ops *ops, const struct job *job, const struct launch_env *env,
    struct strv *out, struct strv *vars, struct err *e);

struct launch_status {
	int exit;        /* exit status, -1 where a signal ended it */
	int signal;      /* 0, or the signal that ended it */
	bool timeout;    /* the deadline passed */
	bool stopped;    /* stop_asked() while it ran */
	char tail[4096]; /* the last lines it wrote to stderr and stdout */
};

/*
 * Run argv in a process group of its own with stdout and stderr in log (stdout as it is, both in
 * order of arrival), standard input closed.  tick (may be NULL) is called about every 0.2 s with
 * the log's size.  At the deadline (seconds from now; 0: none) or on stop_asked() it gets
 * stop_signal, 10 s later its whole group SIGTERM, and 10 s after that SIGKILL; what it leaves
 * running is ended too.  0 whenever the program was started, whatever became of it; -errno with e
 * where it could not be.
 */
int launch_run(const struct strv *argv, const struct strv *vars, int stop_signal, const char *log,
    double deadline, void (*tick)(void *arg, size_t bytes), void *arg, struct launch_status *out,
    struct err *e);

/* Run argv and keep what it prints (both streams) in text; for a probe of a second.  Its exit
 * status, or -errno. */
int launch_capture(const struct strv *argv, char *text, size_t size);

#endif
