# Recorded runs: judged again, made slower to see the gate fire, replayed to see what they can prove.
load ../../lib
load made

setup() { made_begin; }

@test "recheck judges a recorded run by the baseline of today" {
	made_baseline 5
	d=$(made_run 9 '.second = .session | slow("ior-fpp/write"; 0.5)')
	run -1 "$check_fs" recheck "$d"
	[[ ${lines[0]} == 'SLOWER: ior-fpp/write -'* && ${lines[-1]} == "check-fs: SLOWER (1): $d" ]]
	sed -i 's/^policy = .*/&\n[metric ior-fpp\/write]\nknown = TICKET-17/' "$CHECK_FS_BASELINES/node1/machine.ini"
	run -0 "$check_fs" recheck "$d"
	[[ ${lines[0]} == *'known to be slower: ior-fpp/write'* && $output == *TICKET-17* ]]
}

@test "recheck -v prints ratio, interval, days, repetitions, p and what would be found of every judged metric" {
	made_baseline 5
	run -0 "$check_fs" recheck -v "$(made_run 9)"
	[ "$(grep -cE '^  [a-z-]+/[a-z-]+: ratio [0-9.]+, 95 % .* to .*, 5 days, 5 repetitions, p [0-9.e-]+, finds [0-9]+ %$' <<<"$output")" = 11 ]
}

@test "recheck of several runs ends with the most severe status" {
	made_baseline 5
	a=$(made_run 9) b=$(made_run 10 '.second = .session | slow("ior-fpp/write"; 0.5)')
	c=$(made_run 11 '.session.environment["fs.type"] = "xfs"')
	run -1 "$check_fs" recheck "$a" "$b" "$c"
	run -4 "$check_fs" recheck "$a" "$c"
}

@test "an accepted run is judged by the other sessions, not by itself" {
	made_baseline 1
	run -0 "$check_fs" recheck "$CHECK_FS_REPORTS/node1/D001"
	[[ ${lines[0]} == NO-BASELINE* ]]
}

@test "recheck writes only when told to" {
	made_baseline 5
	d=$(made_run 9)
	before=$(md5sum "$d/result.json")
	"$check_fs" recheck "$d" >/dev/null
	[ "$(md5sum "$d/result.json")" = "$before" ]
	[ ! -e "$d/report.html" ]
	"$check_fs" recheck --save "$d" >/dev/null
	[ "$(jq -r .verdicts.verdict "$d/result.json")" = HEALTHY ]
	[ -s "$d/report.html" ]
}

@test "recheck --save of an old run leaves reports/latest where it is" {
	made_baseline 5
	old=$(made_run 9)
	made_run 10 >/dev/null
	ln -s node1/D010 "$CHECK_FS_REPORTS/latest"
	"$check_fs" recheck --save "$old" >/dev/null
	[ "$(readlink "$CHECK_FS_REPORTS/latest")" = node1/D010 ]
}

@test "recheck of a run without a baseline names that run in what to do next" {
	made_run 10 >/dev/null
	run -0 "$check_fs" recheck "$(made_run 9)"
	[[ $(tr -d '\n ' <<<"$output") == *"baselineaccept$CHECK_FS_REPORTS/node1/D009"* ]]
}

@test "a learned tolerance counts in its series only" {
	made_baseline 5
	d=$(made_run 9 '.second = .session | slow("ior-fpp/write"; 0.7)')
	printf '\n[metric ior-fpp/write]\nlearned = 60.00 %% other-quick-4x1 B=5\n' >>"$CHECK_FS_BASELINES/node1/machine.ini"
	run -1 "$check_fs" recheck "$d"
	sed -i 's/other-quick/scratch-quick/' "$CHECK_FS_BASELINES/node1/machine.ini"
	run -0 "$check_fs" recheck "$d"
}

@test "without a second look nothing is red" {
	made_baseline 5
	run -0 "$check_fs" recheck "$(made_run 9 'slow("."; 0.3)')"
	[[ $output == *SUSPECT* && $output != *FAIL* ]]
}

@test "a baseline edited to twice its figures makes the run red, with the figures in JUnit" {
	made_baseline 1
	f=$CHECK_FS_BASELINES/node1/scratch-quick-4x1/sessions.jsonl
	jq -c '.metrics[].samples[] *= 2' "$f" >"$f.new" && mv "$f.new" "$f"
	d=$(made_run 9 '.second = .session')
	run -1 "$check_fs" recheck --save "$d"
	run -0 grep -A3 '<failure' "$d/junit.xml"
	[[ $output == *'ior-fpp/write: measured 377.7 MiB/s and again 377.7 MiB/s, baseline 747.7 MiB/s, limit 448.6 MiB/s, change -49.5 %'* ]]
}

@test "a red of few days says in JUnit that the provisional limit applies, and what it is" {
	made_baseline 1
	d=$(made_run 9 '.second = .session | slow("ior-fpp/write"; 0.5)')
	run -1 "$check_fs" recheck --save "$d"
	run -0 grep '<failure' "$d/junit.xml"
	[[ $output == *'tolerance 10 %, but with sessions of 1 day the provisional limit applies: a drop of 40 %'* ]]
	grep -q 'provisional, 40 %' "$d/report.html"
}

@test "a red of enough days says nothing of a provisional limit" {
	made_baseline 5
	d=$(made_run 9 '.second = .session | slow("ior-fpp/write"; 0.5)')
	run -1 "$check_fs" recheck --save "$d"
	run -0 grep '<failure' "$d/junit.xml"
	[[ $output == *'tolerance 10 %'* && $output != *provisional* ]]
}

@test "the duration is that of both looks, and the second one is named" {
	made_baseline 5
	d=$(made_run 9 '.second = (.session | .started += 160 | .finished += 180)')
	"$check_fs" recheck --save "$d" >/dev/null
	run -0 cat "$d/report.txt"
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'UTC, 4 min 40 s, of which the second look and the wait before it took 3 min 0 s'* ]]
	grep -q '<testsuite .*time="280.000"' "$d/junit.xml"
}

@test "inject shows that the gate fires, and for what" {
	made_baseline 5
	d=$(made_run 9)
	run -1 "$check_fs" inject -30% ior-fpp/write "$d"
	[[ ${lines[0]} == 'SLOWER: ior-fpp/write -'* && $output == *'(injected: -30 %'* ]]
	run -1 "$check_fs" inject -30% all "$d"
	[[ $(tr '\n' ' ' <<<"$output") =~ \ and\ +[0-9]+\ +more ]]
	run -0 "$check_fs" inject -3% all "$d"
	[ "$(ls "$d")" = result.json ]
}

@test "inject refuses what it does not know" {
	made_baseline 1
	d=$(made_run 9)
	run -2 "$check_fs" inject -30% nothing/here "$d"
	[[ $output == *'no metric'* ]]
	run -2 "$check_fs" inject all "$d"
	run -2 "$check_fs" inject -30% all "$BATS_TEST_TMPDIR/nowhere"
	"$check_fs" baseline rollback --machine node1
	run -2 "$check_fs" inject -30% all "$d"
	[[ $output == *'no baseline'* ]]
}

@test "calibrate says what a few sessions can and cannot prove" {
	for day in 1 2 3 4 5 6 7 8 9 10 11 12 13; do made_run "$day" >/dev/null; done
	run -0 "$check_fs" calibrate 13 --recorded --machine node1
	# 1 - 0.05^(1/10) = 26 %
	[[ $output == *'Replayed: 10 of them'*'0 red'*'less than 26 %'*'299 sessions'* ]]
	[[ $output =~ -50\ %\ +100\ %\ +100\ %\ +100\ % ]]
}

@test "calibrate says so where all sessions are of one day" {
	for day in 1 2 3 4 5 6; do made_run "$day" ".session.started = (1793000000 + 600 * $day)" >/dev/null; done
	run -0 "$check_fs" calibrate 6 --recorded --machine node1
	[[ $output == *'day-to-day variation is not in what follows'* ]]
}

@test "calibrate with fewer than six sessions is refused" {
	made_run 1 >/dev/null
	run -2 "$check_fs" calibrate 5 --recorded --machine node1
	run -2 "$check_fs" calibrate 10 --recorded --machine node1
	[[ $output == *'at least 6'* ]]
}
