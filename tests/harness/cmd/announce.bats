# What a CI system shows of its own accord, and how much a run says: one small run.
load ../../lib

setup_file() {
	load ../../lib
	export d=$BATS_FILE_TMPDIR
	mkdir -p "$d/target"
	printf '%s\n' '[profile]' 'iterations = 2' 'judged = no' '[mdtest-unique]' 'tool = mdtest' \
		'args = -d {dir} -n 50 -i {iterations} -u -v' 'seconds = 0.1' >"$d/tiny.ini"
	echo '# before' >"$d/summary"
	for i in 1 2; do
		GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$d/summary "$bin/check-fs" run --target "$d/target" --profile "$d/tiny.ini" \
			--machine 'm 1%' --ranks 1 --reports "$d/reports" --baselines "$d/baselines" --quiet --keep 1 >"$d/out" 2>"$d/err"
	done
}

@test "an annotation tells the verdict, and the last line is still the verdict's own" {
	grep -q '^::notice title=MEASURED::' "$d/out"
	[[ $(tail -n 1 "$d/out") == 'check-fs: MEASURED (0): '* ]]
}

@test "the summary of the job is appended to, once a run" {
	[ "$(head -n 1 "$d/summary")" = '# before' ]
	[ "$(grep -c '^## ' "$d/summary")" = 2 ]
	grep -q 'directory creation' "$d/summary"
}

@test "--quiet: no progress, no table" {
	run -1 grep -E 'left$|[0-9]/[0-9]' "$d/err"
	run -1 grep 'ops/s' "$d/out"
}

@test "the list of all runs is written anew and --keep has pruned it" {
	[ "$(find "$d/reports" -name result.json | wc -l)" = 1 ]
	# a link is the folder's name, escaped once more
	[ "$(grep -o 'href="m%252[^"]*/report.html"' "$d/reports/index.html" | sort -u | wc -l)" = 1 ]
}

@test "a summary that would be larger than GitHub takes is left alone and said" {
	head -c 1048576 /dev/zero | tr '\0' x >"$d/big"
	GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$d/big run -0 "$bin/check-fs" run --target "$d/target" --profile "$d/tiny.ini" --machine m2 \
		--ranks 1 --reports "$d/reports" --baselines "$d/baselines"
	[[ $output == *'larger than GitHub takes'* ]]
	[ "$(stat -c %s "$d/big")" = 1048576 ]
}
