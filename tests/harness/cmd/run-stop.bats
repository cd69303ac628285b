#!/usr/bin/env bats
# A run that is interrupted, killed, or whose benchmarks hang, crash or run alone: what is told, and nothing stays.

load ../../lib

setup_file() {
	load ../../lib
	export d=$BATS_FILE_TMPDIR
	cat >"$d/long.ini" <<-'INI'
		[profile]
		judged = no
		iterations = 1000
		[mdtest-unique]
		tool = mdtest
		args = -d {dir} -n 2000 -i {iterations} -u -v
		[ior-fpp-write]
		tool = ior
		args = -w -F -t 1m -b 1m -i {iterations} -v -v -o {dir}/data
	INI
	sed -n '/profile/,/iterations/p; /ior/,$p' "$d/long.ini" >"$d/longior.ini"
}

setup() {
	t=$BATS_TEST_TMPDIR/target
	mkdir "$t"
}

# begin PROFILE: start a run in the background ($pid) and wait until its benchmark writes.
begin() {
	"$bin/check-fs" run --target "$t" --profile "$d/$1" --ranks 2 --reports "$BATS_TEST_TMPDIR/reports" \
		--baselines "$BATS_TEST_TMPDIR/baselines" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" 3>&- &
	pid=$!
	for ((i = 0; i < 600; i++)); do
		[ -z "$(find "$t" -mindepth 3 -print -quit 2>/dev/null)" ] || return 0
		kill -0 "$pid" || return 1
		read -rt 0.05 <> <(:) || true
	done
	return 1
}

ranks_of() { pgrep -f "$t/.check-fs-.*$1" || true; }

stopped() { # SIGNAL STATUS
	kill "-$1" "$pid"
	rc=0
	wait "$pid" || rc=$?
	[ "$rc" = "$2" ]
	[ -z "$(ls -A "$t")" ]
	[ -z "$(ranks_of "$pid")" ]
	[[ $(tail -n 1 "$BATS_TEST_TMPDIR/out") == "check-fs: COULD-NOT-MEASURE ($2): "* ]]
	[ "$(cat "$BATS_TEST_TMPDIR/reports/latest/verdict")" = "COULD-NOT-MEASURE $2" ]
}

@test "SIGINT in mdtest ends the run with 130 and nothing is left" {
	begin long.ini
	stopped INT 130
}

@test "SIGTERM in ior ends the run with 143 and nothing is left" {
	begin longior.ini
	stopped TERM 143
}

@test "the deadline ends a run and names the step" {
	run -5 --separate-stderr "$bin/check-fs" run --target "$t" --profile "$d/long.ini" --ranks 2 --deadline 2 \
		--reports "$BATS_TEST_TMPDIR/reports" --baselines "$BATS_TEST_TMPDIR/baselines"
	[[ $stderr == *'mdtest-unique: had not ended at its time limit'* ]]
	grep -q '"reason": *"timeout"' "$BATS_TEST_TMPDIR/reports/latest/result.json"
	[ -z "$(ls -A "$t")" ]
}

@test "a killed run leaves no process, and its directory to clean" {
	begin long.ini
	kill -KILL "$pid"
	wait "$pid" || true
	for ((i = 0; i < 400; i++)); do
		[ -n "$(ranks_of "$pid")" ] || break
		read -rt 0.05 <> <(:) || true
	done
	[ -z "$(ranks_of "$pid")" ]
	[[ $(ls -d "$t"/.check-fs-*) == */.check-fs-*-"$pid" ]]
	printf '[one]\ntool = mdtest\nargs = -d {dir} -n 10 -v\n' >"$d/one.ini"
	run "$bin/check-fs" run --target "$t" --profile "$d/one.ini" --ranks 1 --reports "$BATS_TEST_TMPDIR/reports" \
		--baselines "$BATS_TEST_TMPDIR/baselines"
	[[ $output == *"holds 1 directory of killed runs: check-fs clean"* ]]
	run -0 "$bin/check-fs" clean "$t"
	[[ $output == *': removed' ]]
	[ -z "$(ls -A "$t")" ]
}

@test "clean leaves a run alone that still goes on" {
	begin long.ini
	run -5 "$bin/check-fs" clean "$t"
	[[ $output == *"its run (pid $pid on "*') still goes on: left alone'* ]]
	kill -TERM "$pid"
	wait "$pid" || [ $? = 143 ]
}

# fake TEXT...: an mpirun of Open MPI that runs this script
fake() {
	mkdir -p "$BATS_TEST_TMPDIR/bin"
	{
		echo '#!/bin/bash'
		echo 'if [ "$1" = --version ]; then echo "mpirun (Open MPI) 4.1.4"; exit; fi'
		cat
	} >"$BATS_TEST_TMPDIR/bin/mpirun"
	chmod +x "$BATS_TEST_TMPDIR/bin/mpirun"
}

fails() { # REASON TEXT
	run -5 --separate-stderr "$bin/check-fs" run --target "$t" --profile "$d/long.ini" --ranks 2 \
		--launcher "$BATS_TEST_TMPDIR/bin/mpirun" --reports "$BATS_TEST_TMPDIR/reports" \
		--baselines "$BATS_TEST_TMPDIR/baselines"
	echo "$stderr"
	[[ $stderr == *"$2"* ]]
	grep -q "\"reason\": *\"$1\"" "$BATS_TEST_TMPDIR/reports/latest/result.json"
	[ -z "$(ls -A "$t")" ]
}

@test "ranks that ran alone are a launch failure with the fix" {
	need mpirun
	fake <<-'SH'
		while [ "$1" != -np ]; do shift; done
		shift 2
		while [ "${1##*/}" != mdtest ]; do shift; done
		"$1" -d "$3" -n 10 -v & "$1" -d "$3" -n 10 -v; wait
	SH
	fails launch 'as 2 programs of one rank each, not as one of 2'
}

@test "too few slots are a launch failure" {
	fake <<-'SH'
		echo 'There are not enough slots available in the system to satisfy the 2' >&2
		echo 'slots that were requested by the application:' >&2
		exit 1
	SH
	fails launch 'slots'
}

@test "a launcher that ends at once is a launch failure with its words" {
	fake <<-'SH'
		echo 'mpirun: something is wrong with the network' >&2
		exit 3
	SH
	fails launch 'something is wrong with the network'
}

@test "a benchmark that crashes is told with its signal" {
	fake <<<'kill -SEGV $$'
	fails signal 'signal 11'
}

@test "a benchmark that prints nothing is told" {
	fake <<<'true'
	fails launch 'printed no result'
}

@test "a plug-in of srun that does not fit is told as such" {
	fake <<-'SH'
		echo 'The application appears to have been direct launched using "srun",' >&2
		echo "but OMPI was not built with SLURM's PMI support and therefore cannot" >&2
		echo 'execute.' >&2
		echo 'srun: error: n2: tasks 2-3: Exited with exit code 1' >&2
		exit 1
	SH
	fails launch "plug-in does not fit the MPI library"
}
