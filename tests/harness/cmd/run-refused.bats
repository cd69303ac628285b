#!/usr/bin/env bats
# check-fs run on what cannot be measured: one clear line, the right exit status, nothing left behind.

load ../../lib

setup() {
	reports=$BATS_TEST_TMPDIR/reports
}

# run_on TARGET [WORD...]: a smoke run, its lines of stderr and stdout apart
smoke() {
	local target=$1
	shift
	run --separate-stderr "$bin/check-fs" run --target="$target" --profile smoke --reports "$reports" \
		--baselines "$BATS_TEST_TMPDIR/baselines" "$@"
	echo "$stderr"
	echo "$output"
}

usage() { # TEXT: exit 2, one line with TEXT, nothing written
	[ "$status" = 2 ]
	[ -z "$output" ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr == *"$1"* ]]
	[ ! -e "$reports" ]
}

unmeasured() { # REASON TEXT: exit 5, one line with TEXT, a report that says why
	[ "$status" = 5 ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr == *"$2"* ]]
	[ "${#lines[@]}" = 1 ]
	[[ $output == 'check-fs: COULD-NOT-MEASURE (5): '*/report.html ]]
	[ "$(cat "$reports/latest/verdict")" = 'COULD-NOT-MEASURE 5' ]
	grep -q "\"reason\": *\"$1\"" "$reports/latest/result.json"
	grep -q '<error' "$reports/latest/junit.xml"
}

@test "a target that is missing is refused" {
	smoke "$BATS_TEST_TMPDIR/none"
	usage 'none: no such directory'
}

@test "a file as target is refused" {
	touch "$BATS_TEST_TMPDIR/file"
	smoke "$BATS_TEST_TMPDIR/file"
	usage 'file: is not a directory'
}

@test "a target that begins with '-' is refused" {
	smoke -u
	usage "-u: a target that begins with '-'"
}

@test "no target at all is refused" {
	run --separate-stderr "$bin/check-fs" run --profile smoke --reports "$reports"
	usage 'no target'
}

@test "a name with line breaks and control characters is told in one line, and obeyed by no terminal" {
	smoke "$BATS_TEST_TMPDIR"/$'no\nsuch\x1b[2J'
	usage 'no\nsuch\x1b[2J: no such directory'
}

@test "a deadline of 0 is refused, and so is one in a profile" {
	smoke "$BATS_TEST_TMPDIR" --deadline 0
	usage "--deadline: '0': must be more than 0"
	printf '[profile]\ndeadline = 0\n[one]\ntool = mdtest\nargs = -d {dir} -n 1\n' >"$BATS_TEST_TMPDIR/none.ini"
	smoke "$BATS_TEST_TMPDIR" --profile "$BATS_TEST_TMPDIR/none.ini"
	usage "deadline: '0': must be more than 0"
}

@test "an unknown profile is refused with those there are" {
	smoke "$BATS_TEST_TMPDIR" --profile nonsense
	usage 'there are smoke, quick, standard'
}

@test "an unknown launcher is refused with those there are" {
	smoke "$BATS_TEST_TMPDIR" --launcher nonsense
	usage 'there are: mpirun, srun, flux, local'
}

@test "ranks that cannot be spread evenly over the nodes are refused" {
	smoke "$BATS_TEST_TMPDIR" --ranks 3 --nodes 2
	usage '--ranks=3: cannot be spread evenly over 2 nodes'
}

@test "two nodes without a host file or an allocation are refused" {
	need mpirun
	unset SLURM_JOB_ID PBS_JOBID LSB_JOBID FLUX_JOB_ID
	smoke "$BATS_TEST_TMPDIR" --ranks 2 --nodes 2
	usage 'neither a host file'
}

@test "a machine without any launcher is told how to get one" {
	mkdir "$BATS_TEST_TMPDIR/t"
	run --separate-stderr env PATH="$BATS_TEST_TMPDIR/t" "$bin/check-fs" run "$BATS_TEST_TMPDIR/t" --profile smoke \
		--ranks 2 --reports "$reports" --baselines "$BATS_TEST_TMPDIR/baselines"
	unmeasured launch 'no launcher: neither mpirun nor srun is in PATH'
}

@test "a read-only target is told, in one line" {
	mount_image m ext4 16M ro
	smoke "$m"
	unmeasured io-error 'is mounted read-only'
}

@test "a full target is told, in one line, and nothing is left on it" {
	mount_image m ext4 16M
	dd if=/dev/zero of="$m/fill" bs=1k 2>/dev/null || true
	smoke "$m"
	unmeasured no-space 'is full: no space is left'
	[ "$(ls -A "$m")" = $'fill\nlost+found' ]
}

@test "a target without free inodes is told, in one line" {
	mount_tmpfs m size=64m,nr_inodes=2
	touch "$m/last"
	smoke "$m"
	unmeasured no-space 'is full: no inodes are left'
}

@test "a target that is nearly full is told what is needed and what there is" {
	mount_tmpfs m size=8m
	dd if=/dev/zero of="$m/fill" bs=1k count=7000 status=none
	smoke "$m" --ranks 2
	unmeasured no-space 'needs at least 2.000 MiB, and its share of a quarter of the free space is'
	[ "$(ls -A "$m")" = fill ]
}

@test "a target that an ordinary user may not write to is told with whose it is" {
	need_user
	mkdir "$BATS_TEST_TMPDIR/roots"
	user_dir mine
	run as_user "$bin/check-fs" run --target "$BATS_TEST_TMPDIR/roots" --profile smoke --reports "$mine/reports" \
		--baselines "$mine/baselines"
	[ "$status" = 5 ]
	[[ $output == *"Permission denied: this is uid 65534, and the directory is uid 0's"* ]]
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/roots")" ]
}

@test "an ordinary user can measure what is theirs" {
	need_user
	need mpirun
	user_dir mine
	mkdir "$mine/t"
	chown 65534:65534 "$mine/t"
	printf '[one]\ntool = mdtest\nargs = -d {dir} -n {n} -v\nseconds = 0.1\n' >"$mine/one.ini"
	run as_user env TMPDIR="$mine" "$bin/check-fs" run --target "$mine/t" --profile "$mine/one.ini" --ranks 2 --reports "$mine/reports" \
		--baselines "$mine/baselines"
	echo "$output"
	[ "$status" = 0 ]
	[[ $output != *'running as root'* ]]
	[ -z "$(ls -A "$mine/t")" ]
}

@test "a host file that is not there is refused with the system's own reason" {
	smoke "$BATS_TEST_TMPDIR" --hostfile "$BATS_TEST_TMPDIR/nope"
	usage '/nope: cannot be read: No such file or directory'
}
