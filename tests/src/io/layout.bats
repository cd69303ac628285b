# What a parallel file system is asked for: the exact bytes, when, and by whom.  The file system is a shim's word.
load ../../lib

setup_file() {
	cd "$BATS_FILE_TMPDIR"
	need cc
	cat >shim.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Says SHIM_MAGIC for every file system; writes what is done to files below SHIM_UNDER to SHIM_LOG.RANK. */
static void say(int fd, const char *fmt, ...)
{
	char link[64], path[PATH_MAX], line[PATH_MAX + 256];
	const char *under = getenv("SHIM_UNDER"), *rank = getenv("OMPI_COMM_WORLD_RANK");
	int n, len, log;
	va_list ap;
	if (under == NULL) return;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	n = (int)readlink(link, path, sizeof path - 1);
	if (n < 0) return;
	path[n] = '\0';
	if (strncmp(path, under, strlen(under)) != 0) return;
	va_start(ap, fmt);
	len = vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	len += snprintf(line + len, sizeof line - len, " %s\n", path + strlen(under) + 1);
	snprintf(path, sizeof path, "%s.%s", getenv("SHIM_LOG"), rank ? rank : getenv("PMI_RANK") ? getenv("PMI_RANK") : "0");
	int (*raw)(int, const char *, int, ...) = dlsym(RTLD_NEXT, "openat");
	log = raw(AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0644);
	if (write(log, line, len) != len) abort();
	close(log);
}
#define STATFS(name, type) \
	int name(const char *p, struct type *s) { \
		int (*raw)(const char *, struct type *) = dlsym(RTLD_NEXT, #name); int rc = raw(p, s); \
		if (rc == 0 && getenv("SHIM_MAGIC")) s->f_type = strtoul(getenv("SHIM_MAGIC"), NULL, 16); return rc; }
STATFS(statfs, statfs)
STATFS(statfs64, statfs64)
#define OPEN(name) \
	int name(int at, const char *p, int flags, ...) { \
		int (*raw)(int, const char *, int, ...) = dlsym(RTLD_NEXT, #name); va_list ap; int mode, fd; \
		va_start(ap, flags); mode = flags & O_CREAT ? va_arg(ap, int) : 0; va_end(ap); \
		fd = raw(at, p, flags, mode); \
		if (fd >= 0) say(fd, "open %s%s%s", flags & O_CREAT ? "C" : "-", flags & O_EXCL ? "X" : "-", flags & O_NOCTTY && flags & O_ASYNC && flags & 0100000000 ? "D" : "-"); \
		return fd; }
OPEN(openat)
OPEN(openat64)
#define MOVE(name, dir, buffer) \
	ssize_t name(int fd, buffer b, size_t n, off64_t at) { \
		ssize_t (*raw)(int, buffer, size_t, off64_t) = dlsym(RTLD_NEXT, #name); say(fd, dir " %lld+%zu", (long long)at, n); \
		return raw(fd, b, n, at); }
MOVE(pwrite, "write", const void *)
MOVE(pwrite64, "write", const void *)
MOVE(pread, "read", void *)
MOVE(pread64, "read", void *)
#define FCNTL(name) \
	int name(int fd, int cmd, ...) { \
		int (*raw)(int, int, ...) = dlsym(RTLD_NEXT, #name); va_list ap; void *arg; \
		va_start(ap, cmd); arg = va_arg(ap, void *); va_end(ap); \
		if (cmd == F_SETLKW) { struct flock64 *l = arg; \
			say(fd, "%s %lld+%lld", l->l_type == F_WRLCK ? "wrlock" : l->l_type == F_RDLCK ? "rdlock" : "unlock", (long long)l->l_start, (long long)l->l_len); } \
		return raw(fd, cmd, arg); }
FCNTL(fcntl)
FCNTL(fcntl64)
int ioctl(int fd, unsigned long cmd, ...)
{
	int (*raw)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
	char hex[200] = "";
	unsigned char *arg;
	size_t size;
	va_list ap;
	va_start(ap, cmd);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (_IOC_TYPE(cmd) != 'f' || !getenv("SHIM_UNDER")) return raw(fd, cmd, arg);
	size = _IOC_NR(cmd) == 152 ? 4 : _IOC_NR(cmd) == 154 ? (arg[2] == 0xd1 ? 32 : 48) : _IOC_SIZE(cmd);
	for (size_t i = 0; i < size; i++) snprintf(hex + 2 * i, 3, "%02x", arg[i]);
	say(fd, "ioctl %lx %s", cmd, hex);
	if (getenv("SHIM_FAIL")) { errno = atoi(getenv("SHIM_FAIL")); return -1; }
	return 0;
}
/* The library of GPFS, where it is loaded as that. */
int gpfs_fcntl(int fd, void *arg)
{
	char hex[200] = "";
	for (int i = 0; i < *(int *)arg; i++) snprintf(hex + 2 * i, 3, "%02x", ((unsigned char *)arg)[i]);
	say(fd, "gpfs %s", hex);
	if (getenv("SHIM_FAIL")) { errno = atoi(getenv("SHIM_FAIL")); return -1; }
	return 0;
}
END
	cc -shared -fPIC -o shim.so shim.c -ldl
}

setup() {
	cd "$BATS_TEST_TMPDIR"
	mkdir w
}

# under MAGIC N CMD...: N ranks that see a file system with that number.
under() {
	SHIM_MAGIC=$1 SHIM_UNDER=$PWD/w SHIM_LOG=$PWD/log SHIM=$BATS_FILE_TMPDIR/shim.so \
		mpi "$2" bash -c 'LD_PRELOAD=$SHIM exec "$0" "$@"' "${@:3}" >out 2>err
}

lustre() { under 0BD00BD0 "$@"; }

# What one rank did to w/f, without the name.
did() { sed -n 's/ f\(\.0000000[0-9]\)\{0,1\}$//p' "log.$1"; }

@test "Lustre: the first task makes a shared file with its layout before any data and before the others open it" {
	lustre 3 "$bin/ior" -w -k -b 64k -t 64k -o w/f --posix.lustre.stripecount=4 --posix.lustre.stripesize=1m --posix.lustre.startost=2
	# magic V1, RAID 0, no object, 1 MiB, 4 stripes from OST 2
	[ "$(did 0)" = "open CXD
ioctl 4008669a d00bd10b""01000000""00000000000000000000000000000000""00001000""0400""0200
write 0+65536" ]
	[ "$(did 1)" = $'open ---\nwrite 65536+65536' ]
	[ "$(did 2)" = $'open ---\nwrite 131072+65536' ]
}

@test "Lustre: with -F every task makes its own file, in 2.10.3's words too" {
	lustre 2 "$bin/ior" -w -F -k -b 64k -t 64k -o w/f -O lustreStripeCount=-1,lustreStripeSize=0,lustreStartOST=-1,lustreIgnoreLocks=0
	for r in 0 1; do
		# all stripes, default size, any OST
		[ "$(did $r)" = "open CXD
ioctl 4008669a d00bd10b""01000000""00000000000000000000000000000000""00000000""ffff""ffff
write 0+65536" ]
	done
}

@test "Lustre: a pool takes the longer request, and locks are ignored after each open" {
	lustre 1 "$bin/ior" -w -r -b 64k -t 64k -o w/f --posix.lustre.pool=flash --posix.lustre.ignorelocks
	[ "$(did 0 | grep -v '^open\|^read\|^write')" = "ioctl 4008669a d00bd30b""01000000""00000000000000000000000000000000""00000000""0000""ffff""666c6173680000000000000000000000
ioctl 40086698 01000000
ioctl 40086698 01000000" ]
}

@test "Lustre: what is written before the clock lies in the laid out file too" {
	lustre 2 "$bin/ior" -w -z -p -k -b 64k -t 16k --randomPrefill=64k -o w/f --posix.lustre.stripecount=2
	[ "$(did 0 | grep -c 'open CXD')" = 1 ]
	[ "$(did 0 | sed -n 2p | cut -c1-20)" = 'ioctl 4008669a d00bd' ]
	[ "$(did 0 | grep -c ioctl)" = 1 ]
	! grep -q 'open C' log.1 || false
}

@test "Lustre: a request that fails ends the run with one line and leaves no file" {
	SHIM_FAIL=22 run -1 lustre 2 "$bin/ior" -w -k -b 64k -t 64k -o w/f --posix.lustre.pool=nosuch
	[ "$(grep -c '^ior:' err)" = 1 ]
	grep -q '^ior: open: w/f: Lustre stripes: Invalid argument (rank 0 on ' err
	[ -z "$(ls w)" ]
}

@test "elsewhere than on Lustre or GPFS the option is refused by name before any file is made" {
	for o in posix.lustre.stripecount=4 posix.lustre.pool=p posix.lustre.ignorelocks=1; do
		run -1 mpi 2 "$bin/ior" -w -o w/f -O $o
		[[ $output == *"${o%=*}"*": w: not on a Lustre file system ("*"): leave the option out, or work in a directory on Lustre"* ]]
	done
	run -1 mpi 2 "$bin/mdtest" -n 1 -d w/new --posix.lustre.stripesize=1m
	[[ $output == *"(lustreStripeSize): w: not on a Lustre file system ("* ]]
	run -1 mpi 1 "$bin/ior" -w -o w/f -O lustreStripeCount=4
	[[ $output == *"(lustreStripeCount): w: not on a Lustre file system ("* ]]
	run -1 mpi 1 "$bin/mdtest" -n 1 -d w -g
	[[ $output == *"mdtest: -g: w: not on a Lustre file system ("* ]]
	[ -z "$(ls w)" ]
}

@test "mdtest lays out the test directory, which all that is made in it inherits" {
	lustre 2 "$bin/mdtest" -n 3 -i 2 -F -w 10 -d w -g --posix.lustre.stripecount=1 --posix.lustre.pool=p
	dirs=$(grep ioctl log.0)
	# any first server, no count: the file system's own default; then the stripes
	[ "$dirs" = "ioctl c03066f6 d00cd30c""00000000""ffffffff""02000000""00000000000000000000000000000000""00000000000000000000000000000000 #test-dir.0
ioctl 4008669a d00bd30b""01000000""00000000000000000000000000000000""00000000""0100""ffff""70000000000000000000000000000000 #test-dir.0
ioctl c03066f6 d00cd30c""00000000""ffffffff""02000000""00000000000000000000000000000000""00000000000000000000000000000000 #test-dir.1
ioctl 4008669a d00bd30b""01000000""00000000000000000000000000000000""00000000""0100""ffff""70000000000000000000000000000000 #test-dir.1" ]
	! grep -q ioctl log.1 || false
	! grep -q 'open ..D' log.0 || false
	[ -z "$(ls w)" ]
}

@test "mdtest ends where the directory's layout is refused, and leaves nothing" {
	SHIM_FAIL=13 run -1 lustre 2 "$bin/mdtest" -n 3 -d w -g
	[ "$(grep -c '^mdtest:' err)" = 1 ]
	grep -q '^mdtest: w/#test-dir.0: Lustre default of directories: Permission denied' err
	[ -z "$(ls w)" ]
}

@test "mdtest opens files by calls where locks are to be ignored after each open" {
	lustre 1 "$bin/mdtest" -n 4 -F -d w --queue-depth=4 --engine=uring --posix.lustre.ignorelocks
	[ "$(grep -c 'ioctl 40086698 01000000' log.0)" = 8 ] # create and read
}

@test "GPFS: each transfer is announced and its range given back, and all tokens after the open" {
	ln -s "$BATS_FILE_TMPDIR/shim.so" libgpfs.so
	export LD_LIBRARY_PATH=$PWD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
	under 47504653 1 "$bin/ior" -w -b 64k -t 64k -o w/f --posix.gpfs.hintaccess -O gpfsReleaseToken=1
	free="01000000""00000000""00000000""18000000""02000000"
	[ "$(did 0 | grep -v ^read)" = "open C--
gpfs 28000000${free}00000000000000000000000000000000
gpfs 30000000""01000000""00000000""00000000""20000000""01000000""0000000000000000""0000010000000000""01000000""00000000
write 0+65536
gpfs 28000000""01000000""00000000""00000000""18000000""02000000""0000000000000000""0000010000000000" ] || { did 0; false; }
	SHIM_FAIL=22 run -1 under 47504653 1 "$bin/ior" -w -b 64k -t 64k -o w/f --posix.gpfs.hintaccess
	grep -q '^ior: write: w/f: at byte 0: GPFS hint: access range: Invalid argument' err
	[ -z "$(ls w)" ]
}

@test "GPFS: without its library, or elsewhere, the option is refused by name" {
	run -1 mpi 1 "$bin/ior" -w -o w/f --posix.gpfs.hintaccess
	[[ $output == *'ior: posix.gpfs.hintaccess (gpfsHintAccess): libgpfs.so is not here: install '* ]]
	ln -s "$BATS_FILE_TMPDIR/shim.so" libgpfs.so
	export LD_LIBRARY_PATH=$PWD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
	run -1 mpi 1 "$bin/ior" -w -o w/f --posix.gpfs.releasetoken
	[[ $output == *'(gpfsReleaseToken): w: not on a GPFS file system ('* ]]
	[ -z "$(ls w)" ]
}

@test "range locks: each transfer's bytes are locked while it runs, in ior and in mdtest" {
	under 1 1 "$bin/ior" -w -r -b 128k -t 64k -o w/f --posix.rangelocks
	[ "$(did 0 | grep -v ^open)" = "$(for k in write:wrlock read:rdlock; do
		for at in 0 65536; do printf '%s\n' "${k#*:} $at+65536" "${k%:*} $at+65536" "unlock $at+65536"; done
	done)" ]
	rm log.0
	under 1 1 "$bin/mdtest" -n 1 -F -w 10 -e 10 -d w --posix.rangelocks
	[ "$(grep -v ^open log.0 | cut -d' ' -f1,2)" = $'wrlock 0+10\nwrite 0+10\nunlock 0+10\nrdlock 0+10\nread 0+10\nunlock 0+10' ]
}

@test "range locks keep out a task that wants the same bytes" {
	mpi 4 "$bin/ior" -w -r -W -R -b 64k -t 4k -s 2 -o w/f --posix.rangelocks >out 2>err
}

@test "what a layout cannot go with is refused before any I/O" {
	run -2 "$bin/ior" -w -E -o w/f --posix.lustre.stripecount=2
	[[ $output == *'(lustreStripeCount): does not go with -E: '* ]]
	run -2 "$bin/ior" -w -o w/f --posix.rangelocks --queue-depth=4
	[[ $output == *'posix.rangelocks: does not go with --queue-depth'* ]]
	run -2 "$bin/ior" -a MMAP -w -o w/f -O lustreStripeCount=4
	[[ $output == *'(lustreStripeCount): the MMAP backend cannot do that: use -a POSIX, or leave it out'* ]]
	run -2 "$bin/ior" -w -o w/f --posix.lustre.stripesize=100k
	[[ $output == *'posix.lustre.stripesize: 100k is not a multiple of 64k below 4g'* ]]
	run -2 "$bin/mdtest" -n 1 -a NULL -g
	[[ $output == *'mdtest: -g: the NULL backend cannot do that'* ]]
	run -2 "$bin/mdtest" -n 1 -T -d w --posix.lustre.stripecount=2
	[[ $output == *'only with the create phases (-C)'* ]]
	for o in posix.beegfs.NumTargets=4 posix.beegfs.ChunkSize=1m beegfsNumTargets=4 posix.gpfs.createsharing=1; do
		run -2 "$bin/ior" -w -o w/f -O "$o"
		[[ $output == *"${o%%=*}"*'is not built: '* ]]
	done
	[ -z "$(ls w)" ]
}
