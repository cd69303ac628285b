# For the Bats files of this folder: $made/KIND/ with every format of every hand-made run (sample.h).
# make_samples [GNUPLOT]: the charts only where it is given, as they take their time.
# shellcheck shell=bash disable=SC2154
make_samples() {
	local unit=${bin%/bin}/tests/harness/report/report
	made=$BATS_FILE_TMPDIR/made
	mkdir -p "$made/logs"
	printf 'plain line\n\033[1mbold\033[0m ]]></pre><script>alert(1)</script> \377\200\n' >"$made/logs/mdtest.log"
	head -c 10000 /dev/zero | tr '\0' x >>"$made/logs/mdtest.log"
	SAMPLE_LOGS=$made/logs "$unit" "$made" "$top/harness/report/charts" "$@"
	rm "$made/logs/mdtest.log"
	rmdir "$made/logs"
	export made
}

# Skip, or set modules to where tests/checkers keeps what npm brings.
need_npm() {
	need node
	modules=${bin%/bin}/npm/node_modules
	[ -d "$modules/$1" ] || skip "the checkers of npm are not there (tests/checkers)"
}

# Skip, or put promtool in PATH.
need_promtool() {
	PATH=$PATH:${bin%/bin}/promtool/usr/bin
	need promtool
}
