load ../../lib
load samples

setup_file() {
	need gnuplot
	make_samples "$(command -v gnuplot)"
}

page() { cat "$made/$1/report.html"; }

@test "nothing is fetched and nothing is run" {
	for f in "$made"/*/report.html; do
		run -1 grep -Eio '<script|<link|<img|<iframe|src=|@import|url\(|[^x]href="http|[[:space:]]on[a-z]+="' "$f"
	done
}

@test "the headline is the verdict" {
	run -0 page failed
	[[ $output == *'<h1>SLOWER: 2 of 11 metrics are below their limit'* ]]
}

@test "the charts are inside, with ids of their own and a text for those who cannot see them" {
	run -0 page failed
	[[ $output == *'<svg class="chart"'*'aria-labelledby="chart1"'*'<title id="chart1">'* ]]
	[[ $output == *'<title id="chart2">'* ]]
	[ -z "$(grep -o ' id=["'\''][^"'\'']*' "$made/failed/report.html" | sort | uniq -d)" ]
}

@test "where gnuplot is missing the page says so and has the table" {
	mkdir "$BATS_TEST_TMPDIR/none"
	PATH=$BATS_TEST_TMPDIR/none "$bin/check-fs" report "$made/failed" --format html --output "$BATS_TEST_TMPDIR"
	grep -q 'gnuplot was not found' "$BATS_TEST_TMPDIR/report.html"
	grep -q '12.35 k ops/s' "$BATS_TEST_TMPDIR/report.html"
}

@test "a gnuplot that fails or hangs up costs the chart only" {
	mkdir "$BATS_TEST_TMPDIR/bad"
	printf '#!/bin/sh\necho "no fonts today" >&2; exit 3\n' >"$BATS_TEST_TMPDIR/bad/gnuplot"
	chmod +x "$BATS_TEST_TMPDIR/bad/gnuplot"
	PATH=$BATS_TEST_TMPDIR/bad:$PATH "$bin/check-fs" report "$made/failed" --format html --output "$BATS_TEST_TMPDIR"
	grep -q 'No chart: .*no fonts today' "$BATS_TEST_TMPDIR/report.html"
}

@test "raw logs are folded in" {
	run -0 page failed
	[[ $output == *'<summary>mdtest.log ('*'plain line'* ]]
}

@test "caveats stand at the metric and in a sentence" {
	run -0 page healthy
	[[ $output == *'read <span class="tag warn">probably cache</span>'* ]]
	[[ $output == *'<strong>not synced: </strong>ior-small/write'* ]]
}

@test "a page says how to accept the run, but not where there is nothing to accept" {
	run -0 page first
	[[ $output == *'bin/check-fs baseline accept '* ]]
	run -0 page not-measured
	[[ $output != *'baseline accept'* ]]
}

@test "an HTML checker has nothing to say" {
	need_npm html-validate
	printf '{ "root": true, "extends": ["html-validate:standard"] }' >"$BATS_TEST_TMPDIR/rules.json"
	node "$modules/html-validate/bin/html-validate.mjs" --config "$BATS_TEST_TMPDIR/rules.json" "$made"/*/report.html
}

@test "Chromium: no console message, no overflow from 360 to 1600 pixels, no serious finding of axe, light and dark" {
	need chromium
	need_npm puppeteer-core
	node "$BATS_TEST_DIRNAME/browser.mjs" "$modules" "$(command -v chromium)" \
		"$made"/{failed,noisy,cross,not-measured,torture}/report.html
}

@test "--png writes the charts beside the page" {
	need file
	"$bin/check-fs" report "$made/noisy" --format html --png --output "$BATS_TEST_TMPDIR"
	for f in ratio ranks latency; do
		run -0 file "$BATS_TEST_TMPDIR/$f.png"
		[[ $output == *'PNG image data, 1000 x '* ]]
	done
}

@test "--png without gnuplot is refused with what is missing" {
	mkdir "$BATS_TEST_TMPDIR/none"
	PATH=$BATS_TEST_TMPDIR/none run -2 "$bin/check-fs" report "$made/noisy" --png --output "$BATS_TEST_TMPDIR/out"
	[[ $output == *gnuplot* ]]
}

@test "a slow node is marked in the table of nodes" {
	run -0 page noisy
	[[ $output == *'<th scope="row">node03</th><td class="n"><span class="tag bad">6'* ]]
	[[ $output == *'<th scope="row">node01</th><td class="n">9'* || $output == *'<th scope="row">node01</th><td class="n">10'* ]]
}
