# mdtest as a user runs it: counts, layout on disk, phases, errors, what is left behind.
load ../../../lib

setup() {
	[ -x "$bin/mdtest" ] || skip 'mdtest is not built'
	mkdir "$BATS_TEST_TMPDIR/work"
	cd "$BATS_TEST_TMPDIR/work"
}

# The tasks line, the labels of the table in order, and what lies in the directory afterwards.
tasks_line() { grep -E '^[0-9]+ tasks, ' <<<"$output"; }
labels() { sed -n '/^SUMMARY/,/^$/{s/^   \([A-Z][a-z ]*[a-z]\) *:.*/\1/p}' <<<"$output"; }
rate_of() { awk -v l="$1" 'index($0, "   " l) == 1 { print $(NF - 3) }' <<<"$output"; }
tree_of() { (cd "$1" && find . -mindepth 1 | LC_ALL=C sort); }

all_rows=$'Directory creation\nDirectory stat\nDirectory removal\nFile creation\nFile stat\nFile read\nFile removal\nTree creation\nTree removal'

@test "items a directory and a tree are counted as written" {
	while IFS='|' read -r args want; do
		# shellcheck disable=SC2086
		run --separate-stderr -0 "$bin/mdtest" -d t $args
		[ "$(tasks_line)" = "1 tasks, $want" ] || {
			echo "$args: $(tasks_line)"
			return 1
		}
	done <<-'EOF'
		-n 10|10 files/directories
		-I 10|10 files/directories
		-n 100 -z 2 -b 3|91 files/directories
		-I 5 -z 2 -b 3|65 files/directories
		-n 100 -z 2 -b 3 -L|99 files/directories
		-I 5 -z 2 -b 3 -L|45 files/directories
		-n 10 -F|10 files
		-n 10 -D|10 directories
		-b 10 -I 100|100 files/directories
		-n 7 -z 3 -L -F|7 files
		-n 1k -F|1024 files
		-n 20 -I 10 -F|20 files
		-n 20 -I 10 -z 1 -b 2 -F|60 files
	EOF
	[ -z "$(ls -A)" ]
}

@test "several tasks: all of their items, every row, nothing left, and the base directory goes too" {
	run --separate-stderr -0 mpi 3 "$bin/mdtest" -d ./t/ -n 9 -z 1 -b 2 -u -i 2
	[ "$(tasks_line)" = '3 tasks, 27 files/directories' ]
	[ "$(labels)" = "$all_rows" ]
	[[ $output == *$'\nSUMMARY: (of 2 iterations)\n'* ]]
	[[ $output == *"Path: $PWD/t"$'\n'* ]]
	for row in 'Directory creation' 'File read' 'Tree creation' 'Tree removal'; do
		[ "$(rate_of "$row")" != 0.000 ]
	done
	[ -z "$(ls -A)" ]
}

@test "a base directory that was there stays" {
	mkdir t
	run -0 "$bin/mdtest" -d t -n 1
	[ -d t ]
}

@test "a tree for each task has the released layout" {
	run -0 mpi 2 "$bin/mdtest" -d t -n 3 -z 1 -b 2 -u -C
	[ "$(tree_of t)" = "$(for r in 0 1; do
		p=./#test-dir.0/mdtest_tree.$r.0
		printf '%s\n' "$p" "$p/"{dir,file}".mdtest.$r.0" "$p/mdtest_tree.$r.1" "$p/mdtest_tree.$r.1/"{dir,file}".mdtest.$r.1" \
			"$p/mdtest_tree.$r.2" "$p/mdtest_tree.$r.2/"{dir,file}".mdtest.$r.2"
	done | sed '1i ./#test-dir.0' | LC_ALL=C sort)" ]
}

@test "items only in leaves begin at the first leaf's number" {
	run -0 "$bin/mdtest" -d t -I 2 -z 1 -b 2 -L -C -F
	[ "$(cd t && find . -name 'file.*' | LC_ALL=C sort)" = "$(printf './#test-dir.0/mdtest_tree.0/mdtest_tree.%s\n' \
		1/file.mdtest.0.2 1/file.mdtest.0.3 2/file.mdtest.0.4 2/file.mdtest.0.5)" ]
}

@test "with -N and -u every phase finds its items at any depth" {
	for k in 1 2 4; do
		run -0 mpi 3 "$bin/mdtest" -d t -n 6 -u -N "$k" -z 1 -b 2 -w 10 -e 10
	done
	run -0 mpi 3 "$bin/mdtest" -d t -n 1 -N 1 -u -C -F
	[ "$(cd t && find . -name 'file.*' | LC_ALL=C sort)" = "$(printf './#test-dir.0/mdtest_tree.%s\n' \
		0.0/file.mdtest.2.0 1.0/file.mdtest.0.0 2.0/file.mdtest.1.0)" ]
}

@test "several base directories serve the tasks in turn" {
	run -0 mpi 4 "$bin/mdtest" -d a@b -n 1 -u -C -F
	[ "$(find . -name 'file.*' | LC_ALL=C sort)" = "$(printf '%s\n' \
		'./a/#test-dir.0/mdtest_tree.0.0/file.mdtest.0.0' './a/#test-dir.0/mdtest_tree.2.0/file.mdtest.2.0' \
		'./b/#test-dir.0/mdtest_tree.1.0/file.mdtest.1.0' './b/#test-dir.0/mdtest_tree.3.0/file.mdtest.3.0')" ]
}

@test "create, stat, read and remove in runs of their own" {
	for phase in -C -T -E -r; do
		run --separate-stderr -0 "$bin/mdtest" -d t -n 6 -z 1 -b 2 -i 2 -R7 $phase
		[ "$(labels)" = "$all_rows" ]
		case $phase in -r) [ "$(rate_of 'File creation')" = 0.000 ] && [ "$(rate_of 'File removal')" != 0.000 ] ;; esac
	done
	[ -z "$(ls -A t)" ]
}

@test "-w writes that many bytes, -e must find them" {
	run -0 "$bin/mdtest" -d t -n 2 -F -C -w 3000000
	[ "$(find t -name 'file.*' -size 3000000c | wc -l)" = 2 ]
	run -1 "$bin/mdtest" -d t -n 2 -F -E -e 3000001
	[[ $output == *'read (the file is shorter than -e): t/#test-dir.0/mdtest_tree.0/file.mdtest.0.0: '* ]]
	run -0 "$bin/mdtest" -d t -n 2 -F -E -r -e 3000000 -y
}

@test "the read phase needs no permission to write" {
	need_user
	user_dir d
	as_user "$bin/mdtest" -d "$d/t" -n 3 -F -C
	chmod -R a-w "$d/t"
	run -0 as_user "$bin/mdtest" -d "$d/t" -n 3 -F -E
}

@test "-r with a number is taken as the read size, with a note" {
	run --separate-stderr -0 "$bin/mdtest" -d t -i 1 -I 10 -w 100 -r 100
	[ "$stderr" = 'mdtest: -r 100: taken as -e 100, the bytes read from each file; -r alone is the remove phase' ]
	[ "$(rate_of 'File read')" != 0.000 ]
	[ -z "$(ls -A)" ]
}

@test "one iteration's figures are in the output from -v on, as in the table" {
	run --separate-stderr -0 mpi 2 "$bin/mdtest" -d t -n 20 -i 3 -v
	for row in 'File creation     :' 'Directory stat    :' 'Tree creation     :' 'Tree removal      :'; do
		max=$(awk -v l="$row" 'index($0, "   " l) == 1 { print $(NF - 3) }' <<<"$output")
		top=$(grep -E "^V-1:( main:?)?   $row" <<<"$output" | awk '{ print $(NF - 1) }' | sort -n | tail -1)
		[ "$(grep -cE "^V-1:( main:?)?   $row" <<<"$output")" = 3 ]
		[ "$max" = "$top" ]
	done
	[[ $output == *$'\nV-1: main: * iteration 3 *\n'* ]]
	[[ $output == *$'\nunique_dir_per_task     : False\n'* ]]
}

@test "-v -v -v names every directory and item that task 0 touches" {
	run --separate-stderr -0 "$bin/mdtest" -d t -n 2 -v -v -v
	[ "$(grep -c '^V-3: .*file.mdtest.0.1$' <<<"$output")" = 4 ]
	[[ $output == *$'\nV-2: Making directory "t/#test-dir.0/mdtest_tree.0"\n'* ]]
	[[ $output == *$'\nV-2: Remove directory "t/#test-dir.0/mdtest_tree.0"\n'* ]]
}

@test "an order of -R is announced with its seed" {
	run --separate-stderr -0 "$bin/mdtest" -d t -n 5 -F -R5
	[[ $output == *$'\nrandom seed: 5\n'* ]]
	run --separate-stderr -0 "$bin/mdtest" -d t -n 5 -F -R0
	[[ $output == *$'\nrandom seed: 0\n'* ]]
	run --separate-stderr -0 "$bin/mdtest" -d t -n 5 -F -R-5
	[[ $output == *$'\nrandom seed: -5\n'* ]]
}

@test "bad words are one line on stderr, status 2, and no file" {
	while IFS='|' read -r args want; do
		# shellcheck disable=SC2086
		run --separate-stderr "$bin/mdtest" -d t $args
		[ "$status" = 2 ] && [ "$stderr" = "mdtest: $want" ] && [ -z "$output$(ls -A)" ] || {
			echo "$args: $status $stderr"
			return 1
		}
	done <<-'EOF'
		-n 4 -Q|-Q: unknown option, see --help
		-n|-n: needs a value, see --help
		-n abc|-n: 'abc' is not a size (digits and one of k m g t p)
		-n -5|-n: '-5' is not a size (digits and one of k m g t p)
		-n 4 foo|foo: not an option, see --help
		-n 4 -z -1|-z: -1 is outside 0 to 1000000
		-n 4 -z 1 -b 0|-b: 0 is outside 1 to 2147483647
		-n 2 -i 0|-i: 0 is outside 1 to 2147483647
		-n 2 -N -1|-N: -1 is outside 0 to 2147483647
		-z 1|no items: give -n (items of each task) or -I (items in each directory)
		-n 2 -z 1 -b 2|-n 2: fewer items than the 3 directories they are spread over: each would get none
		-n 2 -e 10|-e 10: more than the -w 0 bytes that the files will have
		-n 2 -w 5 -e 10|-e 10: more than the -w 5 bytes that the files will have
		-n 21 -I 10|-n 21: not a multiple of -I 10: with both, -n is that many items in trees of -I a directory
		-n 2 -d a@@b -u|-d: an empty path between two '@'
		-n 2 -d -u|-d: '-u' looks like an option: give the directory, as ./-u
		-n 2 -d a@b -u|-d: 2 directories for 1 tasks: at most one each
		-n 2 -d a@b|-d: several directories only with -u: a shared tree lies in one of them
		-I 1 -z 300|-z 300: paths would be 4778 bytes long, the system's limit is 4095: give a smaller depth
		-I 1 -z 100 -b 1000|-z 100 -b 1000: more than 2^64 directories: give less of either
	EOF
}

@test "help is printed once and is a success" {
	run --separate-stderr -0 "$bin/mdtest" -h
	[[ $output == *'-n N'* ]]
	[ -z "$stderr" ]
}

@test "items that do not divide evenly are said" {
	run --separate-stderr -0 "$bin/mdtest" -d t -n 100 -z 2 -b 3
	[ "$stderr" = 'mdtest: -n 100 over 13 directories is 7 in each: 91 items a task' ]
}

@test "a target that cannot be used is one clear line" {
	touch file
	run --separate-stderr -1 "$bin/mdtest" -d no/such/dir -n 2
	[ "$stderr" = 'mdtest: -d no/such/dir: cannot be made: make its parent first (only the last component is made): No such file or directory' ]
	run --separate-stderr -1 "$bin/mdtest" -d file -n 2
	[ "$stderr" = 'mdtest: -d file: not a directory' ]
	run --separate-stderr -1 "$bin/mdtest" -d t -n 2 -T
	[ "$stderr" = 'mdtest: -d t: not there: run the create phases (-C) first' ]
	[ "$(ls -A)" = file ]
}

@test "read-only and unwritable directories are one clear line" {
	need_user
	user_dir d
	chmod a-w "$d"
	run -1 as_user "$bin/mdtest" -d "$d" -n 2
	[[ $output == *"mdtest: mkdir: $d/#test-dir.0: Permission denied" ]]
	run -1 as_user "$bin/mdtest" -d "$d/t" -n 2
	[[ $output == *"mdtest: -d $d/t: cannot be made: Permission denied" ]]
}

@test "a full file system: the operation, its path, the rank, the reason; and nothing is left" {
	mount_tmpfs m size=1m
	run -1 mpi 2 "$bin/mdtest" -d "$m/t" -n 400 -F -w 100
	[ "$(grep -c '^mdtest: ' <<<"$output")" = 1 ]
	[[ $output == *"mdtest: write: $m/t/#test-dir.0/mdtest_tree.0/file.mdtest."*': No space left on device (rank '[01]' on '* ]]
	[ -z "$(ls -A "$m")" ]
}

@test "items that another run should have made are missed by name" {
	run -0 "$bin/mdtest" -d t -n 2 -C
	run -1 "$bin/mdtest" -d t -n 3 -T
	[[ $output == *'mdtest: stat: t/#test-dir.0/mdtest_tree.0/dir.mdtest.0.2: No such file or directory' ]]
	[ "$(find t | wc -l)" = 7 ]
}

@test "a test directory that is there is never taken over, nor removed" {
	mkdir -p 't/#test-dir.0/mdtest_tree.0'
	touch 't/#test-dir.0/mdtest_tree.0/file.mdtest.0.0' victim
	run -1 "$bin/mdtest" -d t -n 2
	[[ $output == *'t/#test-dir.0: is there already'* ]]
	[ -e 't/#test-dir.0/mdtest_tree.0/file.mdtest.0.0' ]
}

@test "a symbolic link in the place of a test directory is not followed" {
	mkdir -p t victim/mdtest_tree.0
	ln -s ../victim 't/#test-dir.0'
	for phase in '' -T -r; do
		run -1 "$bin/mdtest" -d t -n 2 $phase
	done
	[[ $output == *'t/#test-dir.0: a symbolic link: it is not followed'* ]]
	[ -d victim/mdtest_tree.0 ]
}

@test "a test directory that holds anything else is refused by a split run" {
	run -0 "$bin/mdtest" -d t -n 2 -C
	touch 't/#test-dir.0/letters'
	run -1 "$bin/mdtest" -d t -n 2 -r
	[[ $output == *"t/#test-dir.0: holds 'letters', which mdtest did not make"* ]]
	[ "$(find t -name 'file.*' | wc -l)" = 2 ]
}

# Wait until the directory has something deep inside; then until it is gone.
until_true() {
	local i
	for ((i = 0; i < 600; i++)); do
		"$@" && return
		read -rt 0.05 <> <(:) || :
	done
	return 1
}
busy() { [ -e "$1/#test-dir.0/mdtest_tree.0.0/dir.mdtest.0.20000" ]; }
gone() { [ ! -e "$1" ]; }

@test "TERM ends one task with 128 + 15 and leaves nothing" {
	memory_dir d
	"$bin/mdtest" -d "$d/t" -n 1000000 -D -u >/dev/null 2>err &
	pid=$!
	until_true busy "$d/t"
	kill -TERM $pid
	wait $pid || status=$?
	[ "$status" = 143 ]
	[ "$(cat err)" = 'mdtest: stopped by signal 15' ]
	gone "$d/t"
}

@test "a task that is killed outright has its files removed all the same" {
	memory_dir d
	"$bin/mdtest" -d "$d/t" -n 1000000 -D -u >/dev/null 2>&1 &
	pid=$!
	until_true busy "$d/t"
	kill -KILL $pid
	wait $pid || :
	until_true gone "$d/t"
}

@test "a launcher that is interrupted kills its ranks, and nothing is left" {
	need mpirun
	memory_dir d
	OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1 \
		mpirun -np 2 "$bin/mdtest" -d "$d/t" -n 1000000 -u -D >/dev/null 2>&1 &
	pid=$!
	until_true busy "$d/t"
	kill -TERM $pid
	if wait $pid; then false; fi
	until_true gone "$d/t"
}
