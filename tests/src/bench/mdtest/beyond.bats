# What ours does beyond the released versions: errors that stop all tasks, further phases, depth, space, IO500's lines.
load ../../../lib

setup() {
	[ -x "$bin/mdtest" ] || skip 'mdtest is not built'
	mkdir "$BATS_TEST_TMPDIR/work"
	cd "$BATS_TEST_TMPDIR/work"
}

md() { run --separate-stderr "$bin/mdtest" "$@"; }
mdn() {
	local n=$1
	shift
	OMPI_MCA_btl=self,vader OMPI_MCA_pml=ob1 run --separate-stderr mpi "$n" "$bin/mdtest" "$@"
}
ok() { [ "$status" = 0 ] || { echo "$status: $stderr"; return 1; }; }
says() { [[ $stderr == *"$1"* ]] || { echo "said: $stderr"; return 1; }; }

@test "an operation that fails in one task stops the others at once, and is told once" {
	# the others would go on for hours
	mdn 3 -d t -n 100000000 -F -a NULL --null.fail=open:1000:EIO:1 --null.delay=open:100
	[ "$status" = 1 ]
	says 'mdtest: create: t/#test-dir.0/mdtest_tree.0/file.mdtest.1.999: Input/output error (rank 1 on '
	[ "$(grep -c '^mdtest: create' <<<"$stderr")" = 1 ]
}

@test "commands around phases run on every task, and one that fails is an error" {
	mdn 2 -d t -n 2 -F --run-cmd-before-phase='echo BEFORE' --run-cmd-after-phase='echo AFTER'
	ok
	[ "$(grep -c '^BEFORE$' <<<"$output")" = 8 ]
	[ "$(grep -c '^AFTER$' <<<"$output")" = 8 ]
	md -d t -n 2 -F --run-cmd-before-phase='exit 3'
	[ "$status" = 1 ]
	says "command 'exit 3': failed with status 3"
	[ -z "$(ls -A)" ]
}

@test "every further phase does one operation an item and leaves the names as they were" {
	md -d t -n 6 -z 1 -b 2 --phases=readdir,rename,chmod,link,symlink -C -U --format=json
	ok
	[ "$(jq -r '[.runs[0].metrics[] | "\(.name)=\(.operations | floor)"] | join(" ")' <<<"$output")" = \
		'dir-create=6 dir-rename=6 file-create=6 file-list=3 file-chmod=6 file-rename=12 file-link=6 file-symlink=6 tree-create=3' ]
	[ "$(find t -name '*-X*' | wc -l)" = 0 ]
	[ "$(find t -name 'file.*' -perm 600 | wc -l)" = 6 ]
	[ "$(find t -name 'dir.mdtest.0.*' | sed 's/.*\.//' | sort -n | tr '\n' ' ')" = '0 1 2 3 4 5 ' ]
	md -d t -n 6 -z 1 -b 2 -T -E -r
	ok
}

@test "depth and held directories do the same work" {
	for words in '--queue-depth=8' '--queue-depth=8 --engine=uring' '--queue-depth=8 --engine=threads --held-dirs' '--held-dirs' '--queue-depth=16 --held-dirs --engine=uring -R'; do
		# shellcheck disable=SC2086
		mdn 2 -d t -n 130 -z 1 -b 12 -u -w 100 -e 100 -X --latency --phases=rename,chmod,link,symlink,readdir $words
		ok
		[ -z "$(ls -A)" ] || { ls -R; return 1; }
	done
	[[ $output == *'QUEUE DEPTH 16 over 13 directories a task'* ]]
	[[ $output == *'File stat         : uring'* ]]
}

@test "--queue-depth: where the kernel refuses a ring, or is too old for it, threads do the work, and are named" {
	need strace
	for call in io_uring_setup:error=EPERM io_uring_register:error=EINVAL; do
		run --separate-stderr strace -f -qq -o trace -e trace="${call%%:*}" -e inject="$call" \
			"$bin/mdtest" -d t -n 100 -F --queue-depth=16
		ok
		[[ $output == *'File read         : threads'* ]]
		[[ $output != *uring* ]]
		run --separate-stderr strace -f -qq -o trace -e trace="${call%%:*}" -e inject="$call" \
			"$bin/mdtest" -d t -n 100 -F --queue-depth=16 --engine=uring
		[ "$status" -ne 0 ]
		says 'the system has no io_uring for us'
	done
	[ "$(find t -type f | wc -l)" -eq 0 ]
}

@test "a depth on the ring is divided over the processors that the rank has, and each item is done once" {
	cores=$(nproc)
	[ "$cores" -ge 2 ] || skip 'one processor'
	md -d t -n 1000 -F --queue-depth=16 --engine=uring --latency
	ok
	[[ $output == *'File stat         : uring, 2 rings'* ]]
	[ -z "$(ls -A)" ]
	run -0 taskset -c 0 "$bin/mdtest" -d t -n 1000 -F --queue-depth=16 --engine=uring
	[[ $output != *rings* ]]
	mdn 2 -d t -n 1000 -F --queue-depth=16 --engine=uring
	[ "$cores" -gt 3 ] || [[ $output != *rings* ]]
	# an operation that fails in one ring ends the others
	mkdir t
	"$bin/mdtest" -d t -n 1000 -F -C >/dev/null
	find t -name 'file.mdtest.0.777' -delete
	md -d t -n 1000 -F -T --queue-depth=16 --engine=uring
	[ "$status" = 1 ]
	says 'file.mdtest.0.777'
}

@test "with less directories than operations in flight, the output says what that means" {
	md -d t -n 20 -F --queue-depth=8
	ok
	[[ $output == *'File creation     : threads (one directory is changed by one operation at a time'* ]]
}

@test "an error at depth is one message, and nothing is left" {
	mount_tmpfs m size=8m,nr_inodes=1300
	for engine in threads uring; do
		mdn 2 -d "$m/t" -n 280 -F --queue-depth=8 --engine=$engine -u --phases=link -i 2 -a POSIX
		ok
		[ -z "$(ls -A "$m")" ]
		mdn 2 -d "$m/t" -n 5000 -F --queue-depth=8 --engine=$engine -u -x "$BATS_TEST_TMPDIR/x" -w 1
		[ "$status" = 1 ]
		[ -z "$(ls -A "$m")" ]
	done
}

@test "more held directories than files may be open are refused" {
	(ulimit -n 200 && ! "$bin/mdtest" -d t -I 1 -z 1 -b 100 -F --held-dirs 2>err)
	grep -q 'mdtest: --held-dirs: 101 directories, but only 200 files may be open' err
}

@test "what does not fit is refused before anything is made" {
	mount_tmpfs m size=2m,nr_inodes=100
	md -d "$m/t" -n 60
	[ "$status" = 1 ]
	says 'files and directories would be made, but only'
	md -d "$m/t" -n 3 -F -w 1m
	[ "$status" = 1 ]
	says 'would be written, but only'
	md -d "$m/t" -n 60 --dry-run
	[ "$status" = 1 ]
	[ -z "$(ls -A "$m")" ]
}

@test "IO500's command lines run and verify" {
	d=$PWD/t
	mkdir t
	for phase in '-C -Y -W 1' -T -r; do
		# shellcheck disable=SC2086
		mdn 2 -n 2000 -u -L -F -P -G 271 -N 1 -d "$d/easy" -x easy.sw --dataPacketType=t $phase --saveRankPerformanceDetails="$PWD/easy.csv"
		ok
	done
	[ "$(head -c 11 easy.csv)" = rank,items, ]
	[ "$(wc -l <easy.csv)" = 4 ]
	for phase in '-C -Y -W 1' -T '-E -X' -r; do
		# shellcheck disable=SC2086
		mdn 2 -n 500 -t -w 3901 -e 3901 -P -G=271 -N 1 -F -d "$d/hard" -x hard.sw $phase
		ok
	done
	[ -z "$(find t -name 'file.*')" ]
}
