# ior as a user runs it: what it prints, what it refuses, what it leaves behind.
load ../../../lib

# One recorded run that several tests look at: two ranks, file per process, three repetitions.
setup_file() {
	export d=$BATS_FILE_TMPDIR run=$BATS_FILE_TMPDIR/run
	cd "$d" || return
	mkdir data
	mpi 2 "$bin/ior" -v -v -b 256k -t 64k -s 2 -i 3 -e -F -o ./data/file >"$run.out" 2>"$run.err"
	echo $? >"$run.rc"
	find data -type f >"$run.left"
}

setup() { cd "$BATS_TEST_TMPDIR"; }

ior() { mpi "$1" "$bin/ior" "${@:2}" >out 2>err; }

# The launcher in the background is the job itself, so that $! can be signalled: start it as `job N CMD... &`.
job() {
	local n=$1 over=()
	shift
	mpirun --version 2>&1 | grep -q 'Open MPI' && over=(--oversubscribe)
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
	exec mpirun "${over[@]}" -np "$n" "$@"
}

# until_seen PATTERN FILE PID: wait for a line, as long as the process lives.
until_seen() {
	until grep -qE "$1" "$2"; do kill -0 "$3" || return; done
}

# Lines of ours on stderr.
said() { grep '^ior: ' err | grep -v '^ior: note' || true; }

@test "a run ends with status 0 and leaves no file" {
	[ "$(cat "$run.rc")" = 0 ]
	[ ! -s "$run.left" ]
}

@test "with -v -v each phase of each iteration has a row" {
	grep -q '^access    bw(MiB/s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s) total(s)  iter$' "$run.out"
	for i in 0 1 2; do
		grep -qE "^write +[0-9.]+ +256.00 +64.00 +([0-9.]+ +){4}$i +XXCEL$" "$run.out"
		grep -qE "^read +[0-9.]+ +256.00 +64.00 +([0-9.]+ +){4}$i +XXCEL$" "$run.out"
	done
}

@test "the bandwidth of a row is the bytes moved over the row's total time" {
	# 2 tasks x 2 segments x 256 KiB = 1 MiB: the rate is 1 / total within the printed digits
	awk '$NF == "XXCEL" && $9 ~ /^[0-2]$/ { n++; r = $2 * $8; if (r < 0.97 || r > 1.03) { print; bad = 1 } }
		END { exit bad || n != 6 }' "$run.out"
}

@test "the summary's operations are the transfers that were made" {
	# 16 transfers of 64 KiB are 1 MiB
	awk '$1 == "write" && $NF == "EXCEL" { r = $6 / $2; exit r < 15.9 || r > 16.1 }' "$run.out"
}

@test "an open, a transfer and a close lie within the total" {
	awk '$NF == "XXCEL" && NF == 10 { if ($5 > $8 || $6 > $8 + 1e-6 || $7 > $8) { print; bad = 1 } } END { exit bad }' "$run.out"
}

@test "the maximum lines are there at every verbosity" {
	ior 1 -b 64k -t 64k -o f
	grep -qE '^Max Write: [0-9.]+ MiB/sec \([0-9.]+ MB/sec\)$' out
	grep -qE '^Max Read:  [0-9.]+ MiB/sec \([0-9.]+ MB/sec\)$' out
}

@test "a missing directory is one line that names it, and status 1" {
	run -1 ior 4 -F -o ./dirdir/file
	[ "$(grep -c '^ior: ' err)" = 1 ]
	grep -q '^ior: ./dirdir: no such directory' err
	[ -z "$(ls | grep -v -x -e out -e err)" ]
	[ ! -s out ]
}

@test "IOR is the same program" {
	cmp "$bin/IOR" "$bin/ior"
}

@test "help needs no launcher and names the backends" {
	run -0 "$bin/ior" -h
	[[ $output == *'-b, --blockSize=BYTES'* && $output == *POSIX* ]]
}

@test "bad words on the command line are one line and status 2, before any file" {
	local words
	while read -r words; do
		# shellcheck disable=SC2086
		run -2 "$bin/ior" -o f $words
		[ "${#lines[@]}" = 1 ] || { echo "$words: $output"; false; }
		[[ $output == ior:* ]]
		[ ! -e f ]
	done <<-'END'
		--nonsense
		-y
		stray
		-i 0
		-i 1x
		-i -1
		-b 1.x
		-t 0
		-b 1m -t 3k
		-b 64k -t 1m
		-s 0
		-a FOO
		-b 17179869184g
		-b 4096p -s 4096
		-d -1
		-b
		-u -w
		-B -t 100 -b 100
		-o
	END
}

@test "every rank that reads bad words keeps quiet but one" {
	run -2 ior 3 --nonsense
	[ "$(grep -c '^ior: ' err)" = 1 ]
}

@test "glued values, clusters and equal signs are all understood" {
	ior 1 -wrFb128k -t=64k --segmentCount=2 --repetitions 1 -of
	grep -q 'blocksize          = 131072 bytes' out
	grep -q 'xfersize           = 65536 bytes' out
	grep -q 'access             = file-per-process' out
	[ -z "$(ls f* 2>/dev/null)" ]
}

@test "a repeated flag means the same as one" {
	ior 1 -w -w -r -e -e -b 64k -t 64k -o f
	grep -q '^Max Write' out && grep -q '^Max Read' out
}

@test "a size may have a fraction, a transfer any size" {
	ior 2 -b 1.5k -t 3 -o f -k
	[ "$(stat -c %s f)" = 3072 ]
}

@test "every byte of the file is written where it belongs" {
	# Words of 8 bytes: even ones task and signature, odd ones their own offset.
	ior 2 -w -k -b 48k -t 16k -s 2 -o f
	od -An -v -tu8 -w16 f | awk '{ at = (NR - 1) * 16 + 8; if ($2 != at) bad++ } END { exit bad || NR != 12288 }'
	# the task in the high half: blocks 0 1 0 1
	od -An -v -tx8 -w16 f | awk '{ t = substr($1, 8, 1); print t }' | uniq -c | awk '{ print $1, $2 }' | paste -sd, >tasks
	[ "$(cat tasks)" = '3072 0,3072 1,3072 0,3072 1' ]
}

@test "with -k the files stay, and -r reads them in another run" {
	ior 2 -w -F -k -e -b 128k -t 64k -o f
	[ "$(stat -c %s f.00000000 f.00000001 | paste -sd,)" = 131072,131072 ]
	ior 2 -r -F -k -b 128k -t 64k -o f
	grep -q '^read ' out
	run ! grep -q '^write ' out
	[ -e f.00000001 ]
}

@test "a file that is too short for the read is an error that says where it ends" {
	head -c 100000 /dev/zero >f
	run -1 ior 2 -r -k -b 64k -t 64k -o f
	[ "$(said | wc -l)" = 1 ]
	said | grep -q 'read: f: at byte 100000: the file ends here'
	[ -e f ]
}

@test "an old file of that name is replaced with a warning" {
	head -c 300000 /dev/zero >f
	ior 2 -w -k -b 64k -t 64k -o f
	said | grep -q '^ior: warning: f: 1 existing file of that name replaced$'
	[ "$(stat -c %s f)" = 131072 ]
}

@test "a symbolic link, a directory and a pipe are refused and left alone" {
	echo text >precious
	ln -s precious link
	mkdir dir
	mkfifo pipe
	for f in link dir pipe; do
		run -1 ior 2 -w -o $f
		said | grep -q "^ior: $f: is a .*left alone"
	done
	[ -L link ] && [ -d dir ] && [ -p pipe ]
	[ "$(cat precious)" = text ]
}

@test "-u makes a directory for each file and removes it again" {
	mkdir d
	ior 2 -w -F -u -k -b 64k -t 64k -o d/f
	[ -e d/0/f.00000000 ] && [ -e d/1/f.00000001 ]
	rm -r d/0 d/1
	ior 2 -F -u -b 64k -t 64k -i 2 -o d/f
	[ -z "$(ls -A d)" ]
}

@test "-m -k keeps a file of each repetition" {
	ior 1 -w -m -k -i 3 -b 64k -t 64k -o f
	[ "$(ls f* | paste -sd,)" = f.0,f.1,f.2 ]
}

@test "several names are dealt to the tasks" {
	mkdir a b
	ior 2 -w -F -k -b 64k -t 64k -o a/f@b/g
	[ -e a/f.00000000 ] && [ -e b/g.00000001 ]
}

@test "-C on one node says that it has no effect" {
	ior 2 -C -b 64k -t 64k -o f
	[ "$(said | grep -c 'all tasks are on one node')" = 1 ]
}

@test "-C over several nodes reads another node's file" {
	CHECK_FS_FAKE_NODES=2 ior 4 -v -v -v -C -F -b 64k -t 64k -o f
	grep -q '^\[RANK 000\] open for reading file f.00000002 XXCEL$' out
	grep -q '^task 3 reading f.00000001$' out
	! said | grep -q 'no effect'
}

@test "stonewalling ends a phase in time and counts what was moved" {
	ior 2 -w -D 0.3 -b 8g -t 4k -F -o f
	awk '$1 == "write" { exit $10 < 0.25 || $10 > 3 }' out
	grep -q 'Using stonewalling = 0.3 second(s)' out
	grep -q 'WARNING: Using actual aggregate bytes moved' err
}

@test "a read after a stonewalled write stops where the write did" {
	ior 2 -w -r -D 0.2 -b 8g -t 4k -F -o f
	grep -q '^read ' out
	[ -z "$(ls f* 2>/dev/null)" ]
}

@test "--drop-cache empties the page cache before each read on a disk" {
	disk_dir D
	ior 2 -v -F -b 1m -t 64k -i 2 --drop-cache -o "$D/f"
	[ "$(grep -c 'note: read, iteration [01]: 0.0 % of the data was in the page cache' err)" = 2 ]
}

@test "a read from memory is called one" {
	ior 1 -b 256k -t 64k -o f
	said | grep -q 'warning: read: .* % of the data was in the page cache: this is not the storage'
}

@test "a drop that had no effect is called that" {
	memory_dir D
	ior 1 -b 256k -t 64k --drop-cache -o "$D/f"
	said | grep -q -e '--drop-cache left .* % of the data in the page cache'
}

@test "a write that was not synced is called that" {
	ior 1 -w -b 64k -t 64k -o f
	grep -q '^ior: note: write: not synced' err
	ior 1 -w -e -b 64k -t 64k -o f
	! grep -q 'not synced' err
}

@test "an error on one rank stops all, with one message that names rank and place" {
	run -1 ior 3 -a NULL --null.fail=write:3:ENOSPC:1 -b 1m -t 64k -o x
	[ "$(said)" = "ior: write: x: at byte 1179648: No space left on device (rank 1 on $(hostname))" ]
}

@test "a failed fsync and a failed close are errors" {
	run -1 ior 2 -a NULL --null.fail=sync:1:EIO:1 -w -e -o x
	said | grep -q 'fsync: x: Input/output error (rank 1'
	run -1 ior 2 -a NULL --null.fail=close:1:EDQUOT:0 -w -o x
	said | grep -q 'close: x: Disk quota exceeded (rank 0'
}

@test "more than is free is refused before anything is written, with both figures" {
	mount_tmpfs D size=1m
	run -1 ior 2 -w -F -b 4m -t 64k -o "$D/f"
	[ "$(said)" = "ior: -o $D/f: 8.000 MiB would be written, but only 1.000 MiB are free: give less of -b or -s" ]
	[ -z "$(ls -A "$D")" ]
	run -1 ior 1 -w -k -m -i 4 -b 512k -t 64k -o "$D/f"
	[ -z "$(ls -A "$D")" ]
	ior 1 -w -k -b 1m -t 64k -o "$D/f"
	ior 1 -w -b 1m -t 64k -o "$D/f" # what is replaced makes room
}

@test "a full file system is one message, and nothing is left" {
	mount_tmpfs D size=1m
	run -1 ior 2 -w -F -D 60 -b 4m -t 64k -o "$D/f"
	[ "$(said | wc -l)" = 1 ]
	said | grep -q 'No space left on device'
	[ -z "$(ls -A "$D")" ]
}

@test "a directory that an ordinary user may not write is one message" {
	need_user
	mkdir "$BATS_TEST_TMPDIR/shut"
	chmod 755 "$BATS_TEST_TMPDIR/shut"
	run -1 as_user "$bin/ior" -w -b 64k -t 64k -o "$BATS_TEST_TMPDIR/shut/f"
	[[ $output == *'Permission denied'* ]]
}

@test "after a signal the finished phases are printed and nothing is left" {
	mkdir d
	job 3 "$bin/ior" -v -v -b 16m -t 64k -e -i 1000 -w -F -u -o d/f >out 2>err &
	until_seen '^write .* 1    XXCEL' out $!
	kill -TERM $!
	wait $! || true
	for ((i = 0; i < 200; i++)); do
		[ -n "$(ls -A d)" ] || break
		read -rt 0.1 <> <(:) || true
	done
	[ -z "$(ls -A d)" ]
	case $(mpirun --version 2>&1) in *'(Open MPI) '[5-9]*) skip 'this mpirun ends before what its job still says has come' ;; esac
	grep -qE '^write +[0-9.]+ .*EXCEL$' out
	grep -q 'ior: stopped by signal' err
}

@test "without a launcher a signal gives 128 and its number" {
	"$bin/ior" -v -v -b 16m -t 64k -i 1000 -w -o f >out 2>err &
	until_seen XXCEL out $!
	kill -INT $!
	rc=0
	wait $! || rc=$?
	[ "$rc" = 130 ]
	[ ! -e f ]
}

@test "a rank that is killed leaves no file" {
	mkdir d
	# shellcheck disable=SC2016
	job 2 bash -c 'echo $$ >>pids; exec "$0" "$@"' "$bin/ior" -v -v -b 16m -t 64k -e -i 1000 -w -F -u -o d/f >out 2>err &
	until_seen XXCEL out $!
	kill -KILL "$(head -1 pids)"
	wait $! || true
	for _ in $(seq 1000); do
		[ -n "$(ls -A d)" ] || return 0
	done
	ls -R d
	false
}

@test "-N leaves the other ranks out" {
	ior 3 -N 2 -w -k -b 64k -t 64k -o f
	grep -q 'clients            = 2 (2 per node)' out
	[ "$(stat -c %s f)" = 131072 ]
	ior 2 -N 0 -w -b 64k -t 64k -o g
	grep -q 'clients            = 2 (2 per node)' out
}

@test "O_DIRECT works where the file system does it" {
	disk_dir D
	dd if=/dev/zero of="$D/probe" bs=4096 count=1 oflag=direct 2>/dev/null || skip 'no O_DIRECT here'
	ior 2 -B -b 1m -t 64k -o "$D/f"
	grep -q '^write ' out
	! said | grep -q 'page cache'
}

@test "a target that is not writable at all fails cleanly with many ranks" {
	run -1 ior 4 -w -F -b 64k -t 64k -o /proc/f
	[ "$(said | wc -l)" = 1 ]
}
