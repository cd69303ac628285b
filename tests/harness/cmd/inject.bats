# check-fs inject --delay: a real run with slower calls goes through launcher, benchmarks, verdict, reports and exit status, and
# never becomes a measurement.
load ../../lib
load made

# Set again in every test: Bats reads this file for each.
how=(--profile "${home:-}/tiny.ini" --ranks 2 --machine n)

setup_file() {
	load ../../lib
	need mpirun jq
	memory_dir home
	export home CHECK_FS_BASELINES=$home/baselines CHECK_FS_REPORTS=$home/reports CHECK_FS_SECOND_LOOK_WAIT=0 CI=
	how=(--profile "$home/tiny.ini" --ranks 2 --machine n)
	mkdir "$home/target"
	cat >"$home/tiny.ini" <<-'END'
		[profile]
		judged = yes
		iterations = 2
		deadline = 2m

		[mdtest-unique]
		tool = mdtest
		args = -d {dir} -n 600 -i {iterations} -u -v

		[ior-fpp]
		tool = ior
		args = -w -F -e -t 1m -b 32m -i {iterations} -v -v -o {dir}/data
	END
	"$bin/check-fs" baseline measure "${how[@]}" --target "$home/target" >"$home/measured" 2>&1 || cat "$home/measured" >&2
	# whatever this machine is busy with: nothing but a delay makes these figures slow
	ledger=$(ls "$home"/baselines/n/*/sessions.jsonl)
	jq -c '.metrics[].samples[] /= 20' "$ledger" >"$home/new" && cp "$home/new" "$ledger"
	latest=$(readlink "$home/reports/latest")
	echo "$latest" >"$home/latest"
	# 2 ms a directory: 1000 a second for 2 ranks, on a tmpfs
	"$bin/check-fs" inject --delay=2ms mdtest-unique/dir-create "$home/target" "${how[@]}" >"$home/out" 2>"$home/err" || echo "$?" >"$home/rc"
	injected=$(ls -d "$home"/reports/n/2* | tail -n 1)
	echo "$injected" >"$home/injected"
}

teardown_file() { lib_clean; }
setup() {
	[ -x "$bin/check-fs" ] || skip 'check-fs is not built'
	injected=$(cat "$home/injected")
}



@test "a delayed run is red, exits 1, and names only what was delayed" {
	cat "$home/out" "$home/err"
	[ "$(cat "$home/rc")" = 1 ]
	run -0 cat "$home/out"
	[[ ${lines[0]} == 'SLOWER: mdtest-unique/dir-create -'* && ${lines[0]} != *ior* && ${lines[0]} != *dir-stat* ]]
	[[ ${lines[-1]} == "check-fs: SLOWER (1): $injected/report.html" ]]
}

@test "its reports say that it was injected" {
	run -0 jq -r '.verdicts.headline' "$injected/result.json"
	[[ $output == *'(injected: 2000 us more for each call of mdtest-unique/dir-create)' ]]
	grep -q 'slower on purpose' "$injected/report.html"
	grep -q '<failure' "$injected/junit.xml"
	grep -q 'injected' "$home/reports/index.html"
}

@test "the second look was delayed too, by the benchmark's own back end" {
	grep -q -- '-a SLOW --slow.delay=mkdir:2000' "$injected/mdtest-unique.log"
	grep -q -- '-a SLOW --slow.delay=mkdir:2000' "$injected/second-mdtest-unique.log"
	run -1 grep -q SLOW "$injected/ior-fpp.log"
}

@test "no baseline accepts it, with whatever reason" {
	run -2 "$bin/check-fs" baseline accept "$injected" --reason 'I want it'
	[[ $output == *'made slower on purpose'*'cannot be part of a baseline'* ]]
	[ "$(wc -l <"$(ls "$home"/baselines/n/*/sessions.jsonl)")" = 1 ]
}

@test "it is neither the latest run nor part of the history" {
	[ "$(readlink "$home/reports/latest")" = "$(cat "$home/latest")" ]
	run -0 "$bin/check-fs" trend --machine n
	[[ $output == *'1 session'* ]]
}

@test "where it is compared with something, it is called what it is" {
	run -0 "$bin/check-fs" machines n "$injected" -o "$BATS_TEST_TMPDIR/page.html"
	[[ $output == *'made slower on purpose: 2000 us more for each call of mdtest-unique/dir-create'* ]]
}

@test "nothing is left on the target" {
	[ -z "$(ls -A "$home/target")" ]
}

@test "a profile that delays its own calls cannot be a baseline either" {
	sed 's/ -u -v/ -u -v -a SLOW --slow.delay=stat:1/' "$home/tiny.ini" >"$BATS_TEST_TMPDIR/slow.ini"
	run -4 "$bin/check-fs" baseline measure --profile "$BATS_TEST_TMPDIR/slow.ini" --ranks 1 --machine s --target "$home/target"
	[[ $output == *'delays its own calls'* ]]
}

@test "--print-command shows the delays and starts nothing" {
	run -0 "$bin/check-fs" inject --delay=1ms data "$home/target" "${how[@]}" --print-command
	[[ $output == *'ior -w -F -e'*'-a SLOW --slow.delay=write:1000 --slow.delay=read:1000'* ]]
	[[ ${lines[0]} == *mdtest* && ${lines[0]} != *SLOW* ]]
}

@test "a delay in per cent is what costs that much of the baseline's rate" {
	# 1000 a second with two ranks: 2 ms a call; half as fast with 2 ms more
	cp -r "$home/baselines" "$BATS_TEST_TMPDIR/b"
	jq -c '(.metrics[] | select(.id == "mdtest-unique/dir-create") | .samples) |= map(1000)' "$home"/baselines/n/*/sessions.jsonl \
		>"$(ls "$BATS_TEST_TMPDIR"/b/n/*/sessions.jsonl)"
	run -0 "$bin/check-fs" inject --delay=50% mdtest-unique/dir-create "$home/target" "${how[@]}" --baselines "$BATS_TEST_TMPDIR/b" --print-command
	[[ ${lines[0]} == *'--slow.delay=mkdir:2000' ]]
	run -2 "$bin/check-fs" inject --delay=100% all "$home/target" "${how[@]}"
}

@test "what cannot be delayed is refused before anything is measured" {
	before=$(ls "$home/reports/n")
	run -2 --separate-stderr "$bin/check-fs" inject --delay=1ms no/such "$home/target" "${how[@]}"
	[[ $stderr == *'no/such: no metric'* && ${#stderr_lines[@]} = 1 ]]
	run -2 "$bin/check-fs" inject --delay=1ms all "$home/target" --machine nobody --profile "$home/tiny.ini"
	[[ $output == *'no baseline'* ]]
	run -2 "$bin/check-fs" inject --delay=1ms -20% all "$home/target" "${how[@]}"
	run -2 "$bin/check-fs" inject --delay=0 all "$home/target" "${how[@]}"
	run -2 "$bin/check-fs" inject --delay=0.1us all "$home/target" "${how[@]}"
	run -2 "$bin/check-fs" inject --delay=2h all "$home/target" "${how[@]}"
	[ "$(ls "$home/reports/n")" = "$before" ]
}
