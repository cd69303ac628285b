#!/bin/bash
# tests/bench/ior.sh: ior against bare loops of the same system calls, in one run, in turn; the medians of the paired
# ratios, with the aim of each and whether it is met.  A busy machine blurs them: ROUNDS=21 helps.
#
# ROUNDS=N   pairs of runs (9)
# MEMORY=DIR DISK=DIR FAST=DIR   where to work: a tmpfs; a disk, on a loop device as root (else the build directory's own
#            file system); one as fast as memory (an xfs on zram, as root)
# The functions are called by name, through pairs.
# shellcheck disable=SC2317
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build} rounds=${ROUNDS:-9}
out=$build/tests/bench
mkdir -p "$out"
ior=$build/bin/ior
${CC:-cc} -O2 -o "$out/databare" tests/bench/databare.c -luring || { echo 'needs liburing'; exit 1; }
${CC:-cc} -O2 -Isrc -o "$out/pattern" tests/bench/pattern.c "$build/src/bench/ior/pattern.o"
# shellcheck source=tests/bench/lib.bash
. tests/bench/lib.bash
[ -n "${MEMORY:-}" ] || scratch /dev/shm
memory=${MEMORY:-$dir}
[ -n "${DISK:-}" ] || on_loop "$out" 1g || scratch "$out"
disk=${DISK:-$dir}

# json WORDS...: the document of one run.
json() { "${alone[@]}" "$ior" "$@" --format=json 2>/dev/null; }
# the same beside the kernel's threads that serve a loop device
beside() { "$ior" "$@" --format=json 2>/dev/null; }
bw() { jq -r --arg a "$1" '[.tests[0].Results[] | select(.access == $a) | .bwMiB][0]'; }

# What one run cannot fall below: others on the machine only make it longer.
best() { sort -g | head -n 1; }

# pairs A B: medians of A over B, each a command that prints a number, in turn.
pairs() {
	local r a b
	for ((r = 0; r < rounds; r++)); do
		if ((r % 2)); then a=$($1) b=$($2); else b=$($2) a=$($1); fi
		awk -v a="$a" -v b="$b" 'BEGIN { print a / b }'
	done | median
}

size=$((64 << 20))
write_ours() { json -w -b "$size" -t 4k -o "$memory/f" | bw write; }
write_bare() { "${alone[@]}" "$out/databare" "$memory/g" "$size" 4096 write; rm "$memory/g"; }
read_ours() { json -r -k -b "$size" -t 4k -o "$memory/kept" | bw read; }
read_bare() { "${alone[@]}" "$out/databare" "$memory/kept" "$size" 4096 read; }
verdict 'G6 4 KiB write, tmpfs, over bare pwrite' "$(pairs write_ours write_bare)" 0.98
json -w -k -b "$size" -t 4k -o "$memory/kept" >/dev/null
verdict 'G6 4 KiB read, tmpfs, over bare pread' "$(pairs read_ours read_bare)" 0.98

probe() { dd if=/dev/zero of="$disk/probe" bs=1M count=1 oflag=direct 2>/dev/null; }
if probe; then
	# the same program with and without huge pages; and what the bare ring gains by them
	small() { "$out/databare" small "$ior" "$@" --format=json 2>/dev/null; }
	bare() { "$out/databare" "$disk/$1" $((128 << 20)) 1048576 direct queue=8 "${@:2}"; }
	rewritten() { fallocate -l 128m "$disk/g" && bare g write "$@"; rm "$disk/g"; }
	direct_ours() { beside -w -B -p -b 128m -t 1m --queue-depth=8 -o "$disk/f" | bw write; }
	direct_small() { small -w -B -p -b 128m -t 1m --queue-depth=8 -o "$disk/f" | bw write; }
	bare_huge() { rewritten; }
	bare_small() { rewritten small; }
	json -w -e -k -b 128m -t 1m -o "$disk/kept" >/dev/null
	read_direct_ours() { beside -r -k -B -b 128m -t 1m --queue-depth=8 -o "$disk/kept" | bw read; }
	read_direct_small() { small -r -k -B -b 128m -t 1m --queue-depth=8 -o "$disk/kept" | bw read; }
	bare_read_huge() { bare kept read; }
	bare_read_small() { bare kept read small; }
	limited 'G8 1 MiB O_DIRECT write, depth 8, over 4 KiB pages' "$(pairs direct_ours direct_small)" 1.8 "$(pairs bare_huge bare_small)"
	limited 'G8 1 MiB O_DIRECT read, depth 8, over 4 KiB pages' "$(pairs read_direct_ours read_direct_small)" 3 "$(pairs bare_read_huge bare_read_small)"
else
	echo 'G8: no O_DIRECT here: not measured'
fi
if [ -n "${FAST:-}" ]; then dir=$FAST; fi
if [ -n "${FAST:-}" ] || on_zram 600m; then
	fast=$dir
	dd if=/dev/zero of="$fast/kept" bs=1M count=256 conv=fsync 2>/dev/null
	random_ours() { json -r -k -z -B -b 256m -t 4k --queue-depth=32 -o "$fast/kept" | bw read; }
	random_ring() { "${alone[@]}" "$out/databare" "$fast/kept" $((256 << 20)) 4096 direct random queue=32 fixed read; }
	random_bare() { "${alone[@]}" "$out/databare" "$fast/kept" $((256 << 20)) 4096 direct random read; }
	limited 'G7 4 KiB random O_DIRECT read in memory, depth 32, over bare pread' "$(pairs random_ours random_bare)" 3.5 "$(pairs random_ring random_bare)"
else
	echo 'G7: no disk in memory (zram) here: not measured'
fi

"$out/pattern" >"$out/rates"
verdict 'G9 data made anew, GB/s' "$(awk '$1 == "timestamp" { print $3 }' "$out/rates")" "$(grep -q avx512dq /proc/cpuinfo && echo 50 || echo 12)"
verdict 'G9 a verified read of 20 GB/s, of the unverified one' "$(awk '$1 == "timestamp" { print (1 / 20) / (1 / 20 + 1 / $5) }' "$out/rates")" 0.70
verified() { json -r -R -k -b "$size" -t 1m -o "$memory/kept" | bw read; }
unverified() { json -r -k -b "$size" -t 1m -o "$memory/kept" | bw read; }
verdict 'G9 printed bandwidth with -R over without' "$(pairs verified unverified)" 0.95

# Nanoseconds of a transfer that does nothing.
empty() { json -a NULL -w -b 1g -t 4k -s 4 -o f "$@" | jq '.tests[0].Results[0] | .totalTime / .operations * 1e9'; }
plain_ns=$(for ((i = 0; i < rounds; i++)); do empty; done | best)
random_ns=$(for ((i = 0; i < rounds; i++)); do empty -z; done | best)
verdict 'G10 an index of the random order, ns' "$(awk -v a="$random_ns" -v b="$plain_ns" 'BEGIN { print a - b }')" 40 most
timed_ns=$(for ((i = 0; i < rounds; i++)); do empty --latency; done | best)
printf '%-66s %8.1f  (two counter reads and a histogram)\n' 'G11 --latency, ns an operation' "$(awk -v a="$timed_ns" -v b="$plain_ns" 'BEGIN { print a - b }')"

tiny() { local s; s=$(date +%s%N); "$ior" -w -b 4k -t 4k -o "$memory/tiny" >/dev/null 2>&1; echo "$(($(date +%s%N) - s))" | awk '{ print $1 / 1e9 }'; }
verdict 'G12 one task without a launcher, whole run, s' "$(for ((i = 0; i < rounds; i++)); do tiny; done | best)" 0.05 most

# Half of a file in the cache: the share that is known before and the bytes that come from the device make 100.
if probe; then
	json -w -e -k -b 64m -t 1m -o "$disk/half" >/dev/null
	dd if="$disk/half" of=/dev/null iflag=nocache bs=1M 2>/dev/null
	dd if="$disk/half" of=/dev/null bs=1M count=32 2>/dev/null
	json -r -k -b 64m -t 1m -o "$disk/half" | jq -r '.tests[0].Results[0] |
		if .bytesFromDevice == null then "unknown" else .cachedBeforePerMille / 10 + .bytesFromDevice / .bytes * 100 end' >"$out/share"
	if grep -q unknown "$out/share"; then
		echo 'G13: this file system has no block device: "unknown", as it must be'
	else
		verdict 'G13 cached before + from the device, off 100 by' "$(awk '{ d = $1 - 100; print d < 0 ? -d : d }' "$out/share")" 1 most
	fi
fi
exit $missed
