#!/bin/bash
# tests/bench/parse.sh: how fast check-fs parse reads a large log and in how much memory; the best of ROUNDS, with the aim
# of each and whether it is met.  The log is all published logs and recorded runs one after the other, again and again.
# Where they are not there (CHECK_FS_SHARED, ../shared) it is this project's own fixtures, which are hardly more than
# tables: a value is printed for every sixty bytes, so that its rate is shown and not judged.
#
# ROUNDS=N   (5)
# SIZE=MIB   of the log (512)
# MEMORY=DIR where to put it (a tmpfs)
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build} rounds=${ROUNDS:-5} size=$((${SIZE:-512} << 20))
out=$build/tests/bench
mkdir -p "$out"
${CC:-cc} -O2 -o "$out/peak" tests/bench/peak.c
# shellcheck source=tests/bench/lib.bash
. tests/bench/lib.bash
scratch "${MEMORY:-/dev/shm}"
memory=$dir

shared=${CHECK_FS_SHARED:-../shared}
real=no
if [ -d "$shared/outputs" ] && [ -d "$shared/samples" ]; then real=yes; fi

# pieces: the names of what the log is made of.
pieces() {
	if [ $real = yes ]; then
		find "$shared/samples" "$shared/outputs" -type f
	else
		find tests/fixtures/parse -type f ! -name '*.gz' ! -name '*utf16*' ! -name '*.bin'
	fi | sort
}

# again FILE: as often as makes a log of that size.
again() {
	local n
	for ((n = size / $(stat -c %s "$1"); n > 0; n--)); do cat "$1"; done
}

pieces | xargs -d '\n' cat >"$memory/once"
again "$memory/once" >"$memory/log"
for ((r = 0; r < rounds; r++)); do "$out/peak" "$build/bin/check-fs" parse "$memory/log"; done | sort -g >"$out/parse.times"
read -r seconds peak <"$out/parse.times"
mb=$(awk -v s="$seconds" -v n="$(stat -c %s "$memory/log")" 'BEGIN { print n / s / 1e6 }')
if [ $real = yes ]; then
	verdict "parse MB/s, a log of $((size >> 20)) MiB" "$mb" 200 least
else
	printf '%-66s %8.1f  (shown, not judged)\n' "parse MB/s, $((size >> 20)) MiB of tables" "$mb"
fi
verdict 'parse MiB at most in memory' "$(awk -v k="$peak" 'BEGIN { print k / 1024 }')" 32 most
exit $missed
