# ior's verification: what is written is what is read, wherever and by whomever.
load ../../../lib

setup() { cd "$BATS_TEST_TMPDIR"; }

ior() { mpi "$1" "$bin/ior" "${@:2}" >out 2>err; }

# flip FILE OFFSET: change one byte.
flip() {
	local b
	b=$(od -An -tu1 -j"$2" -N1 "$1")
	# shellcheck disable=SC2059
	printf "$(printf '\\%03o' $((b ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

@test "what was written passes both checks, in every order and with every kind of data" {
	for type in timestamp offset incompressible random; do
		ior 3 -w -r -W -R -l $type -b 48k -t 16k -s 3 -i 2 -o f
		ior 3 -w -r -W -R -l $type -z -b 48k -t 16k -s 3 -o f
		CHECK_FS_FAKE_NODES=3 ior 3 -w -r -W -R -l $type -C -F -b 48k -t 16k -o f
	done
}

@test "a flipped byte is found and placed exactly, for each packet type" {
	for type in timestamp offset incompressible random; do
		ior 2 -w -k -l $type -b 64k -t 16k -s 2 -o f
		flip f 90001
		run -1 ior 2 -R -r -k -l $type -b 64k -t 16k -s 2 -o f
		grep -q "^ior: wrong data: rank 1 on .*: f: at byte 90001: expected .* (1 bytes of this transfer differ)$" err
		grep -q '^ior: f: 1 bytes differ from what was written$' err
	done
}

@test "a flipped byte is found and placed exactly with 1, 2, 3 and 8 ranks and each reordering" {
	for n in 1 2 3 8; do
		for order in '' -C -Z -z; do
			export CHECK_FS_FAKE_NODES=$n
			# shellcheck disable=SC2086
			ior $n -w -k $order -b 8k -t 4k -s 2 -o f
			flip f 12345
			# shellcheck disable=SC2086
			run -1 ior $n -r -R $order -b 8k -t 4k -s 2 -o f
			[ "$(grep -c 'wrong data: .*: f: at byte 12345:' err)" = 1 ] || { echo "$n ranks $order"; cat err; false; }
		done
	done
}

@test "a separate check run finds the same data and the same random order without -G" {
	ior 2 -w -k -z -b 64k -t 4k -o f
	ior 2 -W -k -z -b 64k -t 4k -o f
	ior 2 -r -R -z -b 64k -t 4k -o f
}

@test "another signature is other data" {
	ior 2 -w -k -G 7 -b 64k -t 64k -o f
	ior 2 -W -k -G 7 -b 64k -t 64k -o f
	run -1 ior 2 -W -k -G 8 -b 64k -t 64k -o f
	grep -q 'bytes differ from what was written' err
}

@test "signatures of 2^31 and below zero keep the task" {
	for g in 2147483648 -1 4294967295; do
		ior 2 -w -k -G $g -b 16k -t 16k -o f
		[ "$(od -An -v -tx8 -w16 -j16384 -N16 f | cut -c2-9)" = 00000001 ]
		ior 2 -W -G $g -b 16k -t 16k -o f
	done
}

@test "two transfers that were swapped are found" {
	ior 1 -w -k -G 7 -b 64k -t 16k -o f
	{ head -c 16384 f; tail -c +32769 f | head -c 16384; tail -c +16385 f | head -c 16384; tail -c 16384 f; } >g
	mv g f
	run -1 ior 1 -W -k -G 7 -b 64k -t 16k -o f
	grep -q 'wrong data: .* at byte 16393' err
}

@test "128 and 256 wrong transfers are a failure too" {
	for n in 128 256; do
		head -c $((n * 4096)) /dev/zero >f
		run -1 ior 1 -W -k -b $((n * 4096)) -t 4k -o f
		grep -q "bytes in $n transfers differ" err
	done
}

@test "offsets beyond 4 GiB are part of the data" {
	ior 1 -w -k -b 16k -t 16k -s 1 -o f
	# the same words 4 GiB on are wrong
	truncate -s 4G g
	cat f >>g
	run -1 ior 1 -W -k -b 2147491840 -t 8k -s 2 -D 1 -o g
	grep -q 'wrong data' err
}

@test "-q ends at the first transfer with wrong data" {
	ior 2 -w -k -b 64k -t 16k -o f
	flip f 5
	flip f 40000
	run -1 ior 1 -W -k -q -b 64k -t 16k -o f
	grep -q '^ior: read: f: at byte 5: wrong data, and -q ends the run here' err
}

@test "-K keeps the file whose data are wrong, and only that" {
	ior 1 -w -k -G 3 -b 64k -t 16k -o f
	run -1 ior 1 -W -K -G 4 -b 64k -t 16k -o f
	[ -e f ]
	ior 1 -w -W -K -b 64k -t 16k -o g
	[ ! -e g ]
}

@test "a read after a stonewalled write checks what was written and no more, also another task's" {
	CHECK_FS_FAKE_NODES=3 ior 3 -w -r -R -W -C -D 0.1 -F -b 4g -t 4k -o f
	[ -z "$(ls f* 2>/dev/null)" ]
}

@test "a read-only file can be read and checked" {
	need_user
	user_dir D
	as_user "$bin/ior" -w -k -b 64k -t 16k -o "$D/f" >out
	chmod 444 "$D/f"
	as_user "$bin/ior" -r -R -k -b 64k -t 16k -o "$D/f" >out
	grep -q '^read ' out
}

@test "incompressible data does not compress, nor does random data" {
	need gzip
	for type in i r; do
		ior 1 -w -k -l $type -b 1m -t 64k -o f
		[ "$(gzip -1 <f | wc -c)" -gt 1040000 ]
	done
}

@test "checking is no part of the printed time, and the JSON says how long it took" {
	need jq
	memory_dir D
	ior 1 -w -k -b 64m -t 1m -o "$D/f"
	ior 1 -r -R -k -i 3 -b 64m -t 1m -o "$D/f" --format=json
	jq -e '[.tests[0].Results[] | select(.access == "read") | .leftOutTime > 0 and .verified] | all' out
}

@test "every backend that is built in keeps its data in its place" {
	for a in $("$bin/ior" -h | sed -n '/^Backends/,$s/^  \([A-Z0-9]*\) .*/\1/p' | grep -v NULL) AIO; do
		CHECK_FS_FAKE_NODES=2 ior 2 -a "$a" -w -r -W -R -C -b 64k -t 16k -s 2 -i 2 -o f || { echo "$a"; cat err; false; }
		[ ! -e f ] || { echo "$a left its file"; false; }
	done
}

@test "collective calls keep their data in place, and end together" {
	for a in MPIIO HDF5 NCMPI; do
		"$bin/ior" -h | grep -q "^  $a " || continue
		ior 2 -a $a -c -w -r -W -R -e -b 64k -t 4k -s 2 -o f
		ior 2 -a $a -c -w -D 0.1 -b 64m -t 4k -o f
	done
}

@test "with a queue every byte is where it belongs" {
	ior 2 -w -r -W -R --queue-depth=16 -b 1m -t 4k -s 2 -o f
	ior 2 -w -k -z --queue-depth=8 -b 1m -t 4k -o f
	ior 2 -r -R -z -b 1m -t 4k -o f
}
