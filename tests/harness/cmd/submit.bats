#!/usr/bin/env bats
# check-fs submit: the script, and what becomes of it.  (ci/slurm.bats has a real Slurm.)

load ../../lib

setup() {
	t=$BATS_TEST_TMPDIR
	mkdir "$t/target" "$t/bin"
	printf '[profile]\njudged = no\niterations = 1\ndeadline = 2m\n[one]\ntool = mdtest\nargs = -d {dir} -n 5 -v\n' \
		>"$t/one.ini"
}

submit() {
	run --separate-stderr "$bin/check-fs" submit "$t/target" --profile "$t/one.ini" --ranks 1 --launcher local \
		--machine m1 --reports "$t/reports" --baselines "$t/baselines" "$@"
}

# scheduler NAME: a program of that name that runs the script as a scheduler would, in a shell with other surroundings
scheduler() {
	cat >"$t/bin/$1" <<-'SH'
		#!/bin/bash
		script=${!#}
		log=$(sed -n 's/^#SBATCH --output=//p; s/^#PBS -o //p' "$script")
		echo "$@" >"$(dirname "$0")/words"
		cd / && echo 17 && bash "$script" >"$log" 2>&1
	SH
	chmod +x "$t/bin/$1"
	PATH=$t/bin:$PATH
}

@test "a script for Slurm asks for nodes, tasks, time and a signal before its end" {
	submit --scheduler slurm --print-script --queue debug
	[ "$status" = 0 ]
	for line in '#SBATCH --nodes=1' '#SBATCH --ntasks=1' '#SBATCH --time=00:05:00' '#SBATCH --signal=B:TERM@60' \
		'#SBATCH --partition=debug'; do
		grep -qxF -- "$line" <<<"$output"
	done
	[[ ${lines[-1]} == "exec $top"/*" run --target=$t/target --machine=m1 --profile=$t/one.ini --ranks=1 --nodes=1"* ]]
	bash -n <<<"$output"
	[ ! -e "$t/reports" ]
}

@test "--per-node goes into the job, which gets the time for it" {
	submit --scheduler slurm --print-script --per-node
	[ "$status" = 2 ]
	[[ $stderr == *'--per-node: compares nodes'* ]]
	sed -i 's/^args/seconds = 10\nargs/' "$t/one.ini"
	submit --scheduler slurm --print-script --per-node --ranks 4 --nodes 4
	# the profile's 2 minutes, 3 to spare, and for each of 4 nodes twice 10 s and 2 s to start
	grep -qxF -- '#SBATCH --time=00:06:28' <<<"$output"
	[[ ${lines[-1]} == *' --per-node' ]]
}

@test "a script for PBS asks for the same in its words" {
	submit --scheduler pbs --print-script --time 90m
	grep -qxF -- '#PBS -l nodes=1:ppn=1' <<<"$output"
	grep -qxF -- '#PBS -l walltime=01:30:00' <<<"$output"
	bash -n <<<"$output"
}

@test "a job is handed to the scheduler, and where its report goes is told" {
	scheduler sbatch
	submit
	[ "$status" = 0 ]
	[[ $output == *'submitted slurm job 17'* ]]
	log=$(sed -n 's/its report goes to \(.*\), whose.*/\1/p' <<<"$output")
	[[ $(tail -n 1 "$log") == 'check-fs: MEASURED (0): '* ]]
	[ -z "$(ls -A "$t/target")" ]
}

@test "with --wait the report and the exit status are those of the job" {
	scheduler qsub
	CI=true submit --wait --scheduler pbs --strict
	[[ ${lines[-1]} == 'check-fs: MEASURED (0): '* ]]
	[ "$status" = 0 ]
	grep -q -- '-Wblock=true' "$t/bin/words"
	rmdir "$t/target"
	sed -i 's|^cd / .*|rm -rf "$TARGET_GONE"; &|' "$t/bin/qsub"
	mkdir "$t/target"
	TARGET_GONE=$t/target submit --wait --scheduler pbs
	[ "$status" = 5 ]
}

@test "a scheduler that does not take the job is told" {
	printf '#!/bin/sh\necho "sbatch: error: invalid partition" >&2\nexit 1\n' >"$t/bin/sbatch"
	chmod +x "$t/bin/sbatch"
	PATH=$t/bin:$PATH submit --scheduler slurm
	[ "$status" = 5 ]
	[[ $stderr == *'the job was not taken: sbatch: error: invalid partition'* ]]
}

@test "a target that is missing is refused before anything is submitted" {
	scheduler sbatch
	rmdir "$t/target"
	submit
	[ "$status" = 2 ]
	[ ! -e "$t/bin/words" ]
}
