#ifndef CORE_LOCK_H
#define CORE_LOCK_H

struct err;

/*
 * A lock file that names its holder.  The kernel's record lock on it excludes (it goes with its
 * process, also over NFS); where a file system has no such locks, the holder written in the file
 * does, as long as that process is alive or cannot be asked (another host) and the file is younger
 * than a day.
 */
struct lock {
	int fd;
	char *path;
};

/*
 * Take path, made where it is missing, waiting up to `wait` seconds for another holder.  what: who
 * holds it, for people ("check-fs run, pid 12 of kim on node1, since ..." is made of it).  0;
 * -EBUSY with e naming the holder; -errno with e.
 */
int lock_take(struct lock *l, const char *path, const char *what, double wait, struct err *e);

/* Remove the file and let go.  A lock that was not taken (all zero) is fine. */
void lock_drop(struct lock *l);

#endif
