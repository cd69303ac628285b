# What goes wrong for people who run these benchmarks, a test for each lesson: cache that is taken for a disk (19-25), changes
# that are judged wrongly (27-35), numbers that are wrong from the start (46).  The numbers are those of the project's list.
load ../../lib
load ../cmd/made

setup() { made_begin; }

# ior_log FILE RATE SECONDS [PREFIX]: an IOR 2.10.3 log of 256 MiB written, each line after the prefix.
ior_log() {
	sed "s/^/${4:-}/" >"$1" <<-END
		IOR-2.10.3: MPI Coordinated Test of Parallel I/O

		Run began: Mon Nov 30 18:41:36 2026
		Command line used: ./ior -b 128m -t 1m -w -F -k -o data/file
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
		$(printf 'write     %9.2f  %9.2f  %10.2f      0.00  %9.2f  %9.2f  %10.2f      0.00  %8.5f   EXCEL' "$2" "$2" "$2" "$2" "$2" "$2" "$3")

		Max Write: $2 MiB/sec (274.57 MB/sec)

		Run finished: Mon Nov 30 18:41:38 2026
	END
}

@test "pain 19: a read that memory answered is marked, and not judged by a baseline that was the disk's" {
	made_baseline 5
	cached='(.session.metrics[] | select(.id == "ior-fpp/read") | .caveat) = "cache" | slow("ior-fpp/read"; 0.3) | .second = .session'
	run -0 "$check_fs" recheck --save "$(made_run 9 "$cached")"
	[ "$(jq -r '.verdicts.metrics[] | select(.metric == "ior-fpp/read") | .outcome' "$CHECK_FS_REPORTS/node1/D009/result.json")" = WATCHED ]
	[[ $output == *cache* ]]
}

@test "pain 19: a read that is faster than the link is probably cache" {
	made_baseline 1
	sed -i 's/^name = .*/&\nlink = 300 MiB\/s/' "$CHECK_FS_BASELINES/node1/machine.ini"
	run -0 "$check_fs" recheck --save "$(made_run 9)"
	[ "$(jq -r '.verdicts.metrics[] | select(.metric == "ior-fpp/read") | .caveat' "$CHECK_FS_REPORTS/node1/D009/result.json")" = cache ]
	[ "$(jq -r '.verdicts.metrics[] | select(.metric == "ior-fpp/write") | .caveat' "$CHECK_FS_REPORTS/node1/D009/result.json")" = null ]
}

@test "pain 20: every read step of the shipped profiles drops the file from the cache first" {
	for p in "$top"/harness/plan/*.ini; do
		grep -E '^args = .* -r( |$)' "$p" | grep -v -- --drop-cache && { echo "$p" && false; }
		grep -qE '^args = .* -r( |$)' "$p"
	done
}

@test "pain 22: stat and read are shifted to another node's items, and on one node they are called cache numbers" {
	for p in "$top"/harness/plan/*.ini; do grep -qE '^args = .*-N \{ranks-per-node\}' "$p"; done
	local_stat='(.session.metrics[] | select(.id | test("file-stat$")) | .caveat) = "local-stat"'
	made_baseline 1
	run -0 "$check_fs" recheck "$(made_run 9 "$local_stat")"
	[[ $output == *'cache number'* ]]
}

@test "pain 24: everything is written before anything is read" {
	for p in "$top"/harness/plan/*.ini; do
		awk '/^args = / && / -r( |$)/ { read = 1 } /^args = / && / -w / && read && !/-t [48]k/ { exit 1 }' "$p"
	done
}

@test "pain 25: the report names the mount, its source and its options" {
	made_baseline 1
	env='.session.environment += {"fs.source": "server:/export", "fs.mount": "/scratch", "fs.options": "rw,vers=4.2,nconnect=8"}'
	"$check_fs" recheck --save "$(made_run 9 "$env")" >/dev/null
	for word in server:/export nconnect=8 ext4; do grep -qF "$word" "$CHECK_FS_REPORTS/node1/D009/report.html"; done
}

@test "pain 27: identical runs that differ by a third are not red, and what could be found is said" {
	for day in 1 2 3 4 5 6; do
		"$check_fs" baseline accept "$(made_run $day "slow(\".\"; [1, 0.72, 1.25][$day % 3])")" >/dev/null 2>&1
	done
	run -0 "$check_fs" recheck --save "$(made_run 9 'slow("."; 0.72) | .second = .session')"
	[[ $output != *FAIL* ]]
	[ "$(jq '[.verdicts.metrics[] | select(.judged) | .detectable] | min > 0.3' "$CHECK_FS_REPORTS/node1/D009/result.json")" = true ]
}

@test "pain 27: a baseline of one session says so in the verdict" {
	made_baseline 1
	run -0 "$check_fs" recheck "$(made_run 9)"
	[[ ${lines[0]} == *provisional* && $(tr '\n' ' ' <<<"$output") == *'1 session in 1 block'* ]]
}

@test "pain 28: every judged value has measured, baseline, limit and difference" {
	made_baseline 5
	"$check_fs" recheck --save "$(made_run 9)" >/dev/null
	run -0 jq -r '[.verdicts.metrics[] | select(.judged) | select([.measured, .baseline, .limit, .ratio, .ratio_low, .ratio_high,
		.p, .detectable, .tolerance, .blocks, .repetitions] | all(type == "number"))] | length' "$CHECK_FS_REPORTS/node1/D009/result.json"
	[ "$output" = 11 ]
}

@test "pain 28: a value beyond its limit at both looks is never called good" {
	made_baseline 5
	for percent in 20 30 40 60 90; do
		run -1 "$check_fs" inject "-$percent%" ior-shared/write "$(made_run 9)"
	done
}

@test "pain 30: the limits that explain prints are the ones that are applied" {
	made_baseline 5
	run -0 "$check_fs" baseline explain node1
	[[ $output =~ ior-shared/write\ +([0-9.]+)\ MiB/s\ +([0-9.]+)\ MiB/s ]]
	low=${BASH_REMATCH[2]}
	at='(.session.metrics[] | select(.id == "ior-shared/write") | .samples[]) = ('"$low"' * 1048576 * FACTOR) | .second = .session'
	run -1 "$check_fs" recheck "$(made_run 9 "${at/FACTOR/0.998}")"
	run -0 "$check_fs" recheck "$(made_run 9 "${at/FACTOR/1.002}")"
}

@test "pain 32: a metric without a limit is reported as such, and nothing limits it" {
	made_baseline 5
	run -0 "$check_fs" baseline explain node1
	[[ $output =~ mdtest-shared/file-create.*no\ limit ]]
	run -0 "$check_fs" inject -90% mdtest-shared/file-create "$(made_run 9)"
	run -0 "$check_fs" recheck --save "$(made_run 9)"
	[ "$(jq -r '.verdicts.metrics[] | select(.metric == "mdtest-shared/file-create") | .limit' "$CHECK_FS_REPORTS/node1/D009/result.json")" = null ]
}

@test "pain 33: a new kernel, MPI or mount option is named as what changed" {
	for day in 1 2 3; do
		"$check_fs" baseline accept "$(made_run $day '.session.environment += {"mpi.version": "4.1.4", "fs.options": "rw,noatime"}')" >/dev/null
	done
	changed='.session.environment += {"host.kernel": "6.17", "mpi.version": "5.0.7", "fs.options": "rw"} | slow("write"; 0.5) | .second = .session'
	run -1 "$check_fs" recheck --save "$(made_run 9 "$changed")"
	[ "$(jq -r '[.verdicts.changes[] | select(.blocks | not) | .key] | sort | join(" ")' "$CHECK_FS_REPORTS/node1/D009/result.json")" = 'fs.options host.kernel mpi.version' ]
	[[ $(tr -s '\n ' ' ' <<<"$output") == *"was 'rw,noatime', is 'rw'"* ]]
}

@test "pain 34: two raw logs are compared, with the prefixes of a log stripped" {
	ior_log "$BATS_TEST_TMPDIR/a.log" 261.85 0.97766
	ior_log "$BATS_TEST_TMPDIR/b.log" 130.92 1.95539 '2026-11-30 18:41:36,123 INFO  | '
	run -0 "$check_fs" compare "$BATS_TEST_TMPDIR/a.log" "$BATS_TEST_TMPDIR/b.log"
	[[ $output =~ ior-fpp/write\ +0\.50\ x ]]
}

@test "pain 35: comparing two machines has no pass and no fail" {
	run -0 "$check_fs" compare "$(made_run 1)" "$(made_run 2 'slow("."; 0.05)')"
	[[ $output != *FAIL* && $output != *PASS* && $output != *SLOWER* && $output != *HEALTHY* ]]
}

@test "pain 46: a rate that its own time contradicts is invalid and never compared" {
	ior_log "$BATS_TEST_TMPDIR/a.log" 261.85 0.97766
	ior_log "$BATS_TEST_TMPDIR/b.log" 261.85 9.97766
	run -0 "$check_fs" compare "$BATS_TEST_TMPDIR/a.log" "$BATS_TEST_TMPDIR/b.log"
	[[ ! $output =~ ior-fpp/write\ +[0-9.]+\ x ]]
}

@test "pain 46: an invalid value makes the run COULD-NOT-MEASURE, never red and never healthy" {
	made_baseline 5
	run -5 "$check_fs" recheck "$(made_run 9 '(.session.metrics[] | select(.id == "ior-fpp/read")) |= (.invalid = "read 0 bytes") | slow("ior-fpp/read"; 0.1)')"
	[[ $(tr -s '\n ' ' ' <<<"$output") == *'COULD-NOT-MEASURE (invalid)'*'ior-fpp/read'*'read 0 bytes'* ]]
}

@test "pain 46: no value that is not a number is judged" {
	made_baseline 5
	run -5 "$check_fs" recheck "$(made_run 9 '(.session.metrics[] | select(.id == "ior-fpp/read") | .samples) = [null, null, null, null, null]')"
	[[ $output == *ior-fpp/read* ]]
}
