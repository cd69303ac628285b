# The ledger's commands: what is accepted, by whom and why; what passes; what is taken out again.
load ../../lib
load made

setup() { made_begin; }

ledger() { cat "$CHECK_FS_BASELINES/node1/scratch-quick-4x1/sessions.jsonl"; }

@test "accept makes a recorded run part of the baseline, with who, when and why" {
	run -0 "$check_fs" baseline accept "$(made_run 1)" --reason 'new array'
	[[ $output == *'accepted D001 into the baseline of node1, series scratch-quick-4x1'* ]]
	[ "$(ledger | jq -r .reason)" = 'new array' ]
	[ "$(ledger | jq -r .accepted_by)" = "$(id -un)@$(hostname)" ]
	[[ $(ledger | jq -r .accepted_at) == 20* ]]
	[ "$(ledger | jq '.metrics[0].samples | length')" = 5 ]
}

@test "the tolerance is written visibly into machine.ini when the first baseline is accepted" {
	made_baseline 1
	grep -qx 'tolerance = 10 %' "$CHECK_FS_BASELINES/node1/machine.ini"
}

@test "the commands are frozen in recipe.ini, and other commands are refused" {
	made_baseline 1
	grep -qx 'mdtest-unique = mdtest -d {dir} -n 1000 -u' "$CHECK_FS_BASELINES/node1/scratch-quick-4x1/recipe.ini"
	run -2 "$check_fs" baseline accept "$(made_run 2 '.session.recipe["mdtest-unique"] = "mdtest -d {dir} -n 2000 -u"')"
	[[ $output == *mdtest-unique* && $(ledger | wc -l) = 1 ]]
}

@test "a run is accepted once" {
	made_baseline 1
	run -2 "$check_fs" baseline accept "$CHECK_FS_REPORTS/node1/D001"
	[[ $output == *'is part of the baseline'* ]]
}

@test "nothing becomes a baseline that could not be measured" {
	run -2 "$check_fs" baseline accept "$(made_run 1 '.verdicts.verdict = "COULD-NOT-MEASURE"')"
	[[ $output == *'could not measure'* && ! -e $CHECK_FS_BASELINES/node1 ]]
}

@test "nothing becomes a baseline that has an invalid value" {
	run -2 "$check_fs" baseline accept "$(made_run 1 '.session.metrics[6].invalid = "the file was shorter"')"
	[[ $output == *'ior-fpp/write has no usable value: the file was shorter'* ]]
}

@test "the smoke profile never becomes a baseline" {
	run -2 "$check_fs" baseline accept "$(made_run 1 '.session.profile = "smoke"')"
	[[ $output == *'smoke profile'* ]]
	run -2 "$check_fs" baseline measure --profile smoke --target "$BATS_TEST_TMPDIR"
}

@test "a run that was judged SLOWER is accepted only with a reason" {
	made_baseline 1
	d=$(made_run 2 'slow("write"; 0.6) | .verdicts.verdict = "SLOWER"')
	run -2 "$check_fs" baseline accept "$d"
	[[ $output == *--reason* ]]
	"$check_fs" baseline accept "$d" --reason 'half of the array is gone for good'
}

@test "a session off by more than a factor of two is another machine's" {
	made_baseline 1
	run -2 "$check_fs" baseline accept "$(made_run 2 'slow("ior-fpp/write"; 0.45)')"
	[[ $output == *'factor of two'* ]]
	"$check_fs" baseline accept "$(made_run 3 'slow("ior-fpp/write"; 0.55)')"
}

@test "a session on another file system is refused with the field that differs" {
	made_baseline 1
	run -2 "$check_fs" baseline accept "$(made_run 2 '.session.environment["fs.type"] = "xfs"')"
	[[ $output == *"fs.type was 'ext4', is 'xfs'"* ]]
}

@test "from four sessions on, one that is odd in two metrics is accepted with a warning" {
	made_baseline 5
	run -0 --separate-stderr "$check_fs" baseline accept "$(made_run 6 'slow("ior-fpp"; 0.7)')"
	[[ $stderr == *'unlike the other sessions in ior-fpp/write, ior-fpp/read'* ]]
}

@test "a session that is odd in one metric only is accepted without a word" {
	made_baseline 5
	run -0 --separate-stderr "$check_fs" baseline accept "$(made_run 6 'slow("ior-fpp/write"; 0.7)')"
	[ -z "$stderr" ]
}

@test "learn leaves alone what this machine cannot gate" {
	for day in 1 2 3 4 5; do
		"$check_fs" baseline accept "$(made_run $day "slow(\"ior-fpp/write\"; [1, 0.72, 1.25][$day % 3])")" >/dev/null 2>&1
	done
	run -0 "$check_fs" baseline learn node1
	[[ $output =~ ior-fpp/write\ +cannot\ gate\ here ]]
	! grep -A3 'metric ior-fpp/write' "$CHECK_FS_BASELINES/node1/machine.ini" | grep -q '^learned' || false
}

@test "it says how many days of sessions are missing and what each would buy" {
	run -0 "$check_fs" baseline accept "$(made_run 1)"
	[[ $output == *'only a drop of 40 % can be proved'*'2 more days'*'with 3 days'*'with 5'*'with 10'* ]]
	made_baseline 3 || "$check_fs" baseline accept "$(made_run 2)" "$(made_run 3)" >/dev/null
	run -0 "$check_fs" baseline show node1
	[[ $output == *'3 sessions on 3 days'*'with 5 days'*'with 10 days'*'with 20 days'* ]]
}

@test "list names every machine and series" {
	made_baseline 2
	run -0 "$check_fs" baseline list
	[[ $output == *node1*scratch-quick-4x1*'2 sessions, 2 days'* ]]
}

@test "explain prints the lowest and the highest value that passes, and what has no limit" {
	made_baseline 5
	run -0 "$check_fs" baseline explain node1
	[[ $output =~ ior-fpp/write\ +([0-9.]+)\ MiB/s\ +([0-9.]+)\ MiB/s\ +([0-9.]+)\ MiB/s ]]
	awk -v b="${BASH_REMATCH[1]}" -v low="${BASH_REMATCH[2]}" -v high="${BASH_REMATCH[3]}" \
		'BEGIN { exit !(low < b && low > 0.5 * b && high > 1.49 * b && high < 1.51 * b) }'
	[[ $output == *mdtest-shared/file-create*'no limit'* ]]
}

@test "diff shows what changed from the first session to the last" {
	"$check_fs" baseline accept "$(made_run 1)" >/dev/null
	"$check_fs" baseline accept "$(made_run 2 '.session.environment["host.kernel"] = "6.17" | slow("ior-fpp/write"; 0.8)')" >/dev/null
	run -0 "$check_fs" baseline diff node1
	[[ $output == *'D001 -> D002'*"'6.1' -> '6.17'"* ]]
	[[ $output =~ ior-fpp/write.*-[12][0-9]\.[0-9]\ % ]]
}

@test "learn freezes tolerances with their grounds, and changes one only for a reason" {
	made_baseline 5
	run -0 "$check_fs" baseline learn node1
	grep -qE '^learned = [0-9.]+ % scratch-quick-4x1 B=5 R=5 20[0-9-]+ formula 1$' "$CHECK_FS_BASELINES/node1/machine.ini"
	cp "$CHECK_FS_BASELINES/node1/machine.ini" "$BATS_TEST_TMPDIR/first"
	"$check_fs" baseline accept "$(made_run 6 'slow("."; 0.92)')" --reason worse >/dev/null
	cmp "$CHECK_FS_BASELINES/node1/machine.ini" "$BATS_TEST_TMPDIR/first"
	run -2 "$check_fs" baseline learn node1
	[[ $output == *'say why it changes with --reason'* ]]
	run -0 "$check_fs" baseline learn node1 --reason 'the array is noisier'
	[[ $output == *'the array is noisier'* ]]
}

@test "learn refuses where there are fewer than three days" {
	made_baseline 2
	run -2 "$check_fs" baseline learn node1
	[[ $output == *'3 days'* ]]
}

@test "rollback takes the newest session out by adding a line" {
	made_baseline 3
	before=$(ledger)
	run -0 "$check_fs" baseline rollback node1
	[[ $output == *D003*'taken out'* ]]
	[[ $(ledger) == "$before"* && $(ledger | wc -l) = 4 ]]
	run -0 "$check_fs" baseline list
	[[ $output == *'2 sessions, 2 days'* ]]
	run -0 "$check_fs" baseline show node1
	[[ $output == *'D003  taken out'*'rolled back'* ]]
}

@test "expire takes out what is named or older than a day" {
	made_baseline 4
	"$check_fs" baseline expire D002 --machine node1 --reason 'a rebuild was running'
	CHECK_FS_NOW=$((1793000000 + 10 * 86400)) "$check_fs" baseline expire --older 8 --machine node1
	run -0 "$check_fs" baseline show node1
	[[ $output == *'a rebuild was running'* && $output == *'D001  taken out'* && $output != *'D003  taken out'* ]]
	run -2 "$check_fs" baseline expire --machine node1
}

@test "a broken line of the ledger is named, and nothing is added to it" {
	made_baseline 1
	echo '{"id":' >>"$CHECK_FS_BASELINES/node1/scratch-quick-4x1/sessions.jsonl"
	run -2 "$check_fs" baseline accept "$(made_run 2)"
	[[ $output == *'sessions.jsonl:2: not valid JSON'* && $(ledger | wc -l) = 2 ]]
}

@test "a verb, a run or a machine that is not there is one clear line" {
	run -2 "$check_fs" baseline frob
	[[ $output == *frob* && ${#lines[@]} = 1 ]]
	run -2 "$check_fs" baseline accept /nowhere
	[[ $output == *'no such run'* && ${#lines[@]} = 1 ]]
	run -2 "$check_fs" baseline show nobody
	[[ $output == *nobody* && ${#lines[@]} = 1 ]]
}
