#!/bin/bash
# tests/bench/mdtest-depth.sh: many operations in flight from one rank, on a file system that takes a millisecond for each
# request; the medians of paired ratios.  As root, with FUSE.
#
# ROUNDS=N   (3)
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build} rounds=${ROUNDS:-3}
out=$build/tests/bench
mkdir -p "$out"
mdtest=$build/bin/mdtest
# shellcheck source=tests/bench/lib.bash
. tests/bench/lib.bash
# shellcheck disable=SC2046
${CC:-cc} -O2 -o "$out/slowfs" tests/bench/slowfs.c $(pkg-config --cflags --libs fuse3) -lpthread
${CC:-cc} -O2 -o "$out/mdbare" tests/bench/mdbare.c -lpthread
scratch /dev/shm
memory=$dir
scratch "$out"
mnt=$dir
"$out/slowfs" "$mnt" 1000 &
server=$!
trap 'kill $server; wait $server || :; bench_end' EXIT
until grep -q " $PWD/$mnt fuse" /proc/mounts; do
	kill -0 $server
	read -rt 0.05 <> <(:) || :
done

rates() { "${alone[@]}" "$mdtest" "$@" --format=json | jq -r '.runs[0].metrics[] | select(.name | startswith("file")) | "\(.name) \(.mean)"'; }
# ratio TITLE NAME AIM: of the lines in $out/pairs
ratio() { verdict "$1 $2" "$(awk -v n="$2" '$1 == n { print $3 / $2 }' "$out/pairs" | median)" "$3"; }

# 64 directories and the one they lie in
tree='-z 1 -b 63 -F'
# the aim holds for the engine that is taken by default; the others are shown
for engine in auto threads uring; do
	aim=0
	[ $engine != auto ] || aim=30
	: >"$out/pairs"
	for ((r = 0; r < rounds; r++)); do
		# shellcheck disable=SC2086
		rates -d "$mnt" -I 4 $tree | sort >"$out/a"
		# shellcheck disable=SC2086
		rates -d "$mnt" -I 100 $tree --queue-depth=64 --engine=$engine | sort >"$out/b"
		join "$out/a" "$out/b" >>"$out/pairs"
	done
	for name in file-create file-stat file-read file-remove; do ratio "G3 depth 64 ($engine) over depth 1:" $name $aim; done
done
: >"$out/pairs"
for ((r = 0; r < rounds; r++)); do
	"${alone[@]}" "$out/mdbare" "$mnt" 256 f path 1 64 | sort >"$out/a"
	# shellcheck disable=SC2086
	rates -d "$mnt" -I 4 $tree --held-dirs | sort >"$out/b"
	join "$out/a" "$out/b" >>"$out/pairs"
done
for name in file-create file-read file-remove; do ratio 'G4 held directories over the path loop:' $name 1.45; done
ratio 'G4 held directories over the path loop:' file-stat 1.9
# by path and with held directories; the aim is for the best that one rank can do
for words in '' --held-dirs; do
	: >"$out/pairs"
	for ((r = 0; r < rounds * 3; r++)); do
		"${alone[@]}" "$out/mdbare" "$memory" 20000 f path 1 | sort >"$out/a"
		# shellcheck disable=SC2086
		rates -d "$memory" -n 20000 -F --queue-depth=64 --engine=uring $words | sort >"$out/b"
		join "$out/a" "$out/b" >>"$out/pairs"
	done
	ratio "G5 local open and close, depth 64 on the ring${words:+, held}, over the path loop:" file-read "$([ -n "$words" ] && echo 2.5 || echo 0)"
done
echo "   (a system call that does nothing takes $("$out/mdbare" null) ns here)"
"$mdtest" -d "$mnt" -n 50 -F --queue-depth=8 | sed -n '/^QUEUE/,/^$/p'
exit $missed
