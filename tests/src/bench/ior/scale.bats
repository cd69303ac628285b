# Sizes and clocks far from the usual.
load ../../../lib

setup() { cd "$BATS_TEST_TMPDIR"; }

# peak WORDS...: KiB of memory that one rank took at most.
peak() { ( "$@" >/dev/null 2>err & pid=$!; max=0; while kill -0 $pid 2>/dev/null; do
	kib=$(awk '/^VmHWM/ { print $2 }' "/proc/$pid/status" 2>/dev/null || true); [ -z "$kib" ] || max=$kib; done; echo "$max" ); }

@test "random order over a million segments takes the memory of one segment" {
	one=$(peak "$bin/ior" -a NULL -w -z -s 1 -b 4m -t 4k -D 0.3 -O minTimeDuration=0.2 -o f)
	many=$(peak "$bin/ior" -a NULL -w -z -s 1048576 -b 4m -t 4k -D 0.3 -o f)
	echo "$one $many"
	[ "$one" -gt 1000 ]
	[ "$many" -lt $((one + 2048)) ]
}

@test "random order over a million segments starts at once" {
	start=$(date +%s%N)
	"$bin/ior" -a NULL -w -z -s 1048576 -b 4m -t 4k -D 0.1 -o f >/dev/null
	[ $(($(date +%s%N) - start)) -lt 3000000000 ]
}

@test "a calendar clock that is 100 s off changes nothing, and is said" {
	need cc jq
	cat >skew.c <<-'END'
		#define _GNU_SOURCE
		#include <dlfcn.h>
		#include <stdlib.h>
		#include <time.h>
		int
		clock_gettime(clockid_t id, struct timespec *t)
		{
			int (*real)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
			const char *rank = getenv("OMPI_COMM_WORLD_RANK");
			int rc = real(id, t);

			if (rank == NULL)
				rank = getenv("PMI_RANK");
			if (rank != NULL && (id == CLOCK_REALTIME || id == CLOCK_MONOTONIC))
				t->tv_sec += 100 * atoi(rank);
			return rc;
		}
	END
	cc -shared -fPIC -o skew.so skew.c -ldl
	# shellcheck disable=SC2016
	CHECK_FS_FAKE_NODES=2 mpi 2 bash -c 'LD_PRELOAD=$PWD/skew.so exec "$0" "$@"' "$bin/ior" -w -r -i 3 -b 1m -t 64k -j 10 --format=json -o f >out 2>err
	jq -e '[.tests[0].Results[] | .totalTime > 0 and .totalTime < 5 and (.openTime // 0) >= 0] | all' out
	jq -e '.tests[0].clockSkew > 99 and .tests[0].clockSkew < 101' out
	grep -q 'calendar clocks of the nodes differ by 100' err
	# a skewed but healthy task is no outlier
	! grep -q 'outlier\|for .*, task' err || false
}

@test "eight ranks, odd sizes, several segments: everything is where it belongs" {
	mpi 8 "$bin/ior" -w -r -W -R -b 3003 -t 1001 -s 5 -o f >out 2>err
	mpi 8 "$bin/ior" -w -r -W -R -z -F -b 77 -t 7 -s 5 -o f >out 2>err
}

@test "huge pages are used where they can be had, and it is said" {
	"$bin/ior" -v -w -b 8m -t 8m -o f >out 2>err
	grep -qE 'ior: note: transfer buffers: 8.0 MiB a task, [0-9.]+ % on huge pages' err
	grep -q '\[never\]' /sys/kernel/mm/transparent_hugepage/enabled && skip 'no transparent huge pages here'
	grep -q 'a task, 100.0 % on huge pages' err || skip 'the memory is fragmented'
}

@test "memory is taken away as asked, and percent needs its sign" {
	with=$(peak "$bin/ior" -M 64m -a NULL -w -b 4m -t 4k -D 0.3 -s 100000 -o f)
	without=$(peak "$bin/ior" -a NULL -w -b 4m -t 4k -D 0.3 -s 100000 -o f)
	echo "$with $without"
	[ $((with - without)) -gt 60000 ] && [ $((with - without)) -lt 80000 ]
	run -2 "$bin/ior" -M 200% -o f
}
