# Recorded runs made by hand, for the tests of the commands that judge them.  load after lib.
# shellcheck shell=bash

made_begin() {
	need jq
	[ -x "$bin/check-fs" ] || skip 'check-fs is not built'
	export CHECK_FS_BASELINES=$BATS_TEST_TMPDIR/baselines CHECK_FS_REPORTS=$BATS_TEST_TMPDIR/reports
	unset CI CHECK_FS_NOW
	check_fs=$bin/check-fs
}

# made_run DAY [JQ-FILTER]: reports/node1/DAY of a series of eleven judged metrics, five repetitions each; every value wobbles a
# little with the day.  The filter sees the whole result; slow(PATTERN; FACTOR) scales metrics.  Prints the directory.
made_run() {
	local dir
	dir=$CHECK_FS_REPORTS/node1/$(printf 'D%03d' "$1")
	mkdir -p "$dir"
	jq -n --argjson day "$1" '
		def slow(pattern; factor): (.session, .second | select(. != null) | .metrics[] | select(.id | test(pattern)) | .samples[]) *= factor;
		def metric($id; $unit; $rate): {id: $id, unit: $unit, better: "higher", work: 1e9,
			samples: [range(5) | $rate * (1 + 0.004 * (. - 2) + 0.01 * (($day * 7 + ($id | length)) % 5 - 2))]}
			| .seconds = [.samples[] | 1e9 / .];
		{format: 1, kind: "check-fs-run", second: null, verdicts: {verdict: "NO-BASELINE", code: 0}, session: {
			id: ("D" + ("00\($day)" | .[-3:])), machine: "node1", series: "scratch-quick-4x1", target: "/scratch", profile: "quick",
			ranks: 4, nodes: 1, started: (1793000000 + $day * 86400), finished: (1793000100 + $day * 86400),
			environment: {"fs.type": "ext4", "fs.device": "disk", "host.name": "node1", "host.kernel": "6.1", "fs.used-percent": "20"},
			recipe: {"mdtest-unique": "mdtest -d {dir} -n 1000 -u", "ior-fpp-write": "ior -w -F -o {dir}/data"},
			metrics: ([("dir-create", "dir-remove", "file-create", "file-stat", "file-read", "file-remove")
					| metric("mdtest-unique/" + .; "ops/s"; 5000)]
				+ [("ior-fpp/write", "ior-fpp/read", "ior-shared/write", "ior-shared/read", "ior-small/write") | metric(.; "B/s"; 4e8)]
				+ [metric("mdtest-shared/file-create"; "ops/s"; 900)]),
			warnings: []}}
		| '"${2:-.}" >"$dir/result.json"
	echo "$dir"
}

# made_baseline DAYS: so many runs accepted, one a day from day 1.
made_baseline() {
	local day
	for ((day = 1; day <= $1; day++)); do
		"$check_fs" baseline accept "$(made_run "$day")" >/dev/null || return
	done
}
