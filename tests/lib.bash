# Loaded by every Bats file:  load ../../lib   (as many ../ as it takes)
#
#   $top $bin            the checkout, and where its programs are
#   need CMD...          skip the test where a command is missing; need_root, need_mount, need_loop, need_user likewise
#   mpi N CMD...         run CMD with N ranks on this host, whichever MPI it is
#   disk_dir VAR, memory_dir VAR, user_dir VAR
#                        set VAR to a fresh directory on a disk, on a tmpfs, that the user of as_user owns
#   mount_image VAR TYPE SIZE [OPTIONS], mount_tmpfs VAR OPTIONS
#                        set VAR to the mount point of a fresh small file system
#   as_user CMD...       (after need_user) run CMD as an ordinary user who can read the checkout
#   lib_clean            undo all that; `teardown` does it, call it in your own teardown or teardown_file
#
# What may skip sets a variable and prints nothing: a skip inside $(...) would end only the $(...).
# shellcheck shell=bash

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bin=$top/${BUILD:-build}/bin
# A build directory that is given as an absolute path lies elsewhere.
case ${BUILD:-} in /*) bin=$BUILD/bin ;; esac
export top bin
PATH=$PATH:/usr/sbin:/sbin

bats_require_minimum_version 1.5.0

# Bats 1.8 takes a skip in setup_file for a failure.  Here it skips every test of the file, as later versions do: the
# reason is kept for the processes that run the tests, which read this file again.
lib_skip_in_setup_file() {
	eval "bats_own_$(declare -f skip)"
	skip() {
		if [ -n "${BATS_TEST_NAME:-}" ]; then
			bats_own_skip "$@"
		fi
		echo "$*" >"$BATS_FILE_TMPDIR/.skip"
		# shellcheck disable=SC2034
		BATS_SETUP_FILE_COMPLETED=1
		bats_run_tests >&3 2>&1
		exit "${bats_exec_file_status:-0}"
	}
	if [ -z "${BATS_TEST_NAME:-}" ] || [ ! -e "$BATS_FILE_TMPDIR/.skip" ]; then
		return 0
	fi
	eval "bats_own_$(declare -f bats_test_begin)"
	bats_test_begin() {
		# shellcheck disable=SC2317
		setup() { bats_own_skip "$(cat "$BATS_FILE_TMPDIR/.skip")"; }
		# shellcheck disable=SC2317
		teardown() { :; }
		bats_own_bats_test_begin "$@"
	}
}
if declare -F bats_test_begin >/dev/null && ! declare -F bats_own_skip >/dev/null; then
	lib_skip_in_setup_file
fi

# Where this test, or this file's setup_file, may write.
lib_tmp() { echo "${BATS_TEST_TMPDIR:-$BATS_FILE_TMPDIR}"; }

need() {
	local c
	for c; do
		command -v "$c" >/dev/null || skip "$c is not installed"
	done
}

need_root() { [ "$(id -u)" = 0 ] || skip 'needs root'; }

need_mount() {
	need_root
	need unshare mount
	unshare -m mount -t tmpfs tmpfs "$(lib_tmp)" 2>/dev/null || skip 'mounting is not allowed here'
}

need_loop() {
	need_mount
	need losetup
	losetup -f >/dev/null 2>&1 || skip 'there are no loop devices'
}

need_user() {
	need_root
	need setpriv unshare
	setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null || skip 'cannot become another user here'
}

# The launcher's flags for more ranks than cores, and for root: only Open MPI has them.
mpi() {
	local n=$1 run=${MPIRUN:-mpirun}
	shift
	case $("$run" --version 2>&1) in
	*'Open MPI'* | *OpenRTE* | *PRRTE*)
		OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
			OMPI_MCA_mpi_yield_when_idle=1 "$run" --oversubscribe -np "$n" "$@"
		;;
	*) "$run" -np "$n" "$@" ;;
	esac
}

# What lib_clean has to undo, newest last.
lib_note() { printf '%s\n' "$*" >>"$(lib_tmp)/.undo"; }

lib_clean() {
	local what path undo
	undo=$(lib_tmp)/.undo
	[ -e "$undo" ] || return 0
	while read -r what path; do
		case $what in
		umount) umount "$path" 2>/dev/null || umount -l "$path" ;;
		remove) rm -rf "$path" ;;
		esac
	done < <(tac "$undo")
	rm -f "$undo"
}

teardown() { lib_clean; }

memory_dir() {
	local lib_d
	[ "$(stat -f -c %T /dev/shm 2>/dev/null)" = tmpfs ] || skip '/dev/shm is not a tmpfs'
	lib_d=$(mktemp -d "/dev/shm/${CHECK_FS_TEST_ID:-check-fs-test}.XXXXXX")
	chmod 755 "$lib_d"
	lib_note remove "$lib_d"
	printf -v "$1" %s "$lib_d"
}

disk_dir() {
	local lib_d parent
	for parent in "$(lib_tmp)" "$top/build" /var/tmp; do
		case $(stat -f -c %T "$parent" 2>/dev/null) in tmpfs | ramfs | '') continue ;; esac
		lib_d=$(mktemp -d "$parent/${CHECK_FS_TEST_ID:-check-fs-test}.XXXXXX")
		chmod 755 "$lib_d"
		lib_note remove "$lib_d"
		printf -v "$1" %s "$lib_d"
		return
	done
	skip 'no disk: every file system here is memory'
}

# A fresh directory that the ordinary user of as_user owns.
user_dir() {
	local lib_d
	lib_d=$(mktemp -d "$(lib_tmp)/user.XXXXXX")
	chown 65534:65534 "$lib_d"
	printf -v "$1" %s "$lib_d"
}

# mount_image m ext4 16M: a file with a file system in it, mounted through a loop device.
mount_image() {
	local lib_d
	need_loop
	need "mkfs.$2"
	lib_d=$(mktemp -d "$(lib_tmp)/mnt.XXXXXX")
	truncate -s "$3" "$lib_d.img"
	case $2 in
	ext*) "mkfs.$2" -q -F -m 0 "$lib_d.img" ;;
	btrfs) mkfs.btrfs -q -f "$lib_d.img" ;;
	*) "mkfs.$2" -q -f "$lib_d.img" ;;
	esac
	mount -o "loop${4:+,$4}" "$lib_d.img" "$lib_d" || return
	lib_note umount "$lib_d"
	printf -v "$1" %s "$lib_d"
}

# mount_tmpfs m size=8m,nr_inodes=20
mount_tmpfs() {
	local lib_d
	need_mount
	lib_d=$(mktemp -d "$(lib_tmp)/mnt.XXXXXX")
	mount -t tmpfs -o "$2" tmpfs "$lib_d" || return
	lib_note umount "$lib_d"
	printf -v "$1" %s "$lib_d"
}

# Where the checkout lies in a place that an ordinary user cannot enter, CMD sees it under a directory of the test:
# $top and $bin, and the words of CMD that begin with $top, say where.
as_user() {
	local at user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	at=$(lib_tmp)
	while [ "$at" != / ] && [ "$at" != /tmp ]; do
		chmod a+x "$at"
		at=$(dirname "$at")
	done
	if "${user[@]}" test -x "$bin/check-fs"; then
		HOME=$(lib_tmp) "${user[@]}" "$@"
		return
	fi
	mkdir -p "$(lib_tmp)/top"
	# The single quotes are for the inner shell.
	# shellcheck disable=SC2016
	old=$top unshare -m bash -c '
		mount --bind "$old" "$1" && cd "$1" || exit 99
		export bin=$1${bin#"$old"} top=$1 HOME=$2
		shift 2
		words=()
		for w; do words+=("${w/#"$old"/$top}"); done
		exec setpriv --reuid=65534 --regid=65534 --clear-groups "${words[@]}"' \
		as_user "$(lib_tmp)/top" "$(lib_tmp)" "$@"
}
