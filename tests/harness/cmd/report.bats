load ../../lib
load ../report/samples

setup_file() { make_samples; }

setup() {
	export CHECK_FS_BASELINES=$BATS_TEST_TMPDIR/baselines CHECK_FS_REPORTS=$BATS_TEST_TMPDIR/reports
}

# A reports folder with N runs of one machine, a day apart, the newest of them `latest`.
runs() {
	local i dir
	for i in $(seq "$1"); do
		dir=$CHECK_FS_REPORTS/node01/$(printf '202611%02dT185845Z' "$i")
		mkdir -p "$dir"
		sed "s/20261130T185845Z/202611$(printf %02d "$i")T185845Z/g" "$made/healthy/result.json" >"$dir/result.json"
	done
	ln -s "node01/${dir##*/}" "$CHECK_FS_REPORTS/latest"
}

@test "the same run under SOURCE_DATE_EPOCH gives the same bytes in every format" {
	for kind in failed torture first; do
		for n in 1 2; do
			SOURCE_DATE_EPOCH=1796065300 "$bin/check-fs" report "$made/$kind" --output "$BATS_TEST_TMPDIR/$kind.$n"
		done
		diff -r "$BATS_TEST_TMPDIR/$kind.1" "$BATS_TEST_TMPDIR/$kind.2"
	done
}

@test "what the run itself wrote is what report writes again" {
	SOURCE_DATE_EPOCH=1796065300 "$bin/check-fs" report "$made/failed" --output "$BATS_TEST_TMPDIR/again"
	for f in verdict report.txt junit.xml report.tap report.csv metrics.txt check_fs.prom; do
		cmp "$made/failed/$f" "$BATS_TEST_TMPDIR/again/$f"
	done
}

@test "a SOURCE_DATE_EPOCH that is no number is refused" {
	SOURCE_DATE_EPOCH=soon run -2 "$bin/check-fs" report "$made/failed" --output "$BATS_TEST_TMPDIR/x"
	[[ $output == *SOURCE_DATE_EPOCH*soon* ]]
}

@test "--format writes what it names and nothing else" {
	run -0 "$bin/check-fs" report "$made/failed" --format junit,verdict --output "$BATS_TEST_TMPDIR/two"
	[ "$(ls "$BATS_TEST_TMPDIR/two" | tr '\n' ' ')" = 'junit.xml verdict ' ]
}

@test "an unknown format is refused by name before anything is written" {
	run -2 "$bin/check-fs" report "$made/failed" --format text,pdf --output "$BATS_TEST_TMPDIR/none"
	[[ $output == *pdf* ]]
	[ ! -e "$BATS_TEST_TMPDIR/none/report.txt" ]
}

@test "a run that is not there is a usage error that names it" {
	run -2 "$bin/check-fs" report "$BATS_TEST_TMPDIR/nosuch"
	[[ $output == *nosuch* ]]
}

@test "a result.json that is cut short is refused with its line" {
	head -c 300 "$made/failed/result.json" >"$BATS_TEST_TMPDIR/result.json"
	run -2 "$bin/check-fs" report "$BATS_TEST_TMPDIR/result.json"
	[[ $output == *result.json:*'not valid JSON'* ]]
}

@test "without a run it renders the latest" {
	runs 2
	run -0 "$bin/check-fs" report
	[[ $output == *"$CHECK_FS_REPORTS/latest"* ]]
	[ -s "$CHECK_FS_REPORTS/node01/20261102T185845Z/report.html" ]
	[ ! -e "$CHECK_FS_REPORTS/node01/20261101T185845Z/report.html" ]
}

@test "several runs go into folders of their own" {
	run -0 "$bin/check-fs" report "$made/failed" "$made/noisy" --format verdict --output "$BATS_TEST_TMPDIR/several"
	[ "$(cat "$BATS_TEST_TMPDIR/several/failed/verdict")" = 'SLOWER 1' ]
	[ "$(cat "$BATS_TEST_TMPDIR/several/noisy/verdict")" = 'HEALTHY 0' ]
}

@test "--list writes one page with every run, linked" {
	runs 3
	run -0 "$bin/check-fs" report --list
	[ "$(grep -o 'href="node01/202611[0-9T]*Z/report.html"' "$CHECK_FS_REPORTS/index.html" | sort -u | wc -l)" = 3 ]
}

@test "--keep leaves the newest runs and what latest points at, and the list agrees" {
	runs 5
	ln -sfn node01/20261101T185845Z "$CHECK_FS_REPORTS/latest"
	run -0 "$bin/check-fs" report --keep 2
	[ "$(ls "$CHECK_FS_REPORTS/node01" | tr '\n' ' ')" = '20261101T185845Z 20261104T185845Z 20261105T185845Z ' ]
	run -1 grep -c 20261103T185845Z/report.html "$CHECK_FS_REPORTS/index.html"
	[ "$output" = 0 ]
}

@test "--keep touches nothing that is no run" {
	runs 3
	mkdir -p "$CHECK_FS_REPORTS/node01/notes" "$CHECK_FS_REPORTS/node01/20261029T000000Z"
	echo mine >"$CHECK_FS_REPORTS/node01/notes/text"
	run -0 "$bin/check-fs" report --keep 1
	[ -e "$CHECK_FS_REPORTS/node01/notes/text" ]
	[ -d "$CHECK_FS_REPORTS/node01/20261029T000000Z" ]
}

@test "a run whose result cannot be read is left out of the list, not of the disk" {
	runs 2
	echo broken >"$CHECK_FS_REPORTS/node01/20261101T185845Z/result.json"
	run -0 --separate-stderr "$bin/check-fs" report --list
	[[ $stderr == *20261101T185845Z*'left out'* ]]
	[ -e "$CHECK_FS_REPORTS/node01/20261101T185845Z/result.json" ]
	grep -q 20261102T185845Z/report.html "$CHECK_FS_REPORTS/index.html"
}

@test "--help names every format and its file" {
	run -0 "$bin/check-fs" report --help
	for f in verdict report.txt report.html junit.xml report.tap report.md report.csv metrics.txt check_fs.prom; do
		[[ $output == *"$f"* ]]
	done
}

# Seconds of processor time and MiB of memory that a command took, in $seconds and $mib.
measured() {
	[ -x /usr/bin/time ] || skip '/usr/bin/time is not installed'
	/usr/bin/time -q -o "$BATS_TEST_TMPDIR/time" -f '%U %S %M' "$@" >/dev/null || [ $? = 1 ]
	read -r user system kib <"$BATS_TEST_TMPDIR/time"
	seconds=$(awk "BEGIN { print $user + $system }")
	mib=$((kib / 1024))
}

# N runs of node01, each with a time and figures of its own, the middle tenth at 60 %.
history() {
	local i
	for i in $(seq "$1"); do
		printf '%s/node01/2026%02d%02dT%02d0000Z\n' "$CHECK_FS_REPORTS" $((1 + i / 100)) $((1 + i / 4 % 25)) $((i % 4))
	done >"$BATS_TEST_TMPDIR/dirs"
	xargs mkdir -p <"$BATS_TEST_TMPDIR/dirs"
	awk -v n="$1" 'NR == FNR { line[++lines] = $0; next }
		{
			file = $0 "/result.json"; k++
			factor = (0.97 + 0.06 * rand()) * (k > 0.45 * n && k < 0.55 * n ? 0.6 : 1)
			for (i = 1; i <= lines; i++) {
				text = line[i]
				if (text ~ /^ +"samples"/) inside = 1
				if (text ~ /^ +\]/) inside = 0
				if (inside && text ~ /^ +[0-9]/) text = sprintf("%f%s", text * factor, text ~ /,$/ ? "," : "")
				if (text ~ /"started"/) text = sprintf("\"started\": %d,", 1766000000 + k * 20000)
				print text >file
			}
			close(file)
		}' "$made/healthy/result.json" "$BATS_TEST_TMPDIR/dirs"
}

@test "a history of 1000 runs: the list and the trend take less than 3 s of the processor and 100 MiB each" {
	need gnuplot
	history 1000
	measured "$bin/check-fs" report --list
	awk "BEGIN { exit !($seconds < 3 && $mib < 100) }" || { echo "list: $seconds s, $mib MiB" && false; }
	[ "$(grep -o 'report.html"' "$CHECK_FS_REPORTS/index.html" | wc -l)" -ge 1000 ]
	measured "$bin/check-fs" trend --machine node01
	awk "BEGIN { exit !($seconds < 3 && $mib < 100) }" || { echo "trend: $seconds s, $mib MiB" && false; }
}
