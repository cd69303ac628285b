# The verdict on a real file system that is throttled: 40 MB/s, and metadata calls that take their time.  `make e2e` runs it
# (as root, some 12 minutes); the suite only says that it is there.  Every test can also be run by itself (bats -f).
#
# What a busy machine does to it is kept small by design: all times are those of a throttle or of a sleep, eight ranks sleep
# 3 ms at a time, so that a wake-up that comes late is a few per cent of it, waiting ranks do not spin, and the ranks go before
# all else that runs here.
# ci: alone
load ../lib

WRITE=40000000
READ=40000000
METADATA=3000 # microseconds
RANKS=8

setup_file() {
	[ -n "${CHECK_FS_E2E:-}" ] || skip 'make e2e runs it'
	need_loop
	need mkfs.ext4 cc mpirun
	[ -w /sys/fs/cgroup/blkio/cgroup.procs ] || skip 'needs the blkio controller of cgroup v1'
	memory_dir home # the image: the disk below it has other things to do

	export home group=/sys/fs/cgroup/blkio/check-fs-e2e.$$ slow=$home/usec target=$home/mnt share=/sys/fs/cgroup/cpu/check-fs-e2e.$$
	truncate -s 512M "$home/img"
	loop=$(losetup -f --show "$home/img")
	export loop
	mkfs.ext4 -q -m 0 "$loop"
	mkdir "$target" "$group"
	if [ -w /sys/fs/cgroup/cpu/cgroup.procs ]; then
		mkdir "$share"
		echo 200000 >"$share/cpu.shares"
	fi
	mount "$loop" "$target"
	journal=$(pgrep -f "^.jbd2/${loop#/dev/}-" | head -n 1) # every fsync waits for it
	[ -z "$journal" ] || renice -n -20 -p "$journal" >/dev/null
	cc -shared -fPIC -O2 -o "$home/slowfs.so" "$BATS_TEST_DIRNAME/slowfs.c" -ldl
	throttle "$WRITE" "$READ" "$METADATA"
	export LD_PRELOAD=$home/slowfs.so SLOWFS=$slow SLOWFS_UNDER=$target
	export CHECK_FS_SECOND_LOOK_WAIT=5 CHECK_FS_BASELINES=$home/baselines CHECK_FS_REPORTS=$home/reports CI=
	export OMPI_MCA_mpi_yield_when_idle=1 SLOWFS_CALM=1
	join_groups
	for day in 1 2 3 4 5; do
		on_day $day
		session five 2>&1 || echo "day $day: exit status $?" >>"$home/refused"
	done
	leave_groups
}

teardown_file() {
	[ -n "${loop:-}" ] || return 0
	unset LD_PRELOAD
	leave_groups
	umount "$target" || umount -l "$target"
	losetup -d "$loop"
	for g in "$group" "$share"; do
		[ ! -d "$g" ] || rmdir "$g" || true
	done
	lib_clean
}

# Every test runs under the throttle, and ahead of what else this machine does: the throttle is what is to be seen.
setup() {
	throttle "$WRITE" "$READ" "$METADATA"
	join_groups
}
teardown() { leave_groups; }

join_groups() {
	echo $$ >"$group/cgroup.procs"
	if [ -d "$share" ]; then echo $$ >"$share/cgroup.procs"; fi
}

# Back to where everything else runs, so that the groups can go.
leave_groups() {
	local g p
	for g in blkio cpu; do
		[ -d "/sys/fs/cgroup/$g/${group##*/}" ] || continue
		while read -r p; do echo "$p" >"/sys/fs/cgroup/$g/cgroup.procs"; done <"/sys/fs/cgroup/$g/${group##*/}/cgroup.procs" 2>/dev/null || true
	done
}

# throttle WRITE READ USEC: bytes per second of the device, and what a metadata call takes longer.
throttle() {
	local dev
	dev=$(lsblk -no MAJ:MIN "$loop" | tr -d ' ')
	echo "$dev $1" >"$group/blkio.throttle.write_bps_device"
	echo "$dev $2" >"$group/blkio.throttle.read_bps_device"
	echo "$3" >"$slow"
}

# A day is a number: sessions of different days are entered one after the other.
on_day() { export CHECK_FS_NOW=$((1793000000 + $1 * 86400)); }

how() { echo --profile "$BATS_TEST_DIRNAME/short.ini" --ranks "$RANKS" --machine "$1"; }

# One accepted session, and one check.
# shellcheck disable=SC2046
session() { "$bin/check-fs" baseline measure $(how "$1") --target "$target"; }
# shellcheck disable=SC2046
check() { "$bin/check-fs" run $(how "$1") --target "$target"; }
# shellcheck disable=SC2046
maintenance() { "$bin/check-fs" "$1" $(how shift) --every 1 "$target"; }

# The report is wrapped: as one line.
flat() { tr -s ' \n' ' ' <<<"$output"; }

@test "5 sessions entered as 5 days are a baseline of 5 blocks" {
	[ ! -e "$home/refused" ] || { cat "$home/refused" && false; }
	run -0 "$bin/check-fs" baseline list
	[[ $output == *'5 sessions, 5 days'* ]]
	"$bin/check-fs" baseline explain five
}

@test "10 unchanged checks: none is red" {
	for n in 1 2 3 4 5 6 7 8 9 10; do
		on_day $((5 + n))
		run --separate-stderr check five
		echo "$n: ${lines[0]}" >&3
		echo "$output"
		[ "$status" = 0 ]
	done
}

@test "bandwidth throttled to half: red, and writing and reading are named" {
	throttle $((WRITE / 2)) $((READ / 2)) "$METADATA"
	on_day 20
	run --separate-stderr check five
	echo "$output"
	[ "$status" = 1 ]
	[[ ${lines[0]} == 'SLOWER: ior-fpp/write -'*', ior-fpp/read -'* && ${lines[0]} != *mdtest* ]]
	[[ $(flat) == *'unchanged: data path'* ]]
}

@test "metadata delayed only: red, and metadata is named" {
	throttle "$WRITE" "$READ" $((METADATA * 2))
	on_day 21
	run --separate-stderr check five
	echo "$output"
	[ "$status" = 1 ]
	[[ ${lines[0]} == SLOWER:*mdtest-unique* && ${lines[0]} != *ior* ]]
	[[ $(flat) == *'write and read unchanged: metadata path'* ]]
}

@test "one accepted session and a device at 40 %: red, and called provisional" {
	on_day 30
	session one
	throttle $((WRITE * 4 / 10)) $((READ * 4 / 10)) "$METADATA"
	on_day 31
	run --separate-stderr check one
	echo "$output"
	[ "$status" = 1 ]
	[[ $(flat) == SLOWER:*ior-fpp/write*provisional* ]]
}

# Three sessions before, once for both tests that follow.
before() { [ -e "$home/before" ] || { maintenance before && touch "$home/before"; }; }

@test "before and after a maintenance that changed nothing: not red" {
	unset CHECK_FS_NOW
	before
	run --separate-stderr maintenance after
	echo "$output"
	[ "$status" = 0 ]
	[[ $(flat) == *'day-to-day variation is not covered'* ]]
}

@test "before and after a maintenance that halved the device: red" {
	unset CHECK_FS_NOW
	before
	throttle $((WRITE / 2)) $((READ / 2)) "$METADATA"
	run --separate-stderr maintenance after
	echo "$output"
	[ "$status" = 1 ]
	[[ $(flat) == 'SLOWER than before:'*ior-fpp/write* ]]
}
