#ifndef CMD_ENVINFO_H
#define CMD_ENVINFO_H

struct err;
struct launch_env;
struct session;

/*
 * Record where a session is measured: file system of s->target, host, MPI, job (keys:
 * core/session.h), and warnings for what would explain a result (load, a RAID that rebuilds, a
 * nearly full target).  s->ranks and s->nodes are set.  0, or -errno with e where the target cannot
 * be looked at.
 */
int envinfo_record(struct session *s, const struct launch_env *env, const char *launcher, int cores,
    struct err *e);

#endif
