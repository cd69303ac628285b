#!/usr/bin/env bats
# check-fs run --print-command: the lines that would be started, on a machine that need not have an MPI.

load ../../lib

setup() {
	t=$BATS_TEST_TMPDIR/target
	mkdir "$t"
	unset SLURM_JOB_ID PBS_JOBID LSB_JOBID FLUX_JOB_ID
}

lines_of() {
	run --separate-stderr env PATH="$t/none" "$bin/check-fs" run "$t" --print-command --baselines "$t/baselines" \
		--reports "$t/reports" --profile quick "$@"
}

@test "every step of the profile is one line, and nothing is started or written" {
	lines_of --ranks 4
	[ "$status" = 0 ]
	[ "${#lines[@]}" = 7 ]
	[[ ${lines[0]} == *"mpirun -np 4 "*"/mdtest -d $t/.check-fs-ID/mdtest-unique -n 32 -i 5 -u -v" ]]
	[[ ${lines[6]} == *"/ior -a POSIX -w -F -e -t 8k -b "*" -o $t/.check-fs-ID/ior-small/data" ]]
	[ -z "$(ls -A "$t")" ]
}

@test "srun is asked for tasks on each node and for a plug-in" {
	lines_of --launcher srun --ranks 8 --nodes 2
	[[ ${lines[0]} == 'srun -n 8 -N 2 --ntasks-per-node=4 --mpi=pmix '* ]]
}

@test "on several nodes ranks read what another node wrote" {
	printf 'a\nb\n' >"$BATS_FILE_TMPDIR/hosts"
	lines_of --ranks 4 --nodes 2 --hostfile "$BATS_FILE_TMPDIR/hosts"
	[[ ${lines[1]} == *' -N 2 '* ]]
	[[ ${lines[4]} == *"--hostfile $BATS_FILE_TMPDIR/hosts --map-by ppr:2:node"*' -r '*' -C '* ]]
}

@test "launcher arguments are passed through" {
	lines_of --ranks 2 --launcher-args "--tag-output --mca btl 'tcp,self'"
	[[ ${lines[0]} == *' --tag-output --mca btl tcp,self '* ]]
}

@test "local starts one rank without a launcher" {
	lines_of --ranks 1 --launcher local
	[[ ${lines[0]} == "$top"/*/mdtest' -d '* ]]
}

@test "inside an allocation its tasks and nodes are used" {
	export SLURM_JOB_ID=7 SLURM_JOB_NUM_NODES=2 SLURM_NTASKS=8
	lines_of
	[[ ${lines[0]} == *'mpirun -np 8 --map-by ppr:4:node '* ]]
	lines_of --ranks 2 --nodes 1
	[[ ${lines[0]} == *'mpirun -np 2 '* ]]
	[[ ${lines[0]} != *ppr* ]]
}

@test "flux is asked for ranks and nodes" {
	lines_of --launcher flux --ranks 8 --nodes 2
	[[ ${lines[0]} == 'flux run -n 8 -N 2 '* ]]
}
