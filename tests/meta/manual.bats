# The man pages list exactly the options that the programs take.
load ../lib

setup() { [ -x "$bin/check-fs" ] || skip 'check-fs is not built'; }

# Options in the left column of a --help, one a line.
of_help() { sed -nE 's/^  +(-[^ ].*)/\1/p' | sed -E 's/(   | {2,}[^-]).*//' | grep -oE -- '(^|[ ,])--?[A-Za-z0-9][A-Za-z0-9-]*' | tr -d ' ,' | sort -u; }

# Options in the tags of a man page's part.
of_man() {
	awk '/^\.T[PQ]/ { tag = 1; next } tag { print; tag = 0 }' | sed 's/\\f[BIRP]//g; s/\\-/-/g; s/^\.[A-Z]* //; s/"//g' |
		grep -oE -- '(^|[ ,])--?[A-Za-z0-9][A-Za-z0-9-]*' | tr -d ' ,' | sort -u
}

# part KIND NAME: that section of check-fs.1.
part() { awk -v want=".$1 $2" '/^\.S[HS]/ { on = $0 == want } on' "$top/harness/check-fs.1"; }

own_options() { "$bin/check-fs" "$1" --help | sed '/^Common options/,$d'; }

commands() { "$bin/check-fs" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'; }

@test "every subcommand has its part in check-fs.1, with the options of its --help" {
	[ -n "$(commands)" ]
	for c in $(commands); do
		part SS "$c" | grep -q . || { echo "$c has no part" && false; }
		diff <(own_options "$c" | of_help | grep -vxE -- '-h|--help') <(part SS "$c" | of_man) || { echo "^ $c" && false; }
	done
}

@test "no part of check-fs.1 is about a subcommand that is not there" {
	diff <(commands | sort) <(awk '/^\.SH/ { on = $0 == ".SH COMMANDS" } on && /^\.SS/ { print $2 }' "$top/harness/check-fs.1" | sort)
}

@test "the common options of check-fs.1 are those of --help" {
	diff <("$bin/check-fs" run --help | sed -n '/^Common options/,$p' | of_help) <(part SH 'COMMON OPTIONS' | of_man | grep -vxE -- '-h|--help')
}

@test "mdtest.1 has every option of mdtest --help" {
	[ -e "$top/src/bench/mdtest/mdtest.1" ] || skip 'there is no mdtest.1'
	diff <("$bin/mdtest" --help | of_help) <(of_man <"$top/src/bench/mdtest/mdtest.1" | grep -Fxf <("$bin/mdtest" --help | of_help))
}

@test "ior.1 has every option of ior --help" {
	[ -e "$top/src/bench/ior/ior.1" ] || skip 'there is no ior.1'
	diff <("$bin/ior" --help | of_help) <(of_man <"$top/src/bench/ior/ior.1" | grep -Fxf <("$bin/ior" --help | of_help))
}

@test "the man pages have the program's version" {
	grep -q "^\.TH CHECK.*check.-fs $("$bin/check-fs" --version | awk '{ print $2 }')\"" "$top/harness/check-fs.1"
}

@test "mandoc finds nothing worth a warning in check-fs.1" {
	need mandoc
	mandoc -T lint -W warning "$top/harness/check-fs.1"
}

@test "man shows the pages without a complaint" {
	need man groff
	for p in "$top"/harness/*.1 "$top"/src/bench/*/*.1; do
		[ -e "$p" ] || continue
		run -0 --separate-stderr env MANROFFSEQ= MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -l "$p"
		# a table of compatibility may be wider than a terminal
		run ! grep -vE "^warning: file '<standard input>', around line|^ *table wider than line width|^\$" <<<"$stderr"
	done
}
