# The commands that the pages for users show exist, with the options they are shown with.
load ../lib

setup() {
	[ -x "$bin/check-fs" ] || skip 'check-fs is not built'
	cd "$top"
}

# Lines of code blocks, and `code` in text, of the pages.
shown() { cat README.md ci/README.md baselines/README.md reports/README.md | awk '/^```/ { on = !on; next } on' && grep -ohE '`[^`]+`' README.md ci/README.md baselines/README.md reports/README.md CONTRIBUTING.md | tr -d '`'; }

@test "README begins with the two commands" {
	mapfile -t first < <(awk '/^```/ { on = !on; next } on' README.md | head -n 2)
	[[ ${first[0]} == 'make check-fs TARGET='* ]]
	[[ ${first[1]} == 'make test'* ]]
}

@test "every make target that is shown exists" {
	for t in $(shown | grep -oE '\bmake( -s)?( [A-Z_]+=[^ ]*)* [a-z][a-z0-9-]*' | sed -E 's/^make//; s/ -s//; s/ [A-Z_]+=[^ ]*//g' | sort -u); do
		make -n -q "$t" >/dev/null 2>&1 || [ $? = 1 ] || { echo "make $t" && false; }
	done
}

@test "every check-fs command that is shown exists, with its options" {
	shown | sed 's/#.*//' | grep -oE '(bin/)?check-fs [a-z][^|&;]*' | grep -vE 'check-fs (COMMAND|check-fs|is|needs|and|for)\b' | sort -u >"$BATS_TEST_TMPDIR/shown"
	[ -s "$BATS_TEST_TMPDIR/shown" ]
	while read -r line; do
		set -f
		set -- $line
		"$bin/check-fs" "$2" --help >"$BATS_TEST_TMPDIR/help" || { echo "$line" && false; }
		for o in $(grep -oE -- ' --[a-z-]+' <<<"$line"); do
			grep -qE -- "^ .*$o(=| |\$)" "$BATS_TEST_TMPDIR/help" || { echo "$line: $o" && false; }
		done
	done <"$BATS_TEST_TMPDIR/shown"
}

@test "every make variable that README names is passed on" {
	for v in $(sed -nE 's/^\| `([A-Z]+)=` .*/\1/p' README.md); do
		grep -qF "\$($v)" Makefile
	done
}

@test "every option that README pairs with a make variable is a common option" {
	for o in $(sed -nE 's/^\| `[A-Z]+=` \| `(--[a-z]+) .*/\1/p' README.md); do
		"$bin/check-fs" run --help | grep -q -- " $o="
	done
}

@test "the exit statuses of README are those of the program's own help" {
	for n in $(sed -nE 's/^\| `[A-Z-]+` \| ([0-9]).*/\1/p' README.md | sort -u); do
		"$bin/check-fs" run --help | grep -qE "(status:|,) $n |  ?$n "
	done
}

@test "every file that the pages point to is there" {
	for f in $(grep -ohE '\]\([^)#:]+\)' README.md | tr -d ']()'); do [ -e "$f" ]; done
	for f in $(sed -nE 's/^(src[^ ]*|harness|baselines|reports|tests|ci)  .*/\1/p' README.md); do [ -d "$f" ]; done
	for f in $(sed -nE '/^\| file/,/^$/s/^\| (`[^|\\]*`) \|.*/\1/p' ci/README.md | grep -oE '`[^`]+`' | sed 's/ .*//' | tr -d '`'); do [ -e "ci/$f" ]; done
}
