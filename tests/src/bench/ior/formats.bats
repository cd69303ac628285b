# ior's other outputs, and scripts.
load ../../../lib

setup() { cd "$BATS_TEST_TMPDIR"; }

ior() { mpi "$1" "$bin/ior" "${@:2}" >out 2>err; }

@test "JSON is a pure document at every verbosity, with warnings and quotes in the name" {
	need jq
	for v in '' -v '-v -v' '-v -v -v' '-v -v -v -v -v'; do
		head -c 300000 /dev/zero >'j"q\ä'
		# shellcheck disable=SC2086
		ior 2 $v -w -r -W -E -k -b 64k -t 32k -i 2 -D 5 --format=json -o 'j"q\ä'
		jq -e '.tests | length == 1' out
		[ "$(jq -r '.tests[0].Parameters.testFileName' out)" = 'j"q\ä' ]
	done
}

@test "JSON survives a file name that is no text" {
	need jq
	name=$(printf 'f\377g')
	ior 1 -w -b 64k -t 64k --format=json -o "$name"
	[ "$(jq -r '.tests[0].Parameters.testFileName' out)" = 'f\xffg' ]
}

@test "JSON has every iteration with full precision and its cache state" {
	need jq
	ior 2 -w -r -b 64k -t 32k -i 3 --format=json -o f
	jq -e '[.tests[0].Results[] | select(.access == "read") | .iter] == [0, 1, 2]' out
	jq -e '.tests[0].Results[0] | .totalTime > 0 and .totalTime < 1 and .bytes == 131072 and .operations == 4' out
	jq -e '.tests[0].Results | map(select(.access == "write")) | all(.synced == false)' out
	jq -e '.tests[0].Results | map(select(.access == "read")) | all(.dataFrom != null)' out
	jq -e '.tests[0].warnings | length > 0' out
	jq -e '.summary | map(.operation) == ["write", "read"]' out
}

@test "a run that fails still writes a whole document" {
	need jq
	run -1 ior 2 -r -b 64k -t 32k --format=json -o none
	jq -e '.summary == []' out
	grep -q '^ior: open: none: No such file' err
}

@test "several outputs at once hold the same numbers" {
	need jq
	ior 2 -w -r -b 64k -t 32k -v -v --output json:r.json --output csv:r.csv --output 4:r.txt -o f
	row=$(awk '$1 == "write" && $NF == "XXCEL" { print $2 }' out)
	four=$(awk '$1 == "write" && NF == 11 { print $2 }' r.txt)
	[ "$row" = "$four" ]
	awk -F, -v r="$row" '$1 == "write" { d = $2 - r; exit d > 0.51 || d < -0.51 }' r.csv
	jq -e --arg r "$row" '.tests[0].Results[0].bwMiB - ($r | tonumber) | fabs < 0.51' r.json
}

@test "4.x's summaryFormat and summaryFile are understood" {
	need jq
	ior 1 -b 64k -t 64k -O summaryFormat=JSON -o f
	jq -e '.tests' out
	ior 1 -b 64k -t 64k -O summaryFormat=CSV,summaryFile=s.csv -o f
	[ ! -s out ]
	[ "$(wc -l <s.csv)" = 3 ]
	head -1 s.csv | grep -qx 'access,bw(MiB/s),IOPS,Latency,block(KiB),xfer(KiB),open(s),wr/rd(s),close(s),total(s),numTasks,iter'
}

@test "an output that cannot be written is an error" {
	run -1 ior 2 -b 64k -t 64k --output json:/nowhere/x.json -o f
	grep -q '^ior: /nowhere/x.json: No such file' err
	run -1 ior 2 -b 64k -t 64k --output yaml:x -o f
	grep -q "format 'yaml': there are 2, 4, json and csv" err
	[ ! -e f ]
}

@test "the 4.x table has its columns" {
	ior 2 -v -b 64k -t 32k -i 2 --format=4 -o f
	grep -q '^access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter$' out
	[ "$(grep -cE '^(write|read) +([0-9.]+ +){9}[01] +$' out)" = 4 ]
	[ "$(grep -cE '^remove( +-){8} +[0-9.]+ +[01] +$' out)" = 2 ]
	[ "$(awk '/^Summary of all tests/ { on = 1 } on && ($1 == "write" || $1 == "read") { print NF }' out | paste -sd,)" = 27,27 ]
}

@test "a table's operations are those of the summary" {
	ior 2 -b 64k -t 4k --format=4 -o f
	table=$(awk '$1 == "write" && NF == 11 { print $3 }' out)
	summary=$(awk '$1 == "write" && NF == 27 { print $6 }' out)
	awk -v a="$table" -v b="$summary" 'BEGIN { d = (a - b) / b; exit d > 0.001 || d < -0.001 }'
}

@test "a script runs its tests in order, each inheriting from the one before" {
	need jq
	cat >s.ior <<-'END'
		this is ignored = yes
		#
		ior start
		  testFile=f   # a comment
		#
		  writeFile=1, readFile=1,
		  transferSize=32k, blockSize=64K
		  segmentCount=2
		RUN
		RUN
		  filePerProc=1
		  segmentCount=1
		  TESTNUM=77
		run
		  readFile=0
		  -b=128k
		Ior Stop
		nonsense
	END
	ior 2 -f s.ior -i 2 --format=json
	jq -e '.tests | length == 3' out
	jq -e '[.tests[].Parameters | [.filePerProc, .segmentCount, .refnum, .readFile, .blockSize, .repetitions]] ==
		[[0, 2, 0, 1, 65536, 2], [1, 1, 77, 1, 65536, 2], [1, 1, 77, 0, 131072, 2]]' out
}

@test "options apply wherever -f stands, and the script wins over them" {
	need jq
	printf 'IOR START\ntransferSize=8k\nIOR STOP\n' >s.ior
	for line in '-f s.ior -t 4k -b 16k' '-t 4k -b 16k -f s.ior'; do
		# shellcheck disable=SC2086
		ior 1 $line --format=json -o f
		jq -e '.tests[0].Parameters | .transferSize == 8192 and .blockSize == 16384' out
	done
}

@test "a script's mistake is named by file and line, a missing script by its name" {
	printf 'IOR START\n\nblokSize=1\nIOR STOP\n' >s.ior
	run -2 "$bin/ior" -f s.ior
	[ "$output" = 'ior: s.ior:3: blokSize: unknown directive' ]
	printf 'IOR START\nfilePerProc=maybe\nIOR STOP\n' >s.ior
	run -2 "$bin/ior" -f s.ior
	[ "$output" = "ior: s.ior:2: filePerProc: 'maybe' is neither 0 nor 1" ]
	run -2 "$bin/ior" -f none.ior
	[[ $output == *none.ior* ]]
}

@test "the command line is shown as it was given" {
	ior 1 -O blockSize=64k,transferSize=64k -o f
	grep -q '^Command line used: .*/ior -O blockSize=64k,transferSize=64k -o f$' out
}

@test "-l alone, -l TYPE and a cluster are told apart" {
	need jq
	ior 1 -l -r -w -b 64k -t 64k --format=json -o f
	jq -e '.tests[0].Parameters | ."data packet type" == "o" and .readFile == 1' out
	ior 1 -l r -w -b 64k -t 64k --format=json -o f
	jq -e '.tests[0].Parameters | ."data packet type" == "r" and .readFile == 0' out
	run -2 "$bin/ior" -lr -o f
	[[ $output == *'means two things'* ]]
}

@test "details of tasks and operations are written" {
	ior 2 -w -r -b 64k -t 32k -i 2 -O saveRankPerformanceDetailsCSV=ranks.csv -O savePerOpDataCSV=ops -o f
	[ "$(wc -l <ranks.csv)" = 9 ]
	head -1 ranks.csv | grep -qx 'access,rank,runtime-with-openclose,runtime,throughput-withopenclose,throughput'
	# the phase is in the name: a read does not replace the write's
	for f in ops-write-0-00000.csv ops-write-1-00001.csv ops-read-0-00001.csv ops-read-1-00000.csv; do
		[ "$(wc -l <$f)" = 3 ]
	done
}

@test "latencies have percentiles and a curve that ends at 1" {
	need jq
	ior 2 -w -r -b 1m -t 4k --latency --format=json -o f
	jq -e '.tests[0].Results[0].latencyDistribution | .operations == 512 and .p50 > 0 and .p50 <= .p99 and .p99 <= .max and
		(.cdf | last | .[1]) == 1' out
}

@test "the summary has the latencies of all repetitions together" {
	need jq
	ior 2 -w -b 1m -t 4k -i 3 --latency --format=json -o f
	jq -e '.summary[0].latencyDistribution | .operations == 1536 and .p50 > 0 and .p99 <= .max' out
	jq -e '.summary[0].latencyDistribution.max >= ([.tests[0].Results[].latencyDistribution.max // 0] | max) * 0.999' out
}

@test "only repetitions that ran are in the statistics" {
	# the time is over before the second repetition: nothing is nan, inf or zero
	need jq
	ior 1 -w -b 64k -t 64k -i 3 -T 1 --format=json -o f
	jq -e '.summary[0].executed == 3' out
	! grep -qi -e nan -e '\binf' out || false
}

@test "a wear-out moves as much on every task, and its count serves a later read" {
	need jq
	ior 2 -w -k -F -D 0.2 -O stoneWallingWearOut=1,stoneWallingStatusFile=st -b 1g -t 4k --format=json -o f
	n=$(cat st)
	jq -e --argjson n "$n" '.tests[0].Results[0].operations == 2 * $n' out
	ior 2 -r -F -O stoneWallingStatusFile=st -k -b 1g -t 4k --format=json -o f
	jq -e --argjson n "$n" '.tests[0].Results[0].operations == 2 * $n' out
	echo nonsense >st
	run -1 ior 2 -r -F -k -O stoneWallingStatusFile=st -b 1g -t 4k -o f
	grep -q 'stoneWallingStatusFile: st' err
}

@test "a phase lasts at least minTimeDuration" {
	ior 1 -w -O minTimeDuration=0.5 -b 64k -t 8k -o f
	awk '$1 == "write" { exit $10 < 0.5 || $10 > 5 }' out
}

@test "an outlier is named with its host" {
	ior 2 -a NULL --null.delay=write:200000 -w -b 64k -t 64k -o f -j 0.05
	! grep -q 'warning: for' err || false
}

@test "a phase that hangs is ended, and the late rank named" {
	run ! ior 2 -a NULL --null.delay=write:100000000 -w -b 64k -t 64k --phase-timeout=1 -o f
	grep -q "^ior: phase-timeout: write: rank 0 on $(hostname) is still at work after 1 s: 0 of 1 transfers of f" err
}

@test "a dry run prints its parameters and no rates" {
	ior 2 --dryRun -b 1g -t 1m -o f
	grep -q 'aggregate filesize = 2 GiB' out
	! grep -q EXCEL out || false
	[ ! -e f ]
}

@test "a warning is an error where that is asked" {
	head -c 10 /dev/zero >f
	run -1 ior 1 -w -e --warningAsErrors -b 64k -t 64k -o f
	grep -q 'warningAsErrors makes it an error' err
}

@test "--no-clobber leaves an existing file alone" {
	echo precious >f
	run -1 ior 2 -w --no-clobber -b 64k -t 64k -o f
	[ "$(cat f)" = precious ]
}

@test "-E writes into the file that is there" {
	printf 'head' >f
	truncate -s 300000 f
	i=$(stat -c %i f)
	ior 1 -w -E -k -b 64k -t 64k -o f
	[ "$(stat -c '%i %s' f)" = "$i 300000" ]
	grep -q 'WARNING: Stat() of aggregate file size      = 300000' err
}
