load ../../lib
load samples

setup_file() { make_samples; }

print() { "$bin/check-fs" report "$made/$1" --output - "${@:2}"; }

@test "no line of the table is wider than the terminal, as long as that is at least 58 columns" {
	for width in 58 72 79 80 100 140; do
		COLUMNS=$width run -0 print failed
		for line in "${lines[@]}"; do
			[ "${#line}" -le "$width" ]
		done
	done
}

@test "a wide terminal shows the limit and the interval too" {
	COLUMNS=140 run -0 print failed
	[[ $output == *'95 % interval'* ]]
	[[ $output == *'11.12 k ops/s'* ]]
}

@test "a locale that is not UTF-8 gets nothing but ASCII" {
	LC_ALL=C run -0 print torture
	[ "$(LC_ALL=C tr -d '\000-\177' <<<"$output" | wc -c)" = 0 ]
}

@test "the bar of a metric at half its baseline is half as long as that of one at its baseline" {
	LC_ALL=C COLUMNS=80 run -0 print failed
	[[ $output == *'-45.4 % ###   |'* ]]
	[[ $output == *'+0.2 % ######|'* ]]
}

@test "no escape sequence where the output is no terminal" {
	TERM=xterm run -0 print failed
	[[ $output != *$'\e'* ]]
}

# What the command prints on a terminal.
on_terminal() {
	need script
	script -qec "$bin/check-fs report $made/failed --output -" /dev/null </dev/null
}

@test "a terminal gets colour" {
	TERM=xterm run -0 on_terminal
	[[ $output == *$'\e[31;1m'* ]]
}

@test "NO_COLOR and a dumb terminal get none" {
	NO_COLOR=1 TERM=xterm run -0 on_terminal
	[[ $output != *$'\e['* ]]
	TERM=dumb run -0 on_terminal
	[[ $output != *$'\e['* ]]
}

@test "caveats are told in words" {
	run -0 print healthy
	[[ $output == *'probably cache: ior-fpp/read.'* ]]
	[[ $output == *'not synced: ior-small/write.'* ]]
	[[ $output == *'stat is a cache number: items of its own node: '* ]]
}

@test "what changed in the environment is told with both values" {
	run -0 print failed
	[[ $output == *'kernel: was 6.1.0-26-amd64, is 6.1.0-28-amd64'* ]]
}

@test "a run without a baseline shows the spread of its repetitions" {
	run -0 print first
	[[ $output == *lowest*highest* ]]
	[[ $output != *change* ]]
}

@test "--verbose adds the environment and the commands" {
	run -0 print failed
	[[ $output != *'Commands:'* ]]
	run -0 print failed --verbose
	[[ $output == *'Commands:'* ]]
	[[ $output == *'bin/mdtest -d {dir}'* ]]
}

@test "a run that could not be measured says why and what to do" {
	run -0 print not-measured
	[[ $output == *'not enough slots for 16 ranks'* ]]
	[[ $output == *'Next: ask for fewer ranks'* ]]
}
