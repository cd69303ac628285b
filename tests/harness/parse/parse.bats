# check-fs parse: what is read from logs however they were kept.  Fixtures are named for what is wrong in them.
load ../../lib

fixtures=$BATS_TEST_DIRNAME/../../fixtures/parse

# Every fixture is read once; what came out, its messages and its exit status are kept.
setup_file() {
	local f name
	cd "$BATS_TEST_DIRNAME/../../fixtures/parse" || return 1
	for f in *; do
		name=$BATS_FILE_TMPDIR/$f
		"$bin/check-fs" parse "$f" >"$name.out" 2>"$name.err" && echo 0 >"$name.rc" || echo $? >"$name.rc"
	done
}

# values FIXTURE: operation, statistic, value, unit of every value.
values() { grep -v '^#' "$BATS_FILE_TMPDIR/$1.out" | cut -f 3-6; }

values_of_run() { awk -F'\t' -v OFS='\t' -v run="$2" '!/^#/ && $2 == run { print $3, $4, $5, $6 }' "$BATS_FILE_TMPDIR/$1.out"; }

# value FIXTURE OPERATION STATISTIC UNIT [RUN]: the number, nothing where it is absent.
value() {
	awk -F'\t' -v op="$2" -v stat="$3" -v unit="$4" -v run="${5:-1}" \
		'/^#/ { next } $2 == run && $3 == op && $4 == stat && $6 == unit { print $5 }' "$BATS_FILE_TMPDIR/$1.out"
}

# is FIXTURE OPERATION STATISTIC UNIT WANT [RUN]
is() {
	local got
	got=$(value "$1" "$2" "$3" "$4" "${6:-1}")
	[ "$got" = "$5" ] || {
		echo "$1: $2 $3: '$got' instead of '$5'"
		return 1
	}
}

# as_plain FIXTURE: every value of mdtest1-plain.log and nothing else.
as_plain() { diff <(values mdtest1-plain.log) <(values "$1"); }

# tells FIXTURE CODE
tells() {
	grep -q "^# .*: $2: " "$BATS_FILE_TMPDIR/$1.out" || {
		cat "$BATS_FILE_TMPDIR/$1.out"
		return 1
	}
}
tells_of_run() { grep -q "^# .*: run $2: .*: $3: " "$BATS_FILE_TMPDIR/$1.out"; } # FIXTURE RUN CODE
says_not() { ! grep -q "^# .*: $2: " "$BATS_FILE_TMPDIR/$1.out"; }

# invalid FIXTURE OPERATION UNIT: why the value must not be used.
invalid() {
	awk -F'\t' -v op="$2" -v unit="$3" '!/^#/ && $3 == op && $6 == unit { print $8; exit }' "$BATS_FILE_TMPDIR/$1.out"
}

rc() { cat "$BATS_FILE_TMPDIR/$1.rc"; }
runs() { grep -c '^# .*: run [0-9]*: [a-z]* [^ ]* (' "$BATS_FILE_TMPDIR/$1.out"; }

# -- the plain forms -------------------------------------------------------------------------------------------

@test "a 1.9.3 table gives the four figures of its nine rows as they are printed" {
	want=$(awk '/^   [DFT]/ { sub(/:/, " "); n = NF; print $(n-3), $(n-2), $(n-1), $n }' "$fixtures/mdtest1-plain.log")
	got=$(values mdtest1-plain.log | awk '{ printf "%.3f%s", $3, NR % 4 ? " " : "\n" }')
	diff <(echo "$want") <(echo "$got")
	[ "$(values mdtest1-plain.log | wc -l)" = 36 ]
}

@test "every value has its file, run and line of the log" {
	grep -q $'^mdtest1-plain.log\t1\tdir-create\tmax\t601.274\tops/s\t13\t$' "$BATS_FILE_TMPDIR/mdtest1-plain.log.out"
}

@test "the lines of -v give one sample and its seconds for each iteration" {
	is mdtest1-verbose.log file-create iteration.0 ops/s 1000
	is mdtest1-verbose.log file-create iteration.2 ops/s 800
	is mdtest1-verbose.log file-create seconds.2 s 5
	is mdtest1-verbose.log file-stat iteration.1 ops/s 500000
}

@test "lines of -v that say something else than the table are dropped and said" {
	tells mdtest1-verbose-disagrees.log verbose-disagrees
	is mdtest1-verbose-disagrees.log file-stat iteration.0 ops/s ''
	is mdtest1-verbose-disagrees.log file-stat max ops/s 1500000
	is mdtest1-verbose-disagrees.log file-create iteration.0 ops/s 1000
}

@test "an IOR 2.10.3 table is read in bytes a second, operations a second and seconds" {
	is ior2-plain.log write max B/s 297439068.16
	is ior2-plain.log read mean B/s 2726696058.88
	is ior2-plain.log write stddev ops/s 10.91
	is ior2-plain.log write mean s 0.05866
}

@test "rows of each repetition of IOR 2.10.3 become samples with their seconds" {
	is ior2-verbose.log write iteration.0 B/s 297439068.16
	is ior2-verbose.log write iteration.1 B/s 274569625.6
	is ior2-verbose.log write seconds.1 s 0.061104
	is ior2-verbose.log read iteration.1 B/s 2621702144
	is ior2-verbose.log write max B/s 297439068.16
}

# -- how logs are kept -----------------------------------------------------------------------------------------

@test "blanks that were collapsed" { as_plain mdtest1-blanks-collapsed.log; }
@test "a whole log on one line" { as_plain mdtest1-one-line.log; }
@test "a whole IOR log on one line" { diff <(values ior2-plain.log) <(values ior2-one-line.log); }
@test "a table without its header" { as_plain mdtest1-no-header.log; }
@test "CRLF line ends" { as_plain mdtest1-crlf.log; }
@test "colours and other terminal sequences" { as_plain mdtest1-colours.log; }
@test "UTF-16 with a byte order mark" { as_plain mdtest1-utf16le.log; }
@test "UTF-16, big-endian, without a mark" { as_plain mdtest1-utf16be-no-mark.log; }
@test "a log packed by gzip" { as_plain mdtest1-gzip.log.gz; }
@test "time stamps before every line" { as_plain mdtest1-time-stamps.log; }
@test "a CI server's step and seconds before every line" { as_plain mdtest1-ci-prefix.log; }
@test "time stamps before JSON, CSV, IOR's and IO500's lines" {
	for f in ior-json.json ior-csv.csv io500-summary.txt ior4-plain.log; do
		diff <(values "$f") <(values "time-stamps-$f")
	done
	says_not time-stamps-ior-json.json broken-json
}
@test "Markdown quoting" { as_plain mdtest1-markdown-quoted.log; }
@test "a log indented in a page" { as_plain mdtest1-rst-indented.log; }
@test "quoted-printable mail with soft line breaks" { as_plain mdtest1-quoted-printable.log; }
@test "rows that a mail program wrapped" { as_plain mdtest1-mail-wrapped.log; }
@test "headings and rows of IOR that a mail program wrapped" { diff <(values ior2-plain.log) <(values ior2-mail-wrapped.log); }
@test "decimal commas" { as_plain mdtest1-decimal-comma.log; }

@test "rows are read where the heading above them was cut off" {
	is mdtest1-heading-cut-off.log file-create max ops/s 597
	is mdtest1-heading-cut-off.log tree-remove stddev ops/s 127.24
}

@test "two jobs interleaved by --tag-output are told apart by their rank" {
	[ "$(runs tag-output-two-jobs.log)" = 2 ]
	is tag-output-two-jobs.log dir-create max ops/s 601.274 1
	is tag-output-two-jobs.log dir-create max ops/s 701.274 2
	is tag-output-two-jobs.log tree-remove mean ops/s 1369.151 1
	is tag-output-two-jobs.log tree-remove mean ops/s 1369.151 2
}

@test "two jobs interleaved by srun -l are told apart by their rank" {
	[ "$(runs srun-l-two-jobs.log)" = 2 ]
	is srun-l-two-jobs.log dir-create min ops/s 489.456 1
	is srun-l-two-jobs.log dir-create min ops/s 589.456 2
}

@test "two runs in one file are two runs, in their order" {
	[ "$(runs mdtest1-two-runs.log)" = 2 ]
	is mdtest1-two-runs.log dir-create max ops/s 601.274 1
	is mdtest1-two-runs.log dir-create max ops/s 701.274 2
}

@test "each task count of -f and -l is a run of its own" {
	[ "$(runs mdtest1-task-counts.log)" = 2 ]
	grep -q 'run 1: .* tasks=2 ' "$BATS_FILE_TMPDIR/mdtest1-task-counts.log.out"
	grep -q 'run 2: .* tasks=4 ' "$BATS_FILE_TMPDIR/mdtest1-task-counts.log.out"
	is mdtest1-task-counts.log file-create max ops/s 598 2
}

# changed COMMAND...: what COMMAND makes of a log of each form has the values of the log itself.
changed() {
	local f
	for f in mdtest1-verbose.log mdtest3-stonewall-row.log mdtest4-time-in-ms-heading.log mdtest-per-rank-second-order.log \
		mdtest1-task-counts.log ior2-verbose.log ior3-ops-columns.log ior4-plain.log ior4-two-tests.log io500-summary.txt; do
		"$@" <"$fixtures/$f" | "$bin/check-fs" parse - | grep -v '^#' | cut -f 3-6 >"$BATS_TEST_TMPDIR/got"
		diff <(values "$f") "$BATS_TEST_TMPDIR/got" || {
			echo "$f"
			return 1
		}
	done
}

@test "every form of log may be collapsed to one line" { changed tr -s ' \n\t' ' '; }
@test "every form of log may have CRLF line ends" { changed sed 's/$/\r/'; }
@test "every form of log may be quoted in a mail" { changed sed 's/^/> /'; }
@test "every form of log may be indented" { changed sed 's/^/        /'; }
@test "every form of log may have time stamps" { changed sed 's/^/2026-11-30T18:58:45.1234567Z /'; }
@test "every form of log may be tagged by Open MPI" { changed sed 's/^/[1,0]<stdout>:/'; }
@test "every form of log may be tagged by srun -l" { changed sed 's/^/0: /'; }
@test "every form of log may be packed" { changed gzip -c; }

# -- columns ----------------------------------------------------------------------------------------------------

@test "values of fifteen digits that burst mdtest's columns are exact" {
	is mdtest1-columns-burst.log dir-create max ops/s 123456789012.345
	is mdtest1-columns-burst.log dir-create min ops/s 99999999999.001
	is mdtest1-columns-burst.log dir-create stddev ops/s 987654321098.765
}

@test "columns of IOR that stick together are cut after their decimals" {
	is ior2-columns-burst.log write max ops/s 123456789012.34
	is ior2-columns-burst.log write mean ops/s 111728394505.67
	is ior2-columns-burst.log write stddev ops/s 11728394506.66
	is ior2-columns-burst.log write mean s 12345678.12345
}

@test "a block size that overflowed is not believed" {
	grep -q ' block=2147483648 ' "$BATS_FILE_TMPDIR/ior2-overflowed-block.log.out"
	is ior2-overflowed-block.log write mean s 30
}

@test "IOR's table without operations a second is read by the names of its columns" {
	is ior3-no-ops-columns.log write mean s 0.05641
	is ior3-no-ops-columns.log write mean ops/s ''
	is ior3-ops-columns.log write mean s 0.05641
	is ior3-ops-columns.log write mean ops/s 283.66
}

@test "IOR's stonewall columns do not shift the others" {
	is ior4-stonewall-columns.log write-stonewall mean s 1.01
	is ior4-stonewall-columns.log write mean s 0.00021
	is ior4-plain.log write mean s 0.00021
	is ior4-plain.log write-stonewall mean s ''
}

@test "IOPS of a repetition and operations of the table keep their own names" {
	is ior4-plain.log write-iops iteration.0 1/s 26567
	is ior4-plain.log write max ops/s 83468.74
}

@test "two tests of one IOR are two runs with their rows of the common table" {
	[ "$(runs ior4-two-tests.log)" = 2 ]
	is ior4-two-tests.log write max B/s 2735105638.4 1
	is ior4-two-tests.log write max B/s 209715200 2
	is ior4-two-tests.log write iteration.1 B/s 209715200 2
}

@test "a heading that another rank's line broke into is still read" {
	diff <(values ior4-plain.log) <(values ior4-heading-interrupted.log)
}

@test "a time table after or before the rates never takes their place" {
	is mdtest3-rate-and-time.log file-create mean ops/s 1000
	is mdtest3-rate-and-time.log file-create mean s 4
	diff <(values mdtest3-rate-and-time.log | sort) <(values mdtest3-time-before-rate.log | sort)
}

@test "rows without a colon are the same rows" {
	diff <(values mdtest3-rate-and-time.log) <(values mdtest3-no-colon.log)
}

@test "the time table is in seconds, whatever unit its heading claims" {
	is mdtest4-time-in-ops-heading.log file-create mean s 4
	is mdtest4-time-in-ms-heading.log file-create mean s 4
	is mdtest4-time-in-ms-heading.log file-create mean ops/s 1000
}

@test "NA columns of the stonewall row are absent, its mean is there" {
	is mdtest3-stonewall-row.log file-create-stonewall mean ops/s 1200.5
	is mdtest3-stonewall-row.log file-create-stonewall max ops/s ''
}

@test "columns per rank are kept apart from those per iteration, in either order" {
	is mdtest-per-rank-first-order.log file-create max ops/s 104202.595
	is mdtest-per-rank-first-order.log file-create stddev ops/s ''
	is mdtest-per-rank-first-order.log file-create stddev ops/s/rank 64712.016
	is mdtest-per-rank-second-order.log file-create max ops/s 237637.62
	is mdtest-per-rank-second-order.log file-create stddev ops/s 108420.684
	is mdtest-per-rank-second-order.log file-create mean ops/s/rank 84230.838
	is mdtest-per-rank-second-order.log tree-create mean ops/s 70315.067
}

@test "the dialect follows the text, not the version it claims" {
	diff <(values mdtest3-rate-and-time.log) <(values mdtest-version-lies.log)
	grep -q 'mdtest 1.9.3 (mdtest3)' "$BATS_FILE_TMPDIR/mdtest-version-lies.log.out"
}

# -- other forms ------------------------------------------------------------------------------------------------

@test "IOR's JSON gives repetitions, statistics and settings" {
	is ior-json.json write iteration.0 B/s 916259654.8608
	is ior-json.json write mean B/s 877822371.4304
	is ior-json.json write max ops/s 27962.02
	is ior-json.json read max B/s 5667585890.7136
	grep -q ' transfer=32768 ' "$BATS_FILE_TMPDIR/ior-json.json.out"
	says_not ior-json.json broken-json
}

@test "JSON on one line is the same JSON" {
	diff <(values ior-json.json | sort) <(values ior-json-one-line.json | sort)
}

@test "JSON with warnings inside gives all its values and is called broken, with the line" {
	diff <(values ior-json.json) <(values ior-json-with-warnings-inside.json)
	tells ior-json-with-warnings-inside.json broken-json
	grep -q 'not valid JSON at line 29 ' "$BATS_FILE_TMPDIR/ior-json-with-warnings-inside.json.out"
}

@test "JSON with a quote too many gives all its values and is called broken" {
	diff <(values ior-json.json) <(values ior-json-quote-in-value.json)
	tells ior-json-quote-in-value.json broken-json
}

@test "JSON that ends early gives what is whole and is called broken" {
	is ior-json-cut.json write iteration.0 B/s 916259654.8608
	tells ior-json-cut.json broken-json
	tells ior-json-cut.json truncated
}

@test "JSON that ends early ends where the next program begins, and what follows is read" {
	local all=ior-json-cut-before-other-logs.log
	[ "$(runs $all)" = 3 ]
	tells_of_run $all 1 broken-json
	diff <(values mdtest1-plain.log) <(values_of_run $all 2)
	diff <(values ior-json.json) <(values_of_run $all 3)
}

@test "another run's options within JSON that is over do not bring the reader down" {
	[ "$(rc ior-json-options-of-another-run-inside.json)" = 0 ]
	is ior-json-options-of-another-run-inside.json write max B/s 1572864 2
}

@test "a banner before the JSON is the same run" {
	[ "$(runs ior-json-banner-before.json)" = 1 ]
	diff <(values ior-json.json) <(values ior-json-banner-before.json)
}

@test "IOR's CSV gives repetitions and their statistics" {
	is ior-csv.csv write iteration.1 B/s 604264883.8144
	is ior-csv.csv write seconds.0 s 0.0046
	is ior-csv.csv write mean B/s 531009005.1584
	is ior-csv.csv read max B/s 2482944501.3504
}

@test "IOR's CSV of single ranks is summed, repetition by repetition" {
	is ior-rank-csv.csv write iteration.0 B/s 860000000
	is ior-rank-csv.csv write iteration.1 B/s 300000000
	is ior-rank-csv.csv write seconds.0 s $'0.00025\n0.00015'
	is ior-rank-csv.csv write iteration.3 B/s/rank 200000000
}

@test "mdtest's CSV of single ranks: the row of all is the job's, the others are ranks'" {
	is mdtest-rank-csv.csv file-create mean ops/s 140043.53923
	is mdtest-rank-csv.csv file-create iteration.1 ops/s/rank 60492.504202
	is mdtest-rank-csv.csv tree-create mean ops/s 9010.3200859
	is mdtest-rank-csv.csv dir-create mean ops/s ''
}

@test "IO500's summary in its newer form" {
	is io500-summary.txt ior-easy-write mean B/s "$(awk 'BEGIN { printf "%.15g", 0.344202 * 1024 ^ 3 }')"
	is io500-summary.txt ior-easy-write mean s 37.08
	is io500-summary.txt find mean ops/s 804405.959
	is io500-summary.txt score mean 1 3.457193
	is io500-summary.txt ior-rnd4K-easy-read mean s 30
	is io500-summary.txt timestamp mean ops/s ''
}

@test "IO500's summary in its older form, with decimal units" {
	is io500-old-summary.txt ior-easy-write mean B/s 218322000000
	is io500-old-summary.txt mdtest-easy-write mean ops/s 846369
	is io500-old-summary.txt score-bandwidth mean B/s 9843830000
}

@test "IO500's invalid mark is seen before and behind the value" {
	[ "$(invalid io500-invalid-mark-before.txt ior-easy-write B/s)" = 'IO500 calls this phase invalid' ]
	[ "$(invalid io500-invalid-mark-before.txt mdtest-easy-write ops/s)" = '' ]
	[ "$(invalid io500-invalid-mark-behind.txt ior-easy-write B/s)" = 'IO500 calls this phase invalid' ]
	[ "$(invalid io500-invalid-mark-behind.txt score 1)" = 'IO500 calls this run invalid' ]
}

@test "IO500's result.txt: the unit comes from the phase" {
	is io500-result.ini mdtest-easy-write mean ops/s 780510.749
	is io500-result.ini ior-easy-write mean s 455.4552
	is io500-result.ini score-iops mean ops/s 895352.532
	is io500-result.ini timestamp mean s ''
}

@test "what the IO500 scripts of 2017 printed" {
	is io500-2017.txt ior-easy-write mean B/s 794393970000
	is io500-2017.txt md-easy-create mean ops/s 28320.444
	is io500-2017.txt md-easy-create mean s 313
	is io500-2017.txt score mean 1 7209139386.9
}

@test "check-fs's own result.json" {
	is checkfs-result.json mdtest-unique/file-create iteration.1 ops/s 1100.25
	is checkfs-result.json mdtest-unique/file-create seconds.0 s 4
	is checkfs-result.json ior-fpp/write iteration.0 B/s 104857600
	tells checkfs-result.json cached-read
}

# -- rules ------------------------------------------------------------------------------------------------------

@test "a phase that did not run is absent, not zero" {
	is mdtest1-zero-phases.log file-read mean ops/s ''
	is mdtest1-zero-phases.log tree-remove mean ops/s ''
	is mdtest1-zero-phases.log file-create mean ops/s 595.553
}

@test "a run of no items has no file values" {
	is mdtest1-zero-items.log file-create mean ops/s ''
	is mdtest1-zero-items.log tree-create mean ops/s 50854.471
}

@test "rate times time that is not the items makes the value invalid and keeps it" {
	is mdtest3-rate-times-time-is-not-items.log file-create mean ops/s 1000
	[ "$(invalid mdtest3-rate-times-time-is-not-items.log file-create ops/s)" = 'rate x time is 8000 items, not the 4000 of the run' ]
	[ "$(invalid mdtest3-rate-times-time-is-not-items.log file-remove ops/s)" = '' ]
	[ "$(invalid mdtest3-rate-and-time.log file-create ops/s)" = '' ]
}

@test "IOR's rate times time that is not its bytes makes the value invalid" {
	[ "$(invalid ior2-rate-times-time-is-not-bytes.log write B/s)" = 'rate x time is 46521255 bytes, not the 16777216 of the run' ]
	[ "$(invalid ior2-rate-times-time-is-not-bytes.log read B/s)" = '' ]
	[ "$(invalid ior2-verbose.log write B/s)" = '' ]
}

@test "the nodes of an IOR run are those that its tasks name, however uneven they are" {
	grep -q ' nodes=2 ' "$BATS_FILE_TMPDIR/ior2-uneven-nodes.log.out"
	grep -q ' nodes=2 ' "$BATS_FILE_TMPDIR/ior2-plain.log.out"
}

@test "a phase longer than the job is invalid" {
	[ "$(invalid mdtest3-elapsed-beyond-job.log file-remove ops/s)" = 'elapsed 80000 s in a job of 62 s: the clock is wrong' ]
	[ "$(invalid mdtest3-elapsed-beyond-job.log file-create ops/s)" = '' ]
}

@test "infinite and negative rates are invalid and kept" {
	is mdtest3-infinite-rate.log file-stat mean ops/s inf
	[[ $(invalid mdtest3-infinite-rate.log file-stat ops/s) = 'infinite:'* ]]
	is mdtest3-infinite-rate.log file-remove mean ops/s -2000
	[[ $(invalid mdtest3-infinite-rate.log file-remove ops/s) = 'negative:'* ]]
}

@test "nan of a run that ended early is invalid, what was measured stays" {
	[[ $(invalid ior4-time-limit-nan.log write B/s) = 'nan in the log'* ]]
	tells ior4-time-limit-nan.log incomplete
	is ior4-time-limit-nan.log write iteration.0 B/s 814449950.72
}

@test "elapsed seconds that are a date are invalid" {
	[[ $(invalid ior4-elapsed-is-a-date.log write B/s) = 'elapsed 1751892628 s in a job of 1 s'* ]]
}

@test "a read of no bytes is invalid" {
	[ "$(invalid ior4-no-bytes-read.log read B/s)" = 'no bytes were moved' ]
	[ "$(invalid ior4-no-bytes-read.log write B/s)" = '' ]
}

@test "mdtest's read of zero bytes is invalid: files were only opened" {
	tells mdtest4-read-bytes-zero.log read-open-close
	[ "$(invalid mdtest4-read-bytes-zero.log file-read ops/s)" = 'read bytes is 0: files were only opened and closed' ]
	[ "$(invalid mdtest4-read-bytes-zero.log file-stat ops/s)" = '' ]
}

@test "a log that ends in a row gives the rows that are whole and says so" {
	is mdtest1-cut-in-row.log file-create stddev ops/s 1.161
	is mdtest1-cut-in-row.log file-stat max ops/s ''
	tells mdtest1-cut-in-row.log truncated
}

@test "a log that ends before its table, or before its last line, says which" {
	grep -q 'truncated: the log ends before the first result' "$BATS_FILE_TMPDIR/mdtest1-cut-before-table.log.out"
	grep -q 'truncated: the log ends before the line that says it finished' "$BATS_FILE_TMPDIR/mdtest1-cut-before-end.log.out"
	as_plain mdtest1-cut-before-end.log
	says_not mdtest1-plain.log truncated
}

@test "a gzip file that ends early gives what is whole and says so" {
	is mdtest1-gzip-cut.log.gz dir-create max ops/s 601.274 1
	tells mdtest1-gzip-cut.log.gz input-truncated
}

# -- conditions -------------------------------------------------------------------------------------------------

@test "what a launcher refuses is named, with what to do, and is no result" {
	tells condition-no-slots.log no-slots
	grep -q -e --oversubscribe "$BATS_FILE_TMPDIR/condition-no-slots.log.out"
	tells condition-run-as-root.log run-as-root
	grep -q OMPI_ALLOW_RUN_AS_ROOT_CONFIRM "$BATS_FILE_TMPDIR/condition-run-as-root.log.out"
	[ "$(rc condition-no-slots.log) $(rc condition-run-as-root.log)" = '5 5' ]
}

@test "singletons are seen by the launcher's text, by rank prefixes and by interleaved headers" {
	tells singletons-pmi-text.log singletons
	tells singletons-tagged.log singletons
	tells singletons-untagged.log singletons
	[ "$(runs singletons-tagged.log)" = 4 ]
	says_not srun-l-two-jobs.log singletons
}

@test "the causes that end a run are named" {
	tells condition-mpi-abort.log mpi-abort
	tells condition-assertion.log assertion
	tells condition-crashed.log crashed
	tells condition-leftover.log leftover
	tells condition-leftover.log exit-code
	tells condition-time-limit.log time-limit
	tells condition-no-space.log no-space
}

@test "a verification error makes every value of the run invalid, whatever the speed" {
	tells condition-verify-failed.log verify-failed
	[ "$(invalid condition-verify-failed.log write B/s)" = 'data read back was not what was written' ]
	[ "$(invalid condition-verify-failed.log read B/s)" = 'data read back was not what was written' ]
}

@test "a failed fsync makes the writes invalid, and is counted" {
	grep -q 'fsync-failed: .*240 times' "$BATS_FILE_TMPDIR/condition-fsync-failed.log.out"
	[[ $(invalid condition-fsync-failed.log write B/s) = 'fsync failed'* ]]
	[ "$(invalid condition-fsync-failed.log read B/s)" = '' ]
}

@test "a partial read makes the values invalid" {
	tells condition-partial-read.log partial-io
	[[ $(invalid condition-partial-read.log read B/s) = 'a read or write moved only part'* ]]
}

@test "the words Error and WARN alone never fail a run" {
	as_plain healthy-words-error-and-warn.log
	[ "$(rc healthy-words-error-and-warn.log)" = 0 ]
	[ "$(cut -f 8 <(grep -v '^#' "$BATS_FILE_TMPDIR/healthy-words-error-and-warn.log.out") | sort -u)" = '' ]
	! grep -q 'benchmark-error' "$BATS_FILE_TMPDIR/healthy-words-error-and-warn.log.out"
}

@test "operations that failed in a run that finished are said and spoil nothing by themselves" {
	grep -q 'operation-errors: .*40 times' "$BATS_FILE_TMPDIR/condition-operations-failed.log.out"
	is condition-operations-failed.log file-create mean ops/s 1000
}

@test "reads that came from the page cache are said" { tells condition-cached-read.log cached-read; }

# -- the command ------------------------------------------------------------------------------------------------

@test "what is no benchmark output is refused with one clear line and exit 5" {
	for f in not-text.bin no-benchmark.txt empty.log; do
		[ "$(rc $f)" = 5 ]
		[ "$(cat "$BATS_FILE_TMPDIR/$f.err")" = "check-fs parse: $f: no benchmark output found" ]
		[ ! -s "$BATS_FILE_TMPDIR/$f.out" ]
	done
}

@test "a log without any value is exit 5 and still says what it found" {
	[ "$(rc condition-crashed.log)" = 5 ]
	grep -q 'no result' "$BATS_FILE_TMPDIR/condition-crashed.log.err"
}

@test "standard input, gzip or not, is read as -" {
	[ "$("$bin/check-fs" parse - <"$fixtures/mdtest1-plain.log" | grep -c '^stdin')" = 36 ]
	[ "$("$bin/check-fs" parse - <"$fixtures/mdtest1-gzip.log.gz" | grep -c '^stdin')" = 36 ]
}

@test "a file that is missing does not stop the others, and is exit 5" {
	cd "$fixtures"
	run -5 --separate-stderr "$bin/check-fs" parse nowhere.log mdtest1-plain.log
	[ "$stderr" = 'check-fs parse: nowhere.log: No such file or directory' ]
	[ "$(grep -c ^mdtest1-plain.log <<<"$output")" = 36 ]
}

@test "no file and an unknown format are usage errors" {
	run -2 "$bin/check-fs" parse
	[[ $output = *'no file given'* ]]
	run -2 "$bin/check-fs" parse --format=xml "$fixtures/mdtest1-plain.log"
	[[ $output = *'--format: xml: not one of text, json, csv, openmetrics'* ]]
}

@test "JSON output is one document for all files, with the same numbers as the text" {
	need python3
	cd "$fixtures"
	"$bin/check-fs" parse --format=json mdtest1-plain.log ior4-plain.log condition-no-slots.log >"$BATS_TEST_TMPDIR/j" || true
	python3 - "$BATS_TEST_TMPDIR/j" <<-'END'
		import json, sys
		j = json.load(open(sys.argv[1]))
		assert [f["file"] for f in j["files"]] == ["mdtest1-plain.log", "ior4-plain.log", "condition-no-slots.log"]
		m = j["files"][0]["runs"][0]["metrics"]
		assert len(m) == 9 and m[0]["operation"] == "dir-create" and m[0]["max"] == 601.274 and m[0]["work"] == 4000
		w = [x for x in j["files"][1]["runs"][0]["metrics"] if x["operation"] == "write" and x["unit"] == "B/s"][0]
		assert len(w["samples"]) == 2 and w["seconds"] == [0.000322, 0.000096]
		assert j["files"][2]["conditions"][0]["code"] == "no-slots"
	END
}

@test "JSON output stays valid for every fixture there is" {
	need python3
	cd "$fixtures"
	"$bin/check-fs" parse --format=json * >"$BATS_TEST_TMPDIR/j" 2>/dev/null || true
	python3 -c 'import json, sys; assert len(json.load(open(sys.argv[1]))["files"]) > 90' "$BATS_TEST_TMPDIR/j"
}

@test "CSV output has a line a value below one heading" {
	cd "$fixtures"
	"$bin/check-fs" parse --format=csv mdtest1-plain.log ior2-plain.log >"$BATS_TEST_TMPDIR/c"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/c")" = 55 ]
	[ "$(head -1 "$BATS_TEST_TMPDIR/c")" = 'file,run,tool,version,dialect,operation,statistic,value,unit,line,invalid' ]
	grep -q '^ior2-plain.log,1,ior,2.10.3,ior2,write,max,297439068.16,B/s,21,$' "$BATS_TEST_TMPDIR/c"
}

@test "OpenMetrics output has typed families, escaped labels and its end mark" {
	cp "$fixtures/mdtest1-plain.log" "$BATS_TEST_TMPDIR/a\"b.log"
	cd "$BATS_TEST_TMPDIR"
	"$bin/check-fs" parse --format=openmetrics 'a"b.log' >om
	grep -qF 'checkfs_log_value{file="a\"b.log",run="1",tool="mdtest",operation="dir-create",statistic="max",unit="ops/s",valid="true"} 601.274' om
	[ "$(tail -n 1 om)" = '# EOF' ]
	[ "$(grep -c '^# TYPE' om)" = 2 ]
}

@test "values that cannot be written are an error" {
	[ -w /dev/full ] || skip 'no /dev/full here'
	for format in text json csv openmetrics; do
		run bash -c '"$1" parse --format="$2" "$3" >/dev/full' - "$bin/check-fs" $format "$fixtures/mdtest1-plain.log"
		[ "$status" = 5 ]
		[[ $output == *'standard output'* ]]
	done
}

@test "the dialects are listed" {
	run -0 "$bin/check-fs" parse --dialects
	for d in mdtest1 mdtest3 mdtest4 mdtestrank mdtestcsv ior2 ior3 ior4 iorjson iorcsv iorrank io500 io500ini io5002017 checkfs; do
		grep -q "^$d " <<<"$output"
	done
}

@test "thousands of ranks' lines are read in little memory" {
	need awk
	awk 'BEGIN { for (i = 0; i < 40; i++) for (r = 0; r < 4000; r++) printf "%d: File read line %d of a rank\n", r, i }' >"$BATS_TEST_TMPDIR/ranks"
	cat "$fixtures/mdtest1-plain.log" >>"$BATS_TEST_TMPDIR/ranks"
	(ulimit -v 65536 && "$bin/check-fs" parse "$BATS_TEST_TMPDIR/ranks") | grep -q 'dir-create.max.601.274'
}

@test "a log of 200 MB is read in less than 32 MiB of memory" {
	# the address space of the program itself is about 20 MiB
	yes -- "$(cat "$fixtures/mdtest1-plain.log" "$fixtures/ior4-plain.log")" | head -c 200000000 |
		(ulimit -v 53248 && "$bin/check-fs" parse - >"$BATS_TEST_TMPDIR/big")
	[ "$(grep -c dir-create.max "$BATS_TEST_TMPDIR/big")" -gt 30000 ]
}

@test "a table of --latency without its run does not bring the reader down" {
	run -5 bash -c '"$1" parse - <<<"$2"' - "$bin/check-fs" $'LATENCY (in us):\n   File creation : 1 2 3 4 5'
	[[ $output == *'no benchmark output found'* ]]
}

@test "the table of --latency changes no rate" {
	is mdtest1-latency-is-no-rate.log file-stat max ops/s 583859.782
}
