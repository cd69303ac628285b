#!/bin/bash
# Slurm: check a file system from several nodes.  The numbers of nodes and tasks are part of what is compared: keep
# them.
#   TARGET=/mnt/scratch sbatch ci/slurm.sh
#   TARGET=/mnt/scratch sbatch -N 4 --ntasks-per-node=8 -t 30 ci/slurm.sh --profile standard --strict
# The job's exit status is check-fs's own.
#SBATCH --job-name=check-fs
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --time=00:20:00
#SBATCH --signal=B:TERM@60
#SBATCH --output=check-fs-%j.log
set -eu
: "${TARGET:?set TARGET to the directory to measure}"

# Slurm runs a copy of this script: the program is looked for in the directory that the job was submitted from.
program=${CHECK_FS:-${SLURM_SUBMIT_DIR:-.}/bin/check-fs}
[ -x "$program" ] || program=check-fs

# exec: the signal before the time limit goes to check-fs, which ends its ranks and removes its files.
exec "$program" run --target "$TARGET" --machine "${MACHINE:-${SLURM_CLUSTER_NAME:-cluster}}" \
	--nodes "${SLURM_JOB_NUM_NODES:-1}" --ranks "${SLURM_NTASKS:-1}" "$@"
