# Options that few scripts use: what each of them does.
load ../../../lib

setup() { cd "$BATS_TEST_TMPDIR"; }

ior() { mpi "$1" "$bin/ior" "${@:2}" >out 2>err; }

@test "-e tells the bandwidth before fsync and with it" {
	need jq
	ior 2 -a NULL --null.delay=sync:60000 -w -e -i 2 -b 64k -t 64k -o f --format=json
	jq -e '.tests[0].Results | map(select(.access == "write"))
		| length == 2 and all(.timeBeforeSync > 0 and .totalTime - .timeBeforeSync >= 0.06 and .bwMiBBeforeSync > 2 * .bwMiB)' out
	[ "$(grep -c '^ior: note: write: [0-9.]* MiB/s until the last write returned, [0-9.]* MiB/s with fsync (-e)$' err)" = 1 ]
	ior 1 -a NULL -w -b 64k -t 64k -o f --format=json
	jq -e '.tests[0].Results[0] | has("timeBeforeSync") | not' out
	! grep -q 'with fsync' err || false
}

@test "corruptFile changes one byte of each file, and the check finds just that one" {
	for flag in -W -R; do
		run -1 ior 2 -w $flag -F -b 64k -t 16k -o f -O corruptFile=1
		[ "$(grep -c '^[*][*] DEBUG: offset [0-9]* in f.0000000[01] changed from ' out)" = 2 ]
		sed -n 's/^[*][*] DEBUG: offset \([0-9]*\) in \(f.0000000[01]\) .*/\2: at byte \1:/p' out | while read -r where; do
			grep -q "wrong data: .*: $where .*(1 bytes of this transfer differ)" err || exit 1
		done
		grep -q '^ior: f: 2 bytes differ from what was written$' err
		[ -z "$(ls f.* 2>/dev/null)" ]
	done
}

@test "corruptFile without a check that could find it is refused" {
	run -2 "$bin/ior" -w -r -o f -O corruptFile=1
	[[ $output == *'corruptFile: needs -w, and -W or -R to find what was changed'* ]]
	run -0 "$bin/ior" -w -r -O corruptFile=0 --dryRun
}

@test "fillTheFileSystem says how far it is instead of rows, and does not ask for room" {
	ior 2 -w -m -k -F -i 4 -b 64k -t 64k -o f -O fillTheFileSystem=2 --format=4
	[ "$(grep -o '^[0-9]* files written after' out)" = $'4 files written after\n8 files written after' ]
	# the one row left is the summary's
	[ "$(grep -c '^write ' out)" = 1 ]
	[ "$(ls | grep -c '^f\.0000000[01]\.[0-3]$')" = 8 ]
	"$bin/ior" -w -o f -O fillTheFileSystem=2 2>&1 >/dev/null | grep -q 'warning: fillTheFileSystem: without -k and -m'
}

@test "a file system that fillTheFileSystem filled up ends the run with one line" {
	mount_tmpfs m size=1m
	run -1 ior 1 -w -m -k -i 20 -b 256k -t 64k -o "$m/f" -O fillTheFileSystem=2
	[ "$(grep -c '^[24] files written after' out)" -ge 1 ]
	grep -q '^ior: write: .*: No space left on device' err
}

@test "includeDeleteTime removes the file inside the time of close" {
	need jq
	ior 2 -a NULL --null.delay=unlink:60000 -w -b 64k -t 64k -o f --format=json -O includeDeleteTime=1
	jq -e '.tests[0].Results[0] | .closeTime >= 0.06 and .totalTime >= .closeTime' out
	ior 2 -w -b 64k -t 64k -i 2 -o f -O includeDeleteTime=1
	[ ! -e f ]
	! grep -q 'WARNING' err || false
	run -2 "$bin/ior" -w -r -o f -O includeDeleteTime=1
	[[ $output == *'includeDeleteTime: is for a write test alone'* ]]
}

@test "dualMount puts each task's file under the mount of its socket" {
	mkdir m0 m1 m2 m3
	ior 2 -w -r -R -k -y -F -b 64k -t 16k -o m
	[ "$(ls m? | grep -c '^data\.0000000[01]$')" = 2 ]
	run -2 "$bin/ior" -w -y -o m
	[[ $output == *'-y: a mount for each socket needs -F'* ]]
	run -1 "$bin/ior" -w -y -F -o gone
	[[ $output == *': no such directory: make it first'* ]]
}

@test "individualDataSets gives each task a data set of its own in HDF5, whoever reads it" {
	"$bin/ior" -h | grep -q hdf5.individualDataSets || skip 'built without HDF5'
	ior 3 -a HDF5 -w -r -W -R -k -I -b 48k -t 16k -s 2 -C -o h
	for name in 0000.0000 0001.0000 0002.0000 0000.0001 0001.0001 0002.0001; do grep -q "Dataset-$name" h; done
	! grep -q Dataset-0003.0000 h || false
	run -1 ior 2 -a HDF5 -w --hdf5.individualDataSets -c -o h2
	grep -q '^ior: individualDataSets: does not go with -c' err
}

@test "platform replaces the node's name" {
	need jq
	ior 1 -a NULL -w -o f --platform=cray --format=json
	[ "$(jq -r '.tests[0].Parameters.platform' out)" = cray ]
}

@test "useStridedDatatype moves all blocks of a task by one call, to where they belong" {
	need mpicc
	"$bin/ior" -h | grep -q mpiio.useStridedDatatype || skip 'built without MPI-IO'
	cat >calls.c <<-'END'
		#include <mpi.h>
		#include <stdio.h>
		#define COUNT(name, buffer) \
			int MPI_File_##name(MPI_File f, MPI_Offset at, buffer b, int n, MPI_Datatype t, MPI_Status *s) \
			{ int size; MPI_Type_size(t, &size); fprintf(stderr, "%s %lld+%d\n", #name, (long long)at, n * size); \
			  return PMPI_File_##name(f, at, b, n, t, s); }
		COUNT(write_at, const void *)
		COUNT(write_at_all, const void *)
		COUNT(read_at, void *)
		COUNT(read_at_all, void *)
	END
	mpicc -shared -fPIC -o calls.so calls.c
	ior 2 -a MPIIO -w -k -b 48k -t 16k -s 3 -o plain
	for c in '' -c; do
		# shellcheck disable=SC2016,SC2086
		mpi 2 bash -c 'LD_PRELOAD=$PWD/calls.so exec "$0" "$@"' "$bin/ior" -a MPIIO -w -r -W -R -k -V -S $c -b 48k -t 16k -s 3 -o f >out 2>err
		[ "$(grep -c "^write_at${c:+_all} 0+147456$" err)" = 2 ]
		[ "$(grep -c "^read_at${c:+_all} 0+147456$" err)" = 4 ]
		[ "$(grep -c '^\(write\|read\)_at' err)" = 6 ]
		cmp plain f
	done
	# a phase that is cut short writes what there is
	ior 2 -a MPIIO -w -k -V -S -b 4m -t 1k -s 64 -D 0.01 -o g
	[ "$(stat -c %s g)" -gt 0 ]
	run -1 ior 2 -a MPIIO -w -S -o g
	grep -q '^ior: useStridedDatatype: needs useFileView (-V), and a file that the tasks share' err
}
