#!/usr/bin/env bats
# Ranks: the unit program under a real launcher, and what happens without a matching one.

setup() {
  top=$(cd "$BATS_TEST_DIRNAME/../../.." && pwd)
  prog=$top/build/tests/src/par/par
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe OMPI_MCA_mpi_yield_when_idle=1
  command -v mpirun >/dev/null || skip "mpirun is not installed"
}

@test "4 ranks reduce, agree, stop each other and split" {
  run mpirun -np 4 "$prog"
  [ "$status" -eq 0 ]
}

@test "ranks on 2 pretended hosts are counted by host" {
  CHECK_FS_FAKE_NODES=2 run mpirun -np 4 "$prog"
  [ "$status" -eq 0 ]
}

@test "20 ranks, more than one rank tells by itself, do the same" {
  CHECK_FS_FAKE_NODES=5 run mpirun -np 20 "$prog"
  [ "$status" -eq 0 ]
}

@test "a launcher that does not match MPI is refused instead of running N singletons" {
  SLURM_STEP_NUM_TASKS=4 run "$prog"
  [ "$status" -eq 2 ]
  [[ $output == *"4 ranks were started, but each sees only itself"*"srun --mpi"* ]]
}

@test "one rank without a launcher does not start MPI" {
  command -v strace >/dev/null || skip "strace is not installed"
  run strace -f -qq -e trace=execve,socket "$prog"
  [ "$status" -eq 0 ]
  # a library that MPI is linked with may open a local socket when it is loaded
  [[ $output != *AF_INET* ]]
}
