# The history of a machine: changes with their dates, and the drift that no single check sees.
load ../../lib
load made

setup() { made_begin; }

@test "a change of level is told with its day" {
	for day in {1..12}; do made_run "$day" >/dev/null; done
	for day in {13..24}; do made_run "$day" 'slow("ior-fpp/write"; 0.7)' >/dev/null; done
	run -0 "$check_fs" trend node1
	day=$(date -u -d "@$((1793000000 + 13 * 86400))" +%F)
	[[ $output =~ ior-fpp/write:\ $day:\ [0-9.]+\ MiB/s\ -\>\ [0-9.]+\ MiB/s\ \(-[23][0-9]\ %\) ]]
	[ "$(grep -c -- '->' <<<"$output")" = 1 ]
}

@test "twenty steps of 2 % are seen against the first accepted sessions" {
	"$check_fs" baseline accept "$(made_run 1)" "$(made_run 2)" "$(made_run 3)" >/dev/null
	for step in {1..20}; do
		"$check_fs" baseline accept "$(made_run $((3 + step)) "slow(\".\"; pow(0.98; $step))")" >/dev/null 2>&1
	done
	run -0 "$check_fs" trend node1
	[[ $output =~ ior-fpp/write\ +23\ .*-[23][0-9]\ %.*! && $output == *'slower than the first'* ]]
	run -1 "$check_fs" trend node1 --strict
}

@test "a level history is not slower than anything" {
	made_baseline 10
	run -0 "$check_fs" trend node1 --strict
	[[ $output != *slower* && $output != *'->'* ]]
}

@test "runs under other conditions are left out, and it is said" {
	made_baseline 3
	made_run 4 '.session.environment["fs.type"] = "xfs"' >/dev/null
	run -0 "$check_fs" trend node1
	[[ $output == *'3 sessions, 3 of them accepted; runs under other conditions are left out'* ]]
}

@test "the page holds a panel for each judged metric" {
	need gnuplot
	made_baseline 5
	"$check_fs" trend node1 >/dev/null
	page=$CHECK_FS_REPORTS/trend-node1-scratch-quick-4x1.html
	grep -q '<svg' "$page"
	[ "$(grep -c 'mdtest-unique/file-stat' "$page")" -ge 1 ]
	! grep -q 'mdtest-shared' "$page" || false
}

@test "a machine without runs is one clear line" {
	run -2 "$check_fs" trend nobody
	[[ $output == *nobody* && ${#lines[@]} = 1 ]]
}
