#!/usr/bin/env bats
# What must not grow with the number of ranks, counted between the benchmarks and the MPI library.
# make bench-scale shows the figures up to 64 ranks.

load ../../lib

setup_file() {
	load ../../lib
	need mpirun mpicc
	export so=$BATS_FILE_TMPDIR/mpicount.so
	mpicc -O2 -shared -fPIC -o "$so" "$top/tests/bench/mpicount.c"
	cd "$BATS_FILE_TMPDIR"
	for n in 2 8; do
		for i in 1 2; do
			counted $n "$bin/mdtest" -d "$PWD" -n 2 -i $i >"mdtest-$n-$i"
		done
		counted $n "$bin/ior" -w -r -W -R -b 8k -t 4k -o f >"ior-$n"
	done
}

# counted RANKS WORDS...: what the counter says.
counted() {
	local n=$1
	shift
	mpi "$n" env LD_PRELOAD="$so" "$@" 2>&1 >/dev/null | grep -E '^(calls|gathered|messages|memory):'
}

setup() { cd "$BATS_FILE_TMPDIR"; }

@test "8 ranks call as many collectives as 2" {
	for run in mdtest-%-1 mdtest-%-2 ior-%; do
		[ "$(grep -c '^calls' "${run/\%/2}")" = 1 ]
		[ "$(grep '^calls' "${run/\%/2}")" = "$(grep '^calls' "${run/\%/8}")" ]
	done
}

@test "nothing goes from every rank to every rank" {
	run grep -h '^calls' mdtest-8-2 ior-8
	[ "${#lines[@]}" = 2 ]
	for line in "${lines[@]}"; do [[ $line == *' all-to-all 0' ]]; done
}

@test "rank 0 gets as much from each of 8 ranks as from each of 2, in records under 256 bytes" {
	for run in mdtest-%-2 ior-%; do
		gathered=$(grep '^gathered' "${run/\%/8}")
		[ "$gathered" = "$(grep '^gathered' "${run/\%/2}")" ]
		[[ $gathered =~ ^gathered:\ largest\ record\ ([0-9]+)\ bytes ]]
		[ "${BASH_REMATCH[1]}" -gt 0 ]
		[ "${BASH_REMATCH[1]}" -le 256 ]
	done
}

@test "an iteration more of mdtest's nine phases is at most 20 waits for all and 4 gathers" {
	for i in 1 2; do
		[[ $(grep '^calls' mdtest-8-$i) =~ barrier\ ([0-9]+)\ allreduce\ ([0-9]+)\ reduce\ ([0-9]+)\ gather\ ([0-9]+) ]]
		waits[i]=$((BASH_REMATCH[1] + BASH_REMATCH[2]))
		sent[i]=$((BASH_REMATCH[3] + BASH_REMATCH[4]))
	done
	[ $((waits[2] - waits[1])) -le 20 ]
	[ $((sent[2] - sent[1])) -le 4 ]
}

@test "without an error no message goes from one rank to another" {
	run grep -h '^messages' mdtest-8-2 ior-8
	[ "$output" = $'messages: 0 of all ranks\nmessages: 0 of all ranks' ]
}

@test "where all ranks stop at once, one message goes each way along the edges of a tree" {
	n=20
	run -0 counted $n "${bin%/bin}/tests/src/par/par"
	[[ $output =~ messages:\ ([0-9]+) ]]
	# 62 stops, and two errors whose text is sent
	[ "${BASH_REMATCH[1]}" = $((62 * 2 * (n - 1) + 2)) ]
}
