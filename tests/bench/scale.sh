#!/bin/bash
# tests/bench/scale.sh: what grows with the number of ranks, on one machine, however few its cores: memory of a rank, calls of
# the MPI library in one iteration, messages, seconds from start to exit.  A program that only starts and ends MPI is measured
# beside mdtest and ior: what it takes, they take too.
#
# RANKS=...  numbers of ranks (1 2 4 8 16 32 64)
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
out=$build/tests/bench
mkdir -p "$out"
mpicc -O2 -shared -fPIC -o "$out/mpicount.so" tests/bench/mpicount.c
printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Barrier(MPI_COMM_WORLD); return MPI_Finalize(); }\n' >"$out/hello.c"
mpicc -O2 -o "$out/hello" "$out/hello.c"
# shellcheck source=tests/bench/lib.bash
. tests/bench/lib.bash
scratch /dev/shm
memory=$dir
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
over=
mpirun --version 2>&1 | grep -q 'Open MPI' && over=--oversubscribe

# run RANKS WORDS...: the counts to $out/counts, the seconds to $out/seconds.
run() {
	local n=$1 start
	shift
	start=$(date +%s%N)
	# shellcheck disable=SC2086
	mpirun $over -np "$n" env LD_PRELOAD="$PWD/$out/mpicount.so" "$@" >/dev/null 2>"$out/counts"
	awk -v a="$start" -v b="$(date +%s%N)" 'BEGIN { printf "%.1f", (b - a) / 1e9 }' >"$out/seconds"
}

# field LABEL NUMBER: of the counts; 0 where MPI was not started.
field() { awk -v l="$1" -v n="$2" '$1 == l { for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]+$/ && ++k == n) v = $i } END { print v + 0 }' "$out/counts"; }

# one NAME RANKS WORDS...: a line; the calls are those of one iteration more.
one() {
	local name=$1 n=$2 before=(0 0 0 0 0 0 0 0) after=() i
	shift 2
	if [ "$name" != hello ]; then
		run "$n" "$@" -i 1
		for i in 1 2 3 4 5 6; do before[i]=$(field calls: $i); done
		before[7]=$(field gathered: 2)
		set -- "$@" -i 2
	fi
	run "$n" "$@"
	for i in 1 2 3 4 5 6; do after[i]=$(($(field calls: $i) - before[i])); done
	after[7]=$(($(field gathered: 2) - before[7]))
	printf '%-7s %5d %9d %8d %10d %7d %6d %6d %11d %9d %9d %8s\n' "$name" "$n" "$(field memory: 1)" "${after[1]}" "${after[2]}" \
		"${after[3]}" "${after[4]}" "${after[5]}" "${after[6]}" "${after[7]}" "$(field messages: 1)" "$(cat "$out/seconds")"
}

printf '%-7s %5s %9s %8s %10s %7s %6s %6s %11s %9s %9s %8s\n' program ranks 'KiB/rank' barriers allreduces reduces gathers bcasts \
	all-to-alls 'B/rank' messages seconds
for n in ${RANKS:-1 2 4 8 16 32 64}; do
	one hello "$n" "$out/hello"
	one mdtest "$n" "$build/bin/mdtest" -d "$memory" -n 4
	one ior "$n" "$build/bin/ior" -w -r -b 64k -t 16k -o "$memory/f"
done
