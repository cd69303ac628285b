# tests/bench/lib.bash: what the benches share: medians, verdicts, and file systems in memory to measure on.
# shellcheck shell=bash

missed=0
trash=$(mktemp -d)
trap 'bench_end' EXIT

# Unmount and remove all that was made here, the last first.
bench_end() {
	local d
	for d in "${made[@]}"; do
		! mountpoint -q "$d" || umount "$d"
		rm -rf "$d"
	done
	[ -z "${zram:-}" ] || { echo 1 >"/sys/block/zram$zram/reset" && echo "$zram" >/sys/class/zram-control/hot_remove; }
	rm -rf "$trash"
}
made=()

# scratch PLACE: sets $dir to a new directory there.
scratch() {
	dir=$(mktemp -d "$1/check-fs-bench.XXXXXX")
	made=("$dir" "${made[@]}")
}

# on_loop PLACE SIZE: sets $dir to an ext4 on a loop device whose image lies in PLACE; false where that cannot be had.
on_loop() {
	[ "$(id -u)" = 0 ] && command -v mkfs.ext4 losetup >/dev/null || return 1
	scratch "$1"
	local image=$dir/image
	scratch "$1"
	truncate -s "$2" "$image" && mkfs.ext4 -q -F "$image" && mount -o loop "$image" "$dir"
}

# on_zram SIZE: sets $dir to an xfs on a disk in memory; false where that cannot be had.
on_zram() {
	[ "$(id -u)" = 0 ] && [ -r /sys/class/zram-control/hot_add ] && command -v mkfs.xfs >/dev/null || return 1
	zram=$(cat /sys/class/zram-control/hot_add)
	echo "$1" >"/sys/block/zram$zram/disksize"
	scratch "$trash"
	mkfs.xfs -q "/dev/zram$zram" && mount "/dev/zram$zram" "$dir"
}

# One process at a time is kept from being disturbed where that is allowed; several that wait for each other, and
# for the kernel's threads, are not.
alone=()
if chrt -r 1 true 2>/dev/null; then alone=(chrt -r 1); fi

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# verdict TITLE VALUE AIM least|most
verdict() {
	if awk -v v="$2" -v a="$3" -v how="${4:-least}" 'BEGIN { exit !(how == "most" ? v <= a : v >= a) }'; then
		printf '%-66s %8.3f  (aim %s %s, met)\n' "$1" "$2" "${4:-least}" "$3"
	else
		printf '%-66s %8.3f  (aim %s %s, MISSED)\n' "$1" "$2" "${4:-least}" "$3"
		missed=1
	fi
}

# limited TITLE VALUE AIM BARE: BARE is what a bare loop by the same means reaches; where that is below the aim, this
# machine cannot, and 0.97 of it is asked for.
limited() {
	if awk -v v="$2" -v a="$3" -v b="$4" 'BEGIN { exit !(b >= a || v >= a) }'; then
		verdict "$1" "$2" "$3"
	elif awk -v v="$2" -v b="$4" 'BEGIN { exit !(v >= 0.97 * b) }'; then
		printf '%-66s %8.3f  (aim least %s: not to be had here, the bare loop reaches %.3f)\n' "$1" "$2" "$3" "$4"
	else
		printf '%-66s %8.3f  (aim least %s, MISSED; the bare loop reaches %.3f)\n' "$1" "$2" "$3" "$4"
		missed=1
	fi
}
