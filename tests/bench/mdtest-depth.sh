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
missed=0
# shellcheck disable=SC2046
${CC:-cc} -O2 -o "$out/slowfs" tests/bench/slowfs.c $(pkg-config --cflags --libs fuse3) -lpthread
${CC:-cc} -O2 -o "$out/mdbare" tests/bench/mdbare.c -lpthread
mnt=$(mktemp -d "$out/mnt.XXXXXX") memory=$(mktemp -d /dev/shm/mdtest-bench.XXXXXX)
"$out/slowfs" "$mnt" 1000 &
server=$!
trap 'kill $server; wait $server || :; rmdir "$mnt"; rm -rf "$memory"' EXIT
until grep -q " $PWD/$mnt fuse" /proc/mounts; do
	kill -0 $server
	read -rt 0.05 <> <(:) || :
done

first=()
if chrt -r 1 true 2>/dev/null; then first=(chrt -r 1); fi
rates() { "${first[@]}" "$mdtest" "$@" --format=json | jq -r '.runs[0].metrics[] | select(.name | startswith("file")) | "\(.name) \(.mean)"'; }
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
verdict() { # NAME VALUE AIM: at least
	if awk -v v="$2" -v a="$3" 'BEGIN { exit !(v >= a) }'; then
		printf '%-52s %7.2f  (aim %s, met)\n' "$1" "$2" "$3"
	else
		printf '%-52s %7.2f  (aim %s, MISSED)\n' "$1" "$2" "$3"
		missed=1
	fi
}
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
	"${first[@]}" "$out/mdbare" "$mnt" 256 f path 1 64 | sort >"$out/a"
	# shellcheck disable=SC2086
	rates -d "$mnt" -I 4 $tree --held-dirs | sort >"$out/b"
	join "$out/a" "$out/b" >>"$out/pairs"
done
for name in file-create file-read file-remove; do ratio 'G4 held directories over the path loop:' $name 1.45; done
ratio 'G4 held directories over the path loop:' file-stat 1.9
: >"$out/pairs"
for ((r = 0; r < rounds * 3; r++)); do
	"${first[@]}" "$out/mdbare" "$memory" 20000 f path 1 | sort >"$out/a"
	rates -d "$memory" -n 20000 -F --queue-depth=64 | sort >"$out/b"
	join "$out/a" "$out/b" >>"$out/pairs"
done
# what the ring saves is system calls: the aim is for a machine where one costs a microsecond
null=$("$out/mdbare" null) aim=0
[ "$null" -lt 800 ] || aim=2.5
echo "a system call that does nothing: $null ns; G5 is judged from 800 ns on"
ratio 'G5 local open and close, depth 64, over the path loop:' file-read $aim
"$mdtest" -d "$mnt" -n 50 -F --queue-depth=8 | sed -n '/^QUEUE/,/^$/p'
exit $missed
