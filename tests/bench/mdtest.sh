#!/bin/bash
# tests/bench/mdtest.sh: mdtest against a bare loop of the same system calls, in one run, in turn; the medians of
# the paired ratios, with the aim of each and whether it is met.
#
# ROUNDS=N   pairs of runs (15)
# ITEMS=N    of each rank (20000)
# RANKS=...  numbers of ranks (1 2)
# DIRS=...   directories to work in, one for each file system (a tmpfs, and an ext4 whose image lies in one; as an
#            ordinary user the build directory's own file system)
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build} rounds=${ROUNDS:-15} items=${ITEMS:-20000}
out=$build/tests/bench
mkdir -p "$out"
${CC:-cc} -O2 -o "$out/mdbare" tests/bench/mdbare.c -lpthread
mdtest=$build/bin/mdtest
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
# shellcheck source=tests/bench/lib.bash
. tests/bench/lib.bash

if [ -z "${DIRS:-}" ]; then
	scratch /dev/shm
	DIRS=$dir
	on_loop /dev/shm 2g || scratch "$out"
	DIRS="$DIRS $dir"
fi

# ours WORDS...: "NAME RATE" of every phase on items.
ours() {
	local n=$1
	shift
	if [ "$n" = 1 ]; then
		"${alone[@]}" "$mdtest" "$@" --format=json
	else
		mpirun --oversubscribe -np "$n" "$mdtest" "$@" --format=json
	fi | jq -r '.runs[0].metrics[] | select(.name | startswith("tree") | not) | "\(.name) \(.mean)"'
}

bare() {
	if [ "$5" = 1 ]; then
		"${alone[@]}" "$out/mdbare" "$@"
	else
		"$out/mdbare" "$@"
	fi
}

# pairs TITLE AIM RANKS DIR KIND MODE WORDS...: ours with WORDS over the bare loop, phase by phase.
pairs() {
	local title=$1 aim=$2 n=$3 dir=$4 kind=$5 mode=$6 r name names
	shift 6
	: >"$out/pairs"
	for ((r = 0; r < rounds; r++)); do
		if ((r % 2)); then
			ours "$n" -d "$dir" -n "$items" "$@" >"$out/ours"
			bare "$dir" "$items" "$kind" "$mode" "$n" >"$out/bare"
		else
			bare "$dir" "$items" "$kind" "$mode" "$n" >"$out/bare"
			ours "$n" -d "$dir" -n "$items" "$@" >"$out/ours"
		fi
		join <(sort "$out/bare") <(sort "$out/ours") | awk '{ print $1, $3 / $2 }' >>"$out/pairs"
	done
	mapfile -t names < <(cut -d' ' -f1 "$out/pairs" | sort -u)
	for name in "${names[@]}"; do
		verdict "$title $name" "$(awk -v n="$name" '$1 == n { print $2 }' "$out/pairs" | median)" "$aim"
	done
}

for dir in $DIRS; do
	fs=$(stat -f -c %T "$dir")
	for n in ${RANKS:-1 2}; do
		pairs "G1 $fs, $n rank, path, latency on:" 0.98 "$n" "$dir" f path -F --latency
		pairs "G1 $fs, $n rank, path, latency on:" 0.98 "$n" "$dir" d path -D --latency
		pairs "G1 $fs, $n rank, held, latency on:" 0.97 "$n" "$dir" f held -F --latency --held-dirs
		pairs "G1 $fs, $n rank, held, latency on:" 0.97 "$n" "$dir" d held -D --latency --held-dirs
	done
done

# G11: the histogram's cost as a share of a tmpfs stat.
dir=${DIRS%% *}
: >"$out/pairs"
for ((r = 0; r < rounds * 3; r++)); do
	"$mdtest" -d "$dir" -n "$items" -F -C >/dev/null
	a=$(ours 1 -d "$dir" -n "$items" -F -T | awk '{ print $2 }')
	b=$(ours 1 -d "$dir" -n "$items" -F -T --latency | awk '{ print $2 }')
	"$mdtest" -d "$dir" -n "$items" -F -r >/dev/null
	awk -v a="$a" -v b="$b" 'BEGIN { print b / a }' >>"$out/pairs"
done
verdict 'G11 file-stat with latency over without:' "$(median <"$out/pairs")" 0.98

# G2: instructions of our own for each item, from the slope between two sizes.
if command -v valgrind >/dev/null; then
	instructions() {
		valgrind --tool=callgrind --callgrind-out-file=/dev/null "$mdtest" -d "$dir" -n "$1" -F 2>&1 >/dev/null |
			awk '/Collected/ { v = $NF } END { print v }'
	}
	each=$((($(instructions 6000) - $(instructions 2000)) / 4000 / 4))
	verdict "G2 250 over the $each instructions an operation:" "$(awk -v n=$each 'BEGIN { print 250 / n }')" 1
else
	echo 'G2: valgrind is not installed'
fi

# G14: what one more iteration of two kinds of phases costs in collectives.
if command -v mpicc >/dev/null; then
	mpicc -O2 -shared -fPIC -o "$out/mpicount.so" tests/bench/mpicount.c
	count() {
		mpirun --oversubscribe -np 2 -x LD_PRELOAD="$PWD/$out/mpicount.so" "$mdtest" -d "$dir" -n 1 -F -C -T -r -i "$1" 2>&1 >/dev/null | grep '^barriers'
	}
	read -r _ b1 _ r1 < <(count 1) && read -r _ b5 _ r5 < <(count 5)
	# tree create, file create, stat, remove, tree remove; two more for the test directory
	echo "G14 an iteration of five phases: $(((b5 - b1) / 4)) barriers and $(((r5 - r1) / 4)) reductions"
	verdict 'G14 4 over the barriers a pair of phases:' "$(awk -v b=$(((b5 - b1) / 4)) 'BEGIN { print 4 / ((b - 2) / 2.5) }')" 1
	verdict 'G14 1 over the reductions a phase:' "$(awk -v r=$(((r5 - r1) / 4)) 'BEGIN { print 1 / (r / 5) }')" 1
fi
exit $missed
