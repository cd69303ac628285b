# One new thing is one new file: nothing else is edited to add a backend, a dialect, a format, a launcher, a command.
load ../lib

# listed VARIABLE LIST...: the registry of a tree with one more file.
setup() {
	tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree"
	cp -r "$top/Makefile" "$top/src" "$top/harness" "$tree"
}

registry() {
	make -C "$tree" -s --no-print-directory BUILD=build build/gen/registry.h && cat "$tree/build/gen/registry.h"
}

added() { # DIR KIND LIST
	run -0 registry
	[[ $output != *"X(extra)"* ]]
	echo "const struct $2_ops $2_extra = { 0 };" >"$tree/$1/extra.c"
	run -0 registry
	[ "$(grep -c "^#define $3(X) .*X(extra)" <<<"$output")" = 1 ]
	rm "$tree/$1/extra.c"
	run -0 registry
	[[ $output != *"X(extra)"* ]]
}

@test "a backend is one file" { added src/io io IO_LIST; }
@test "a subcommand is one file" { added harness/cmd cmd CMD_LIST; }
@test "a launcher is one file" { added harness/launch launch LAUNCH_LIST; }
@test "a dialect is one file" { added harness/parse parse PARSE_LIST; }
@test "a report format is one file" { added harness/report report REPORT_LIST; }

@test "the registry is rewritten only when it changes" {
	registry >/dev/null
	touch -d '2001-01-01' "$tree/build/gen/registry.h"
	registry >/dev/null
	[ "$(date -r "$tree/build/gen/registry.h" +%Y)" = 2001 ]
}

@test "a benchmark is one folder" {
	mkdir "$tree/src/bench/extra"
	echo 'int x;' >"$tree/src/bench/extra/extra.c"
	run -0 make -C "$tree" --no-print-directory -n all
	[[ $output == *"-o build/bin/extra "* ]]
}

@test "a subcommand in one more file is in the help and runs" {
	need cc
	cat >"$tree/harness/cmd/extra.c" <<-'END'
		#include <stdio.h>
		#include "cmd/cmd.h"
		static int
		run(int argc, char *argv[], struct err *e)
		{
			(void)argv, (void)e;
			printf("extra %d\n", argc);
			return 0;
		}
		const struct cmd_ops cmd_extra = { "extra", "one more", "", NULL, run };
	END
	cp -r "$top/build" "$tree/build" 2>/dev/null || true
	run -0 make -C "$tree" -s --no-print-directory build/bin/check-fs
	run -0 "$tree/build/bin/check-fs" extra
	[ "$output" = 'extra 1' ]
	run -0 "$tree/build/bin/check-fs" --help
	[[ $output == *'  extra '*'one more'* ]]
}
