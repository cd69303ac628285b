# What mdtest 1.9.3 and 4.x do wrong, each by its number in the list of defects, and what is right.
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
tasks_line() { grep -E '^[0-9]+ tasks, ' <<<"$output"; }
cell() { awk -v l="   $1" 'index($0, l) == 1 { print $(NF - 4 + c) }' c="$2" <<<"$output"; }
ok() { [ "$status" = 0 ] || { echo "$status: $stderr"; return 1; }; }
says() { [[ $stderr == *"$1"* ]] || { echo "said: $stderr"; return 1; }; }
# The number of system calls of a name that one task made; strace counts them.
calls() {
	local what=$1
	shift
	strace -f -qq -e trace="$what" -o strace.out "$@" >/dev/null 2>&1
	grep -c "mdtest_tree.*mdtest\." strace.out || :
}

@test "1: -B runs, as a flag, with a word, and glued; and counts from the first begin to the last end" {
	for b in -B '-B 1' -B1 '-B 0'; do
		# shellcheck disable=SC2086
		mdn 2 -d t -n 10 $b -i 3
		ok
		[ "$(tasks_line)" = '2 tasks, 20 files/directories' ]
		[ "$(cell 'File creation' 1)" != 0.000 ]
	done
	md -d t -n 1 -B -N 1
	[ "$status" = 2 ]
	says '-B: not with -N'
}

@test "2: a file of -x that holds no number is an error that ends the run" {
	mdn 2 -d t -n 2 -C -F
	ok
	echo letters >sw
	mdn 2 -d t -n 2 -T -F -x sw
	[ "$status" = 1 ]
	says 'mdtest: -x sw: not a number of files'
}

@test "3: a number in the file of -x that is larger than the plan is refused, with -R too" {
	md -d t -n 20 -C -F -x sw
	ok
	[ "$(cat sw)" = 20 ]
	md -d t -n 5 -T -F -R -x sw
	[ "$status" = 1 ]
	says '-x sw: holds 20, more than the 5 items of this plan'
}

@test "4: a tree deeper than any path is refused before anything is made" {
	md -d t -n 301 -z 300 -b 1 -F
	[ "$status" = 2 ]
	says 'the system'\''s limit is 4095'
	[ -z "$(ls -A)" ]
	md -d t -I 1 -z 100 -b 1 -F
	ok
}

@test "5: many iterations keep their results off the stack" {
	md -d t -n 0 -i 20000 -D -a NULL
	ok
	[[ $output == *'(of 20000 iterations)'* ]]
}

@test "6: numbers out of range and words that are none are refused" {
	for words in '-s 0' '-s -1' '-f 0' '-i 0' '-i -1' '-N -1' '-n 1x' '-V -1' '-w -1' '-p -1' '-W x'; do
		# shellcheck disable=SC2086
		md -d t -n 1 $words
		[ "$status" = 2 ] || { echo "$words: $status"; return 1; }
		[ "$(wc -l <<<"$stderr")" = 1 ]
	done
}

@test "7: -c works with -u, with trees and with -N" {
	for words in '-u' '-u -z 1 -b 1 -i 2' '-u -N 1' '-N 1' '-w 10 -e 10 -X'; do
		# shellcheck disable=SC2086
		mdn 2 -d t -n 4 -c $words
		ok
		[ -z "$(ls -A)" ]
	done
	mdn 3 -d t -n 2 -c -C -F
	[ "$(find t -name 'file.*' | wc -l)" = 6 ]
}

@test "8: -u with -N finds the items of a tree with several levels" {
	mdn 3 -d t -n 14 -u -N 1 -z 2 -b 2
	ok
}

@test "9: a write that fails: the real reason, nothing left, no abort" {
	mount_tmpfs m size=1m
	md -d "$m/t" -n 10 -F -w 200000
	[ "$status" = 1 ]
	says 'No space left on device' || says 'would be written, but only'
	[ -z "$(ls -A "$m")" ]
	md -d t -n 10 -F -w 5 -a NULL --null.fail=write:7:EDQUOT
	[ "$status" = 1 ]
	says 'write: t/#test-dir.0/mdtest_tree.0/file.mdtest.0.6: Disk quota exceeded'
}

@test "10: a base directory right below the root works" {
	need_mount
	run -0 unshare -m bash -c 'mount -t tmpfs tmpfs /mnt && "$1" -d /mnt -n 2 && [ -z "$(ls -A /mnt)" ]' x "$bin/mdtest"
	[[ $output == *$'\nPath: /\nFS: '* ]]
}

@test "11: more tasks than -l, no -d, five iterations with -u, -L with -W" {
	mdn 3 -d t -n 1 -f 1 -l 1 -F
	ok
	[ "$(tasks_line)" = '1 tasks, 1 files' ]
	mkdir here
	cd here
	md -n 1
	ok
	mdn 2 -n 5 -i 5 -u
	ok
	md -n 100000 -L -z 1 -b 2 -F -W 0.05
	ok
	[ -z "$(ls -A)" ]
}

@test "12 and 13: only tasks that take part are measured, and the slowest counts" {
	mdn 3 -d t -n 2 -f 2 -l 2 -F -a NULL --null.delay=stat:20000 --print-all-procs
	ok
	rate=$(cell 'File stat' 1)
	# two tasks with two operations of 20 ms each: below 100 a second
	awk -v r="$rate" 'BEGIN { exit !(r > 0.5 && r <= 100) }'
	[[ $(grep '^Test File stat' <<<"$output") =~ ^'Test File stat '[^,]*,[^,]*$ ]]
}

@test "13: a phase lasts as long as its slowest task" {
	mdn 2 -d t -n 2 -F -a NULL --run-cmd-after-phase='[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ] || sleep 0.3'
	ok
	# four operations in 0.3 s and more
	awk -v r="$(cell 'File stat' 1)" 'BEGIN { exit !(r > 0 && r < 4 / 0.3) }'
}

@test "14: -L with -I counts the items that there are" {
	mdn 2 -d t -I 5 -z 2 -b 3 -L
	[ "$(tasks_line)" = '2 tasks, 90 files/directories' ]
	need strace
	[ "$(calls mkdir,mkdirat "$bin/mdtest" -d t -I 5 -z 2 -b 3 -L -D)" = 45 ]
}

@test "15: -n with -I counts what it does in every iteration, and every phase touches all of it" {
	md -d t -n 20 -I 10 -z 1 -b 2 -i 2 -F --format=json
	ok
	[ "$(jq -c '[.runs[0].metrics[] | select(.name | startswith("file")) | .operations] | unique' <<<"$output")" = '[60.0]' ] ||
		[ "$(jq -c '[.runs[0].metrics[] | select(.name | startswith("file")) | .operations] | unique' <<<"$output")" = '[60]' ]
	for name in file-create file-stat file-read; do
		jq -e --arg n $name '.runs[0].metrics[] | select(.name == $n) | (.samples | length == 2) and (.seconds | length == 2) and
			(.samples[0] * .seconds[0] - 60 | fabs) < 1e-6 and (.samples[1] * .seconds[1] - 60 | fabs) < 1e-6' <<<"$output" >/dev/null
	done
}

@test "16: shared files are counted as the files they are, and removed once" {
	mdn 2 -d t -n 10 -S --format=json
	ok
	[ "$(jq '.runs[0].items' <<<"$output")" = 10 ]
	[ "$(jq '.runs[0].metrics[] | select(.name == "file-remove") | .operations' <<<"$output" | cut -d. -f1)" = 10 ]
	[ "$(jq '.runs[0].metrics[] | select(.name == "file-stat") | .operations' <<<"$output" | cut -d. -f1)" = 20 ]
}

@test "17: -W stops only the creation of files, later phases use what is there, over trees too" {
	for words in '' '-z 2 -b 1' '-u' '-z 1 -b 3 -i 2'; do
		# shellcheck disable=SC2086
		mdn 2 -d t -n 300000 -W 0.1 --phases=chmod $words -F
		ok
		[[ $output == *'Continue stonewall hit min: '* ]]
		[ -z "$(ls -A)" ]
	done
	md -d t -n 50 -W 10 -x sw
	ok
	[[ $output != *'Continue stonewall'* ]]
	[ "$(cat sw)" = 50 ]
}

@test "17: the file of -x carries the number from the creating run to the others" {
	md -d t -n 1000000 -F -C -W 0.1 -x sw
	ok
	n=$(cat sw)
	[ "$(find t -name 'file.*' | wc -l)" = "$n" ]
	md -d t -n 1000000 -F -T -E -x sw
	ok
	[ "$(tasks_line)" = "1 tasks, $n files" ]
	md -d t -n 1000000 -F -r -x sw
	ok
	[ -z "$(ls -A t)" ]
}

@test "18: operations that fail are no operations: status 1" {
	mkdir t
	for phase in -T -E -r; do
		mdn 2 -d t -n 2 -F $phase
		[ "$status" = 1 ]
		says 'no test directory to work in: run the create phases (-C) first'
	done
	touch file
	md -d file -n 2 -D
	[ "$status" = 1 ]
}

@test "19: the shortest phase has a finite rate" {
	md -d t -n 1 -a DUMMY --format=4
	ok
	[[ $output != *inf* && $output != *nan* ]]
	md -d t -n 0 -a DUMMY --format=4
	ok
	[ "$(cell 'File creation' 1)" = 0.000 ]
}

@test "20: the time table holds milliseconds an operation" {
	md -d t -n 10 -F -P -a NULL --null.delay=stat:2000 --format=4
	ok
	t=$(awk '/^SUMMARY time/ { on = 1 } on && /File stat/ { print $(NF - 1) }' <<<"$output")
	awk -v t="$t" 'BEGIN { exit !(t >= 2 && t < 1000) }'
}

@test "21: tree rates count the trees of all tasks" {
	mdn 3 -d t -n 0 -u -z 2 -b 3 -D --format=json
	ok
	[ "$(jq '.runs[0].metrics[] | select(.name == "tree-create") | .operations' <<<"$output" | cut -d. -f1)" = 39 ]
}

@test "22: the deviation is a sample's" {
	md -d t -n 5 -F -i 3 --csv=c
	ok
	want=$(awk -F, '$2 == "file-stat" { n++; s += $5; q += $5 * $5 } END { printf "%.0f", sqrt((q - s * s / n) / (n - 1)) }' c)
	got=$(cell 'File stat' 4)
	awk -v a="$want" -v b="$got" 'BEGIN { exit !((a - b) ^ 2 <= 4 + a * a * 1e-6) }'
}

@test "24: -y makes fsync calls whether or not something is written" {
	need strace
	strace -f -qq -e trace=fsync -o s "$bin/mdtest" -d t -n 7 -F -y >/dev/null
	[ "$(grep -c 'fsync(' s)" = 7 ]
}

@test "25: a file that is shorter than -e is named, and its descriptor closed" {
	md -d t -n 400 -C -F -w 10
	ok
	(ulimit -n 64 && ! "$bin/mdtest" -d t -n 400 -E -F -e 20 2>err)
	grep -q 'the file is shorter than -e' err
	(ulimit -n 64 && "$bin/mdtest" -d t -n 400 -E -F -e 10 >/dev/null)
}

@test "26: shared data have one owner, verified reads are right, wrong data are status 1" {
	mdn 2 -d t -n 10 -F -S -w 4096 -e 4096 -X
	ok
	mdn 2 -d t -n 10 -F -w 4096 -e 4096 -X --verify-write
	ok
	mdn 2 -d t -n 10 -F -c -w 8 --verify-write
	ok
	mdn 3 -d t -n 4 -F -w 64 -e 64 -X -N 1
	ok
	md -d t -n 4 -F -C -w 64 -G 7
	ok
	md -d t -n 4 -F -E -e 64 -X -G 7
	ok
	md -d t -n 4 -F -E -e 64 -X -G 8
	[ "$status" = 1 ]
	says 'verify: t/#test-dir.0/mdtest_tree.0/file.mdtest.0.0: byte 0: not what was written; 4 files in all'
	[[ $output == *'ERROR: verifying the data on read (4 errors)!'* ]]
}

@test "27: two files of one task that were swapped do not verify, in any kind of data" {
	for type in t offset i Random; do
		md -d t -n 2 -F -C -w 4100 -G 1 --dataPacketType=$type
		ok
		p='t/#test-dir.0/mdtest_tree.0/file.mdtest.0'
		mv "$p.0" x && mv "$p.1" "$p.0" && mv x "$p.1"
		md -d t -n 2 -F -E -e 4100 -X -G 1 --dataPacketType=$type
		[ "$status" = 1 ]
		rm -r t
	done
	md -d t -n 1 -F -C -w 1048576 -G 1 --dataPacketType=i
	[ "$(gzip -c t/*/*/file* | wc -c)" -gt 1048000 ]
	md -d t -n 1 -w 1 --dataPacketType=q
	[ "$status" = 2 ]
}

@test "28: the read phase opens for reading only" {
	need strace
	strace -f -qq -e trace=open,openat -o s "$bin/mdtest" -d t -n 2 -F -w 1 -e 1 >/dev/null
	[ "$(grep 'file.mdtest' s | grep -c O_RDONLY)" = 2 ]
	[ "$(grep 'file.mdtest' s | grep -c O_RDWR)" = 0 ]
	[ "$(grep 'file.mdtest' s | grep -c O_NOFOLLOW)" = 4 ]
	# and creating is exclusive (40)
	[ "$(grep 'file.mdtest' s | grep -c 'O_CREAT|O_EXCL')" = 2 ]
}

@test "29: a shift that lands on the task's own node is said" {
	mdn 2 -d t -n 2 -N 1
	ok
	says "mdtest: -N 1: stat and read work on items that the task's own node made"
	CHECK_FS_FAKE_NODES=4 mdn 4 -d t -n 2 -N 1
	ok
	[[ $stderr != *'own node made'* ]]
	CHECK_FS_FAKE_NODES=2 mdn 4 -d t -n 2 -N 2
	says 'own node made'
}

@test "30: counts that do not divide are said, and no work is an error" {
	md -d t -n 10 -z 1 -b 3 -F
	ok
	says 'mdtest: -n 10 over 4 directories is 2 in each: 8 items a task'
	md -d t
	[ "$status" = 2 ]
}

@test "31: more than 2^32 directories and 2^33 items are planned right, more than 2^64 refused" {
	md -d t -I 1 -z 33 -b 2 -F --dry-run -w 1
	[[ $output == *' 17179869183 directories and 17179869183 files with 17179869183 bytes '* ]]
	md -d t -I 8589934592 -F --dry-run
	[[ $output == *' 8589934592 files '* ]]
	md -d t -I 8589934592 -F -w 4g --dry-run
	[ "$status" = 2 ]
	[ -z "$(ls -A)" ]
}

@test "32 to 34: see 'bad words' in mdtest.bats; help is status 0 and printed once" {
	mdn 2 -h
	ok
	[ "$(grep -c '^Usage' <<<"$output")" = 1 ]
	md -FQn 3
	[ "$status" = 2 ]
	for words in '-d t -n10 -F' '-d=t -n=3 -F -V=0' '-dt -CTr -n 2' '-d t -n 2 -F -w1k -e1k' '-d a=b -n=3 -F'; do
		# shellcheck disable=SC2086
		md $words
		ok
	done
}

@test "35 and 36: any seed of -R is one; a seed without -R is refused" {
	for seed in -R0 -R-5 '-R --random-seed=5' '-R --random-seed 0'; do
		# shellcheck disable=SC2086
		mdn 2 -d t -n 6 -F $seed
		ok
	done
	md -d t -n 6 --random-seed=5
	[ "$status" = 2 ]
	need strace
	strace -f -qq -e trace=newfstatat,stat -o s "$bin/mdtest" -d t -n 50 -F -R0 >/dev/null
	[ "$(grep -o 'file.mdtest.0.[0-9]*' s | sed 's/.*\.//')" != "$(seq 0 49)" ]
	[ "$(grep -o 'file.mdtest.0.[0-9]*' s | sed 's/.*\.//' | sort -n)" = "$(seq 0 49)" ]
}

@test "37: -f without -l goes up to all tasks" {
	mdn 3 -d t -n 1 -f 2 -F
	[ "$(tasks_line)" = $'2 tasks, 2 files\n3 tasks, 3 files' ]
	mdn 4 -d t -n 1 -f 1 -l 4 -s 2 -F
	[ "$(tasks_line | cut -d' ' -f1 | tr '\n' ' ')" = '1 2 4 ' ]
	mdn 4 -d t -n 1 -f 1 -l 4 -s 2 -F --format=4
	[ "$(tasks_line | cut -d' ' -f1 | tr '\n' ' ')" = '1 3 ' ]
}

@test "38: the settings of -v are the ones that hold" {
	md -d t -n 1 -b 3 -z 1 -I 0 -n 4 -r -C -v
	[[ $output == *$'\nremove_only             : True\n'* ]]
	[[ $output == *$'\nleaf_only               : False\n'* ]]
	[[ $output == *$'\nbranch_factor           : 3\n'* ]]
}

@test "40: creating over what is there fails, and does not harm it" {
	md -d t -n 2 -C
	ok
	before=$(find t | sort)
	md -d t -n 2 -C
	[ "$status" = 1 ]
	says 't/#test-dir.0: is there already, from a run that was killed or kept its files: mdtest --clean -d t removes it'
	[ "$(find t | sort)" = "$before" ]
	md -d t --clean
	ok
	[ "$output" = 'removed t/#test-dir.0' ]
	[ -z "$(ls -A t)" ]
	md -d t --clean
	[ "$output" = 'nothing to remove in t' ]
}

@test "40: --clean leaves what mdtest did not make" {
	md -d t -n 2 -C
	touch 't/#test-dir.0/mine'
	mkdir 't/#test-dirs'
	md -d t --clean
	[ "$status" = 1 ]
	says "t/#test-dir.0: holds 'mine', which mdtest did not make"
	[ -e 't/#test-dir.0/mine' ] && [ -d 't/#test-dirs' ]
}

@test "42: a remove phase that would leave something removes nothing" {
	md -d t -n 10 -C
	for words in '-n 5' '-n 10 -F' '-n 10 -D' '-n 10 -u'; do
		# shellcheck disable=SC2086
		md -d t -r $words
		[ "$status" = 1 ] || [ "$status" = 2 ]
		[ "$(find t -name '*.mdtest.*' | wc -l)" = 20 ]
	done
	says 'which these options would leave: give those of the run that made it'
	md -d t -n 10 -r
	ok
}

@test "44: files that options write into the base directory do not make a good run fail" {
	md -d t -n 4 -F --savePerOpDataCSV=op
	ok
	mkdir t
	md -d t -n 4 -F --savePerOpDataCSV=t/op
	ok
	[ -e 't/op-File creation-00000.csv' ]
	[ "$(wc -l <'t/op-File stat-00000.csv')" = 5 ]
	[ "$(head -1 't/op-File stat-00000.csv')" = time,runtime,tp ]
}

@test "45: one directory by two names is noticed" {
	mkdir t
	ln -s t u
	mdn 2 -d t@u -n 2 -u
	[ "$status" = 1 ]
	says 'is there already'
	[ -z "$(ls -A t)" ]
}

@test "46: files larger than one write are written whole" {
	md -d t -n 1 -F -C -w 5g -a NULL
	ok
	md -d t -n 1 -F -w 30m -e 30m -X
	ok
}

@test "47: memory does not grow with the number of items, iterations or -R" {
	need /usr/bin/time
	peak() { /usr/bin/time -f %M "$bin/mdtest" -d t -a NULL "$@" 2>&1 >/dev/null | tail -1; }
	small=$(peak -n 1000 -R) large=$(peak -n 1000000 -R)
	[ $((large - small)) -lt 1024 ]
}

@test "49: nodes are distinct hosts" {
	for n in 2:2 5:5 3:3; do
		CHECK_FS_FAKE_NODES=${n%:*} mdn 5 -d t -n 1 -F
		[[ $output == *"launched with 5 total task(s) on ${n#*:} node(s)"* ]]
	done
}

@test "50: a file system that counts no inodes says n/a" {
	mount_image m btrfs 200M
	md -d "$m/t" -n 2 -F
	ok
	[[ $output == *'Used Inodes: n/a'* ]]
}

@test "51: a long command line is shown whole" {
	long=$(printf 'x%.0s' {1..200})
	mkdir -p "$long/$long/$long/$long/$long/$long"
	md -d "$long/$long/$long/$long/$long/$long" -n 1 -F
	ok
	[[ $output == *"-d $long/$long/$long/$long/$long/$long -n 1 -F"* ]]
}

@test "53: text, CSV and JSON carry the same numbers" {
	need jq
	md -d t -n 20 -i 3 -v --output=j --csv=c
	ok
	for row in 'file-create:File creation' 'dir-stat:Directory stat' 'tree-remove:Tree removal'; do
		name=${row%:*} label=${row#*:}
		json=$(jq -r --arg n "$name" '.runs[0].metrics[] | select(.name == $n) | .samples[]' j | xargs printf '%.3f\n')
		csv=$(awk -F, -v n="$name" '$2 == n { print $5 }' c | xargs printf '%.3f\n')
		text=$(grep -E "^V-1:( main:?)?   $label" <<<"$output" | awk '{ print $(NF - 1) }')
		[ "$json" = "$csv" ] && [ "$json" = "$text" ]
		[ "$(jq -r --arg n "$name" '.runs[0].metrics[] | select(.name == $n) | .max, .min, .mean, .stddev' j | xargs printf '%.3f ')" = \
			"$(awk -v l="   $label" 'index($0, l) == 1 { print $(NF - 3), $(NF - 2), $(NF - 1), $NF, "" }' <<<"$output")" ]
	done
	md -d t -n 20 --format=json
	jq -e .runs[0].metrics <<<"$output" >/dev/null
}
