#!/usr/bin/env bats
# check-fs run: the main job, end to end, on small real runs.

load ../../lib

# A profile of a second or two, judged; wait for a second look not at all.
tiny() {
	cat >"$1" <<-'INI'
		[profile]
		iterations = 5
		deadline = 3m
		[mdtest-unique]
		tool = mdtest
		args = -d {dir} -n {n} -i {iterations} -u -v
		seconds = 0.1
		[ior-fpp-write]
		tool = ior
		group = ior-fpp
		args = -w -F -e -k -t 1m -b {block} -i {iterations} --latency -v -v -o {dir}/data
		seconds = 0.1
		[ior-fpp-read]
		tool = ior
		group = ior-fpp
		args = -r -F -k -t 1m -b {block} -i {iterations} --drop-cache -v -v -o {dir}/data
		seconds = 0.1
	INI
}

setup_file() {
	load ../../lib
	export d=$BATS_FILE_TMPDIR CHECK_FS_SECOND_LOOK_WAIT=0
	mkdir "$d/target"
	tiny "$d/tiny.ini"
	run_tiny >"$d/out" 2>"$d/err" || echo "$?" >"$d/rc"
}

run_tiny() {
	"$bin/check-fs" run --target "$d/target" --profile "$d/tiny.ini" --machine m1 --ranks 2 --reports "$d/reports" \
		--baselines "$d/baselines" "$@"
}

@test "a run without a baseline ends well for a person and shows the numbers" {
	[ ! -e "$d/rc" ]
	grep -q 'NO-BASELINE' "$d/out"
	grep -q 'file creation' "$d/out"
}

@test "the last line of output is the verdict, its code and the report" {
	[[ $(tail -n 1 "$d/out") =~ ^check-fs:\ NO-BASELINE\ \(0\):\ $d/reports/m1/[0-9TZ]+/report.html$ ]]
}

@test "the command that accepts the figures is shown" {
	tr -d '\n' <"$d/out" | grep -q 'check-fs baseline accept'
}

@test "a run's directory holds logs, result, verdict and every report" {
	for f in mdtest-unique.log ior-fpp-write.log ior-fpp-read.log result.json verdict report.txt report.html junit.xml; do
		[ -s "$d/reports/latest/$f" ] || { echo "no $f"; false; }
	done
	[ "$(cat "$d/reports/latest/verdict")" = 'NO-BASELINE 0' ]
}

@test "nothing is left on the target" {
	[ -z "$(ls -A "$d/target")" ]
}

@test "every iteration is a sample of each metric" {
	need jq
	run jq -r '.. | objects | select(.id? == "mdtest-unique/file-create", .id? == "ior-fpp/read") | .samples | length' \
		"$d/reports/latest/result.json"
	[ "$output" = $'5\n5' ]
}

@test "ior's --latency gives the times of single operations, of all iterations together" {
	need jq
	run -0 jq -c '.session.metrics[] | select(.id == "ior-fpp/write").latency | [length, .[0][0], .[4][0], .[0][1] <= .[2][1], .[2][1] <= .[4][1]]' \
		"$d/reports/latest/result.json"
	[ "$output" = '[5,0.5,1,true,true]' ]
	run -1 grep -q latencyDistribution "$d/reports/latest/ior-fpp-write.log"
}

@test "metrics of a group stand side by side" {
	need jq
	run jq -r '[.. | objects | .id? // empty | select(startswith("ior"))] | join(" ")' "$d/reports/latest/result.json"
	[ "$output" = 'ior-fpp/write ior-fpp/read' ]
}

@test "the surroundings are recorded" {
	need jq
	run jq -r '.. | .environment? // empty | has("fs.type") and has("host.kernel") and has("mpi.version") and
		.["job.ranks"] == "2" and .["job.nodes"] == "1"' "$d/reports/latest/result.json"
	[ "$output" = true ]
}

@test "on one node stat is called a number of the cache" {
	grep -q 'cache number' "$d/out"
}

@test "steps are told on stderr in plain lines where it is no terminal" {
	grep -q '1/3 mdtest-unique' "$d/err"
	! grep -q $'\r' "$d/err"
}

@test "with CI=true no baseline is exit status 4, and lines are few" {
	CI=true run -4 --separate-stderr run_tiny
	[[ ${lines[-1]} == 'check-fs: NO-BASELINE (4): '* ]]
	[ "$(grep -c ', [0-9:]* s*' <<<"$stderr")" -le 2 ]
}

@test "the frozen commands of a baseline are used, without a pilot" {
	run -0 "$bin/check-fs" baseline accept "$d/reports/latest" --baselines "$d/baselines"
	run -0 --separate-stderr run_tiny
	[[ $output == *HEALTHY* ]]
	[[ $stderr != *pilot* ]]
	grep -qF -- "-n $(sed -n 's/^mdtest-unique = .* -n \([0-9]*\) .*/\1/p' "$d"/baselines/m1/*/recipe.ini) " \
		"$d/reports/latest/mdtest-unique.log"
}

@test "slower than the baseline after both looks is exit status 1, and JUnit says so" {
	need python3
	cp -r "$d/baselines" "$BATS_TEST_TMPDIR/twice"
	python3 - "$BATS_TEST_TMPDIR/twice" <<-'PY'
		import glob, json, sys
		for name in glob.glob(sys.argv[1] + "/m1/*/sessions.jsonl"):
		    lines = [json.loads(l) for l in open(name)]
		    for s in lines:
		        for m in s["metrics"]:
		            m["samples"] = [20 * x for x in m["samples"]]
		    open(name, "w").write("".join(json.dumps(s) + "\n" for s in lines))
	PY
	run -1 --separate-stderr run_tiny --baselines "$BATS_TEST_TMPDIR/twice"
	[[ ${lines[-1]} == 'check-fs: SLOWER (1): '* ]]
	[[ $stderr == *'second look'* ]]
	grep -q '<failure' "$d/reports/latest/junit.xml"
	[ -s "$d/reports/latest/second-ior-fpp-write.log" ]
}

@test "a machine without a baseline is told of another name for the same device" {
	run --separate-stderr run_tiny --machine m2
	[[ $stderr == *"m2 has no baseline, but m1 has one"* ]]
}

@test "a profile that is not judged only measures, whatever the baseline" {
	sed 's/iterations = 5/iterations = 2\njudged = no/' "$d/tiny.ini" >"$BATS_TEST_TMPDIR/tiny.ini"
	run -0 --separate-stderr run_tiny --profile "$BATS_TEST_TMPDIR/tiny.ini" --strict
	[[ ${lines[-1]} == 'check-fs: MEASURED (0): '* ]]
}

@test "each rank's own rate is recorded with its host, and not kept in a baseline" {
	need jq
	run -0 jq -r '.session.metrics[] | select(.id == "mdtest-unique/file-create" or .id == "ior-fpp/write") |
		[.id, (.ranks | length), .ranks[1].host, .ranks[1].rate > 0] | @text' "$d/reports/latest/result.json"
	[ "${lines[0]}" = "[\"mdtest-unique/file-create\",2,\"$(hostname -s)\",true]" ]
	[ "${#lines[@]}" = 2 ]
	"$bin/check-fs" baseline accept "$d/reports/latest" --baselines "$BATS_TEST_TMPDIR/b" --reports "$d/reports"
	run -1 grep -r '"ranks":\[' "$BATS_TEST_TMPDIR/b"
}
