# Machines, runs and logs side by side: folds and where they point to, never pass or fail.
load ../../lib
load made

setup() { made_begin; }

# log FILE WRITE READ: an IOR 2.10.3 log with these rates in MiB/s.
log() {
	local rate word
	for word in write read; do
		[ $word = write ] && rate=$2 || rate=$3
		cat <<-END
			IOR-2.10.3: MPI Coordinated Test of Parallel I/O

			Run began: Mon Nov 30 18:41:36 2026
			Command line used: ./ior -b 128m -t 1m -F -k -o data/file
			Machine: Linux vm

			Summary:
				api                = POSIX
				test filename      = data/file
				access             = file-per-process
				ordering in a file = sequential offsets
				ordering inter file= no tasks offsets
				clients            = 2 (2 per node)
				repetitions        = 1
				xfersize           = 1 MiB
				blocksize          = 128 MiB
				aggregate filesize = 256 MiB

			Operation  Max (MiB)  Min (MiB)  Mean (MiB)   Std Dev  Max (OPs)  Min (OPs)  Mean (OPs)   Std Dev  Mean (s)  
			---------  ---------  ---------  ----------   -------  ---------  ---------  ----------   -------  --------
			$(printf '%-9s     %9.2f  %9.2f  %10.2f      0.00  %9.2f  %9.2f  %10.2f      0.00  %8.5f   EXCEL' $word $rate $rate $rate $rate $rate $rate "$(bc -l <<<"256 / $rate")")

			Run finished: Mon Nov 30 18:41:37 2026
		END
	done >"$1"
}

@test "the shipped machines are shown side by side, with their source" {
	CHECK_FS_BASELINES=$top/baselines run -0 "$check_fs" compare workstation raid6
	[[ $output == *workstation*raid6*ior-fpp/write*'100.0 MiB/s'*'400.0 MiB/s'*ior-fpp/read*'4.500 GiB/s'* ]]
	[[ $output == *'workstation: '*'published figures: '*'raid6: '*'published figures: '* ]]
}

@test "machine.ini's description is shown where machines are compared, with the ranks that it tells" {
	CHECK_FS_BASELINES=$top/baselines run -0 "$check_fs" compare workstation raid6
	[[ $output == *'workstation: a workstation with a Sandy Bridge processor'*', 4 ranks; '* ]]
	[[ $output == *'raid6: a RAID6 array on 8 Gb Fibre Channel, 12 ranks; '* ]]
}

@test "a read that is faster than the link of machine.ini is called probably cache, and speaks for no family" {
	cp -r "$top/baselines" "$CHECK_FS_BASELINES"
	run -0 "$check_fs" compare workstation raid6
	[[ $output == *'raid6, ior-fpp/read: probably cache'*'not in the means'* && $output != *'    read '* ]]
	sed -i 's/^link = .*/link = 100 GB\/s/' "$CHECK_FS_BASELINES/raid6/machine.ini"
	run -0 "$check_fs" compare workstation raid6
	[[ $output != *cache* && $output == *'    read '* ]]
}

@test "the page of a comparison holds a chart" {
	need gnuplot
	run -0 "$check_fs" compare workstation raid6 --baselines "$top/baselines"
	page=$CHECK_FS_REPORTS/compare-workstation-raid6.html
	[[ $output == *"$page"* ]]
	grep -q '<svg' "$page"
	grep -q 'raid6' "$page"
}

@test "a slower machine is no failure" {
	made_run 1 >/dev/null
	made_run 2 'slow("."; 0.1)' >/dev/null
	run -0 "$check_fs" machines "$CHECK_FS_REPORTS/node1/D001" "$CHECK_FS_REPORTS/node1/D002"
	[[ $output != *FAIL* && $output != *PASS* && $output != *SLOWER* ]]
}

@test "fold changes have 95 % intervals, and days of a baseline are told from repetitions" {
	made_baseline 3
	run -0 "$check_fs" machines node1 "$(made_run 9 'slow("write"; 0.5)')"
	[[ $output =~ ior-fpp/write\ +0\.[45][0-9]\ x\ +\(95\ %:\ 0\.[0-9]+\ to\ 0\.[0-9]+\)\ \* ]]
	[[ $output == *'day-to-day variation is not in it'* ]]
	[[ $output =~ bandwidth,\ geometric\ mean\ +0\.[67][0-9]\ x ]]
}

@test "the shape is said in words: creating and removing slower, bandwidth not" {
	made_run 1 >/dev/null
	run -0 "$check_fs" machines "$CHECK_FS_REPORTS/node1/D001" "$(made_run 1001 'slow("(create|remove)$"; 0.65)')"
	[[ $output == *'create and remove -3'*' %, stat, file read, write, read and small write unchanged: metadata commit path'* ]]
}

@test "what is the same within 10 % is said to be proved so" {
	made_baseline 5
	mkdir "$CHECK_FS_BASELINES/node2"
	cp -r "$CHECK_FS_BASELINES"/node1/* "$CHECK_FS_BASELINES/node2"
	run -0 "$check_fs" machines node1 node2
	[[ $output == *'proved the same within 10 %: 12 of 12 metrics'* ]]
}

@test "three sides are compared with the first" {
	cp -r "$top/baselines" "$CHECK_FS_BASELINES"
	run -0 "$check_fs" machines raid6 workstation "$(made_run 1)"
	[[ $output == *'workstation against raid6'*'D001 against raid6'* ]]
}

@test "two raw logs are compared" {
	need bc
	log "$BATS_TEST_TMPDIR/before.log" 800 1600
	log "$BATS_TEST_TMPDIR/after.log" 400 1600
	run -0 "$check_fs" compare "$BATS_TEST_TMPDIR/before.log" "$BATS_TEST_TMPDIR/after.log"
	[[ $output =~ ior-fpp/write\ +0\.50\ x && $output =~ ior-fpp/read\ +1\.00\ x ]]
}

@test "a log without its command line is taken for the one step of the other log, which is said" {
	local told=$top/tests/fixtures/parse/mdtest1-plain.log untold=$BATS_TEST_TMPDIR/untold.log
	sed '/^Command line/d' "$told" >"$untold"
	for sides in "$told $untold" "$untold $told"; do
		# shellcheck disable=SC2086
		run -0 "$check_fs" compare $sides
		[[ $output =~ mdtest-unique/file-create\ +1\.00\ x && $output != *mdtest-shared* ]]
		[[ $output == *'without its command line, taken for mdtest-unique'* ]]
	done
}

@test "logs whose command lines differ in kind are not taken for the same" {
	local told=$top/tests/fixtures/parse/mdtest1-plain.log shared=$BATS_TEST_TMPDIR/shared.log
	sed '/^Command line/s/ -u//' "$told" >"$shared"
	run "$check_fs" compare "$told" "$shared"
	[[ $output == *mdtest-unique* && $output == *mdtest-shared* && $output != *'taken for'* ]]
}

@test "what is neither a machine nor a run nor a log is one clear line" {
	run -2 "$check_fs" compare nobody nothing
	[[ $output == *'nobody: is no machine in '*', no run directory and no log'* && ${#lines[@]} = 1 ]]
	run -2 "$check_fs" compare one
	echo 'hello' >"$BATS_TEST_TMPDIR/text"
	run -2 "$check_fs" compare "$BATS_TEST_TMPDIR/text" "$BATS_TEST_TMPDIR/text"
	[ ${#lines[@]} = 1 ]
}
