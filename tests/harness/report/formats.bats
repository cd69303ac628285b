load ../../lib
load samples

setup_file() { make_samples; }

@test "every format is written for every kind of run" {
	for kind in healthy failed noisy cross not-measured first torture many strict; do
		for f in verdict report.txt report.html junit.xml report.tap report.md report.csv metrics.txt check_fs.prom; do
			[ -s "$made/$kind/$f" ]
		done
	done
}

@test "the file verdict is one word and one code" {
	[ "$(cat "$made/healthy/verdict")" = 'HEALTHY 0' ]
	[ "$(cat "$made/failed/verdict")" = 'SLOWER 1' ]
	[ "$(cat "$made/not-measured/verdict")" = 'COULD-NOT-MEASURE 5' ]
}

@test "whatever a log or a mount option holds, every file is UTF-8 without control characters" {
	for f in "$made"/torture/*; do
		iconv -f UTF-8 -t UTF-8 "$f" >/dev/null
		[ "$(LC_ALL=C tr -d '\011\012\015\040-\377' <"$f" | wc -c)" = 0 ]
	done
}

@test "TAP: prove agrees on what fails" {
	need prove
	# prove of Debian 12 knows TAP up to 13, of which these files are as well
	for kind in healthy failed; do
		sed '1s/14/13/' "$made/$kind/report.tap" >"$BATS_TEST_TMPDIR/$kind.tap"
	done
	run -0 prove --exec cat "$BATS_TEST_TMPDIR/healthy.tap"
	run ! prove --exec cat "$BATS_TEST_TMPDIR/failed.tap"
	[[ $output == *'Failed tests:  5, 12'* ]]
}

@test "TAP 14: version first, one plan, as many points as planned, YAML closed" {
	for f in "$made"/*/report.tap; do
		[ "$(head -n 1 "$f")" = 'TAP version 14' ]
		[ "$(sed -n '2s/1\.\.//p' "$f")" = "$(grep -cE '^(not )?ok [0-9]+ - ' "$f")" ]
		[ "$(grep -c '^  ---$' "$f")" = "$(grep -c '^  \.\.\.$' "$f")" ]
	done
}

@test "TAP: a text with # and backslash makes no directive" {
	run -1 grep -E '^ok .*[^\\]# ?\|' "$made/torture/report.tap"
}

@test "TAP 14: a parser from npm accepts every kind of run" {
	need_npm tap-parser
	for kind in first torture; do
		node "$modules/tap-parser/bin/cmd.cjs" --flat --strict <"$made/$kind/report.tap" \
			>"$BATS_TEST_TMPDIR/out" || [ $kind = torture ]
		run -1 grep -E "'extra'|tapError: [^n]" "$BATS_TEST_TMPDIR/out"
		[ "$(grep -c "'assert'" "$BATS_TEST_TMPDIR/out")" = "$(sed -n '2s/1\.\.//p' "$made/$kind/report.tap")" ]
	done
}

@test "promtool reads the textfile and GitLab's metrics" {
	need_promtool
	for f in "$made"/{failed,first,not-measured,torture}/{check_fs.prom,metrics.txt}; do
		promtool check metrics <"$f"
	done
}

@test "the textfile has no timestamps, ends in an EOF mark and a line feed" {
	for f in "$made"/*/check_fs.prom "$made"/*/metrics.txt; do
		[ "$(tail -n 1 "$f")" = '# EOF' ]
		[ "$(tail -c 1 "$f" | od -An -c | tr -d ' ')" = '\n' ]
		run -1 grep -E '^[^#].*} [^ ]+ ' "$f"
	done
}

@test "HELP of a family is the same in every file" {
	[ -z "$(grep -h '^# HELP' "$made"/*/check_fs.prom | sort -u | awk '{ print $3 }' | uniq -d)" ]
}

@test "GitLab's metrics are rounded: noise of a thousandth is no change" {
	grep -q '^check_fs_operations_per_second{.*file-create"} 6670$' "$made/failed/metrics.txt"
}

@test "CSV: every row has as many fields as the header" {
	need python3
	python3 -c 'import csv, sys
for f in sys.argv[1:]:
    rows = list(csv.reader(open(f, newline=""), strict=True))
    assert len({len(r) for r in rows}) == 1, f' "$made"/*/report.csv
}

@test "CSV: no field is a formula" {
	need python3
	python3 -c 'import csv, sys
for f in sys.argv[1:]:
    for row in list(csv.reader(open(f, newline="")))[1:]:
        for x in row[:5] + row[8:10]:
            assert not x or x[0] not in "=+-@", x' "$made"/*/report.csv
}

@test "Markdown: every table row has the header's columns and no HTML" {
	for f in "$made"/*/report.md; do
		sed 's/\\|//g' "$f" | awk -F'|' '/^\| / { n[NF]++ } END { k = 0; for (i in n) k++; exit k > 1 }'
		run -1 grep -E '<[a-z/]' <(sed '/^```/,/^```/d' "$f")
	done
}

@test "result.json follows its schema" {
	need python3
	python3 -c 'import jsonschema' 2>/dev/null || skip 'the Python module jsonschema is not installed'
	python3 -c 'import json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
for f in sys.argv[2:]:
    jsonschema.validate(json.load(open(f)), schema)' "$top/harness/store/result.schema.json" "$made"/*/result.json
}

@test "the schema knows every verdict word and outcome" {
	need jq
	jq -e '.definitions.verdicts.properties.verdict.enum | length == 7' "$top/harness/store/result.schema.json"
	for word in $(grep -ohE '"[A-Z]+(-[A-Z]+)*"' "$top/harness/compare/verdict_json.c" | tr -d '"' | sort -u); do
		jq -e --arg w "$word" '[.definitions.verdicts.properties.verdict.enum[], .definitions.verdict.properties.outcome.enum[]] |
			index($w) != null' "$top/harness/store/result.schema.json"
	done
}
